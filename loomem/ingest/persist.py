"""The path every new memory takes: vector, place among the old ones, record, outbox and remembered
answer in one commit.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import msgspec
import numpy as np
import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError
from loomem.inference.encoder import Encoder
from loomem.ingest.arrivals import Arrival, Arrivals
from loomem.knowledge.chains import closed_version, next_version, replaceable
from loomem.knowledge.contradiction import Relation
from loomem.knowledge.novelty import novelty_importance
from loomem.knowledge.placement import Placement, Placer
from loomem.knowledge.trust import may_replace
from loomem.model.chunk import Chunk, Merged
from loomem.stores.audit import AuditRow
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.stores.graph_rows import CALLER
from loomem.text.entities.model import Reading

log = structlog.get_logger(__name__)

_MAX_INLINE_WINDOWS = 4
_MAX_INLINE_SECONDS = 2.0
_MAX_MERGED = 20
_MAX_PLACINGS = 4


class Saved(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What became of a memory: ``stored``, ``duplicate`` (an equal one is there), or ``merged``."""

    id: str
    stream: str
    status: str = "stored"
    supersedes: str | None = None
    extends: str | None = None
    notes: list[str] = msgspec.field(default_factory=list)


class Attempt(msgspec.Struct, frozen=True):
    """A request that may be repeated: its key, its digest, and how its answer is written (JSON)."""

    key: str
    request_hash: str
    encode: Callable[[Saved], bytes]


