"""Where a new memory belongs among the old ones: a repetition, an update, an extension, or new.

Asked before the write, from a snapshot; whoever writes checks again in the transaction that the
memory it names is still the current one.
"""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec
import numpy as np
import structlog

from loomem.errors import LoomemError
from loomem.knowledge.contradiction import Relation, RuleJudge, Said, Verdict
from loomem.knowledge.likeness import says_the_same
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.text.language import guess_language

log = structlog.get_logger(__name__)

NEAR_COSINE = 0.40
"""95 of 100 hand-written updates lie above this cosine of centred vectors."""

_MAX_NEIGHBOURS = 16
_MAX_OF_SUBJECT = 16
_MAX_JUDGED = 12
_MAX_ASKED = 5
"""How many of them a model is asked about, all at once; the rules compare the rest."""


class Judge(Protocol):
    """Compares two memories. May raise LoomemError; the rules are asked then."""

    async def judge(self, old: Said, new: Said) -> Verdict:
        """Say how ``new`` stands to ``old``."""
        ...


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """``other_id`` is the memory that the relation is about, ``nearest`` the highest cosine of all."""

    relation: Relation = Relation.NONE
    other_id: str | None = None
    reason: str = ""
    nearest: float | None = None


class Placer:
    """Finds the memories worth comparing with, and asks the judge."""

    def __init__(self, stores: Stores, judge: Judge | None = None) -> None:
        self._stores = stores
        self._rules = RuleJudge(stores.analyzer)
        self._judge = judge

    def read_ahead(self, chunk: Chunk) -> None:
        """Read a memory while its vector is being made; `place` finds that remembered."""
        self._rules.states_something(_said(chunk))

    def may_relate(
        self, old: Chunk, old_vector: np.ndarray | None, new: Chunk, vector: np.ndarray | None
    ) -> bool:
        """Say whether ``new`` would be placed by ``old`` if that were stored, as the rules see it."""
        cosine = None
        if old_vector is not None and vector is not None:
            cosine = float(old_vector @ vector)
            if cosine < NEAR_COSINE:
                return False
        return self._by_rules(old, new, _said(new), cosine).relation is not Relation.NONE

    async def place(self, chunk: Chunk, vector: np.ndarray | None) -> Placement:
        """Return the first relation that a candidate stands in: updates before repetitions."""
        if self._judge is None:
            return await asyncio.to_thread(self._place_by_rules, chunk, vector)
        candidates = await asyncio.to_thread(self._candidates, chunk, vector)
        new = _said(chunk)
        found = await asyncio.gather(
            *(
                self._compare_by_model(old, chunk, new, cosine, asks=rank < _MAX_ASKED)
                for rank, (old, cosine) in enumerate(candidates)
            )
        )
        return _foremost(found, candidates)

    def _place_by_rules(self, chunk: Chunk, vector: np.ndarray | None) -> Placement:
        candidates = self._candidates(chunk, vector)
        new = _said(chunk)
        found = [self._by_rules(old, chunk, new, cosine) for old, cosine in candidates]
        return _foremost(found, candidates)

    def _by_rules(self, old: Chunk, chunk: Chunk, new: Said, cosine: float | None) -> Placement:
        repeated = _repetition(old, chunk, cosine)
        if repeated is not None:
            return repeated
        if not self._rules.states_something(new):
            return Placement()
        return _judged(self._rules.judge(_said(old), new), old, chunk)

    def _candidates(
        self, chunk: Chunk, vector: np.ndarray | None
    ) -> list[tuple[Chunk, float | None]]:
        near = self._neighbours(chunk, vector)
        subject = chunk.extraction_meta.subject if chunk.extraction_meta else None
        with self._stores.env.read() as txn:
            ids = list(near)
            if subject:
                ids += self._stores.chunks.about(txn, chunk.stream, subject, _MAX_OF_SUBJECT)
            records = self._stores.chunks.get_many(txn, dict.fromkeys(ids))
        return [
            (old, near.get(old.id))
            for old in records.values()
            if old.is_live and old.is_latest and not old.is_evidence and old.id != chunk.id
        ][:_MAX_JUDGED]

    def _neighbours(self, chunk: Chunk, vector: np.ndarray | None) -> dict[str, float]:
        if vector is None:
            return {}
        stores = self._stores
        partition = stores.embeddings.partition(chunk.stream)
        numbers, cosines = stores.vectors.search(partition, vector, _MAX_NEIGHBOURS, quick=True)
        near = cosines >= NEAR_COSINE
        with stores.env.read() as txn:
            ids = stores.embeddings.chunk_ids(txn, chunk.stream, numbers[near])
        pairs = zip(ids, cosines[near], strict=True)
        return {chunk_id: float(cosine) for chunk_id, cosine in pairs if chunk_id is not None}

    async def _compare_by_model(
        self, old: Chunk, chunk: Chunk, new: Said, cosine: float | None, *, asks: bool
    ) -> Placement:
        repeated = _repetition(old, chunk, cosine)
        if repeated is not None:
            return repeated
        return _judged(await self._verdict(_said(old), new, asks=asks), old, chunk)

    async def _verdict(self, old: Said, new: Said, *, asks: bool) -> Verdict:
        if self._judge is not None and asks:
            try:
                return await self._judge.judge(old, new)
            except LoomemError as error:
                log.warning("placement.judge_failed", error=error.code)
        return await asyncio.to_thread(self._rules.judge, old, new)


def _repetition(old: Chunk, new: Chunk, cosine: float | None) -> Placement | None:
    if old.event_date == new.event_date and says_the_same(old.content, new.content, cosine):
        return Placement(relation=Relation.DUPLICATE, other_id=old.id, reason="same words")
    return None


def _judged(verdict: Verdict, old: Chunk, new: Chunk) -> Placement:
    if verdict.relation is Relation.DUPLICATE and old.event_date != new.event_date:
        return Placement()
    return Placement(relation=verdict.relation, other_id=old.id, reason=verdict.reason)


def _foremost(
    found: Sequence[Placement], candidates: Sequence[tuple[Chunk, float | None]]
) -> Placement:
    nearest = max((cosine for _, cosine in candidates if cosine is not None), default=None)
    for wanted in (Relation.UPDATES, Relation.DUPLICATE, Relation.EXTENDS):
        for placement in found:
            if placement.relation is wanted:
                return msgspec.structs.replace(placement, nearest=nearest)
    return Placement(nearest=nearest)


def _said(chunk: Chunk) -> Said:
    meta = chunk.extraction_meta
    return Said(
        content=chunk.content,
        language=guess_language(chunk.content),
        subject=meta.subject if meta else None,
        speaker=chunk.author,
        stream=chunk.stream,
    )
