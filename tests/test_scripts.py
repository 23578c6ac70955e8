"""The scripts on machines that lack something: each says what to do."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the scripts in a folder whose name has a space."""
    folder = tmp_path / "a folder"
    shutil.copytree(SCRIPTS, folder / "scripts")
    (folder / "requirements.txt").write_text("")
    return folder


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def serve(checkout: Path, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(checkout / "scripts" / "serve")],
        cwd="/",
        env={"PATH": str(path), "HOME": str(checkout)},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a PATH folder with the few commands the scripts need, and no Python."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("bash", "env", "dirname", "basename", "cat", "cmp", "chmod", "sh"):
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    return folder


def test_without_python_the_needed_version_is_named(checkout: Path, tools: Path) -> None:
    done = serve(checkout, tools)
    assert done.returncode == 1
    assert done.stderr.startswith("error: Loomem needs Python 3.11 or newer.")


def test_a_python_that_is_too_old_is_named(checkout: Path, tools: Path) -> None:
    program(tools, "python3", "exit 1")
    done = serve(checkout, tools)
    assert done.returncode == 1
    assert f"({tools}/python3 is older)" in done.stderr


def test_a_python_without_venv_leads_to_the_package_that_has_it(
    checkout: Path, tools: Path
) -> None:
    program(tools, "python3", 'case "$2" in *ensurepip*) exit 1;; esac')
    done = serve(checkout, tools)
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr


def test_a_failed_download_names_the_likely_reason_and_leaves_no_stamp(
    checkout: Path, tools: Path
) -> None:
    program(tools, "python3", f'exec "{sys.executable}" "$@"')
    (checkout / "requirements.txt").write_text(
        "loomem-no-such-package==1 --hash=sha256:" + "0" * 64
    )
    environment = {"PATH": str(tools), "HOME": str(checkout), "PIP_NO_INDEX": "1"}
    done = subprocess.run(
        [str(checkout / "scripts" / "serve")], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "Is the package index reachable" in done.stderr
    assert not (checkout / ".venv" / ".stamp").exists()


def test_a_made_environment_is_used_again_from_any_folder(checkout: Path, tools: Path) -> None:
    program(tools, "python3", f'exec "{sys.executable}" "$@"')
    package = checkout / "loomem"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("import os, sys\nprint(os.getcwd(), sys.argv[1:])\n")
    first = serve(checkout, tools)
    assert "Making .venv" in first.stderr
    second = serve(checkout, tools)
    assert second.stderr == ""
    assert second.stdout == f"{checkout} ['serve', '--install', '--guide']\n" == first.stdout
    assert (checkout / ".venv" / "bin" / "loomem").exists()


@pytest.mark.parametrize("name", ["serve", "test", "lock", "../.ci/run"])
def test_the_scripts_are_executable_and_parse(name: str) -> None:
    path = SCRIPTS / name
    assert os.access(path, os.X_OK)
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0
