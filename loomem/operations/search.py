"""Find memories by words and by meaning; every filter holds on both channels."""

from typing import Annotated, Any

import msgspec

from loomem.errors import InvalidRequestError
from loomem.lifecycle.usage import FIRST
from loomem.model.chunk import Chunk
from loomem.model.filters import Filter
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    MAX_STREAMS,
    Agent,
    Day,
    Instant,
    Label,
    Share,
    StreamName,
    checked_range,
    chosen_stream,
    iso_instant,
)
from loomem.search.candidate import Candidate, Outcome, Query, StageTrace
from loomem.search.sufficiency import Sufficiency, sufficiency_of
from loomem.text.questions import QueryClass, query_class

MAX_QUERY_CHARS = 1_000_000
MAX_TOP_K = 100
_RESULTS_OF_COUNTING = 30


class SearchRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A question and its conditions."""

    query: Annotated[str, msgspec.Meta(max_length=MAX_QUERY_CHARS)]
    top_k: Annotated[int, msgspec.Meta(ge=1, le=MAX_TOP_K)] | None = None
    stream: StreamName | None = None
    streams: (
        Annotated[list[StreamName], msgspec.Meta(min_length=1, max_length=MAX_STREAMS)] | None
    ) = None
    date_from: Day | None = None
    date_to: Day | None = None
    entity: Label | None = None
    valid_at: Instant | None = None
    include_superseded: bool = False
    fact_type: Label | None = None
    subject: Label | None = None
    min_confidence: Share | None = None
    source_agent: Agent | None = None
    exclude_source_agents: Annotated[list[Agent], msgspec.Meta(max_length=64)] = msgspec.field(
        default_factory=list
    )
    trace: bool = False
    dry_run: bool = False


class HitTrace(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where a hit comes from and in what state it is."""

    level: str
    source: str
    is_latest: bool
    created_at: int
    access_count: int
    version: int
    importance: float | None = None
    memory_type: str | None = None
    superseded_by: str | None = None
    supersedes_id: str | None = None
    prompt_version: int | None = None
    trust_level: str | None = None
    suspicion: list[str] | None = None


