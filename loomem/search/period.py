"""The days that a question asks about. They lift what belongs to them and leave nothing out: the day of
a conversation is not always the day of what was told.
"""

from datetime import UTC, date, datetime, timedelta, tzinfo

import msgspec

from loomem.model.chunk import Chunk
from loomem.text.dates import query_range

_TOLD_LATER = timedelta(days=14)
"""What happened is often told within these days."""
_TOLD_LATER_SHARE = 0.5
_LONGEST = timedelta(days=400)
"""A longer period ("before May", "since 2019") says too little about any single day."""


class Period(msgspec.Struct, frozen=True):
    """Both days inclusive."""

    first: date
    last: date
    is_sure: bool = False
    start: int = 0
    end: int = 0
    """Where the question names them, in characters."""

    def without(self, text: str) -> str:
        """Return the question without the words that name the days."""
        return f"{text[: self.start]} {text[self.end :]}"

    def share(self, chunk: Chunk) -> float:
        """Return how well the day of a memory fits, 0 to 1; 0 where its day is not known."""
        day = _day_of(chunk)
        if day is None or day < self.first:
            return 0.0
        if day <= self.last:
            return 1.0
        return _TOLD_LATER_SHARE if day <= self.last + _TOLD_LATER else 0.0


def asked_period(text: str, now: int, zone: tzinfo = UTC) -> Period | None:
    """Return the days a question names, or None; "yesterday" counts from ``now`` where the user is."""
    found = query_range(text, datetime.fromtimestamp(now, UTC).astimezone(zone).date())
    if found is None or found.last - found.first > _LONGEST:
        return None
    return Period(found.first, found.last, found.is_sure, found.start, found.end)


def _day_of(chunk: Chunk) -> date | None:
    said = chunk.event_date or chunk.conversation_date
    if said is None:
        return None
    try:
        return date.fromisoformat(said)
    except ValueError:
        return None
