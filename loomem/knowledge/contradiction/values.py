"""Comparing the values of statements in any language and inflection."""

from loomem.text.analysis import Analyzer
from loomem.text.language import Language


class Values:
    """Values as sets of word groups, so that ``Krakowie`` equals ``Kraków`` and ``a cat`` ``cats``."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    def groups(self, value: str, language: Language) -> list[frozenset[str]]:
        """Return one set of possible terms per word of a value."""
        return [frozenset(group) for group in self._analyzer.query_groups(value, language)]

    def same(self, one: str, two: str, language: Language) -> bool:
        """Say whether two values name the same thing."""
        return self.covers(one, two, language) and self.covers(two, one, language)

    def covers(self, whole: str, part: str, language: Language) -> bool:
        """Say whether every word of ``part`` occurs in ``whole``; an empty part never does."""
        wholes = self.groups(whole, language)
        parts = self.groups(part, language)
        if not parts:
            return whole.casefold().strip() == part.casefold().strip()
        return all(any(p & w for w in wholes) for p in parts)
