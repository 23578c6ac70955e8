"""Whether anything relevant was found, in absolute terms: scores of one answer only compare its hits."""

import math
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from loomem.search.candidate import Candidate

Confidence = Literal["high", "medium", "low"]

_LOOKED_AT: Final = 5
_MIDDLE, _SLOPE = 0.33, 0.05
"""Half of the questions asked of the right conversation have a hit above 0.40 among the first five, and
one in twenty of those asked of another conversation above 0.37.
"""
HIGH: Final = 0.7
"""From here on one in twenty of unrelated pairs is mistaken for a related one."""
_MEDIUM: Final = 0.4


class Sufficiency(msgspec.Struct, kw_only=True, frozen=True):
    """``score`` from 0 (nothing here is about it) to 1, and the same as a word."""

    score: float
    confidence: Confidence


def relevance(cosine: float) -> float:
    """Return how sure it is that a text belongs to a question, 0 to 1, from their cosine alone."""
    return 1.0 / (1.0 + math.exp((_MIDDLE - cosine) / _SLOPE))


def sufficiency_of(candidates: Sequence[Candidate]) -> Sufficiency | None:
    """Judge the best hits by their cosines; None where none has one."""
    known = [c.cosine for c in candidates[:_LOOKED_AT] if c.cosine is not None]
    if not known:
        return None
    score = relevance(max(known))
    return Sufficiency(score=round(score, 4), confidence=_word_for(score))


def _word_for(score: float) -> Confidence:
    if score >= HIGH:
        return "high"
    return "medium" if score >= _MEDIUM else "low"
