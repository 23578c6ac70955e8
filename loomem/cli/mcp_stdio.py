"""``loomem mcp-stdio``: a server's MCP endpoint for clients that only start programs."""

import asyncio
import sys
from typing import Annotated

import typer


def mcp_stdio(
    url: Annotated[
        str, typer.Option(envvar="LOOMEM_MCP_URL", help="Address of the MCP endpoint.")
    ] = "http://127.0.0.1:3030/mcp",
    token: Annotated[
        str | None,
        typer.Option(
            envvar="LOOMEM_AUTH_TOKEN",
            help="Key of the server; the variable keeps it out of process lists.",
        ),
    ] = None,
    patience: Annotated[
        float, typer.Option(min=0, max=600, help="Seconds to wait for a server that restarts.")
    ] = 30.0,
) -> None:
    """Speak MCP on standard input and output, and pass it on to a running server."""
    from loomem.bridge.pump import run_bridge

    asyncio.run(run_bridge(url, token, patience, sys.stdin.buffer, sys.stdout.buffer))
