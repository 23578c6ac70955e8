"""How a memory and its parts look to a client, and the field types that requests share."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec

from loomem.errors import InvalidRequestError, TooLargeError
from loomem.model.chunk import Chunk, ExtractionMeta
from loomem.model.filters import DAY_SECONDS, day_start
from loomem.model.ids import check_stream
from loomem.operations.context import Caller

MAX_CONTENT_CHARS = 1_000_000
MAX_METADATA_BYTES = 10_240
MAX_STREAMS = 32

MemoryId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=400, description="Id of a memory.")
]
StreamName = Annotated[str, msgspec.Meta(description="Stream id; the default stream when absent.")]
Day = Annotated[str, msgspec.Meta(description="A day, YYYY-MM-DD.", max_length=32)]
Instant = Annotated[
    int, msgspec.Meta(ge=0, le=253_402_300_799, description="Seconds since the epoch, UTC.")
]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Agent = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Empty(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A request without fields."""


class ById(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A request about one memory."""

    id: MemoryId


class SourceView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who wrote a memory."""

    agent: str
    session: str | None = None
    channel: str | None = None


class MemoryView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One memory in full."""

    id: str
    chunk_id: str
    content: str
    stream: str
    level: int
    layer: str
    version: int
    is_latest: bool
    created_at: int
    created: str
    persistent: bool = False
    source: SourceView | None = None
    importance: float | None = None
    access_count: int = 0
    updated_at: int | None = None
    valid_from: int | None = None
    valid_until: int | None = None
    event_date: str | None = None
    supersedes_id: str | None = None
    superseded_by: str | None = None
    root_memory_id: str | None = None
    fact: ExtractionMeta | None = None
    metadata: dict[str, Any] | None = None


def memory_view(chunk: Chunk) -> MemoryView:
    """Return a record as clients see it."""
    source = chunk.source
    return MemoryView(
        id=chunk.id,
        chunk_id=chunk.id,
        content=chunk.content,
        stream=chunk.stream,
        level=chunk.level,
        layer=f"L{chunk.level}",
        version=chunk.version,
        is_latest=chunk.is_latest,
        created_at=chunk.timestamp,
        created=iso_instant(chunk.timestamp),
        persistent=chunk.persistent,
        source=SourceView(agent=source.agent, session=source.session, channel=source.channel)
        if source
        else None,
        importance=chunk.importance,
        access_count=chunk.access_count,
        updated_at=chunk.updated_at,
        valid_from=chunk.valid_from,
        valid_until=chunk.valid_until,
        event_date=chunk.event_date,
        supersedes_id=chunk.supersedes_id,
        superseded_by=chunk.superseded_by,
        root_memory_id=chunk.root_memory_id,
        fact=chunk.extraction_meta,
        metadata=chunk.metadata,
    )


def iso_instant(instant: int) -> str:
    """Return an instant as ISO 8601 in UTC."""
    return datetime.fromtimestamp(instant, UTC).isoformat().removesuffix("+00:00") + "Z"


def chosen_stream(caller: Caller, stream: str | None) -> str:
    """Return the stream of a request, checked for form and for the caller's right to it."""
    return caller.check_stream(
        check_stream(stream if stream is not None else caller.default_stream)
    )


def checked_day(day: str | None, path: str, *, end: bool = False) -> int | None:
    """Return the first (or last) second of a day; InvalidRequestError for anything else."""
    if day is None:
        return None
    start = day_start(day)
    if start is None:
        raise InvalidRequestError(f"{path} is a day, YYYY-MM-DD", {"path": path})
    return start + DAY_SECONDS - 1 if end else start


def checked_content(content: str) -> str:
    """Return a text unchanged; TooLargeError or InvalidRequestError where it cannot be stored."""
    if len(content) > MAX_CONTENT_CHARS:
        raise TooLargeError(
            f"content has {len(content)} characters, {MAX_CONTENT_CHARS} are allowed; "
            "store it in parts",
            {"path": "content"},
        )
    if not content.strip():
        raise InvalidRequestError(
            "content is empty; there is nothing to remember", {"path": "content"}
        )
    return content


def checked_metadata(metadata: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return metadata unchanged, or raise InvalidRequestError where it is too large."""
    if metadata is None:
        return None
    size = len(msgspec.json.encode(metadata))
    if size > MAX_METADATA_BYTES:
        raise InvalidRequestError(
            f"metadata takes {size} bytes as JSON, {MAX_METADATA_BYTES} are allowed",
            {"path": "metadata"},
        )
    return dict(metadata)


def checked_range(date_from: str | None, date_to: str | None) -> tuple[int | None, int | None]:
    """Return the first and the last second of a date range; an empty range is an error."""
    begin, end = checked_day(date_from, "date_from"), checked_day(date_to, "date_to", end=True)
    if begin is not None and end is not None and begin > end:
        raise InvalidRequestError("date_from is after date_to", {"path": "date_from"})
    return begin, end
