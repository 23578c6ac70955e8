"""The unit file: known to systemd, tight, and with a reason for every line."""

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parent.parent / "systemd" / "loomem.service"
LINES = UNIT.read_text(encoding="utf-8").splitlines()
MAX_EXPOSURE = 20

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def directives() -> dict[str, str]:
    pairs = [line.partition("=") for line in LINES if re.match(r"[A-Z]\w+=", line)]
    return {key: value for key, _, value in pairs}


def test_every_directive_has_a_reason_above_it() -> None:
    for above, line in pairwise(LINES):
        if re.match(r"[A-Z]\w+=", line):
            # Directives that belong together share one reason.
            assert above.startswith("# ") or re.match(r"[A-Z]\w+=", above), line


def test_readiness_watchdog_and_exit_codes_fit_the_server() -> None:
    unit = directives()
    assert unit["Type"] == "notify"
    assert int(unit["WatchdogSec"]) > 0
    assert unit["RestartPreventExitStatus"] == "2"
    assert unit["Restart"] == "on-failure"
    assert int(unit["TimeoutStopSec"]) > 10, "the server takes up to 10 s to close"


@needs_analyze
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    copy = tmp_path / "loomem.service"
    text = UNIT.read_text(encoding="utf-8")
    # The real program is not installed here, and systemd wants one that exists.
    copy.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/sh", text))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "loomem.service" not in done.stderr, done.stderr


@needs_analyze
def test_the_exposure_that_systemd_computes_stays_low() -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", f"--threshold={MAX_EXPOSURE}", str(UNIT)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
