"""Comparing the values of statements in any language and inflection."""

import re
from collections.abc import Sequence
from functools import lru_cache

from loomem.text.analysis import Analyzer
from loomem.text.language import Language
from loomem.text.statements import canonical

_REMEMBERED, _REMEMBERED_CHARS = 4_096, 100
_ORDINAL = re.compile(r"\b(\d{1,4})(?:st|nd|rd|th)\b", re.IGNORECASE)


class Values:
    """Values as sets of word groups, so that ``Krakowie`` equals ``Kraków`` and ``a cat`` ``cats``."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._groups)

    def groups(self, value: str, language: Language) -> Sequence[frozenset[str]]:
        """Return one set of possible terms per word of a value."""
        short = len(value) <= _REMEMBERED_CHARS
        return self._remembered(value, language) if short else self._groups(value, language)

    def _groups(self, value: str, language: Language) -> tuple[frozenset[str], ...]:
        plain = _ORDINAL.sub(r"\1", canonical(value, language))
        return tuple(map(frozenset, self._analyzer.query_groups(plain, language)))

    def same(self, one: str, two: str, language: Language) -> bool:
        """Say whether two values name the same thing."""
        return self.covers(one, two, language) and self.covers(two, one, language)

    def meet(self, one: str, two: str, language: Language) -> bool:
        """Say whether one of the two names the same thing as the other, in more or fewer words."""
        return self.covers(one, two, language) or self.covers(two, one, language)

    def covers(self, whole: str, part: str, language: Language) -> bool:
        """Say whether every word of ``part`` occurs in ``whole``; an empty part never does."""
        wholes = self.groups(whole, language)
        parts = self.groups(part, language)
        if not parts:
            return whole.casefold().strip() == part.casefold().strip()
        return all(any(p & w for w in wholes) for p in parts)

    def added(self, old: str, new: str, language: Language) -> list[frozenset[str]]:
        """Return the words of ``new`` that ``old`` does not have."""
        known = self.groups(old, language)
        return [group for group in self.groups(new, language) if not any(group & k for k in known)]
