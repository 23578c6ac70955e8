"""The chunk: the unit of memory, as it is stored and as every layer passes it on."""

from enum import IntEnum, StrEnum
from typing import Any

import msgspec

from loomem.model.ids import DEFAULT_STREAM


class Level(IntEnum):
    """0 is what was said, 1 is what was made of it (extracted or consolidated)."""

    RAW = 0
    COMPRESSED = 1


class FactType(StrEnum):
    """What kind of statement an extracted fact is."""

    PREFERENCE_OR_DECISION = "preference_or_decision"
    PROJECT_STATE = "project_state"
    FACT = "fact"
    EVENT = "event"
    EXPERIENCE = "experience"


class TrustLevel(StrEnum):
    """How far a source is trusted: a1 the owner, a2 a client or model, b the outside world."""

    A1 = "a1"
    A2 = "a2"
    B = "b"


class ChunkKind(StrEnum):
    """What a record is: said on its own, a whole transcript, a part of one, or drawn from one."""

    MEMORY = "memory"
    SOURCE = "source"
    FRAGMENT = "fragment"
    FACT = "fact"


INGEST_CONTRACT = 1
"""Version of the ingest path: with it a date range needs a known event date."""


class Source(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """Who wrote a memory, and in which session and channel."""

    agent: str
    session: str | None = None
    channel: str | None = None


class ExtractionMeta(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is known of a statement beyond its words."""

    fact_type: str
    confidence: float = 1.0
    subject: str | None = None
    event_date: str | None = None
    event_date_context: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    extracted_from: str | None = None
    extraction_model: str | None = None
    original_content: str | None = None
    topic: str | None = None
    attributed_to: str | None = None


class Merged(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The words of a near-duplicate that was not stored as a second memory."""

    content: str
    at: int
    agent: str


class Chunk(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One memory. Instants are seconds since the epoch (UTC); absent values are None.

    ``event_date`` lives in ``extraction_meta`` as an ISO day. ``ingest_contract`` is set on records
    written by the versioned ingest path: for them a date range needs a known event date, and
    the time of writing is no substitute. ``suspicion`` names the kinds of instructions to a model that
    the text seems to hold.
    """

    id: str
    content: str
    timestamp: int
    stream: str = DEFAULT_STREAM
    level: int = 0
    score: float = 1.0
    consolidated: bool = False
    dormant: bool = False
    in_progress: bool = False
    prompt_version: int | None = None
    source_ids: list[str] | None = None
    last_decay: int | None = None
    metadata: dict[str, Any] | None = None
    importance: float | None = None
    persistent: bool = False
    last_implicit_boost: int | None = None
    access_count: int = 0
    source: Source | None = None
    created_by: str | None = None
    updated_at: int | None = None
    valid_from: int | None = None
    valid_until: int | None = None
    is_latest: bool = True
    superseded_by: str | None = None
    supersedes_id: str | None = None
    root_memory_id: str | None = None
    version: int = 1
    memory_type: str | None = None
    extraction_meta: ExtractionMeta | None = None
    deleted_at: int | None = None
    trust_level: str | None = None
    ingester_user_id: str | None = None
    alpha: float = 1.0
    beta: float = 1.0
    harmful_count: int = 0
    n_ratings: int = 0
    last_rated_at: int | None = None
    provenance_role: str = "Claim"
    ingest_contract: int | None = None
    source_id: str | None = None
    byte_start: int | None = None
    byte_end: int | None = None
    author: str | None = None
    attributed_to: str | None = None
    conversation_date: str | None = None
    kind: str = ChunkKind.MEMORY.value
    suspicion: list[str] | None = None
    extends_id: str | None = None
    merged: list[Merged] | None = None

    @property
    def is_live(self) -> bool:
        """Not deleted. A superseded memory is still live."""
        return self.deleted_at is None

    @property
    def is_evidence(self) -> bool:
        """Words as they were said: never changed, merged or superseded."""
        return self.kind in (ChunkKind.SOURCE, ChunkKind.FRAGMENT)

    @property
    def agent(self) -> str:
        """The source agent, or ``unknown``."""
        return self.source.agent if self.source else "unknown"

    @property
    def event_date(self) -> str | None:
        """The ISO day on which what is told took place, where that is known."""
        return self.extraction_meta.event_date if self.extraction_meta else None
