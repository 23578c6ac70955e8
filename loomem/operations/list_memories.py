"""Browse the memories of a stream by time, newest first, page by page."""

import base64
import binascii
from typing import Annotated

import msgspec

from loomem.errors import InvalidRequestError
from loomem.model.chunk import Chunk
from loomem.model.filters import Filter
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    Agent,
    Day,
    Label,
    MemoryView,
    Share,
    StreamName,
    checked_range,
    chosen_stream,
    memory_view,
)

_MAX_SCANNED = 20_000
_END_OF_TIME = 2**63


class ListRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which memories, and from where on."""

    stream: StreamName | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    cursor: Annotated[str, msgspec.Meta(max_length=600)] | None = None
    level: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    source_agent: Agent | None = None
    fact_type: Label | None = None
    subject: Label | None = None
    min_confidence: Share | None = None
    date_from: Day | None = None
    date_to: Day | None = None
    include_superseded: bool = False
    q: (
        Annotated[str, msgspec.Meta(max_length=1_000, description="Text that must occur.")] | None
    ) = None


class ListResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One page. ``next_cursor`` is absent on the last; a page may be short before it."""

    items: list[MemoryView]
    stream: str
    total_live: int
    next_cursor: str | None = None


async def list_memories(context: Context, request: ListRequest) -> ListResult:
    """Return one page."""
    stream = chosen_stream(context.caller, request.stream)
    start = _decode_cursor(request.cursor)
    services = context.services
    page, following = await services.in_thread(_collect, context, request, stream, start)
    with services.stores.env.read() as txn:
        total = services.stores.counters.read(txn, stream)["live"]
    return ListResult(
        items=[memory_view(chunk) for chunk in page],
        stream=stream,
        total_live=total,
        next_cursor=_encode_cursor(following) if following else None,
    )


def _collect(
    context: Context, request: ListRequest, stream: str, start: tuple[int, str] | None
) -> tuple[list[Chunk], Chunk | None]:
    """Return a page and the record after which the next one starts, None at the end."""
    wanted = _filter(request)
    needle = request.q.casefold() if request.q else None
    stores = context.services.stores
    page: list[Chunk] = []
    with stores.env.read() as txn:
        records = stores.chunks.newest_first(txn, stream, start)
        for scanned, chunk in enumerate(records, 1):
            if wanted.admits(chunk) and (needle is None or needle in chunk.content.casefold()):
                page.append(chunk)
            if len(page) >= request.limit or scanned >= _MAX_SCANNED:
                return page, chunk
    return page, None


def _filter(request: ListRequest) -> Filter:
    begin, end = checked_range(request.date_from, request.date_to)
    return Filter(
        date_from=begin,
        date_to=end,
        level=request.level,
        source_agent=request.source_agent,
        fact_type=request.fact_type,
        subject=request.subject,
        min_confidence=request.min_confidence,
        include_superseded=request.include_superseded,
    )


def _encode_cursor(chunk: Chunk) -> str:
    raw = f"{chunk.timestamp}:{chunk.id}".encode()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decode_cursor(cursor: str | None) -> tuple[int, str] | None:
    if cursor is None:
        return None
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        timestamp, _, chunk_id = base64.urlsafe_b64decode(padded).decode().partition(":")
        instant = int(timestamp)
    except (ValueError, binascii.Error):
        instant, chunk_id = -1, ""
    if not 0 <= instant < _END_OF_TIME or not chunk_id:
        raise InvalidRequestError(
            "cursor is not one that an earlier page returned", {"path": "cursor"}
        )
    return instant, chunk_id


OPERATION = Operation(
    name="list_memories",
    summary="Browse memories, newest first",
    request=ListRequest,
    result=ListResult,
    run=list_memories,
    right="read",
)
