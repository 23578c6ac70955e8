"""What the settings say about ranking."""

from datetime import UTC, tzinfo
from typing import Final, Literal

import msgspec

from loomem.config.values import SearchStage

MEANING, WORDS = 0.6, 0.4
"""The weights of the settings at which fragments are compared by both channels alike."""

Fusion = Literal["weighted", "rrf"]


class Weights(msgspec.Struct, frozen=True):
    """How much each channel counts, and how many candidates each proposes at least."""

    vector: float = MEANING
    bm25: float = WORDS
    pool: int = 100


class Decay(msgspec.Struct, frozen=True):
    """How much of a score age can take, and how fast: rates per day by level (0, and 1 or more)."""

    weight: float = 0.1
    rates: tuple[float, float] = (0.05, 0.03)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How searches rank; ``without`` names the stages that are left out."""

    weights: Weights = Weights()
    decay: Decay = Decay()
    fusion: Fusion = "weighted"
    without: frozenset[SearchStage] = frozenset()
    cached_answers: int = 200
    zone: tzinfo = UTC

    def has(self, stage: SearchStage) -> bool:
        """Say whether a stage takes part."""
        return stage not in self.without


PLAIN: Final = Options()
