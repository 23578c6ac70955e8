"""The command as a person meets it: a real process, its output, its exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import loomem

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ("lmdb", "tantivy", "usearch", "ctranslate2", "tokenizers", "numpy", "aiohttp")


def loomem_command(
    *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "loomem", *arguments],
        cwd=ROOT,
        env={"LOOMEM_CONFIG": "/dev/null", "COLUMNS": "100", **(env or {})},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["serve", "--help"], ["doctor", "--help"], ["models", "--help"]],
)
def test_help_and_version_load_no_engine(arguments: list[str]) -> None:
    script = (
        "import sys\n"
        f"sys.argv = ['loomem', *{arguments!r}]\n"
        "from loomem.cli.main import run\n"
        "try:\n    run()\nexcept SystemExit as end:\n    code = end.code\n"
        f"loaded = [name for name in {ENGINES!r} if name in sys.modules]\n"
        "print(f'\\ncode={code} loaded={loaded}')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "code=0 loaded=[]", done.stderr


def test_version_is_one_line() -> None:
    assert loomem_command("--version").stdout == f"loomem {loomem.__version__}\n"


def test_help_names_every_command() -> None:
    text = loomem_command("--help").stdout
    for command in ("serve", "models", "doctor", "reembed"):
        assert command in text


@pytest.mark.parametrize(
    "command", [["serve"], ["models", "list"], ["models", "verify"], ["reembed"]]
)
def test_a_bad_setting_is_one_line_and_code_2(command: list[str]) -> None:
    done = loomem_command(*command, env={"LOOMEM_SERVER__PROT": "1"})
    assert done.returncode == 2
    assert done.stderr.startswith("error: server.prot (LOOMEM_SERVER__PROT): ")
    assert len(done.stderr.splitlines()) == 1


def test_a_bad_flag_is_code_2() -> None:
    assert loomem_command("serve", "--port", "70000").returncode == 2
    assert loomem_command("serve", "--port", "web").returncode == 2
    assert loomem_command("serve", "--prot", "1").returncode == 2


def test_a_missing_model_is_one_line_and_code_1(tmp_path: Path) -> None:
    done = loomem_command("models", "verify", env={"LOOMEM_MODELS__DIR": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr.startswith("error: The model multilingual-e5-small is not installed")
    assert "Traceback" not in done.stderr


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    variables = {"LOOMEM_MODELS__DIR": str(tmp_path)}
    assert "Traceback" in loomem_command("--debug", "models", "verify", env=variables).stderr


def test_an_unknown_model_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    done = loomem_command("models", "install", "e6", env={"LOOMEM_MODELS__DIR": str(tmp_path)})
    assert done.returncode == 1
    assert "There is no model named e6" in done.stderr


def test_the_list_of_models_says_what_is_installed(models_dir: Path, tmp_path: Path) -> None:
    rows = loomem_command("models", "list", env={"LOOMEM_MODELS__DIR": str(models_dir)}).stdout
    assert " yes " in next(line for line in rows.splitlines() if "multilingual-e5" in line)
    rows = loomem_command("models", "list", env={"LOOMEM_MODELS__DIR": str(tmp_path)}).stdout
    assert " no " in next(line for line in rows.splitlines() if "multilingual-e5" in line)


def test_installed_models_are_verified_and_left_alone(models_dir: Path) -> None:
    variables = {"LOOMEM_MODELS__DIR": str(models_dir)}
    assert (
        "multilingual-e5-small: intact" in loomem_command("models", "verify", env=variables).stdout
    )
    assert loomem_command("models", "install", env=variables).returncode == 0


def test_doctor_tells_by_its_code_whether_something_is_wrong(
    tmp_path: Path, models_dir: Path, free_port: int
) -> None:
    variables = {
        "LOOMEM_MODELS__DIR": str(models_dir),
        "LOOMEM_SERVER__PORT": str(free_port),
        "LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB": "0",
    }
    folder = ["--data-dir", str(tmp_path / "data")]
    healthy = loomem_command("doctor", "--json", *folder, env=variables)
    assert healthy.returncode == 0, healthy.stdout
    assert json.loads(healthy.stdout)["ok"] is True
    variables["LOOMEM_SERVER__HOST"] = "0.0.0.0"
    broken = loomem_command("doctor", *folder, env=variables)
    assert broken.returncode == 1
    assert "✗ wrong" in broken.stdout
    assert "→" in broken.stdout


def test_doctor_reports_settings_that_cannot_be_used() -> None:
    done = loomem_command("doctor", "--json", env={"LOOMEM_SERVER__PROT": "1"})
    assert done.returncode == 1
    (check,) = json.loads(done.stdout)["checks"]
    assert check["status"] == "fail"
    assert "server.prot" in check["finding"]
