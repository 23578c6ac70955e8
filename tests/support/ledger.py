"""What a server has promised: every acknowledged change, and every change still in doubt.

``settle`` compares it with what a restarted server shows. A change that was never acknowledged
may have happened as a whole or not at all; either way it is on the ledger afterwards.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.support.api import Api

MAIN = "__user_default__"
BOOSTED = 1.5


@dataclass(slots=True)
class Promise:
    """One memory as it must be shown."""

    content: str
    stream: str = MAIN
    version: int = 1
    importance: float | None = None
    supersedes: str | None = None
    superseded_by: str | None = None

    @property
    def is_latest(self) -> bool:
        return self.superseded_by is None

    def shown_by(self, view: dict[str, Any]) -> bool:
        """Say whether a memory as the server shows it is as promised."""
        shown = Promise(
            view["content"],
            view["stream"],
            view["version"],
            # Without a boost the server gives one by novelty, which depends on what else is there.
            view.get("importance") if self.importance is not None else None,
            view.get("supersedes_id"),
            view.get("superseded_by"),
        )
        return shown == self and view["is_latest"] == self.is_latest


@dataclass(frozen=True, slots=True)
class Change:
    """A request that was sent: which verb, on which memory or stream, with which text."""

    verb: str
    target: str = ""
    content: str = ""
    stream: str = MAIN
    key: str | None = None


@dataclass(slots=True)
class Ledger:
    """``live`` by id, superseded ones too; ``gone`` are the texts of what was taken away."""

    live: dict[str, Promise] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    doubts: list[Change] = field(default_factory=list)

    def apply(self, change: Change, chunk_id: str = "") -> None:
        """Note a change that has happened; ``chunk_id`` is the new memory's."""
        match change.verb:
            case "store":
                self.live[chunk_id] = Promise(change.content, change.stream)
            case "update":
                self._supersede(change.target, chunk_id, change.content)
            case "boost":
                self.live[change.target].importance = BOOSTED
            case "delete" | "purge":
                self._take_away(change.target)
            case "purge_stream":
                for one in self.in_stream(change.stream):
                    self._take_away(one)

    def in_stream(self, stream: str) -> list[str]:
        return [one for one, promise in self.live.items() if promise.stream == stream]

    def _supersede(self, old_id: str, new_id: str, content: str) -> None:
        old = self.live[old_id]
        old.superseded_by = new_id
        self.live[new_id] = Promise(
            content,
            old.stream,
            version=old.version + 1,
            importance=old.importance,
            supersedes=old_id,
        )

    def _take_away(self, chunk_id: str) -> None:
        self.gone[chunk_id] = self.live.pop(chunk_id).content

    async def settle(self, api: Api) -> tuple[int, int]:
        """Resolve the doubts against a restarted server, then want everything as promised.

        Returns how many doubtful changes had happened and how many had not.
        """
        shown = await shown_by(api)
        happened = 0
        for change in self.doubts:
            happened += await self._resolve(change, shown, api)
        missed = len(self.doubts) - happened
        self.doubts.clear()
        self._compare(await shown_by(api))
        return happened, missed

    def _compare(self, shown: dict[str, dict[str, Any]]) -> None:
        missing = {one: self.live[one] for one in self.live.keys() - shown.keys()}
        assert not missing, f"acknowledged and missing: {missing}"
        returned = {one: shown[one] for one in shown.keys() - self.live.keys()}
        assert not returned, f"never acknowledged or taken away, and shown: {returned}"
        differing = {
            one: (promise, shown[one])
            for one, promise in self.live.items()
            if not promise.shown_by(shown[one])
        }
        assert not differing, f"not as acknowledged: {differing}"

    async def _resolve(self, change: Change, shown: dict[str, dict[str, Any]], api: Api) -> bool:
        match change.verb:
            case "store":
                return await self._resolve_store(change, shown, api)
            case "update":
                found = _with_content(shown, change.content)
                if found:
                    self.apply(change, found[0])
                return bool(found)
            case "boost":
                happened = shown[change.target].get("importance") == BOOSTED
            case "purge_stream":
                present = [one for one in self.in_stream(change.stream) if one in shown]
                happened = not present
                assert happened or present == self.in_stream(change.stream)
            case _:
                happened = change.target not in shown
        if happened:
            self.apply(change)
        return happened

    async def _resolve_store(
        self, change: Change, shown: dict[str, dict[str, Any]], api: Api
    ) -> bool:
        """A retry with the same key must end in exactly one memory, whatever had happened."""
        found = _with_content(shown, change.content)
        assert len(found) <= 1, f"stored twice: {found}"
        chunk_id = found[0] if found else None
        if change.key is not None:
            retried = await api.store(change.content, stream=change.stream, key=change.key)
            assert chunk_id in (None, retried), "a retry made a second memory"
            chunk_id = retried
        if chunk_id is not None:
            self.apply(change, chunk_id)
        return bool(found)


async def shown_by(api: Api) -> dict[str, dict[str, Any]]:
    """Every memory that a server shows, superseded ones too, by id; none may be shown twice."""
    shown: dict[str, dict[str, Any]] = {}
    for stream in (await api.get("/v1/status")).ok()["streams"]:
        for item in await api.list_all(stream=stream, include_superseded="true"):
            assert item["id"] not in shown, "listed twice"
            shown[item["id"]] = item
    return shown


def _with_content(shown: dict[str, dict[str, Any]], content: str) -> list[str]:
    return [one for one, view in shown.items() if view["content"] == content]
