"""Many clients changing memories at once until the server is gone, every answer on the ledger.

Each client owns the memories it changes, so what must be true afterwards is known exactly.
"""

import asyncio
import random
from collections.abc import Callable

import aiohttp

from tests.support.api import Answer, Api
from tests.support.ledger import MAIN, Change, Ledger

CLIENTS = 8
_VERBS = ("store", "keyed", "update", "delete", "purge", "boost", "scratch", "purge_stream")
_WEIGHTS = (20, 25, 20, 8, 6, 10, 8, 3)
_PLACES = ("the attic", "a blue pot", "the garden shed", "her desk", "the old cellar", "a tin box")
_THINGS = ("spare key", "passport", "tent", "violin", "winter coat", "bread recipe")


class Load:
    """One run of all clients. ``acknowledged`` counts answers, ``sent`` requests."""

    def __init__(self, api: Api, ledger: Ledger, rng: random.Random, *, prefix: str) -> None:
        self._api = api
        self._ledger = ledger
        self._rng = rng
        self._prefix = prefix
        self._watch: Callable[[int], None] = lambda _acknowledged: None
        self._written = 0
        self._owned: list[list[str]] = self._shares()
        self.recent: list[str] = []
        self.sent = 0
        self.acknowledged = 0

    def _shares(self) -> list[list[str]]:
        latest = [
            one
            for one, promise in self._ledger.live.items()
            if promise.is_latest and promise.stream == MAIN
        ]
        self._rng.shuffle(latest)
        return [latest[client::CLIENTS] for client in range(CLIENTS)]

    async def run(self, limit: int, watch: Callable[[int], None] = lambda _count: None) -> None:
        """Send until the server breaks off, or until ``limit`` answers; ``watch`` sees each count."""
        self._watch = watch
        await asyncio.gather(*(self._work(client, limit) for client in range(CLIENTS)))

    async def _work(self, client: int, limit: int) -> None:
        while self.acknowledged < limit:
            change = self._next(client)
            self.sent += 1
            try:
                answer = await self._send(change)
            except (aiohttp.ClientError, ConnectionError):
                self._ledger.doubts.append(change)
                return
            self._note(client, change, answer.ok())

    def _note(self, client: int, change: Change, body: dict[str, object]) -> None:
        made = str(body["id"]) if change.verb in ("store", "update") else ""
        self._ledger.apply(change, made)
        if change.verb == "update" or (change.verb == "store" and change.stream == MAIN):
            self._owned[client].append(made)
        self.recent.append(made or change.target)
        self.acknowledged += 1
        self._watch(self.acknowledged)

    def _next(self, client: int) -> Change:
        """Choose the next change; what it takes out of the client's hands is taken at once."""
        verb = self._rng.choices(_VERBS, _WEIGHTS)[0]
        owned = self._owned[client]
        scratch = f"scratch-{client}"
        if verb == "purge_stream" and self._ledger.in_stream(scratch):
            return Change("purge_stream", stream=scratch)
        if verb == "scratch":
            return Change("store", content=self._text(client), stream=scratch)
        if verb == "boost" and owned:
            return Change("boost", self._rng.choice(owned))
        if verb in ("update", "delete", "purge") and owned:
            target = owned.pop(self._rng.randrange(len(owned)))
            return Change(verb, target, self._text(client) if verb == "update" else "")
        content = self._text(client)
        return Change("store", content=content, key=_key(content) if verb == "keyed" else None)

    def _text(self, client: int) -> str:
        self._written += 1
        thing, place = self._rng.choice(_THINGS), self._rng.choice(_PLACES)
        mark = f"{self._prefix}x{client}x{self._written}"
        return f"Anna keeps the {thing} in {place}, note {mark}."

    async def _send(self, change: Change) -> Answer:
        send = self._api.send
        match change.verb:
            case "store":
                headers = {"Idempotency-Key": change.key} if change.key else None
                body = {"content": change.content, "stream": change.stream}
                return await send("POST", "/v1/store", body, headers=headers)
            case "update":
                body = {"content": change.content}
                return await send("PUT", f"/api/memories/{change.target}", body)
            case "delete":
                return await send("DELETE", f"/api/memories/{change.target}")
            case "boost":
                return await send("POST", "/v1/boost", {"id": change.target})
            case "purge":
                return await send("POST", f"/v1/purge/{change.target}", {})
            case _:
                body = {"stream": change.stream, "confirmed": True}
                return await send("POST", "/v1/purge-namespace", body)


def mark_of(content: str) -> str:
    """The word that occurs in no other text."""
    return content.rsplit(" ", 1)[1].rstrip(".")


def _key(content: str) -> str:
    return f"key-{mark_of(content)}"


async def check_searches(api: Api, ledger: Ledger, chosen: list[str], gone: list[str]) -> None:
    """Want each chosen memory found by its word and held by the vector index, and no gone one."""
    gate = asyncio.Semaphore(CLIENTS)

    async def check(chunk_id: str) -> None:
        promise = ledger.live[chunk_id]
        async with gate:
            hits = await api.search(
                mark_of(promise.content), stream=promise.stream, include_superseded=True, top_k=100
            )
        by_word = [hit for hit in hits if hit["metadata"]["bm25_score"] == 1.0]
        assert [hit["chunk_id"] for hit in by_word] == [chunk_id], promise
        assert by_word[0]["content"] == promise.content
        assert by_word[0]["metadata"].get("cosine") is not None, "not in the vector index"

    async def check_gone(content: str) -> None:
        async with gate:
            hits = await api.search(mark_of(content), include_superseded=True, top_k=50)
        assert content not in [hit["content"] for hit in hits], "a memory has returned"

    await asyncio.gather(*(check(one) for one in chosen), *(check_gone(text) for text in gone))
