"""What travels through the search pipeline: the question, the candidates, the trace."""

from typing import Any

import msgspec
import numpy as np

from loomem.model.chunk import Chunk
from loomem.model.filters import Filter


class Query(msgspec.Struct, kw_only=True, frozen=True):
    """A question that has passed validation. ``streams`` are those the caller may see."""

    text: str
    streams: tuple[str, ...]
    limit: int
    filter: Filter = Filter()
    with_trace: bool = False


class Candidate(msgspec.Struct, kw_only=True):
    """A memory on its way up. Scores are None where a channel has nothing to say.

    ``bm25`` is the raw text score, ``cosine`` that of the centred vectors (-1 to 1); ``score`` is the
    fused one (0 to 1, relative to this question).
    """

    chunk: Chunk
    bm25: float | None = None
    cosine: float | None = None
    bm25_share: float = 0.0
    vector_share: float = 0.0
    score: float = 0.0


class StageTrace(msgspec.Struct, frozen=True):
    """What one stage did: how long it took, how many came in and went out."""

    stage: str
    micros: int
    candidates: int
    note: str | None = None


class Outcome(msgspec.Struct, kw_only=True):
    """Ranked candidates, and why there may be fewer than wished for."""

    candidates: list[Candidate]
    total_before_limit: int = 0
    reason: str | None = None
    notes: list[str] = msgspec.field(default_factory=list)
    trace: list[StageTrace] = msgspec.field(default_factory=list)


QueryVector = np.ndarray[Any, np.dtype[np.float32]]