class _Coming(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that is to be stored, and all that goes into the same commit."""

    chunk: Chunk
    vector: np.ndarray | None
    attempt: Attempt | None
    supersedes: str | None
    audit: Sequence[AuditRow]
    stated: Reading | None


class _OutdatedError(Exception):
    """The memory that a new one was placed by has been replaced or removed meanwhile."""


class Persister:
    """Saves memories. With a local encoder a short text is embedded first, so that it is
    findable by meaning as soon as it is acknowledged; anything else goes to the encoder's queue.
    """

    def __init__(
        self,
        stores: Stores,
        encoder: Encoder,
        clock: Clock,
        placer: Placer,
        *,
        embeds_inline: bool,
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._placer = placer
        self._embeds_inline = embeds_inline
        self._arrivals = Arrivals()

    async def earlier_answer(self, key: str, request_hash: str) -> bytes | None:
        """Return what an earlier attempt was answered with; ConflictError for another request."""
        with self._stores.env.read() as txn:
            return self._stores.idempotency.find(txn, key, request_hash, self._clock.now())

    async def save(
        self,
        chunk: Chunk,
        *,
        attempt: Attempt | None = None,
        supersedes: str | None = None,
        audit: Sequence[AuditRow] = (),
        stated: Reading | None = None,
    ) -> Saved | bytes:
        """Store a memory durably where it belongs among the older ones.

        Returns what became of it, or an earlier attempt's answer (JSON) and stores nothing then.
        ``supersedes`` names the memory to replace; NotFoundError or DeniedError where that cannot
        be, and nothing is stored. ``stated`` are entities and links that the caller names.
        """
        vector, _ = await asyncio.gather(
            self.embed(chunk.content), asyncio.to_thread(self._read_ahead, chunk)
        )
        coming = _Coming(
            chunk=chunk,
            vector=vector,
            attempt=attempt,
            supersedes=supersedes,
            audit=audit,
            stated=stated,
        )
        with self._arrivals.entered(chunk, vector) as earlier:
            await self._wait_for_related(coming, earlier)
            return await self._placed_and_written(coming)

    async def _wait_for_related(self, coming: "_Coming", earlier: Sequence[Arrival]) -> None:
        if not earlier or coming.supersedes is not None:
            return
        for arrival in await asyncio.to_thread(self._related, coming, earlier):
            await arrival.is_over.wait()

    def _related(self, coming: "_Coming", earlier: Sequence[Arrival]) -> list[Arrival]:
        return [
            arrival
            for arrival in earlier
            if self._placer.may_relate(arrival.chunk, arrival.vector, coming.chunk, coming.vector)
        ]

    async def _placed_and_written(self, coming: "_Coming") -> Saved | bytes:
        """Place and write; placed again where another write was quicker to replace the same one."""
        for _ in range(_MAX_PLACINGS):
            placement = Placement()
            if coming.supersedes is None:
                placement = await self._placer.place(coming.chunk, coming.vector)
            with suppress(_OutdatedError):
                return await self._stores.writer.write(partial(self._save, coming, placement))
        return await self._stores.writer.write(partial(self._save, coming, Placement()))

    def _save(self, coming: "_Coming", placement: Placement, write: WriteTxn) -> Saved | bytes:
        earlier = self._recall(write, coming.attempt)
        if earlier is not None:
            return earlier
        saved = self._put(write, coming.chunk, coming.vector, placement, coming.supersedes)
        if coming.stated is not None and saved.status == "stored":
            self._stores.graph_writer.link(write, coming.chunk, coming.stated, CALLER)
        for row in coming.audit if saved.status == "stored" else ():
            self._stores.audit.add(write, row)
        self._remember(write, coming.attempt, saved)
        return saved

    def _read_ahead(self, chunk: Chunk) -> None:
        """While the encoder works: the writer and the placer find these readings remembered."""
        self._stores.entities.read(chunk.content)
        self._placer.read_ahead(chunk)

    async def save_once(self, chunk: Chunk) -> Saved:
        """Store a memory whose id follows from its origin; a repetition after a crash is harmless."""
        with self._stores.env.read() as txn:
            there = self._stores.chunks.get(txn, chunk.id)
        if there is not None:
            return Saved(id=chunk.id, stream=chunk.stream, supersedes=there.supersedes_id)
        saved = await self.save(chunk)
        assert isinstance(saved, Saved)
        return saved

    def _put(
        self,
        write: WriteTxn,
        chunk: Chunk,
        vector: np.ndarray | None,
        placement: Placement,
        supersedes: str | None,
    ) -> Saved:
        if supersedes is not None:
            old = replaceable(self._stores, write, supersedes, chunk.stream)
            return self._replace(write, old, chunk, vector)
        twin = self._twin(write, chunk)
        if twin is not None:
            return self._note_repetition(write, twin)
        return self._place(write, chunk, vector, placement)

    def _place(
        self, write: WriteTxn, chunk: Chunk, vector: np.ndarray | None, placement: Placement
    ) -> Saved:
        if chunk.importance is None and vector is not None:
            importance = novelty_importance(placement.nearest)
            chunk = msgspec.structs.replace(chunk, importance=importance)
        old = self._current(write, placement)
        if old is None or placement.relation is Relation.NONE:
            return self._store(write, chunk, vector)
        if placement.relation is Relation.DUPLICATE:
            return self._merge(write, old, chunk, vector)
        if placement.relation is Relation.EXTENDS:
            extending = msgspec.structs.replace(chunk, extends_id=old.id)
            self._store(write, extending, vector)
            return Saved(id=chunk.id, stream=chunk.stream, extends=old.id)
        if not may_replace(chunk, old):
            return self._refuse_replacement(write, old, chunk, vector)
        return self._replace(write, old, chunk, vector)

    def _current(self, write: WriteTxn, placement: Placement) -> Chunk | None:
        """Return the memory that the placement names; raises where it is no longer the current one."""
        if placement.other_id is None:
            return None
        old = self._stores.chunks.get(write.raw, placement.other_id)
        if old is None or not old.is_live or not old.is_latest:
            raise _OutdatedError
        return old

    def _twin(self, write: WriteTxn, chunk: Chunk) -> Chunk | None:
        """Two memories with the same words are one, unless they are true at different times."""
        for chunk_id in self._stores.chunks.with_words(write.raw, chunk.stream, chunk.content):
            twin = self._stores.chunks.get(write.raw, chunk_id)
            if twin is not None and twin.event_date == chunk.event_date:
                return twin
        return None

    def _store(self, write: WriteTxn, chunk: Chunk, vector: np.ndarray | None) -> Saved:
        self._stores.memories.save(write, chunk, vector)
        return Saved(id=chunk.id, stream=chunk.stream)

    def _note_repetition(self, write: WriteTxn, twin: Chunk) -> Saved:
        noted = msgspec.structs.replace(
            twin, access_count=twin.access_count + 1, updated_at=self._clock.now()
        )
        self._stores.memories.save(write, noted)
        return Saved(
            id=twin.id,
            stream=twin.stream,
            status="duplicate",
            notes=["The same words are stored already; this is their memory."],
        )

    def _merge(
        self, write: WriteTxn, old: Chunk, chunk: Chunk, vector: np.ndarray | None
    ) -> Saved:
        variants = old.merged or []
        if len(variants) >= _MAX_MERGED:
            return self._store(write, chunk, vector)
        variant = Merged(content=chunk.content, at=chunk.timestamp, agent=chunk.agent)
        merged = msgspec.structs.replace(
            old,
            merged=[*variants, variant],
            access_count=old.access_count + 1,
            updated_at=self._clock.now(),
        )
        self._stores.memories.save(write, merged)
        return Saved(
            id=old.id,
            stream=old.stream,
            status="merged",
            notes=[
                "A memory says the same in nearly the same words; this wording was added to it."
            ],
        )

    def _replace(
        self, write: WriteTxn, old: Chunk, chunk: Chunk, vector: np.ndarray | None
    ) -> Saved:
        new = next_version(old, chunk)
        closed = closed_version(old, new, self._clock.now())
        self._stores.memories.save(write, closed)
        self._stores.memories.save(write, new, vector)
        return Saved(id=new.id, stream=new.stream, supersedes=old.id)

    def _refuse_replacement(
        self, write: WriteTxn, old: Chunk, chunk: Chunk, vector: np.ndarray | None
    ) -> Saved:
        row = AuditRow(
            at=self._clock.now(),
            action="trust_guard_blocked",
            target=old.id,
            stream=old.stream,
            details={
                "new": chunk.id,
                "old_trust": old.trust_level,
                "new_trust": chunk.trust_level,
            },
        )
        self._stores.audit.add(write, row)
        saved = self._store(write, chunk, vector)
        saved.notes.append(
            f"It contradicts {old.id}, which comes from a more trusted source; both stay."
        )
        return saved

    def _recall(self, write: WriteTxn, attempt: Attempt | None) -> bytes | None:
        if attempt is None:
            return None
        now = self._clock.now()
        return self._stores.idempotency.find(write.raw, attempt.key, attempt.request_hash, now)

    def _remember(self, write: WriteTxn, attempt: Attempt | None, saved: Saved) -> None:
        if attempt is not None:
            self._stores.idempotency.remember(
                write.raw,
                attempt.key,
                attempt.request_hash,
                attempt.encode(saved),
                self._clock.now(),
            )

    def known_vector(self, chunk_id: str) -> np.ndarray | None:
        """Return the stored vector of a memory, for a new version with the same text."""
        with self._stores.env.read() as txn:
            return self._stores.embeddings.get(txn, chunk_id)

    async def embed(self, text: str) -> np.ndarray | None:
        """Return the vector of a text that is quick to embed, None where the queue must do it."""
        if not self._embeds_inline or self._encoder.count_windows(text) > _MAX_INLINE_WINDOWS:
            return None
        try:
            async with asyncio.timeout(_MAX_INLINE_SECONDS):
                vectors: np.ndarray = await self._encoder.embed_passages([text])
        except (LoomemError, TimeoutError) as error:
            log.warning("ingest.embedding_queued", reason=type(error).__name__)
            return None
        row: np.ndarray = vectors[0]
        return row
