"""Importance: set by hand, reset, or derived from how new a memory is among its neighbours."""

from functools import partial

import msgspec
import numpy as np

from loomem.clock import Clock
from loomem.knowledge.novelty import novelty_importance
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

BOOSTED = 1.5
_BATCH = 500


class ScoreCounts(msgspec.Struct):
    """What a scoring pass found."""

    total: int = 0
    scored: int = 0
    skipped_no_embedding: int = 0
    already_scored: int = 0


class Importance:
    """Changes the importance of stored memories."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    async def boost(self, chunk_id: str) -> Chunk | None:
        """Lift a memory to the boosted importance; a higher one stays. None for an unknown id."""

        def job(write: WriteTxn) -> Chunk | None:
            chunk = self._stores.chunks.get(write.raw, chunk_id)
            if chunk is None or not chunk.is_live:
                return None
            lifted = max(BOOSTED, chunk.importance or 0.0)
            boosted = msgspec.structs.replace(
                chunk, importance=lifted, score=1.0, updated_at=self._clock.now()
            )
            self._stores.memories.save(write, boosted)
            return boosted

        return await self._stores.writer.write(job)

    async def reset(self) -> int:
        """Forget the importance and the last implicit boost of every memory; returns how many changed."""
        changed = 0
        last: str | None = None
        while True:
            last, count = await self._stores.writer.write(partial(self._reset_some, start=last))
            changed += count
            if last is None:
                return changed

    def _reset_some(self, write: WriteTxn, start: str | None) -> tuple[str | None, int]:
        ids = self._stores.chunks.ids_after(write.raw, start, _BATCH)
        changed = 0
        for chunk in self._stores.chunks.get_many(write.raw, ids).values():
            if chunk.importance is None and chunk.last_implicit_boost is None:
                continue
            cleared = msgspec.structs.replace(chunk, importance=None, last_implicit_boost=None)
            self._stores.memories.save(write, cleared)
            changed += 1
        return (ids[-1] if ids else None), changed

    async def score_all(self) -> ScoreCounts:
        """Give every live memory without importance one from its novelty in its stream."""
        counts = ScoreCounts()
        last: str | None = None
        while True:
            last, scores = self._score_some(last, counts)
            if scores:
                await self._stores.writer.write(partial(self._apply, scores=scores))
            if last is None:
                return counts

    def _score_some(
        self, start: str | None, counts: ScoreCounts
    ) -> tuple[str | None, dict[str, float]]:
        with self._stores.env.read() as txn:
            ids = self._stores.chunks.ids_after(txn, start, _BATCH)
            found = self._stores.chunks.get_many(txn, ids)
        scores: dict[str, float] = {}
        for chunk in found.values():
            if not chunk.is_live:
                continue
            counts.total += 1
            if chunk.importance is not None:
                counts.already_scored += 1
                continue
            score = self._score(chunk)
            if score is None:
                counts.skipped_no_embedding += 1
            else:
                scores[chunk.id] = score
                counts.scored += 1
        return (ids[-1] if ids else None), scores

    def _score(self, chunk: Chunk) -> float | None:
        with self._stores.env.read() as txn:
            vector = self._stores.embeddings.get(txn, chunk.id)
            own = self._stores.embeddings.number(txn, chunk.id)
        if vector is None:
            return None
        partition = self._stores.embeddings.partition(chunk.stream)
        numbers, cosines = self._stores.vectors.search(partition, vector, 2)
        others = cosines[numbers != np.uint64(own or 0)]
        return novelty_importance(float(others[0]) if len(others) else None)

    def _apply(self, write: WriteTxn, scores: dict[str, float]) -> None:
        for chunk_id, score in scores.items():
            chunk = self._stores.chunks.get(write.raw, chunk_id)
            if chunk is not None and chunk.is_live and chunk.importance is None:
                self._stores.memories.save(write, msgspec.structs.replace(chunk, importance=score))
