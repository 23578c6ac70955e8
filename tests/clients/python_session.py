"""One session of the Python SDK, either generation: stores, searches, reads history, deletes.

Run by the SDK's own interpreter: ``python python_session.py URL KEY MODE``; prints what it saw as JSON.
"""

import asyncio
import importlib.metadata
import json
import sys

from session_steps import use

URL, KEY, MODE = sys.argv[1:4]
HEADERS = {"Authorization": f"Bearer {KEY}"}
GENERATION = int(importlib.metadata.version("mcp").split(".")[0])


async def first_generation() -> dict:
    import httpx
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx.AsyncClient(headers=HEADERS, timeout=60) as http,
        streamable_http_client(URL, http_client=http) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        opened = await session.initialize()
        await session.send_ping()
        return {"version": opened.protocolVersion, **await use(session)}


async def second_generation() -> dict:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(headers=HEADERS, timeout=60) as http,
        Client(streamable_http_client(URL, http_client=http), mode=MODE) as client,
    ):
        return {"version": client.protocol_version, **await use(client)}


seen = asyncio.run(first_generation() if GENERATION == 1 else second_generation())
sys.stdout.write(json.dumps(seen))
