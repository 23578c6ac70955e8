"""``loomem serve``: start the server and stay until it is told to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from loomem.cli.options import ConfigFile, DataDir, settings_from

if TYPE_CHECKING:
    from loomem.config.settings import Settings

_EVERY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 - recognised here, not bound


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on. Default: 127.0.0.1.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on. Default: 3030.")] = None,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    install: Annotated[
        bool, typer.Option("--install", help="Install missing models before the start.")
    ] = False,
    guide: Annotated[bool, typer.Option("--guide", help="Print first requests to try.")] = False,
) -> None:
    """Start the memory server."""
    settings = settings_from(config, data_dir=data_dir, host=host, port=port)
    if install:
        from loomem.cli.models import install_missing

        install_missing(settings, config)
    if guide:
        typer.echo(first_requests(settings))
    from loomem.web.server import run_server

    raise typer.Exit(run_server(settings))


def first_requests(settings: Settings) -> str:
    """Return two requests that work against a server with these settings."""
    from loomem.config.environment import auth_token

    server = settings.server
    host = "127.0.0.1" if server.host in _EVERY_ADDRESS else server.host
    base = f"http://{f'[{host}]' if ':' in host else host}:{server.port}"
    key = f' -H "Authorization: Bearer ${server.auth_token_env}"' if auth_token(settings) else ""
    header = key.replace("-H", "--header")
    return "\n".join(
        [
            f"Loomem starts on {base}, memories in {settings.storage.data_dir}. Ctrl-C stops it.",
            "Try in another terminal:",
            f"  curl {base}/v1/store{key} -H 'Content-Type: application/json' \\",
            """    -d '{"content": "Anna keeps the spare key under the blue pot."}'""",
            f"  curl {base}/v1/search{key} -H 'Content-Type: application/json' \\",
            """    -d '{"query": "where is the spare key?"}'""",
            f"  claude mcp add --transport http loomem {base}/mcp{header}",
        ]
    )
