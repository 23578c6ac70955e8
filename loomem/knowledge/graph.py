"""Reads all memories for entities again: after a change of rules or dictionary, or on request.

Batch by batch, so searches and writes go on; progress lies in LMDB and a restart goes on from there.
"""

import asyncio
from functools import partial

import msgspec
import structlog

from loomem.model.chunk import Chunk, ChunkKind
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.text.entities.model import Reading

log = structlog.get_logger(__name__)

_BATCH = 100
_META = "graph"
_REST = 3.0
"""How long a pass that nobody asked for rests, in times of what a batch took: searches go before."""


class Progress(msgspec.Struct, frozen=True):
    """How far the graph of one set of rules and names has come; ``last_id`` in key order."""

    identity: str
    is_complete: bool = False
    last_id: str | None = None
    seen: int = 0
    changed: int = 0


class GraphBuilder:
    """One pass at a time; the caller sees to that."""

    def __init__(self, stores: Stores, *, reads_sources: bool = False) -> None:
        self._stores = stores
        self._reads_sources = reads_sources
        self.progress: Progress | None = None

    def is_outdated(self) -> bool:
        """Say whether memories are linked as other rules or another dictionary would."""
        recorded = self._recorded()
        return (
            recorded is None
            or recorded.identity != self._stores.entities.identity
            or not recorded.is_complete
        )

    def _recorded(self) -> Progress | None:
        with self._stores.env.read() as txn:
            value = self._stores.meta.get(txn, _META)
        return None if value is None else msgspec.convert(value, Progress)

    async def resume(self) -> Progress:
        """Go on with an interrupted pass over the present rules, or begin one."""
        identity = self._stores.entities.identity
        recorded = await asyncio.to_thread(self._recorded)
        if recorded is None or recorded.identity != identity or recorded.is_complete:
            recorded = Progress(identity)
        return await self._run(recorded, rest=_REST)

    async def rebuild(self) -> Progress:
        """Read every memory again from the beginning."""
        return await self._run(Progress(self._stores.entities.identity))

    async def _run(self, progress: Progress, *, rest: float = 0.0) -> Progress:
        loop = asyncio.get_running_loop()
        while not progress.is_complete:
            started = loop.time()
            chunks, last = await asyncio.to_thread(self._next, progress.last_id)
            readings = await asyncio.to_thread(self._read, chunks)
            job = partial(self._link, readings=readings, last=last, progress=progress)
            progress = await self._stores.writer.write(job)
            self.progress = progress
            await asyncio.sleep(rest * (loop.time() - started))
        log.info("graph.built", memories=progress.seen, changed=progress.changed)
        return progress

    def _next(self, last: str | None) -> tuple[list[Chunk], str | None]:
        with self._stores.env.read() as txn:
            ids = self._stores.chunks.ids_after(txn, last, _BATCH)
            chunks = list(self._stores.chunks.get_many(txn, ids).values())
        return chunks, ids[-1] if ids else None

    def _read(self, chunks: list[Chunk]) -> dict[str, tuple[str, Reading]]:
        """Sources are left to their fragments where these are made."""
        return {
            chunk.id: (chunk.content, self._stores.entities.read(chunk.content))
            for chunk in chunks
            if self._reads_sources or chunk.kind != ChunkKind.SOURCE
        }

    def _link(
        self,
        write: WriteTxn,
        readings: dict[str, tuple[str, Reading]],
        last: str | None,
        progress: Progress,
    ) -> Progress:
        stores, changed = self._stores, 0
        for chunk_id, (content, reading) in readings.items():
            chunk = stores.chunks.get(write.raw, chunk_id)
            if chunk is None or chunk.content != content:
                continue
            if stores.graph_writer.link(write, chunk, reading):
                changed += 1
                stores.memories.request_indexing(write, chunk)
        done = msgspec.structs.replace(
            progress,
            is_complete=last is None,
            last_id=last,
            seen=progress.seen + len(readings),
            changed=progress.changed + changed,
        )
        stores.meta.put(write.raw, _META, done)
        return done
