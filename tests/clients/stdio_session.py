"""The same session through a bridge on standard streams: ``stdio_session.py RUNNER BRIDGE URL KEY``.

``BRIDGE`` is the file of mcp-remote, or ``loomem`` for our own. ``KEY`` is ``-`` for a login with OAuth.
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from session_steps import use

RUNNER, BRIDGE, URL, KEY = sys.argv[1:5]


def arguments() -> list:
    if BRIDGE == "loomem":
        return ["-m", "loomem", "mcp-stdio", "--url", URL, "--token", KEY]
    header = [] if KEY == "-" else ["--header", f"Authorization: Bearer {KEY}"]
    return [BRIDGE, URL, "--transport", "http-only", *header]


async def main() -> dict:
    bridge = StdioServerParameters(command=RUNNER, args=arguments(), env=dict(os.environ))
    async with stdio_client(bridge) as (read, write), ClientSession(read, write) as session:
        opened = await session.initialize()
        return {"version": opened.protocolVersion, **await use(session)}


sys.stdout.write(json.dumps(asyncio.run(main())))
