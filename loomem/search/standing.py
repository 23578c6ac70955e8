"""What earlier answers did for those who asked, and how important a memory is, move it up or down."""

from loomem.model.chunk import Chunk

_MOST = 0.5
"""A memory of which everybody says the same moves at most by this share of its score."""
_HARM = 0.4
"""What each report of harm leaves of the score."""
_MAX_COUNTED_HARM = 4
_IMPORTANCE = 0.1
"""What one step of importance moves, in shares of the score."""
_MAX_COUNTED_IMPORTANCE = 3.0


def standing(chunk: Chunk) -> float:
    """Return the factor of a memory's score: 1 without ratings and at usual importance."""
    return _rated(chunk) * _weighed(chunk)


def _rated(chunk: Chunk) -> float:
    """The mean of a Beta tally, between 1 - 0.5 and 1 + 0.5, times what harm leaves."""
    if chunk.n_ratings == 0:
        return 1.0
    mean = chunk.alpha / (chunk.alpha + chunk.beta)
    harm = float(_HARM ** min(chunk.harmful_count, _MAX_COUNTED_HARM))
    return (1.0 + _MOST * (2.0 * mean - 1.0)) * harm


def _weighed(chunk: Chunk) -> float:
    """Importance prefers, it does not decide: from 0.9 (none) over 1 (usual, or unknown) to 1.2."""
    if chunk.importance is None:
        return 1.0
    return 1.0 + _IMPORTANCE * (min(chunk.importance, _MAX_COUNTED_IMPORTANCE) - 1.0)
