"""The queue of memories that a language model reads for entities. It lies on disk: nothing is dropped,
and what a model cannot do now is tried again later.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Protocol

import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError, StoreError, UnavailableError
from loomem.model.chunk import Chunk, ChunkKind
from loomem.stores.bundle import Stores
from loomem.stores.effects import Intent, Work, WriteTxn
from loomem.stores.graph_rows import MODEL
from loomem.stores.postponed import Postponed
from loomem.text.entities.model import Link, Mention, OtherName, Reading

log = structlog.get_logger(__name__)

_LOOK_AHEAD = 2_000
_QUEUE_BATCH = 500
_FIRST_RETRY_SECONDS = 5.0
_LAST_RETRY_SECONDS = 3_600.0
_CHARS_PER_TOKEN = 4


class EntityModel(Protocol):
    """Finds entities in the texts of memories of one stream."""

    async def find(self, chunks: Sequence[Chunk]) -> Mapping[str, Reading]:
        """Return what each memory names, by its id. Raises LoomemError; all are tried again then."""
        ...


class EntityQueue:
    """One consumer. Without a model it stands still, and nothing is put into it."""

    def __init__(
        self,
        stores: Stores,
        clock: Clock,
        model: EntityModel | None,
        *,
        batch: int = 20,
        max_tokens: int = 2_000,
        linger_s: float = 3.0,
    ) -> None:
        self._stores = stores
        self._model = model
        self._batch = batch
        self._max_tokens = max_tokens
        self._linger_s = linger_s
        self._wake = asyncio.Event()
        self._postponed = Postponed(
            clock, first_s=_FIRST_RETRY_SECONDS, last_s=_LAST_RETRY_SECONDS
        )
        self.pending = 0
        stores.memories.asks_model_for_entities = model is not None

    @property
    def has_model(self) -> bool:
        """Whether a language model reads memories."""
        return self._model is not None

    async def run(self) -> None:
        """Work the queue off until cancelled."""
        if self._model is None:
            return
        loop = asyncio.get_running_loop()

        def wake() -> None:
            loop.call_soon_threadsafe(self._wake.set)

        self._stores.on_work(Work.ENTITIES, wake)
        while True:
            self._wake.clear()
            intents = await asyncio.to_thread(self._due)
            if not intents:
                await self._postponed.sleep(self._wake)
                continue
            if len(intents) < self._batch:
                await asyncio.sleep(self._linger_s)
            await self.work_once()

    async def work_once(self) -> int:
        """Read one batch; returns how many memories were taken from the queue."""
        intents = await asyncio.to_thread(self._due)
        chunks = await asyncio.to_thread(self._chunks, intents)
        return await self._read(intents, chunks)

    async def queue_all(self) -> int:
        """Queue every live memory that no model has read and that does not wait yet."""
        queued, last = 0, None
        while True:
            last, added = await self._stores.writer.write(partial(self._queue_some, start=last))
            queued += added
            if last is None:
                return queued

    def _queue_some(self, write: WriteTxn, start: str | None) -> tuple[str | None, int]:
        stores = self._stores
        ids = stores.chunks.ids_after(write.raw, start, _QUEUE_BATCH)
        waiting = {i.chunk_id for i in stores.intents.pending(write.raw, Work.ENTITIES)}
        new = [
            chunk
            for chunk in stores.chunks.get_many(write.raw, ids).values()
            if chunk.is_live
            and chunk.kind != ChunkKind.SOURCE
            and chunk.id not in waiting
            and not stores.graph_writer.is_marked(write.raw, chunk.id)
        ]
        for chunk in new:
            stores.memories.request_entities(write, chunk)
        return (ids[-1] if ids else None), len(new)

    def _due(self) -> list[Intent]:
        """Return the next intents of one stream."""
        with self._stores.env.read() as txn:
            waiting = self._stores.intents.pending(txn, Work.ENTITIES, _LOOK_AHEAD)
        self.pending = len(waiting)
        ready = list(self._postponed.due(waiting))
        same = (i for i in ready if i.stream == ready[0].stream)
        return list(islice(same, self._batch))

    def _chunks(self, intents: list[Intent]) -> dict[int, Chunk]:
        with self._stores.env.read() as txn:
            found = {i.seq: self._stores.chunks.get(txn, i.chunk_id) for i in intents}
        return {seq: c for seq, c in found.items() if c is not None and c.is_live}

    async def _read(self, intents: list[Intent], chunks: dict[int, Chunk]) -> int:
        taken = self._affordable(intents, chunks)
        wanted = {chunks[i.seq].id: chunks[i.seq] for i in taken if i.seq in chunks}
        try:
            found = await self._ask(list(wanted.values()))
            await self._store(taken, wanted, found)
        except StoreError:
            self._postponed.postpone(taken)
        except LoomemError as error:
            return await self._read_one_by_one(taken, chunks, error)
        return len(taken)

    def _affordable(self, intents: list[Intent], chunks: dict[int, Chunk]) -> list[Intent]:
        """Take as many as one call may carry, at least one."""
        taken: list[Intent] = []
        room = self._max_tokens
        for intent in intents:
            chunk = chunks.get(intent.seq)
            room -= len(chunk.content.encode()) // _CHARS_PER_TOKEN + 1 if chunk else 0
            if room < 0 and taken:
                break
            taken.append(intent)
        return taken

    async def _ask(self, chunks: list[Chunk]) -> Mapping[str, Reading]:
        if not chunks or self._model is None:
            return {}
        return await self._model.find(chunks)

    async def _read_one_by_one(
        self, intents: list[Intent], chunks: dict[int, Chunk], error: LoomemError
    ) -> int:
        """One memory that the model chokes on must not hold the others back."""
        if len(intents) > 1 and not isinstance(error, UnavailableError):
            return sum([await self._read([intent], chunks) for intent in intents])
        log.warning("entities.postponed", error=error.code, memories=len(intents))
        self._postponed.postpone(intents)
        return 0

    async def _store(
        self, intents: list[Intent], chunks: dict[str, Chunk], found: Mapping[str, Reading]
    ) -> None:
        readings = await asyncio.to_thread(self._settled, found)
        stores = self._stores

        def job(write: WriteTxn) -> None:
            for chunk_id, reading in readings.items():
                chunk = stores.chunks.get(write.raw, chunk_id)
                if chunk is None or chunk.content != chunks[chunk_id].content:
                    continue
                stores.graph_writer.mark(write, chunk_id)
                if stores.graph_writer.link(write, chunk, reading, MODEL):
                    stores.memories.request_indexing(write, chunk)
            stores.intents.remove(write.raw, [intent.seq for intent in intents])

        await stores.writer.write(job)
        self._postponed.forget(intents)

    def _settled(self, found: Mapping[str, Reading]) -> dict[str, Reading]:
        return {chunk_id: self._in_our_names(reading) for chunk_id, reading in found.items()}

    def _in_our_names(self, reading: Reading) -> Reading:
        """Return a reading under the names that the rules and the dictionary keep things under."""
        ours = {
            m.canonical: self._stores.entities.canonical(m.canonical) for m in reading.mentions
        }
        mentions = tuple(
            _renamed(mention, ours[mention.canonical]) for mention in reading.mentions
        )
        links = tuple(
            Link(
                subject=ours.get(link.subject, link.subject),
                relation=link.relation,
                object=ours.get(link.object, link.object),
                confidence=link.confidence,
            )
            for link in reading.links
        )
        names = tuple(
            OtherName(canonical=ours.get(n.canonical, n.canonical), alias=n.alias)
            for n in reading.other_names
        )
        return Reading(mentions, links, names)


def _renamed(mention: Mention, canonical: str) -> Mention:
    return Mention(
        name=mention.name,
        canonical=canonical,
        entity_type=mention.entity_type,
        start=mention.start,
        end=mention.end,
        confidence=mention.confidence,
        alias=mention.alias,
    )
