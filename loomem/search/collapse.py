"""One place in the answer for what is one thing: a turn and the fact drawn from it, a source and its parts."""

from collections.abc import Sequence

from loomem.knowledge.likeness import wording
from loomem.model.chunk import Chunk, ChunkKind
from loomem.search.candidate import Candidate


def collapse(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates in their order without those that say what a better one says.

    Of a fact and the fragment it was drawn from the first stays; a whole source goes where a part of it
    is among the candidates.
    """
    parts = {c.chunk.source_id for c in ranked if c.chunk.source_id is not None}
    seen: dict[str, list[tuple[int, int]]] = {}
    kept = []
    for candidate in ranked:
        chunk = candidate.chunk
        if chunk.kind == ChunkKind.SOURCE.value and chunk.id in parts:
            continue
        spans = seen.setdefault(chunk.source_id or "", [])
        span = _span(chunk)
        if span is not None and any(_holds(span, other) for other in spans):
            continue
        if span is not None:
            spans.append(span)
        kept.append(candidate)
    return kept


def without_repeats(ranked: Sequence[Candidate], most: int) -> list[Candidate]:
    """Return the candidates without those that repeat a better one: the same words of the same person
    on the same day in one stream. Only as far as the first ``most`` go; the rest stays as it is.

    Likeness of vectors alone is no reason: "meeting on Monday with Anna" and "with Ola" are near, and both
    stay.
    """
    seen: set[tuple[object, ...]] = set()
    kept: list[Candidate] = []
    for number, candidate in enumerate(ranked):
        if len(kept) >= most:
            return [*kept, *ranked[number:]]
        said = _said(candidate.chunk)
        if said is None or said not in seen:
            kept.append(candidate)
        if said is not None:
            seen.add(said)
    return kept


def _said(chunk: Chunk) -> tuple[object, ...] | None:
    words = wording(chunk.content)
    if not words:
        return None
    return (words, chunk.stream, chunk.author, chunk.event_date, chunk.conversation_date)


def _span(chunk: Chunk) -> tuple[int, int] | None:
    if chunk.source_id is None or chunk.byte_start is None or chunk.byte_end is None:
        return None
    return chunk.byte_start, chunk.byte_end


def _holds(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether one of two ranges lies in the other."""
    inside = one[0] >= other[0] and one[1] <= other[1]
    return inside or (other[0] >= one[0] and other[1] <= one[1])
