"""Models that are missing when the server is to start."""

from pathlib import Path

import pytest
import typer

from loomem.cli.models import install_missing
from loomem.config.settings import Settings


def test_nothing_is_started_where_nothing_is_missing(
    models_dir: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    install_missing(Settings(models={"dir": models_dir}), None)  # type: ignore[arg-type]
    assert capfd.readouterr() == ("", "")


def test_a_failed_install_ends_the_start_with_its_code_and_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    llm = {"embedding_model": "no-such-model"}
    settings = Settings(llm=llm, models={"dir": tmp_path})  # type: ignore[arg-type]
    with pytest.raises(typer.Exit) as end:
        install_missing(settings, None)
    assert end.value.exit_code == 1
    assert "error: There is no model named no-such-model" in capfd.readouterr().err
