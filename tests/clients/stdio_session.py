"""The same session through a bridge on standard streams: ``stdio_session.py NODE PROXY URL KEY``."""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from session_steps import use

NODE, PROXY, URL, KEY = sys.argv[1:5]


async def main() -> dict:
    arguments = [
        PROXY,
        URL,
        "--transport",
        "http-only",
        "--header",
        f"Authorization: Bearer {KEY}",
    ]
    bridge = StdioServerParameters(command=NODE, args=arguments, env=dict(os.environ))
    async with stdio_client(bridge) as (read, write), ClientSession(read, write) as session:
        opened = await session.initialize()
        return {"version": opened.protocolVersion, **await use(session)}


sys.stdout.write(json.dumps(asyncio.run(main())))
