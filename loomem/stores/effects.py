"""What a write job works with, and what must happen after its commit."""

from enum import StrEnum

import msgspec
import numpy as np

from loomem.stores.env import Transaction


class Work(StrEnum):
    """Who has to act on an outbox row: the text index, the encoder, a reader of transcripts or names."""

    TEXT = "text"
    EMBED = "embed"
    CONTEXT = "context"
    INGEST = "ingest"
    ENTITIES = "entities"


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One outbox row: bring an index into line with what LMDB holds for this memory."""

    seq: int
    work: Work
    chunk_id: str
    stream: str


class VectorChange(msgspec.Struct, frozen=True):
    """A vector that came (float32, unit length) or went (None)."""

    partition: str
    number: int
    vector: np.ndarray | None


class Effects(msgspec.Struct):
    """Published after the commit and before the answer, in order of the jobs."""

    vectors: list[VectorChange] = msgspec.field(default_factory=list)
    intents: list[Intent] = msgspec.field(default_factory=list)
    dropped_partitions: list[str] = msgspec.field(default_factory=list)
    serving_table: str | None = None
    streams: set[str] = msgspec.field(default_factory=set)
    """Those in which something was written that a search may show."""

    def extend(self, other: "Effects") -> None:
        """Append the effects of the next job."""
        self.vectors.extend(other.vectors)
        self.intents.extend(other.intents)
        self.dropped_partitions.extend(other.dropped_partitions)
        self.streams |= other.streams
        if other.serving_table is not None:
            self.serving_table = other.serving_table


class WriteTxn:
    """What a job writes through: an LMDB savepoint, and its effects."""

    __slots__ = ("effects", "raw")

    def __init__(self, raw: Transaction) -> None:
        self.raw = raw
        self.effects = Effects()
