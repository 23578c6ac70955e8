"""Store one memory. It is answered after it is durable, and found by the very next search."""

from typing import Annotated, Any

import msgspec

from loomem.errors import ConflictError, InvalidRequestError, StoreFullError, TooLargeError
from loomem.ingest.persist import Attempt
from loomem.model.chunk import Chunk, ExtractionMeta, FactType, Source
from loomem.model.ids import new_chunk_id
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    Agent,
    Day,
    Instant,
    Label,
    Share,
    StreamName,
    checked_content,
    checked_day,
    checked_metadata,
    chosen_stream,
)
from loomem.stores.idempotency import hash_request


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


class StoreResult(msgspec.Struct, kw_only=True):
    """Where the memory is now."""

    id: str
    chunk_id: str
    stream: str
    status: str = "stored"


async def store(context: Context, request: StoreRequest) -> StoreResult:
    """Check, embed and save a memory; a repeated Idempotency-Key gets the first answer."""
    chunk = _new_chunk(context, request)
    result = StoreResult(id=chunk.id, chunk_id=chunk.id, stream=chunk.stream)
    attempt = _attempt(context, request, result)
    persister = context.services.persister
    earlier = None
    if attempt is not None:
        earlier = await persister.earlier_answer(attempt.key, attempt.request_hash)
    if earlier is None:
        earlier = await persister.save(chunk, attempt)
    return result if earlier is None else msgspec.json.decode(earlier, type=StoreResult)


def _attempt(context: Context, request: StoreRequest, result: StoreResult) -> Attempt | None:
    if context.idempotency_key is None:
        return None
    return Attempt(
        key=f"store\n{context.caller.name}\n{context.idempotency_key}",
        request_hash=hash_request(msgspec.json.encode(request)),
        answer=msgspec.json.encode(result),
    )


def _new_chunk(context: Context, request: StoreRequest) -> Chunk:
    now = context.services.clock.now()
    return Chunk(
        id=new_chunk_id(now),
        content=checked_content(request.content),
        timestamp=now,
        stream=chosen_stream(context.caller, request.stream),
        level=request.level,
        metadata=checked_metadata(request.metadata),
        persistent=request.persistent,
        importance=request.importance,
        source=Source(
            agent=request.source_agent or request.source or "api",
            session=request.source_session,
            channel=request.source_channel,
        ),
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
    errors=(TooLargeError, ConflictError, StoreFullError),
    honours_idempotency_key=True,
)
