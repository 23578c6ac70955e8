"""Version chains: an edit makes a new memory that supersedes the old one, in one commit."""

from collections.abc import Callable

import msgspec
import numpy as np

from loomem.clock import Clock
from loomem.errors import ConflictError, NotFoundError
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
            old = self._current(write, old_id)
            new = self._link(old, make(old))
            self._close(write, old, new)
            self._stores.memories.save(write, new, vector)
            return new

        return await self._stores.writer.write(job)

    def _current(self, write: WriteTxn, chunk_id: str) -> Chunk:
        old = self._stores.chunks.get(write.raw, chunk_id)
        if old is None or not old.is_live:
            raise NotFoundError(f"There is no memory {chunk_id}.", {"id": chunk_id})
        if not old.is_latest:
            raise ConflictError(
                f"Memory {chunk_id} already has a newer version; change that one.",
                {"id": chunk_id, "latest": old.superseded_by},
            )
        return old

    def _link(self, old: Chunk, new: Chunk) -> Chunk:
        return msgspec.structs.replace(
            new,
            is_latest=True,
            supersedes_id=old.id,
            superseded_by=None,
            root_memory_id=old.root_memory_id or old.id,
            version=old.version + 1,
        )

    def _close(self, write: WriteTxn, old: Chunk, new: Chunk) -> None:
        now = self._clock.now()
        closed = msgspec.structs.replace(
            old,
            is_latest=False,
            superseded_by=new.id,
            updated_at=now,
            valid_until=old.valid_until if old.valid_until is not None else new.valid_from or now,
        )
        self._stores.memories.save(write, closed)

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
