"""Counting that memories were of use: they were shown to somebody who asked. Written after the answer."""

from collections.abc import Iterable
from itertools import islice

import msgspec
import structlog

from loomem.errors import LoomemError
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

log = structlog.get_logger(__name__)

_MOST = 100


class Usage:
    """Adds to ``access_count``. Nobody waits for it, and nothing is lost when it fails."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def note(self, chunk_ids: Iterable[str]) -> None:
        """Count one use of each memory, soon."""
        ids = list(islice(chunk_ids, _MOST))
        if not ids:
            return
        try:
            self._stores.writer.submit(lambda write: self._count(write, ids))
        except LoomemError as error:
            log.warning("usage.not_counted", error=error.code)

    def _count(self, write: WriteTxn, ids: list[str]) -> None:
        for chunk in self._stores.chunks.get_many(write.raw, ids).values():
            if chunk.is_live:
                used = msgspec.structs.replace(chunk, access_count=chunk.access_count + 1)
                self._stores.memories.save(write, used)
