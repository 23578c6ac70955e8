"""What a caller wants to see. One predicate holds for every channel and every index."""

from datetime import UTC, datetime

import msgspec

from loomem.model.chunk import Chunk

DAY_SECONDS = 86_400


def day_start(day: str) -> int | None:
    """Return midnight UTC of an ISO day, or None where the text is no such day."""
    try:
        return int(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None


def known_event_instant(chunk: Chunk) -> int | None:
    """Return the instant a date range is compared with: noon of the event day.

    Records without the versioned ingest contract fall back to the time of writing; records
    with it never do, because an unknown date must not match a range.
    """
    if chunk.event_date is not None:
        start = day_start(chunk.event_date)
        if start is not None:
            return start + DAY_SECONDS // 2
    return None if chunk.ingest_contract else chunk.timestamp


class Filter(msgspec.Struct, kw_only=True, frozen=True):
    """Conditions on a memory. Instants in seconds, both ends inclusive; None means no condition."""

    date_from: int | None = None
    date_to: int | None = None
    valid_at: int | None = None
    include_superseded: bool = False
    fact_type: str | None = None
    subject: str | None = None
    min_confidence: float | None = None
    source_agent: str | None = None
    exclude_source_agents: tuple[str, ...] = ()
    entity: str | None = None
    level: int | None = None

    @property
    def is_selective(self) -> bool:
        """Say whether more than the usual liveness conditions may drop candidates."""
        return self != Filter(include_superseded=self.include_superseded)

    def admits(self, chunk: Chunk) -> bool:
        """Say whether a record passes every condition except ``entity``, which indexes know."""
        return (
            chunk.is_live
            and self._admits_version(chunk)
            and self._admits_dates(chunk)
            and self._admits_source(chunk)
            and self._admits_statement(chunk)
        )

    def _admits_version(self, chunk: Chunk) -> bool:
        if self.valid_at is not None:
            return _valid_at(chunk, self.valid_at)
        return self.include_superseded or chunk.is_latest

    def _admits_dates(self, chunk: Chunk) -> bool:
        if self.date_from is None and self.date_to is None:
            return True
        instant = known_event_instant(chunk)
        if instant is None:
            return False
        after = self.date_from is None or instant >= self.date_from
        return after and (self.date_to is None or instant <= self.date_to)

    def _admits_source(self, chunk: Chunk) -> bool:
        if self.level is not None and chunk.level != self.level:
            return False
        if self.source_agent is not None and chunk.agent != self.source_agent:
            return False
        return chunk.agent not in self.exclude_source_agents

    def _admits_statement(self, chunk: Chunk) -> bool:
        meta = chunk.extraction_meta
        if self.fact_type is None and self.subject is None and self.min_confidence is None:
            return True
        if meta is None:
            return False
        if self.fact_type is not None and self.fact_type not in (meta.fact_type, meta.topic):
            return False
        if (
            self.subject is not None
            and self.subject.casefold() not in (meta.subject or "").casefold()
        ):
            return False
        return self.min_confidence is None or meta.confidence >= self.min_confidence


def _valid_at(chunk: Chunk, instant: int) -> bool:
    begins = chunk.valid_from if chunk.valid_from is not None else chunk.timestamp
    return begins <= instant and (chunk.valid_until is None or instant < chunk.valid_until)