class Evidence(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where a memory was said: by whom, on which day, and in which bytes of which source."""

    author: str | None = None
    conversation_date: str | None = None
    source_id: str | None = None
    byte_start: int | None = None
    byte_end: int | None = None


class HitScores(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Parts of the score: shares are 0 to 1 relative to this answer, ``cosine`` is absolute."""

    level: int
    timestamp: int
    bm25_score: float
    vector_score: float
    source: str
    cosine: float | None = None
    event_date: str | None = None
    valid_from: int | None = None
    valid_until: int | None = None


class Hit(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One memory that was found. ``id`` and ``score`` are the older names."""

    chunk_id: str
    content: str
    score_final: float
    id: str
    score: float
    stream: str
    created: str
    metadata: HitScores
    trace_info: HitTrace
    evidence: Evidence | None = None
    user_metadata: dict[str, Any] | None = None


class TraceMetadata(msgspec.Struct, kw_only=True):
    """How the search went."""

    total_results_before_topk: int
    search_latency_us: int


class SearchResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What was found, best first. ``reason`` tells why nothing was."""

    results: list[Hit]
    took_ms: float
    trace_metadata: TraceMetadata
    context_sufficiency: Sufficiency | None = None
    reason: str | None = None
    notes: list[str] = msgspec.field(default_factory=list)
    trace: list[StageTrace] | None = None


async def search(context: Context, request: SearchRequest) -> SearchResult:
    """Answer one question."""
    clock = context.services.clock
    started = clock.monotonic()
    outcome = await context.services.searcher.run(_query(context, request))
    seconds = clock.monotonic() - started
    if not request.dry_run:
        context.services.usage.note_found([c.chunk for c in outcome.candidates[:FIRST]])
    return _result(outcome, seconds)


def usual_results(query: str, otherwise: int) -> int:
    """Return how many results a question gets that asks for no number: one that counts gets many."""
    if query_class(query) is QueryClass.AGGREGATION:
        return max(_RESULTS_OF_COUNTING, otherwise)
    return otherwise


def _query(context: Context, request: SearchRequest) -> Query:
    if request.stream is not None and request.streams is not None:
        raise InvalidRequestError("send stream or streams, not both", {"path": "streams"})
    wanted = request.streams if request.streams is not None else [request.stream]
    streams = dict.fromkeys(chosen_stream(context.caller, stream) for stream in wanted)
    return Query(
        text=request.query,
        streams=tuple(streams),
        limit=request.top_k
        or usual_results(request.query, context.services.settings.search.top_k),
        filter=_filter(request),
        with_trace=request.trace,
    )


def _filter(request: SearchRequest) -> Filter:
    begin, end = checked_range(request.date_from, request.date_to)
    return Filter(
        date_from=begin,
        date_to=end,
        valid_at=request.valid_at,
        include_superseded=request.include_superseded,
        fact_type=request.fact_type,
        subject=request.subject,
        min_confidence=request.min_confidence,
        source_agent=request.source_agent,
        exclude_source_agents=tuple(request.exclude_source_agents),
        entity=request.entity,
    )


def _result(outcome: Outcome, seconds: float) -> SearchResult:
    nothing = None if outcome.candidates else "No memory matches."
    return SearchResult(
        results=[_hit(candidate) for candidate in outcome.candidates],
        took_ms=round(seconds * 1e3, 3),
        trace_metadata=TraceMetadata(
            total_results_before_topk=outcome.total_before_limit,
            search_latency_us=int(seconds * 1e6),
        ),
        context_sufficiency=sufficiency_of(outcome.candidates),
        reason=outcome.reason or nothing,
        notes=outcome.notes,
        trace=outcome.trace or None,
    )


def _hit(candidate: Candidate) -> Hit:
    chunk = candidate.chunk
    score = round(candidate.score, 6)
    return Hit(
        chunk_id=chunk.id,
        id=chunk.id,
        content=chunk.content,
        score_final=score,
        score=score,
        stream=chunk.stream,
        created=iso_instant(chunk.timestamp),
        metadata=_scores(candidate),
        trace_info=_trace(candidate),
        evidence=_evidence(chunk),
        user_metadata=chunk.metadata,
    )


def _scores(candidate: Candidate) -> HitScores:
    chunk = candidate.chunk
    return HitScores(
        level=chunk.level,
        timestamp=chunk.timestamp,
        bm25_score=round(candidate.bm25_share, 6),
        vector_score=round(candidate.vector_share, 6),
        cosine=None if candidate.cosine is None else round(candidate.cosine, 6),
        source=chunk.agent,
        event_date=chunk.event_date,
        valid_from=chunk.valid_from,
        valid_until=chunk.valid_until,
    )


def _evidence(chunk: Chunk) -> Evidence | None:
    known = (chunk.author, chunk.conversation_date, chunk.source_id)
    if known == (None, None, None):
        return None
    return Evidence(
        author=chunk.author,
        conversation_date=chunk.conversation_date,
        source_id=chunk.source_id,
        byte_start=chunk.byte_start,
        byte_end=chunk.byte_end,
    )


def _trace(candidate: Candidate) -> HitTrace:
    chunk = candidate.chunk
    return HitTrace(
        level=f"L{chunk.level}",
        source=chunk.agent,
        is_latest=chunk.is_latest,
        created_at=chunk.timestamp,
        access_count=chunk.access_count,
        version=chunk.version,
        importance=chunk.importance,
        memory_type=chunk.memory_type,
        superseded_by=chunk.superseded_by,
        supersedes_id=chunk.supersedes_id,
        prompt_version=chunk.prompt_version,
        trust_level=chunk.trust_level,
        suspicion=chunk.suspicion,
    )


OPERATION = Operation(
    name="search",
    summary="Find memories by words and by meaning",
    request=SearchRequest,
    result=SearchResult,
    run=search,
    right="read",
    category="search",
)
