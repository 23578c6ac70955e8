"""Facts of a source: found by a model where there is one, by rules otherwise, and stored one by one,
each where it belongs among what was known before.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec
import structlog

from loomem.errors import LoomemError
from loomem.ingest.persist import Persister
from loomem.knowledge.facts import RULE_MODEL, Extraction, Extractor, FoundFact, facts_of
from loomem.model.chunk import INGEST_CONTRACT, Chunk, ChunkKind, ExtractionMeta, FactType, Level
from loomem.text.fingerprint import fingerprint

log = structlog.get_logger(__name__)

_STATIC = (FactType.FACT, FactType.PREFERENCE_OR_DECISION, FactType.EXPERIENCE)
_PREFERENCE_IMPORTANCE = 2.0


class WrittenFact(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A fact as it was stored, or the older memory that said the same."""

    id: str
    content: str
    fact_type: str
    confidence: float
    status: str
    subject: str | None = None
    event_date: str | None = None
    attributed_to: str | None = None
    supersedes: str | None = None


class FactOutcome(msgspec.Struct, kw_only=True):
    """All facts of a source, and whether a better way of finding them was not to be had."""

    facts: list[WrittenFact] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)
    degraded: bool = False


class _Place(msgspec.Struct, frozen=True):
    """Where a fact stands: bytes of the source, and the record that was spoken there."""

    start: int
    end: int
    spoken: Chunk


class FactWriter:
    """Finds and stores the facts of one source after the other."""

    def __init__(self, persister: Persister, extractor: Extractor | None = None) -> None:
        self._persister = persister
        self._extractor = extractor

    async def write(self, source: Chunk, fragments: Sequence[Chunk]) -> FactOutcome:
        """Store the facts of a source; failures are reported and never lose the source."""
        outcome = FactOutcome()
        for chunk in await self._find(source, fragments, outcome):
            try:
                outcome.facts.append(await self._store(chunk))
            except LoomemError as error:
                outcome.degraded = True
                outcome.notes.append(f"One fact could not be stored ({error.code}).")
        return outcome

    async def _find(
        self, source: Chunk, fragments: Sequence[Chunk], outcome: FactOutcome
    ) -> list[Chunk]:
        if self._extractor is not None:
            try:
                extraction = await self._extractor.extract(source)
            except LoomemError as error:
                log.warning("ingest.extractor_failed", error=error.code)
                outcome.degraded = True
                outcome.notes.append(
                    f"The language model did not answer ({error.code}); rules were used."
                )
            else:
                outcome.notes += extraction.notes
                outcome.degraded = extraction.degraded
                return await asyncio.to_thread(_by_model, source, fragments, extraction)
        return await asyncio.to_thread(_by_rules, source, fragments)

    async def _store(self, chunk: Chunk) -> WrittenFact:
        saved = await self._persister.save_once(chunk)
        meta = chunk.extraction_meta
        assert meta is not None
        return WrittenFact(
            id=saved.id,
            content=chunk.content,
            fact_type=meta.fact_type,
            confidence=meta.confidence,
            status=saved.status,
            subject=meta.subject,
            event_date=meta.event_date,
            attributed_to=meta.attributed_to,
            supersedes=saved.supersedes,
        )


def _by_rules(source: Chunk, fragments: Sequence[Chunk]) -> list[Chunk]:
    return [
        _chunk(source, fact, RULE_MODEL, _place_in(fragment, fact))
        for fragment in fragments
        for fact in facts_of(fragment)
    ]


def _place_in(fragment: Chunk, fact: FoundFact) -> _Place:
    start = (fragment.byte_start or 0) + len(fragment.content[: fact.start].encode())
    end = start + len(fragment.content[fact.start : fact.end].encode())
    return _Place(start, end, fragment)


def _by_model(source: Chunk, fragments: Sequence[Chunk], extraction: Extraction) -> list[Chunk]:
    """What the model found, and what the rules find where it could not read."""
    starts = [fragment.byte_start or 0 for fragment in fragments]
    chunks = [
        _chunk(source, fact, extraction.model, place, extraction.prompt_version)
        for fact in extraction.facts
        for place in [_place(source, fact, fragments, starts)]
    ]
    for first, last in extraction.unread:
        begin, end = (len(source.content[:at].encode()) for at in (first, last))
        inside = fragments[bisect_left(starts, begin) : bisect_left(starts, end)]
        chunks += _by_rules(source, inside)
    return list({chunk.id: chunk for chunk in chunks}.values())


def _place(
    source: Chunk, fact: FoundFact, fragments: Sequence[Chunk], starts: Sequence[int]
) -> _Place:
    start = len(source.content[: fact.start].encode())
    end = start + len(source.content[fact.start : fact.end].encode())
    at = bisect_right(starts, start) - 1
    is_inside = at >= 0 and start < (fragments[at].byte_end or 0)
    return _Place(start, end, fragments[at] if is_inside else source)


def _chunk(
    source: Chunk, fact: FoundFact, model: str, place: _Place, prompt_version: int | None = None
) -> Chunk:
    spoken = place.spoken
    is_preference = fact.fact_type is FactType.PREFERENCE_OR_DECISION
    return Chunk(
        id=f"{source.id}:k{place.start}-{fingerprint(fact.content).hex()[:8]}",
        content=fact.content,
        timestamp=source.timestamp,
        stream=source.stream,
        level=Level.COMPRESSED,
        kind=ChunkKind.FACT.value,
        persistent=True,
        importance=max(_PREFERENCE_IMPORTANCE, fact.confidence)
        if is_preference
        else fact.confidence,
        memory_type="static" if fact.fact_type in _STATIC else "dynamic",
        source=source.source,
        source_ids=[source.id],
        source_id=source.id,
        trust_level=source.trust_level,
        ingest_contract=INGEST_CONTRACT,
        byte_start=place.start,
        byte_end=place.end,
        author=spoken.author,
        attributed_to=fact.attributed_to,
        conversation_date=spoken.conversation_date,
        valid_from=source.valid_from,
        prompt_version=prompt_version,
        suspicion=spoken.suspicion,
        extraction_meta=ExtractionMeta(
            fact_type=fact.fact_type.value,
            confidence=fact.confidence,
            subject=fact.subject,
            event_date=fact.event_date,
            event_date_context=fact.event_date_context,
            extracted_from=source.id,
            extraction_model=model,
            attributed_to=fact.attributed_to,
            topic=fact.topic,
        ),
    )
