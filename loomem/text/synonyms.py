"""Other words for the words of a question: shipped everyday ones, and the owner's own."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from importlib import resources
from typing import Final, NamedTuple

from loomem.text.analysis import Analyzer
from loomem.text.language import Language, guess_language

LANGUAGES: Final[tuple[Language, ...]] = ("en", "pl", "zh")
MAX_ADDED: Final = 32
_MAX_SAMPLE: Final = 1_000

Words = tuple[tuple[str, ...], ...]
"""A word or phrase as the analyser sees it: of each word, the terms of which one is enough."""


class Spelled(NamedTuple):
    """A word as it is written, and the language it belongs to; None: any."""

    text: str
    language: Language | None = None


class Group(NamedTuple):
    """Words of which each stands for all; ``added`` ones are found by them and lead to none."""

    words: Sequence[Spelled]
    added: Sequence[Spelled] = ()


class _Entry(NamedTuple):
    words: Words
    language: Language | None
    terms: tuple[str, ...]


class Synonyms:
    """Groups of words that stand for one thing. Immutable, and safe to use from several threads."""

    def __init__(self, analyzer: Analyzer, groups: Iterable[Group] = ()) -> None:
        self._by_term: dict[str, list[_Entry]] = {}
        for group in groups:
            words = [_words(analyzer, one) for one in group.words]
            added = [_words(analyzer, one) for one in group.added]
            terms = tuple(dict.fromkeys(_flat([*words, *added])))
            for spelled, parts in zip(group.words, words, strict=True):
                for term in parts[0] if parts else ():
                    entry = _Entry(parts, spelled.language, terms)
                    self._by_term.setdefault(term, []).append(entry)

    def of(self, text: str, words: Words) -> list[tuple[str, ...]]:
        """Return for each word of a question the terms that stand for it too; 32 at most together.

        A word counts only in the language of the question, where that is sure: "lot" is no flight in
        an English one.
        """
        asked = {term for word in words for term in word}
        language = guess_language(text[:_MAX_SAMPLE])
        room = MAX_ADDED
        found = []
        for word in words:
            terms = [t for t in self._for(word, asked, language) if t not in asked][:room]
            room -= len(terms)
            asked.update(terms)
            found.append(tuple(terms))
        return found

    def _for(
        self, word: Sequence[str], asked: AbstractSet[str], language: Language
    ) -> dict[str, None]:
        found: dict[str, None] = {}
        for entry in (entry for term in word for entry in self._by_term.get(term, ())):
            if language in LANGUAGES and entry.language not in (None, language):
                continue
            if all(not asked.isdisjoint(other) for other in entry.words):
                found.update(dict.fromkeys(entry.terms))
        return found


def _words(analyzer: Analyzer, spelled: Spelled) -> Words:
    return tuple(analyzer.query_groups(spelled.text, spelled.language))


def _flat(entries: Iterable[Words]) -> Iterator[str]:
    return (term for words in entries for word in words for term in word)


def shipped_groups() -> Iterator[Group]:
    """Yield the everyday words of English, Polish and Chinese that come with the program."""
    source = resources.files("loomem.text") / "data" / "synonyms.txt"
    for line in source.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Group(
                [
                    Spelled(word.strip(), language)
                    for language, part in zip(LANGUAGES, line.split(";"), strict=True)
                    for word in part.split(",")
                ]
            )
