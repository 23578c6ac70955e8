"""Hiding a memory (it can be restored) and erasing it or a whole stream for good."""

import msgspec

from loomem.clock import Clock
from loomem.lifecycle.scrubbing import Scrubber
from loomem.model.chunk import Chunk, ChunkKind
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

_PURGE_BATCH = 500


class Hidden(msgspec.Struct, kw_only=True):
    """What was hidden: the memory as it was, how many records with it, and the source that stays."""

    chunk: Chunk
    derived: int
    kept_source: str | None


class Deletion:
    """Deletes by id or by stream. A deleted memory leaves every search with the same commit."""

    def __init__(self, stores: Stores, clock: Clock, scrubber: Scrubber) -> None:
        self._stores = stores
        self._clock = clock
        self._scrubber = scrubber

    async def hide(self, chunk_id: str) -> Hidden | None:
        """Mark a memory as deleted, and with a source all that was drawn from it, in one commit.

        Returns what was hidden, None where there is no live one. A fact that goes leaves its source.
        """

        def job(write: WriteTxn) -> Hidden | None:
            chunk = self._stores.chunks.get(write.raw, chunk_id)
            if chunk is None or not chunk.is_live:
                return None
            derived = self._derived(write, chunk)
            for record in (*derived, chunk):
                self._hide(write, record)
            return Hidden(
                chunk=chunk, derived=len(derived), kept_source=self._source(write, chunk)
            )

        return await self._stores.writer.write(job)

    def _derived(self, write: WriteTxn, chunk: Chunk) -> list[Chunk]:
        """Only what lies in the same stream belongs to a source."""
        if chunk.kind != ChunkKind.SOURCE:
            return []
        ids = self._stores.chunks.derived_from(write.raw, chunk.id)
        records = self._stores.chunks.get_many(write.raw, ids).values()
        return [r for r in records if r.is_live and r.stream == chunk.stream]

    def _source(self, write: WriteTxn, chunk: Chunk) -> str | None:
        if chunk.source_id is None:
            return None
        source = self._stores.chunks.get(write.raw, chunk.source_id)
        return chunk.source_id if source is not None and source.is_live else None

    def _hide(self, write: WriteTxn, chunk: Chunk) -> None:
        now = self._clock.now()
        hidden = msgspec.structs.replace(chunk, deleted_at=now, updated_at=now)
        self._stores.memories.save(write, hidden)

    async def restore(self, chunk_id: str) -> int:
        """Bring a deleted memory back, with a source all that went with it; returns how many.

        0 where there is no deleted one. Whatever a newer version has replaced stays replaced.
        """

        def job(write: WriteTxn) -> int:
            chunk = self._stores.chunks.get(write.raw, chunk_id)
            if chunk is None or chunk.is_live:
                return 0
            ids = self._stores.chunks.derived_from(write.raw, chunk.id)
            records = self._stores.chunks.get_many(write.raw, ids).values()
            together = [r for r in records if r.deleted_at == chunk.deleted_at]
            for record in (chunk, *together):
                shown = msgspec.structs.replace(
                    record, deleted_at=None, updated_at=self._clock.now()
                )
                self._stores.memories.save(write, shown)
            return 1 + len(together)

        return await self._stores.writer.write(job)

    async def erase(self, chunk_id: str) -> Chunk | None:
        """Remove a memory and all that was derived from it for good; returns what was there."""

        def job(write: WriteTxn) -> Chunk | None:
            derived = self._stores.chunks.derived_from(write.raw, chunk_id)
            for record_id in derived:
                self._stores.memories.erase(write, record_id)
            erased = self._stores.memories.erase(write, chunk_id)
            if erased is not None:
                self._scrubber.request(write, erased.stream)
            return erased

        return await self._stores.writer.write(job)

    async def erase_stream(self, stream: str) -> int:
        """Remove every memory of a stream; returns how many. A crash half way loses only the rest
        of the work: calling again finishes it.
        """
        removed = 0
        while count := await self._stores.writer.write(
            lambda write: self._erase_some(write, stream)
        ):
            removed += count
        return removed

    def _erase_some(self, write: WriteTxn, stream: str) -> int:
        ids = self.ids_of_stream(write, stream, _PURGE_BATCH)
        for chunk_id in ids:
            self._stores.memories.erase(write, chunk_id)
        if ids:
            self._scrubber.request(write, stream)
        if not ids:
            self._stores.counters.clear(write.raw, stream)
            write.effects.dropped_partitions.extend(self._stores.embeddings.partitions(stream))
        return len(ids)

    def ids_of_stream(self, write: WriteTxn, stream: str, limit: int) -> list[str]:
        """Return up to ``limit`` ids of a stream, deleted ones included."""
        ids: list[str] = []
        for chunk_id in self._stores.chunks.ids_of_stream(write.raw, stream):
            ids.append(chunk_id)
            if len(ids) >= limit:
                break
        return ids
