"""Joining the channels: min-max cosine and BM25 by its maximum, weighted.

Cosines are spread over the pool before they are weighted: dividing them by their maximum would
leave them nearly constant and let the words decide alone.
"""

from collections.abc import Iterable, Sequence

from loomem.model.chunk import Chunk
from loomem.search.candidate import Candidate


def join_channels(
    by_words: Iterable[tuple[Chunk, float]], by_meaning: Iterable[tuple[Chunk, float]]
) -> list[Candidate]:
    """Return one candidate per memory with the raw scores of both channels."""
    joined: dict[str, Candidate] = {}
    for chunk, score in by_words:
        joined[chunk.id] = Candidate(chunk=chunk, bm25=score)
    for chunk, cosine in by_meaning:
        known = joined.setdefault(chunk.id, Candidate(chunk=chunk))
        known.cosine = cosine
    return list(joined.values())


def fuse(
    candidates: Sequence[Candidate], *, vector_weight: float, bm25_weight: float
) -> list[Candidate]:
    """Set the shares and the fused score (0 to 1), and return the candidates best first.

    Equal scores are ordered by time, newest first, then by id, so that an answer is repeatable.
    """
    _set_vector_shares(candidates)
    _set_bm25_shares(candidates)
    total = vector_weight + bm25_weight
    for candidate in candidates:
        weighted = vector_weight * candidate.vector_share + bm25_weight * candidate.bm25_share
        candidate.score = weighted / total
    return sorted(candidates, key=lambda c: (-c.score, -c.chunk.timestamp, c.chunk.id))


def _set_vector_shares(candidates: Sequence[Candidate]) -> None:
    cosines = [c.cosine for c in candidates if c.cosine is not None]
    if not cosines:
        return
    low, high = min(cosines), max(cosines)
    for candidate in candidates:
        if candidate.cosine is not None:
            candidate.vector_share = (candidate.cosine - low) / (high - low) if high > low else 1.0


def _set_bm25_shares(candidates: Sequence[Candidate]) -> None:
    highest = max((c.bm25 for c in candidates if c.bm25 is not None), default=0.0)
    for candidate in candidates:
        if candidate.bm25 is not None and highest > 0:
            candidate.bm25_share = candidate.bm25 / highest
