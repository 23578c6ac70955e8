"""What earlier answers did for those who asked moves a memory up or down."""

from loomem.model.chunk import Chunk

_MOST = 0.5
"""A memory of which everybody says the same moves at most by this share of its score."""
_HARM = 0.4
"""What each report of harm leaves of the score."""
_MAX_COUNTED_HARM = 4


def standing(chunk: Chunk) -> float:
    """Return the factor of a memory's score: 1 without ratings, the mean of a Beta tally otherwise."""
    if chunk.n_ratings == 0:
        return 1.0
    mean = chunk.alpha / (chunk.alpha + chunk.beta)
    harm = float(_HARM ** min(chunk.harmful_count, _MAX_COUNTED_HARM))
    return (1.0 + _MOST * (2.0 * mean - 1.0)) * harm
