"""Making all vectors anew: they are written beside the old ones, which serve until the swap.

Progress is durable. Killed half way, the old vectors still serve and the next run goes on.
"""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from loomem.inference.encoder import Encoder
from loomem.model.chunk import Chunk
from loomem.stores import breakpoints
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.stores.embeddings import REEMBEDDING, EmbeddingSpace, partition
from loomem.stores.env import Transaction

log = structlog.get_logger(__name__)

_BATCH = 128

Progress = Callable[[int, int], None]


def space_of(encoder: Encoder) -> EmbeddingSpace:
    """Return the space an encoder's vectors live in."""
    identity = encoder.identity
    return EmbeddingSpace(model=identity.model, dim=identity.dim, digest=identity.digest)


class Reembedding:
    """One pass at a time over all live memories."""

    def __init__(self, stores: Stores, encoder: Encoder) -> None:
        self._stores = stores
        self._encoder = encoder
        self.is_running = False

    async def run(self, progress: Progress = lambda _done, _total: None) -> int:
        """Embed everything with the encoder and let the new vectors serve; returns how many."""
        self.is_running = True
        try:
            target = await self._prepare()
            count = await self._fill(target.table, progress)
            await self._swap(target)
            return count
        finally:
            self.is_running = False

    async def _prepare(self) -> EmbeddingSpace:
        stores = self._stores
        target = msgspec.structs.replace(space_of(self._encoder), table=stores.space.other_table)

        def job(write: WriteTxn) -> None:
            begun = stores.meta.get(write.raw, REEMBEDDING)
            if begun is None or msgspec.convert(begun, EmbeddingSpace) != target:
                stores.embeddings.clear(write.raw, target.table)
                stores.meta.put(write.raw, REEMBEDDING, target)

        await stores.writer.write(job)
        return target

    async def _fill(self, table: str, progress: Progress) -> int:
        with self._stores.env.read() as txn:
            total = self._stores.counters.total(txn, "live")
        done = 0
        last: str | None = None
        while True:
            ids, chunks = await asyncio.to_thread(self._missing, table, last)
            if not ids:
                return done
            if chunks:
                await self._embed(table, chunks)
            last = ids[-1]
            done += len(ids)
            progress(min(done, total), total)
            breakpoints.reach("reembed.half_way")

    def _missing(self, table: str, last: str | None) -> tuple[list[str], list[Chunk]]:
        with self._stores.env.read() as txn:
            ids = self._stores.chunks.ids_after(txn, last, _BATCH)
            found = self._stores.chunks.get_many(txn, ids).values()
            return ids, [c for c in found if c.is_live and self._lacks(txn, c, table)]

    def _lacks(self, txn: Transaction, chunk: Chunk, table: str) -> bool:
        return self._stores.embeddings.number(txn, chunk.id, table) is None

    async def _embed(self, table: str, chunks: list[Chunk]) -> None:
        stores = self._stores
        vectors = await self._encoder.embed_passages([chunk.content for chunk in chunks])

        def job(write: WriteTxn) -> None:
            for chunk, vector in zip(chunks, vectors, strict=True):
                current = stores.chunks.get(write.raw, chunk.id)
                if current is not None and current.is_live and current.content == chunk.content:
                    stores.embeddings.put(write, chunk.stream, chunk.id, vector, table)

        await stores.writer.write(job)

    async def _swap(self, target: EmbeddingSpace) -> None:
        stores = self._stores
        former = stores.embeddings.serving
        breakpoints.reach("reembed.before_swap")

        def job(write: WriteTxn) -> None:
            self._queue_latecomers(write, target.table)
            stores.meta.put(write.raw, "embedding", target)
            stores.meta.remove(write.raw, REEMBEDDING)
            write.effects.serving_table = target.table
            write.effects.dropped_partitions.extend(
                partition(stream, former) for stream in stores.counters.streams(write.raw)
            )

        await asyncio.wrap_future(stores.writer.submit(job, alone=True))
        stores.space = target
        breakpoints.reach("reembed.after_swap")
        await stores.writer.write(lambda write: stores.embeddings.clear(write.raw, former))
        log.info("reembed.done", model=target.model, dim=target.dim)

    def _queue_latecomers(self, write: WriteTxn, table: str) -> None:
        """Memories stored while the pass ran have no vector in the new table yet."""
        last: str | None = None
        while ids := self._stores.chunks.ids_after(write.raw, last, 1_000):
            for chunk in self._stores.chunks.get_many(write.raw, ids).values():
                if chunk.is_live and self._lacks(write.raw, chunk, table):
                    self._stores.memories.request_embedding(write, chunk)
            last = ids[-1]
