"""Store one memory. It is answered after it is durable, and found by the very next search."""

from typing import Annotated, Any

import msgspec

from loomem.errors import (
    ConflictError,
    DeniedError,
    InvalidRequestError,
    NotFoundError,
    StoreFullError,
    TooLargeError,
)
from loomem.ingest.cleaning import Cleaned
from loomem.ingest.persist import Attempt, Saved
from loomem.knowledge.trust import trust_of_agent
from loomem.model.chunk import Chunk, ExtractionMeta, FactType, Source
from loomem.model.ids import new_chunk_id
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    Agent,
    Day,
    Instant,
    Label,
    MemoryId,
    Share,
    StreamName,
    checked_content,
    checked_day,
    checked_metadata,
    chosen_stream,
)
from loomem.stores.idempotency import hash_request
from loomem.text.entities.model import EntityType, Link, Mention, Reading, known_relation

_SHOWN_CHARS = 200
_QUICK_CHARS = 4_000


class StatedRelation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A connection that the caller knows of, like Anna - works_at - Acme."""

    subject: Label
    relation: Label
    object: Label
    subject_type: Label = "Unknown"
    object_type: Label = "Unknown"


class StoreRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What to remember."""

    content: Annotated[str, msgspec.Meta(description="The text, up to 1,000,000 characters.")]
    stream: StreamName | None = None
    level: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    metadata: dict[str, Any] | None = None
    persistent: bool = False
    importance: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    source: Agent | None = None
    source_agent: Agent | None = None
    source_session: Label | None = None
    source_channel: Label | None = None
    user_id: Label | None = None
    valid_from: Instant | None = None
    valid_until: Instant | None = None
    fact_type: FactType | None = None
    subject: Label | None = None
    confidence: Share | None = None
    event_date: Day | None = None
    supersedes: MemoryId | None = None
    relations: Annotated[list[StatedRelation], msgspec.Meta(max_length=64)] = msgspec.field(
        default_factory=list
    )


class StoreResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where the memory is now. ``status`` is ``stored``; ``duplicate`` or ``merged`` where ``id`` is an
    older memory that says the same. ``supersedes`` is the memory it replaced.
    """

    id: str
    chunk_id: str
    stream: str
    content: str
    status: str
    supersedes: str | None = None
    extends: str | None = None
    notes: list[str] = msgspec.field(default_factory=list)


async def store(context: Context, request: StoreRequest) -> StoreResult:
    """Check, clean, embed and save a memory; a repeated Idempotency-Key gets the first answer."""
    persister = context.services.persister
    attempt_key = _attempt_key(context)
    request_hash = hash_request(msgspec.json.encode(request))
    if attempt_key is not None:
        earlier = await persister.earlier_answer(attempt_key, request_hash)
        if earlier is not None:
            return msgspec.json.decode(earlier, type=StoreResult)
    cleaned = await _clean(context, request)
    chunk = _new_chunk(context, request, cleaned)

    def encode(saved: Saved) -> bytes:
        return msgspec.json.encode(_result(saved, chunk))

    saved = await persister.save(
        chunk,
        attempt=Attempt(attempt_key, request_hash, encode) if attempt_key is not None else None,
        supersedes=request.supersedes,
        audit=list(cleaned.audit_rows(chunk, chunk.timestamp)),
        stated=_stated(context, request.relations),
    )
    if isinstance(saved, bytes):
        return msgspec.json.decode(saved, type=StoreResult)
    return _result(saved, chunk)


def _stated(context: Context, relations: list[StatedRelation]) -> Reading | None:
    """Return what the caller states as a reading, without personal data in its names."""
    if not relations:
        return None
    clean = context.services.cleaner.redactor.redact
    mentions: dict[str, Mention] = {}
    links = []
    for relation in relations:
        ends = [
            (clean(relation.subject).text, relation.subject_type),
            (clean(relation.object).text, relation.object_type),
        ]
        for name, kind in ends:
            mentions.setdefault(name, _mention(name, kind))
        links.append(
            Link(
                subject=ends[0][0],
                relation=known_relation(relation.relation),
                object=ends[1][0],
                confidence=1.0,
            )
        )
    return Reading(tuple(mentions.values()), tuple(links), ())


def _mention(name: str, kind: str) -> Mention:
    known = {str(entity_type).casefold(): entity_type for entity_type in EntityType}
    return Mention(
        name=name,
        canonical=name,
        entity_type=known.get(kind.casefold(), EntityType.UNKNOWN),
        start=0,
        end=0,
        confidence=1.0,
    )


def _result(saved: Saved, chunk: Chunk) -> StoreResult:
    return StoreResult(
        id=saved.id,
        chunk_id=saved.id,
        stream=saved.stream,
        content=chunk.content[:_SHOWN_CHARS],
        status=saved.status,
        supersedes=saved.supersedes,
        extends=saved.extends,
        notes=saved.notes,
    )


def _attempt_key(context: Context) -> str | None:
    if context.idempotency_key is None:
        return None
    return f"store\n{context.caller.name}\n{context.idempotency_key}"


async def _clean(context: Context, request: StoreRequest) -> Cleaned:
    checked_content(request.content)
    metadata = checked_metadata(request.metadata)
    cleaner = context.services.cleaner
    if len(request.content) <= _QUICK_CHARS:
        return cleaner.clean(request.content, metadata)
    return await context.services.in_thread(cleaner.clean, request.content, metadata)


def _new_chunk(context: Context, request: StoreRequest, cleaned: Cleaned) -> Chunk:
    now = context.services.clock.now()
    agent = request.source_agent or request.source or "api"
    return Chunk(
        id=new_chunk_id(now),
        content=cleaned.text,
        timestamp=now,
        stream=chosen_stream(context.caller, request.stream),
        level=request.level,
        metadata=cleaned.metadata,
        persistent=request.persistent,
        importance=request.importance,
        source=Source(
            agent=agent,
            session=request.source_session,
            channel=request.source_channel,
        ),
        trust_level=trust_of_agent(agent).value,
        suspicion=cleaned.suspicion,
        ingester_user_id=request.user_id,
        valid_from=request.valid_from if request.valid_from is not None else now,
        valid_until=_checked_end(request, now),
        extraction_meta=_statement(request),
    )


def _checked_end(request: StoreRequest, now: int) -> int | None:
    begin = request.valid_from if request.valid_from is not None else now
    if request.valid_until is not None and request.valid_until <= begin:
        raise InvalidRequestError(
            "valid_until must be later than valid_from (now, when absent)", {"path": "valid_until"}
        )
    return request.valid_until


def _statement(request: StoreRequest) -> ExtractionMeta | None:
    checked_day(request.event_date, "event_date")
    given = (request.fact_type, request.subject, request.confidence, request.event_date)
    if all(value is None for value in given):
        return None
    return ExtractionMeta(
        fact_type=str(request.fact_type or FactType.FACT),
        subject=request.subject,
        confidence=request.confidence if request.confidence is not None else 1.0,
        event_date=request.event_date,
    )


OPERATION = Operation(
    name="store",
    summary="Store one memory durably",
    request=StoreRequest,
    result=StoreResult,
    run=store,
    right="write",
    category="store",
    errors=(TooLargeError, NotFoundError, DeniedError, ConflictError, StoreFullError),
    honours_idempotency_key=True,
)
