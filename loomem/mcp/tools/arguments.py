"""Field types that the arguments of tools share, and what they mean to operations."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec

from loomem.errors import InvalidRequestError
from loomem.model.filters import day_start
from loomem.operations.context import Context

ChunkId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=400, description="Id of a memory, as rows show it.")
]
Stream = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=200,
        description="Name or id of a memory space (memory_namespaces lists them); your own by default.",
    ),
]
Content = Annotated[str, msgspec.Meta(min_length=1, description="The text.")]
Metadata = Annotated[
    dict[str, Any], msgspec.Meta(description="Your own data, up to 10,240 bytes as JSON.")
]
TimeFilter = Annotated[
    str,
    msgspec.Meta(
        max_length=32, description="today, this_week, this_month, or the first day as YYYY-MM-DD."
    ),
]


class Arguments(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of all arguments."""


class InStream(Arguments, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a tool that works in one stream."""

    stream: Stream | None = None


def stream_id(context: Context, stream: str | None) -> str | None:
    """Return the id of a stream that is given by its configured name or by its id."""
    if stream is None:
        return None
    return context.services.settings.namespaces.get(stream, stream)


def first_day(context: Context, time_filter: str | None) -> str | None:
    """Return the first day of a time filter, ISO, as the owner's time zone has it."""
    if time_filter is None:
        return None
    word = time_filter.strip().casefold().replace(" ", "_")
    zone = ZoneInfo(context.services.settings.user.time_zone)
    today = datetime.fromtimestamp(context.services.clock.now(), UTC).astimezone(zone).date()
    if word == "today":
        return today.isoformat()
    if word == "this_week":
        return (today - timedelta(days=today.weekday())).isoformat()
    if word == "this_month":
        return today.replace(day=1).isoformat()
    if day_start(time_filter) is None:
        raise InvalidRequestError(
            "time_filter: expected today, this_week, this_month, or a day as YYYY-MM-DD",
            {"path": "time_filter"},
        )
    return time_filter


def shown_day(context: Context, instant: int) -> str:
    """Return the day of an instant in the owner's time zone, ISO."""
    zone = ZoneInfo(context.services.settings.user.time_zone)
    return datetime.fromtimestamp(instant, zone).date().isoformat()
