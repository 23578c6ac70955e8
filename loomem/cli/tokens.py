"""``loomem tokens``: which clients were let in with OAuth, and putting one out."""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import quote

import typer

from loomem.cli.options import AsJson, print_json

app = typer.Typer(help="Clients that were let in with OAuth.", no_args_is_help=True)

Url = Annotated[str, typer.Option("--url", envvar="LOOMEM_URL", help="Address of the server.")]
Key = Annotated[
    str | None,
    typer.Option(
        "--token",
        envvar="LOOMEM_AUTH_TOKEN",
        help="Key of the server; the variable keeps it out of process lists.",
    ),
]
_DEFAULT_URL = "http://127.0.0.1:3030"
_PATH = "/v1/oauth/grants"
_ID_CHARS, _DAY_CHARS = 32, 10


@app.command("list")
def list_tokens(
    url: Url = _DEFAULT_URL,
    token: Key = None,
    as_json: AsJson = False,
) -> None:
    """Show every client that can come in, and what it may use."""
    from loomem.runtime.remote import ask

    found = asyncio.run(ask(url, token, "GET", _PATH))
    if as_json:
        print_json(found)
    elif not found["grants"]:
        typer.echo("No client was let in with OAuth.")
    else:
        _print_table(found["grants"])


@app.command("revoke")
def revoke(
    grant: Annotated[str, typer.Argument(help="Id, as `loomem tokens list` shows it.")],
    url: Url = _DEFAULT_URL,
    token: Key = None,
) -> None:
    """End what a client was allowed. It has to ask again."""
    from loomem.runtime.remote import ask

    ended = asyncio.run(ask(url, token, "DELETE", f"{_PATH}/{quote(grant, safe='')}"))
    typer.echo(f"{ended['client_name']} is out.")


def _print_table(grants: list[dict[str, str]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("id", no_wrap=True, min_width=_ID_CHARS)
    for name in ("client", "may use", "last used", "until"):
        table.add_column(name, overflow="fold")
    for row in grants:
        table.add_row(
            row["id"],
            escape(row["client_name"]),
            escape(row["stream"] or "all memories"),
            row["last_used"][:_DAY_CHARS],
            row["expires"][:_DAY_CHARS],
        )
    Console().print(table)
