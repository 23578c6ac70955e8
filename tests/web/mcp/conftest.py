"""The real endpoint over real stores, spoken to on the wire."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from loomem.clock import FixedClock
from loomem.mcp.protocol import META_CAPABILITIES, META_VERSION
from loomem.operations.context import Services
from loomem.web.capacity import DEFAULT_SLOTS
from tests.support.fakes import NOW, WordEncoder, make_services, open_test_stores
from tests.support.serving import serving

MODERN = "2026-07-28"


@dataclass(frozen=True)
class Answer:
    status: int
    raw: bytes
    headers: Any

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def error(self) -> int:
        return int(self.json["error"]["code"])


class Wire:
    """Sends bytes and messages to one endpoint."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def send(
        self, body: Any, method: str = "POST", path: str = "/mcp", **headers: str
    ) -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        full = {"Content-Type": "application/json", **named}
        async with self.session.request(
            method, self.url + path, data=raw, headers=full, allow_redirects=False
        ) as reply:
            return Answer(reply.status, await reply.read(), reply.headers)

    async def ask(self, method: str, params: Any = None, **headers: str) -> Answer:
        message = {"jsonrpc": "2.0", "id": 1, "method": method}
        return await self.send(message | ({} if params is None else {"params": params}), **headers)

    async def modern(self, method: str, params: Any = None, **headers: str) -> Answer:
        meta = {META_VERSION: MODERN, META_CAPABILITIES: {}}
        named = {"name": params["name"]} if params and "name" in params else {}
        standard = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method}
        if named:
            standard["Mcp_Name"] = named["name"]
        return await self.ask(method, {"_meta": meta, **(params or {})}, **(standard | headers))

    async def call(self, tool: str, /, **arguments: Any) -> Any:
        answer = await self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert answer.status == 200
        return answer.json["result"]


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    encoder = WordEncoder()
    stores = open_test_stores(tmp_path / "data", encoder)
    made = make_services(stores, encoder, FixedClock(NOW))
    yield made
    await made.jobs.close()
    stores.close()


@pytest.fixture
def slots() -> int:
    """How many operations may run at once."""
    return DEFAULT_SLOTS


@pytest.fixture
async def wire(services: Services, slots: int) -> AsyncIterator[Wire]:
    async with serving(services, None, slots=slots) as (session, address):
        yield Wire(session, address)
