"""Limits that keep the code readable, and words that must not be in it."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "loomem").rglob("*.py"))
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

# Written in pieces, so that this file passes its own check.
_INDEX_HOSTS = re.compile(
    "|".join(["py" + r"pi\.org", "pythonhosted" + r"\.org", r"--(?:extra-)?index" + "-url [^\\s]"])
)
_LEFTOVERS = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + r"X)\b")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tracked_texts() -> list[tuple[str, str]]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("the files are not in a git checkout")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    raw = [(name_of(path), path.read_bytes()) for path in paths if path.is_file()]
    return [(name, data.decode("utf-8", "replace")) for name, data in raw if b"\0" not in data]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_and_says_its_job(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_FILE_LINES
    assert ast.get_docstring(ast.parse(text)), "a module begins with its job"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_functions_are_short(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= MAX_FUNCTION_LINES, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "manager", "base", "misc"])
def test_no_module_has_a_name_without_meaning(word: str) -> None:
    assert not [name_of(path) for path in MODULES if word in path.with_suffix("").parts]


def test_nothing_is_left_for_later_in_the_code() -> None:
    found = [
        name for name, text in tracked_texts() if name.endswith(".py") and _LEFTOVERS.search(text)
    ]
    assert found == []


def test_no_file_names_a_package_index() -> None:
    assert [name for name, text in tracked_texts() if _INDEX_HOSTS.search(text)] == []
