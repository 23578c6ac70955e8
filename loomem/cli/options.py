"""Options that several commands share, and the settings they lead to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from loomem.config.settings import Settings

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Settings file, in place of LOOMEM_CONFIG or ./config.toml.",
    ),
]
DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", metavar="DIR", help="Folder of the memories. Default: ./data."),
]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def settings_from(
    config: Path | None,
    *,
    data_dir: Path | None = None,
    host: str | None = None,
    port: int | None = None,
) -> Settings:
    """Load the settings; what was given on the command line wins. Raises ConfigError."""
    from loomem.config.loader import load_settings

    overrides: dict[str, Any] = {}
    if data_dir is not None:
        overrides["storage"] = {"data_dir": data_dir}
    server = {"host": host, "port": port}
    given = {key: value for key, value in server.items() if value is not None}
    if given:
        overrides["server"] = given
    return load_settings(overrides, config)
