"""What travels through the search pipeline: the question, the candidates, the trace."""

from typing import Any, Final

import msgspec
import numpy as np

from loomem.model.chunk import Chunk, ChunkKind
from loomem.model.filters import Filter
from loomem.stores.embeddings import NEAR, OWN, WIDE

_FRAGMENT: Final[str] = ChunkKind.FRAGMENT.value  # looking it up takes longer than comparing it
VIEWS: Final = (OWN, NEAR, WIDE)
"""What of a memory is compared: its own text, the turns beside it, a wider part of its source."""


class Query(msgspec.Struct, kw_only=True, frozen=True):
    """A question that has passed validation. ``streams`` are those the caller may see."""

    text: str
    streams: tuple[str, ...]
    limit: int
    filter: Filter = Filter()
    with_trace: bool = False


class Candidate(msgspec.Struct, kw_only=True):
    """A memory on its way up. Scores are by view, and absent where a channel has nothing to say.

    ``words`` are raw BM25 scores, ``meaning`` cosines of the centred vectors (-1 to 1); the shares are
    those of its own text within this pool, and ``score`` the fused one (0 to 1, for this question).
    ``is_beside``: a link to what the question names speaks for it.
    """

    chunk: Chunk
    words: dict[str, float] = msgspec.field(default_factory=dict)
    meaning: dict[str, float] = msgspec.field(default_factory=dict)
    bm25_share: float = 0.0
    vector_share: float = 0.0
    score: float = 0.0
    is_beside: bool = False

    @property
    def cosine(self) -> float | None:
        """The cosine of the memory's own text, None where it has no vector."""
        return self.meaning.get(OWN)

    @property
    def bm25(self) -> float | None:
        """The BM25 score of the memory's own text, None where no word of it was asked for."""
        return self.words.get(OWN)

    @property
    def is_fragment(self) -> bool:
        """Whether it is a turn of a conversation, or a part of a document."""
        return self.chunk.kind == _FRAGMENT


class StageTrace(msgspec.Struct, frozen=True):
    """What one stage did: how long it took, how many came in and went out."""

    stage: str
    micros: int
    candidates: int
    note: str | None = None


class Outcome(msgspec.Struct, kw_only=True):
    """Ranked candidates, and why there may be fewer than wished for.

    ``is_final`` is False where the same question may be answered better in a moment.
    """

    candidates: list[Candidate]
    total_before_limit: int = 0
    reason: str | None = None
    is_final: bool = True
    notes: list[str] = msgspec.field(default_factory=list)
    trace: list[StageTrace] = msgspec.field(default_factory=list)


QueryVector = np.ndarray[Any, np.dtype[np.float32]]
