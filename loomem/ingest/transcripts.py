"""Conversations and documents: the source is stored first and answered for, then it is read.

Reading cuts the source into fragments and looks for facts. It is outbox work: a crash in the middle is
taken up again, and ids that follow from the source keep anything from being stored twice.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

import msgspec
import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError, NotFoundError, StoreError
from loomem.inference.encoder import Encoder
from loomem.ingest.cleaning import Cleaner
from loomem.ingest.fact_writing import FactWriter, WrittenFact
from loomem.ingest.fragmenting import fragments_of
from loomem.model.chunk import INGEST_CONTRACT, Chunk, ChunkKind, Source
from loomem.model.ids import new_chunk_id
from loomem.stores.bundle import Stores
from loomem.stores.effects import Intent, Work, WriteTxn

log = structlog.get_logger(__name__)

_BATCH = 100
_MAX_FRAGMENT_TOKENS = 480
_RETRY_SECONDS = 5.0
_MAX_REMEMBERED = 1_000


class Transcript(msgspec.Struct, kw_only=True, frozen=True):
    """What a client hands in, after validation."""

    content: str
    stream: str
    source: Source
    trust_level: str
    conversation_date: str | None = None
    metadata: dict[str, object] | None = None
    user_id: str | None = None


class Reading(msgspec.Struct, kw_only=True):
    """What came of a source so far. ``done`` of ``total`` fragments are stored."""

    source_id: str
    total: int = 0
    done: int = 0
    is_complete: bool = False
    degraded: bool = False
    facts: list[WrittenFact] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)


class Transcripts:
    """Accepts sources and reads them in the background, one at a time."""

    def __init__(
        self,
        stores: Stores,
        encoder: Encoder,
        clock: Clock,
        cleaner: Cleaner,
        facts: FactWriter,
        *,
        makes_fragments: bool,
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._cleaner = cleaner
        self._facts = facts
        self._makes_fragments = makes_fragments
        self._wake = asyncio.Event()
        self._readings: dict[str, Reading] = {}
        self._waiters: dict[str, list[asyncio.Future[Reading]]] = {}

    async def accept(self, transcript: Transcript) -> Chunk:
        """Clean and store a source durably, and queue its reading; returns the source.

        Raises InvalidRequestError for a text that cleaning does not come to an end with.
        """
        cleaned = await asyncio.to_thread(
            self._cleaner.clean_transcript, transcript.content, transcript.metadata
        )
        now = self._clock.now()
        source = Chunk(
            id=new_chunk_id(now),
            content=cleaned.text,
            timestamp=now,
            stream=transcript.stream,
            kind=ChunkKind.SOURCE.value,
            consolidated=True,
            metadata=cleaned.metadata,
            source=transcript.source,
            trust_level=transcript.trust_level,
            ingest_contract=INGEST_CONTRACT,
            conversation_date=transcript.conversation_date or cleaned.conversation_date,
            valid_from=now,
            suspicion=cleaned.suspicion,
            ingester_user_id=transcript.user_id,
        )

        def job(write: WriteTxn) -> None:
            self._stores.memories.save(write, source)
            self._stores.memories.request_reading(write, source)
            for row in cleaned.audit_rows(source, now):
                self._stores.audit.add(write, row)

        await self._stores.writer.write(job)
        return source

    def expect(self, source_id: str) -> "asyncio.Future[Reading]":
        """Return a future for the complete reading of a source that was just accepted."""
        future: asyncio.Future[Reading] = asyncio.get_running_loop().create_future()
        known = self._readings.get(source_id)
        if known is not None and known.is_complete:
            future.set_result(known)
        else:
            self._waiters.setdefault(source_id, []).append(future)
        return future

    @property
    def under_way(self) -> list[Reading]:
        """Readings that are not complete yet."""
        return [reading for reading in self._readings.values() if not reading.is_complete]

    async def run(self) -> None:
        """Read queued sources until cancelled."""
        loop = asyncio.get_running_loop()
        self._stores.on_work(Work.INGEST, lambda: _call_soon(loop, self._wake))
        while True:
            self._wake.clear()
            intents = await asyncio.to_thread(self._pending)
            if not intents:
                await self._wake.wait()
            for intent in intents:
                await self._read_safely(intent)

    def _pending(self) -> list[Intent]:
        with self._stores.env.read() as txn:
            return self._stores.intents.pending(txn, Work.INGEST, limit=64)

    async def _read_safely(self, intent: Intent) -> None:
        try:
            await self._read(intent)
        except StoreError as error:
            log.warning("ingest.postponed", error=error.code)
            await asyncio.sleep(_RETRY_SECONDS)
        except LoomemError as error:
            log.warning("ingest.failed", error=error.code)
            await self._finish(intent, self._failed(intent, error.code))
        except Exception as error:  # noqa: BLE001 - one text must not end the reading of all others
            log.warning("ingest.crashed", error=type(error).__name__)
            await self._finish(intent, self._failed(intent, LoomemError.code))

    def _failed(self, intent: Intent, code: str) -> Reading:
        reading = self._readings.setdefault(intent.chunk_id, Reading(source_id=intent.chunk_id))
        reading.degraded = True
        reading.notes.append(f"Reading stopped ({code}); the source itself is stored.")
        return reading

    async def _read(self, intent: Intent) -> None:
        source = await asyncio.to_thread(self._source, intent.chunk_id)
        if source is None:
            await self._finish(intent, Reading(source_id=intent.chunk_id))
            return
        reading = Reading(source_id=source.id)
        self._remember(reading)
        fragments = await self._write_fragments(source, reading)
        outcome = await self._facts.write(source, fragments)
        reading.facts = outcome.facts
        reading.notes += outcome.notes
        reading.degraded = reading.degraded or outcome.degraded
        await self._finish(intent, reading)

    def _source(self, source_id: str) -> Chunk | None:
        with self._stores.env.read() as txn:
            source = self._stores.chunks.get(txn, source_id)
        return source if source is not None and source.is_live else None

    async def _write_fragments(self, source: Chunk, reading: Reading) -> list[Chunk]:
        try:
            fragments = await asyncio.to_thread(self._cut, source)
        except Exception as error:  # noqa: BLE001 - facts are looked for all the same
            log.warning("ingest.segmentation_failed", error=type(error).__name__)
            reading.degraded = True
            reading.notes.append(
                f"Stored 0 fragments (segmentation failed: {type(error).__name__})."
            )
            return []
        if not self._makes_fragments:
            await self._link_source(source)
            return fragments
        reading.total = len(fragments)
        for batch in _batches(fragments):
            await asyncio.to_thread(self._read_ahead, batch)
            await self._write_gently(partial(self._save, source=source, batch=batch))
            reading.done += len(batch)
        for batch in _batches(fragments):
            await self._write_gently(partial(self._link, batch=batch))
        return fragments

    async def _write_gently(self, job: Callable[[WriteTxn], None]) -> None:
        """Write a batch, and wait for the text index where it falls behind.

        A search waits for all that was committed before it: with thousands of fragments in front of
        it that would be many seconds.
        """
        await self._stores.writer.write(job)
        if self._stores.indexer.lag > _BATCH:
            await asyncio.to_thread(self._stores.indexer.flush)

    def _read_ahead(self, batch: list[Chunk]) -> None:
        """The writer finds the entities of these texts remembered."""
        for fragment in batch:
            self._stores.entities.read(fragment.content)

    async def _link_source(self, source: Chunk) -> None:
        """Without fragments the source itself stands for what it names."""
        reading = await asyncio.to_thread(self._stores.entities.read, source.content)

        def job(write: WriteTxn) -> None:
            if self._stores.chunks.get(write.raw, source.id) is not None:
                self._stores.graph_writer.link(write, source, reading)
                self._stores.memories.request_indexing(write, source)

        await self._stores.writer.write(job)

    def _cut(self, source: Chunk) -> list[Chunk]:
        return list(
            fragments_of(
                source,
                max_tokens=_MAX_FRAGMENT_TOKENS,
                count_tokens=self._encoder.count_tokens,
                suspicion_of=self._cleaner.suspicion_of,
            )
        )

    def _save(self, write: WriteTxn, source: Chunk, batch: list[Chunk]) -> None:
        """A source that was deleted meanwhile gets no more fragments."""
        current = self._stores.chunks.get(write.raw, source.id)
        if current is None or not current.is_live:
            raise NotFoundError("The source was deleted while it was read.", {"id": source.id})
        for fragment in batch:
            if self._stores.chunks.get(write.raw, fragment.id) is None:
                self._stores.memories.save(write, fragment)

    def _link(self, write: WriteTxn, batch: list[Chunk]) -> None:
        """Once all are stored, each can be indexed with those around it."""
        for fragment in batch:
            if self._stores.chunks.get(write.raw, fragment.id) is not None:
                self._stores.memories.request_indexing(write, fragment)
                self._stores.memories.request_contexts(write, fragment)

    async def _finish(self, intent: Intent, reading: Reading) -> None:
        await self._stores.writer.write(
            lambda write: self._stores.intents.remove(write.raw, [intent.seq])
        )
        reading.is_complete = True
        self._remember(reading)
        for waiter in self._waiters.pop(intent.chunk_id, []):
            if not waiter.done():
                waiter.set_result(reading)

    def _remember(self, reading: Reading) -> None:
        self._readings[reading.source_id] = reading
        while len(self._readings) > _MAX_REMEMBERED:
            self._readings.pop(next(iter(self._readings)))


def _batches(fragments: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    rest = iter(fragments)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _call_soon(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)
