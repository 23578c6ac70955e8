"""The ``loomem`` command: its subcommands, its exit codes, its one-line errors.

Every command imports what it needs when it runs, so that ``--help`` loads no engine.
"""

import sys
from typing import Annotated

import typer

from loomem import __version__
from loomem.cli import doctor, mcp_stdio, models, reembed, serve, tokens
from loomem.errors import ConfigError, LoomemError

EXIT_FAILED = 1
EXIT_CONFIG = 2

_DEBUG = "--debug"

app = typer.Typer(
    name="loomem",
    help="A long-term memory for AI agents, kept on your own disk.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve)
app.command("doctor")(doctor.doctor)
app.command("reembed")(reembed.reembed)
app.command("mcp-stdio")(mcp_stdio.mcp_stdio)
app.add_typer(models.app, name="models")
app.add_typer(tokens.app, name="tokens")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"loomem {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option(_DEBUG, help="Show the whole traceback of an error.")
    ] = False,
) -> None:
    """Take the options in front of a command; their callbacks and ``run`` act on them."""


def run() -> None:
    """Run the command of this process and leave it with 0, 1 (failed) or 2 (settings, usage)."""
    try:
        app(prog_name="loomem")
    except LoomemError as error:
        if _DEBUG in sys.argv[1:]:
            raise
        typer.echo(f"error: {error.message}", err=True)
        sys.exit(EXIT_CONFIG if isinstance(error, ConfigError) else EXIT_FAILED)
