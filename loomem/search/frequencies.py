"""How telling the words of a question are: in how many memories each of them occurs."""

import math
from typing import Final

import msgspec

from loomem.stores.bundle import Stores
from loomem.stores.fulltext import MEANT_WEIGHT
from loomem.text.synonyms import Words

_REACH: Final = 0.7
"""A good answer to a whole sentence holds about so much of it."""
_RARE_AT_MOST, _RARE_SHARE = 3, 0.0005
"""A word is rare that is in no more memories than this, or in no greater share of them."""


class Frequencies(msgspec.Struct, frozen=True):
    """In how many memories each word of a question occurs, what is meant by it, and of how many."""

    words: list[int]
    meant: list[int]
    total: int

    @classmethod
    def read(cls, stores: Stores, words: Words, meant: Words) -> "Frequencies":
        """Look the words up."""
        named, total = stores.text.frequencies(words)
        return cls(named, stores.text.frequencies(meant)[0], total)

    def share_told(self, best: float) -> float:
        """Return how much of what was asked a hit of this BM25 score holds: 0 to 1, and up to 2.

        Where the telling words occur nowhere, as in a question in another language, what is left
        ("family") must not decide. The bound is the score of a text of average length that has every
        word once; of a word that occurs nowhere, one that is meant by it. A question that is mostly a
        rare name or an identifier counts up to twice: its vector means little.
        """
        worth = list(map(self._worth, self.words, self.meant))
        possible = sum(worth)
        if possible <= 0:
            return 1.0
        rare = sum(w for w, count in zip(worth, self.words, strict=True) if self._is_rare(count))
        beyond_half = max(2 * rare / possible - 1, 0.0)
        return min(best / (_REACH * possible), 1.0) * (1 + beyond_half)

    def _worth(self, named: int, meant: int) -> float:
        if named or not meant:
            return self._rarity(named)
        return MEANT_WEIGHT * self._rarity(meant)

    def _rarity(self, count: int) -> float:
        """The inverse document frequency of BM25, ln(1 + (N - n + 0.5) / (n + 0.5))."""
        return math.log(1 + max(self.total - count + 0.5, 0.5) / (count + 0.5))

    def rare(self, words: Words) -> list[str]:
        """Return the terms of those words that hardly any memory has."""
        rare = (w for w, count in zip(words, self.words, strict=True) if self._is_rare(count))
        return list(dict.fromkeys(term for word in rare for term in word))

    def _is_rare(self, count: int) -> bool:
        return 0 < count <= max(_RARE_AT_MOST, int(_RARE_SHARE * self.total))
