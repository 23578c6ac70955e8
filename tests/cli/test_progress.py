"""Progress on a terminal and in a log file."""

import pytest

from loomem.cli.progress import progress_bars


def test_without_a_terminal_each_stage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bars() as report:
        for done in range(3):
            report("download", done, 3)
        report("convert", 0, 0)
    assert capsys.readouterr().err == "  download …\n  convert …\n"


def test_on_a_terminal_a_bar_reaches_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress_bars() as report:
        report("download", 1, 4)
        report("download", 4, 4)
    shown = capsys.readouterr().err
    assert "download" in shown
    assert "100%" in shown
