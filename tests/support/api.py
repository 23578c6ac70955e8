"""The REST interface as a test speaks it: one call per verb, answers as plain values."""

import asyncio
import json as codec
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Self

import aiohttp

_TIMEOUT = aiohttp.ClientTimeout(total=120)
_POLL_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. ``body`` is decoded JSON, or None for an empty body."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        """The code of the error; fails for anything else than the documented shape."""
        assert set(self.body) == {"error"}, self.body
        assert set(self.body["error"]) <= {"code", "message", "details"}, self.body
        assert self.body["error"]["message"]
        return str(self.body["error"]["code"])

    def ok(self) -> Any:
        """The body of a success."""
        assert self.status == 200, (self.status, self.body)
        return self.body


class Api:
    """A client of one running server; use it as an async context."""

    def __init__(self, base_url: str, headers: dict[str, str] | None = None) -> None:
        self.base_url = base_url
        self._headers = headers or {}

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            self.base_url,
            headers=self._headers,
            timeout=_TIMEOUT,
            connector=aiohttp.TCPConnector(limit=0),
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        params: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send one request. ``raw`` is a body as it is, sent as JSON unless the headers differ."""
        if raw is None and body is not None:
            raw = codec.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if raw is not None else {}
        data = None if raw is None else BytesIO(raw)
        async with self._session.request(
            method, path, data=data, params=params, headers={**sent, **(headers or {})}
        ) as response:
            content = await response.read()
            return Answer(
                response.status, codec.loads(content) if content else None, response.headers
            )

    async def get(self, path: str, **params: Any) -> Answer:
        return await self.send("GET", path, params=params or None)

    async def post(self, path: str, /, **fields: Any) -> Answer:
        return await self.send("POST", path, fields)

    async def store(self, content: str, *, key: str | None = None, **fields: Any) -> str:
        """Store a memory and return its id."""
        headers = {"Idempotency-Key": key} if key else None
        body = {"content": content, **fields}
        answer = await self.send("POST", "/v1/store", body, headers=headers)
        return str(answer.ok()["chunk_id"])

    async def store_all(self, contents: list[str], **fields: Any) -> list[str]:
        """Store memories side by side and return their ids in the same order."""
        return await asyncio.gather(*(self.store(content, **fields) for content in contents))

    async def search(self, query: str, **fields: Any) -> list[dict[str, Any]]:
        """The hits of a search, best first."""
        answer = await self.post("/v1/search", query=query, **{"dry_run": True} | fields)
        hits: list[dict[str, Any]] = answer.ok()["results"]
        return hits

    async def find(self, query: str, **fields: Any) -> list[str]:
        """The ids of the hits of a search, best first."""
        return [hit["chunk_id"] for hit in await self.search(query, **fields)]

    async def find_by_words(self, query: str, **fields: Any) -> list[str]:
        """The ids of the hits that share a word with the query, best first."""
        return [
            hit["chunk_id"]
            for hit in await self.search(query, **fields)
            if hit["metadata"]["bm25_score"] > 0
        ]

    async def pages(self, **params: Any) -> AsyncIterator[list[dict[str, Any]]]:
        """Yield the pages of a listing."""
        cursor = None
        while True:
            more = {"cursor": cursor} if cursor else {}
            page = (await self.get("/api/memories", **params, **more)).ok()
            yield page["items"]
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    async def list_all(self, **params: Any) -> list[dict[str, Any]]:
        """Every memory of a listing, page by page."""
        return [item async for page in self.pages(limit="200", **params) for item in page]

    async def index_sync(self) -> dict[str, Any]:
        body: dict[str, Any] = (await self.get("/v1/health/index-sync")).ok()
        return body

    async def wait_until_in_sync(self, seconds: float = 60) -> dict[str, Any]:
        """Return the counts once indexes and memories agree; fails after ``seconds``."""
        state: dict[str, Any] = {}

        async def agrees() -> bool:
            state.update(await self.index_sync())
            return bool(state["in_sync"] and not state["rebuilding"])

        await eventually(agrees, seconds, lambda: f"never in sync: {state}")
        return state


async def eventually(
    holds: Callable[[], Awaitable[bool]],
    seconds: float = 30,
    describe: Callable[[], str] = lambda: "never came true",
) -> None:
    """Ask again and again until the condition holds; fails after ``seconds``.

    A pause of the whole machine counts as one second at most.
    """
    loop = asyncio.get_running_loop()
    waited, last = 0.0, loop.time()
    # The state is another process's, so there is no event to wait for.
    while not await holds():
        await asyncio.sleep(_POLL_SECONDS)
        waited += min(loop.time() - last, 1.0)
        last = loop.time()
        assert waited < seconds, describe()
