"""Finds known names in running words: the longest at the earliest place, each in its own spelling."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from loomem.text.entities import organizations, places, technologies
from loomem.text.entities.inflection import base_forms
from loomem.text.entities.model import EntityType
from loomem.text.entities.words import Sentence, Word, split_words
from loomem.text.folding import fold
from loomem.text.language import Language
from loomem.text.lexicon import Lexicon

_JOINTS: Final = frozenset({"", " ", "-", ".", "/", "&", " & ", "\u00a0", ". ", "·"})
_MIN_SHORT: Final = 3


class Spelling(Enum):
    """How sure a spelling is: in any case; with its capitals; also a word or a person's name."""

    ANY = 0
    CASED = 1
    NOT_INITIAL = 2
    CUED = 3


@dataclass(frozen=True, slots=True)
class Term:
    """A known name: what it is kept under, and under which of its names it is listed here."""

    canonical: str
    entity_type: EntityType
    spelled: str
    spelling: Spelling
    confidence: float = 0.85

    @property
    def alias(self) -> str | None:
        """The listed name where it is another one than the canonical name."""
        return None if fold(self.spelled) == fold(self.canonical) else self.spelled


class PhraseTable:
    """Names by their first word, longest first; names in Han by their first character."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._by_word: dict[str, list[tuple[tuple[str, ...], Term]]] = defaultdict(list)
        self._by_char: dict[str, list[Term]] = defaultdict(list)
        self.by_name: dict[str, Term] = {}
        for term in terms:
            self._add(term)
        for phrases in self._by_word.values():
            phrases.sort(key=lambda pair: -len(pair[0]))
        for listed in self._by_char.values():
            listed.sort(key=lambda term: -len(term.spelled))

    def _add(self, term: Term) -> None:
        self.by_name.setdefault(fold(term.spelled), term)
        if has_unspaced(term.spelled):
            self._by_char[term.spelled[0]].append(term)
            return
        plain = tuple(word.plain for word in split_words(term.spelled))
        if plain:
            self._by_word[plain[0]].append((plain, term))

    def at_word(
        self, sentence: Sentence, index: int, forms: Callable[[Word], Sequence[str]]
    ) -> Iterator[tuple[Term, int, bool]]:
        """Yield (name, index behind it, whether a word of it is inflected), longest first."""
        for position, form in enumerate(forms(sentence.words[index])):
            for plain, term in self._by_word.get(form, ()):
                rest = _follow(sentence, index, plain, forms)
                if rest is not None:
                    yield term, index + len(plain), position > 0 or rest

    def at_char(self, text: str, place: int) -> Term | None:
        """Return the longest name in Han that begins at a character."""
        for term in self._by_char.get(text[place], ()):
            if text.startswith(term.spelled, place):
                return term
        return None


def has_unspaced(name: str) -> bool:
    """Say whether a name has characters of a script without spaces."""
    return any("\u3005" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" for char in name)


def _follow(
    sentence: Sentence,
    index: int,
    plain: tuple[str, ...],
    forms: Callable[[Word], Sequence[str]],
) -> bool | None:
    """Say whether the rest of a name follows, and then whether a word of it is inflected."""
    inflected = False
    for offset in range(1, len(plain)):
        word = sentence.word(index + offset)
        if word is None or sentence.gap(index + offset - 1) not in _JOINTS:
            return None
        found = forms(word)
        if plain[offset] not in found:
            return None
        inflected = inflected or found[0] != plain[offset]
    return inflected


def word_forms(lexicon: Lexicon, language: Language) -> Callable[[Word], Sequence[str]]:
    """Return how a word is looked up: as it stands, then, with a capital in Polish, its base forms."""
    inflects = language in ("pl", "other")

    @lru_cache(2_048)
    def forms(word: Word) -> Sequence[str]:
        own = word.plain
        base = own.rstrip("0123456789") if own[0].isalpha() else own
        found = [own] if base in (own, "") or len(base) < _MIN_SHORT else [own, base]
        if "'s" in own:
            found.append(own.removesuffix("'s"))
        if inflects and word.is_capital and len(own) > _MIN_SHORT:
            found.extend(base_forms(own, lexicon))
        return tuple(dict.fromkeys(found))

    return forms


def _lines(block: str) -> Iterator[tuple[str, ...]]:
    for entry in block.replace("\n", "|").split("|"):
        names = tuple(name.strip() for name in entry.split(";") if name.strip())
        if names:
            yield names


def _terms(block: str, entity_type: EntityType, spelling: Spelling) -> Iterator[Term]:
    for names in _lines(block):
        for name in names:
            short = spelling is Spelling.ANY and len(name) < _MIN_SHORT and name.isalpha()
            yield Term(names[0], entity_type, name, Spelling.CASED if short else spelling)


def _places() -> Iterator[Term]:
    for block in (places.COUNTRIES, places.CITIES):
        for term in _terms(block, EntityType.PLACE, Spelling.CASED):
            if fold(term.spelled) in places.WORDS_TOO:
                yield Term(term.canonical, term.entity_type, term.spelled, Spelling.NOT_INITIAL)
            else:
                yield term


def _organizations() -> Iterator[Term]:
    words_too = {"apple", "amazon", "oracle", "sequoia", "guardian", "lot", "pan", "who", "pw"}
    for term in _terms(organizations.KNOWN, EntityType.ORGANIZATION, Spelling.CASED):
        if fold(term.spelled) in words_too:
            yield Term(term.canonical, term.entity_type, term.spelled, Spelling.NOT_INITIAL)
        else:
            yield term
    yield from _terms(organizations.CUED, EntityType.ORGANIZATION, Spelling.CUED)


@lru_cache(1)
def shipped_table() -> PhraseTable:
    """Return the table of all names that come with the program."""
    tool = EntityType.TECHNOLOGY
    return PhraseTable(
        (
            *_organizations(),
            *_terms(technologies.SURE, tool, Spelling.ANY),
            *_terms(technologies.CASED, tool, Spelling.CASED),
            *_terms(technologies.CUED, tool, Spelling.CUED),
            *_places(),
        )
    )
