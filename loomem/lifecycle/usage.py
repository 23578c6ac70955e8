"""What is shown on a page counts as used; what is found first does too, and gains a little importance.

Written after the answer. Nobody waits for it, and no memory is lost when it fails.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final

import msgspec
import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

log = structlog.get_logger(__name__)

STEP: Final = 0.1
CAP: Final = 1.5
"""Where the steps end; an importance that is higher by other means stays."""
COOLDOWN_SECONDS: Final = 3_600
FIRST: Final = 3
"""So many of an answer gain."""
_MOST = 100
_MOST_WAITING = 1_000
_GATHERED_SECONDS = 2.0
_USUAL = 1.0


class Usage:
    """Belongs to the event loop."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock
        self._found: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def note(self, chunk_ids: Iterable[str]) -> None:
        """Count one use of each memory, soon."""
        ids = list(islice(chunk_ids, _MOST))
        if ids:
            self._submit(partial(self._count, ids=ids))

    def note_found(self, chunks: Sequence[Chunk]) -> None:
        """Count the first of an answer as used and let them gain importance, each once an hour.

        Many answers share a commit.
        """
        now = self._clock.now()
        new = [chunk.id for chunk in chunks[:FIRST] if _is_due(chunk, now)]
        if not new or len(self._found) >= _MOST_WAITING:
            return
        self._found.update(dict.fromkeys(new))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_GATHERED_SECONDS, self.flush)

    def flush(self) -> None:
        """Write what has gathered now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        found, self._found = list(self._found), {}
        if found:
            self._submit(partial(self._boost, ids=found))

    def _submit(self, job: Callable[[WriteTxn], None]) -> None:
        try:
            self._stores.writer.submit(job)
        except LoomemError as error:
            log.warning("usage.not_counted", error=error.code)

    def _count(self, write: WriteTxn, ids: list[str]) -> None:
        for chunk in self._stores.chunks.get_many(write.raw, ids).values():
            if chunk.is_live:
                used = msgspec.structs.replace(chunk, access_count=chunk.access_count + 1)
                self._stores.memories.save(write, used)

    def _boost(self, write: WriteTxn, ids: list[str]) -> None:
        now = self._clock.now()
        for chunk in self._stores.chunks.get_many(write.raw, ids).values():
            if chunk.is_live and _is_due(chunk, now):
                self._stores.memories.save(write, _boosted(chunk, now))


def _is_due(chunk: Chunk, now: int) -> bool:
    last = chunk.last_implicit_boost
    return last is None or now - last >= COOLDOWN_SECONDS


def _boosted(chunk: Chunk, now: int) -> Chunk:
    importance = _USUAL if chunk.importance is None else chunk.importance
    return msgspec.structs.replace(
        chunk,
        importance=max(importance, min(importance + STEP, CAP)),
        access_count=chunk.access_count + 1,
        last_implicit_boost=now,
    )
