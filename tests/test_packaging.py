"""Locks and the wheel: what `pip install` and the scripts rely on."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import loomem

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(?: ;.*)? \\$", re.MULTILINE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lock: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in _PIN.findall((ROOT / lock).read_text(encoding="utf-8")):
        found.setdefault(normal(name), set()).add(version)
    return found


def declared(*, with_dev: bool) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"])
    if with_dev:
        wanted += project["dependency-groups"]["dev"]
    return {normal(re.split(r"[<>=!~\[; ]", item)[0]) for item in wanted}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address_and_hashes_every_package(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"(?m)^-", text), "an option in the lock would choose an index"
    packages = re.findall(r"(?m)^[A-Za-z0-9].*$", text)
    assert packages
    assert len(packages) == len(_PIN.findall(text))
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) >= len(packages)


def test_every_dependency_is_locked() -> None:
    assert declared(with_dev=False) <= set(pins("requirements.txt"))
    assert declared(with_dev=True) <= set(pins("requirements-dev.txt"))


def test_tests_run_against_the_versions_that_are_served() -> None:
    served, tested = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: tested.get(name) for name in served} == served


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="the build backend is not installed")
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_every_module_and_data_file(wheel: Path) -> None:
    kept = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("loomem/")}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "loomem").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert kept == wanted
    assert "loomem/py.typed" in kept


def test_the_wheel_alone_gives_a_working_command(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    points = next(tmp_path.glob("*.dist-info/entry_points.txt")).read_text(encoding="utf-8")
    assert "loomem = loomem.cli.main:run" in points
    script = (
        "import sys; sys.argv = ['loomem', '--version']; from loomem.cli.main import run; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"loomem {loomem.__version__}\n", done.stderr
