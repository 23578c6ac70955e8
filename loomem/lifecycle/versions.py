"""Version chains: an edit makes a new memory that supersedes the old one, in one commit."""

from collections.abc import Callable

import numpy as np

from loomem.clock import Clock
from loomem.knowledge.chains import closed_version, next_version, replaceable
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn


class Versions:
    """Replaces memories and reads their history."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    async def supersede(
        self, old_id: str, make: Callable[[Chunk], Chunk], vector: np.ndarray | None
    ) -> Chunk:
        """Store ``make(old)`` as the next version of ``old_id`` and close the old one.

        Raises NotFoundError for an unknown or deleted memory, ConflictError for one that already
        has a newer version (``details.latest`` names it).
        """

        def job(write: WriteTxn) -> Chunk:
            old = replaceable(self._stores, write, old_id, stream=None)
            new = next_version(old, make(old))
            now = self._clock.now()
            self._stores.memories.save(write, closed_version(old, new, now))
            self._stores.memories.save(write, new, vector)
            return new

        return await self._stores.writer.write(job)

    def chain(self, chunk_id: str, limit: int) -> list[Chunk]:
        """Return up to ``limit`` live versions of a memory, oldest first; empty for an unknown id."""
        with self._stores.env.read() as txn:
            chunk = self._stores.chunks.get(txn, chunk_id)
            if chunk is None:
                return []
            ids = self._stores.chunks.versions(txn, chunk.root_memory_id or chunk.id)
            found = self._stores.chunks.get_many(txn, ids)
        live = [found[i] for i in ids if i in found and found[i].is_live]
        return live[-limit:]
