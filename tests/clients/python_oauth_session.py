"""A whole session of the Python SDK that logs in with OAuth, and goes on after its token has ended.

Run by the SDK's own interpreter: ``python python_oauth_session.py URL KEY``; prints what it saw as JSON.
"""

import asyncio
import importlib.metadata
import json
import sys
from urllib.parse import parse_qs, urlsplit

from consent import allow
from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import OAuthClientMetadata
from session_steps import use

URL, KEY = sys.argv[1:3]
GENERATION = int(importlib.metadata.version("mcp").split(".")[0])
CALLBACK = "http://localhost:7733/callback"


class Memory:
    """Keeps tokens and the registration, as an application would on disk."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Browser:
    """Follows the link to the owner; ``visits`` counts how often the owner was asked."""

    def __init__(self):
        self.visits = 0
        self.location = ""

    async def open(self, address):
        self.visits += 1
        self.location = await asyncio.to_thread(allow, address, KEY)

    async def come_back(self):
        query = {name: v[0] for name, v in parse_qs(urlsplit(self.location).query).items()}
        if GENERATION == 1:
            return query["code"], query.get("state")
        from mcp.client.auth import AuthorizationCodeResult

        return AuthorizationCodeResult(
            code=query["code"], state=query.get("state"), iss=query.get("iss")
        )


def provider(storage, browser):
    metadata = OAuthClientMetadata(
        client_name="SDK under test",
        redirect_uris=[CALLBACK],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
    )
    return OAuthClientProvider(
        server_url=URL,
        client_metadata=metadata,
        storage=storage,
        redirect_handler=browser.open,
        callback_handler=browser.come_back,
    )


async def session(auth):
    from mcp.client.streamable_http import streamable_http_client

    if GENERATION == 1:
        import httpx
        from mcp import ClientSession

        async with (
            httpx.AsyncClient(auth=auth, timeout=60) as http,
            streamable_http_client(URL, http_client=http) as (read, write, _),
            ClientSession(read, write) as client,
        ):
            await client.initialize()
            return await use(client)
    import httpx2
    from mcp import Client

    async with (
        httpx2.AsyncClient(auth=auth, timeout=60) as http,
        Client(streamable_http_client(URL, http_client=http), mode="auto") as client,
    ):
        return await use(client)


async def main():
    storage, browser = Memory(), Browser()
    auth = provider(storage, browser)
    first = await session(auth)
    before = storage.tokens.access_token
    auth.context.token_expiry_time = 1.0  # long ago, as after an hour
    second = await session(auth)
    return {
        "first": first,
        "second": second,
        "visits": browser.visits,
        "renewed": storage.tokens.access_token != before,
    }


sys.stdout.write(json.dumps(asyncio.run(main())))
