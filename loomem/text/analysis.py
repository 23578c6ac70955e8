"""The terms of a text, the same for what is stored and for what is asked.

A word yields its English stem, its Polish base form, or both where the language is not sure.
The rules are such that the same word always yields a common term, whatever the guesses were.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import Stemmer

from loomem.text import stopwords
from loomem.text.cjk import is_single, run_terms, run_words
from loomem.text.compound import (
    camel_parts,
    clip,
    has_only_apostrophes,
    join_hyphens,
    split_apostrophe,
    split_compound,
)
from loomem.text.folding import flatten
from loomem.text.language import Language, guess_language
from loomem.text.lexicon import EmptyLexicon, Lexicon
from loomem.text.tokens import tokens

MAX_QUERY_TERMS: Final = 64

_RULES: Final = 1  # raise with every change that gives other terms for the same text
_MAX_QUERY: Final = 20_000  # characters in the tokens of a query that are used
_MAX_QUERY_TEXT: Final = 100_000  # characters of a query that are looked at
_MAX_QUERY_RUN: Final = 2_000
_MAX_CACHED: Final = 40
_CACHE_SIZE: Final = 65_536

_STOP_WORDS: Final[dict[Language, frozenset[str]]] = {
    "en": stopwords.ENGLISH,
    "pl": stopwords.POLISH,
    "zh": stopwords.EITHER | stopwords.CHINESE,
    "other": stopwords.EITHER | stopwords.CHINESE,
}


class Analyzer:
    """Turns text into terms. Immutable, and safe to use from several threads."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self._lexicon: Lexicon = EmptyLexicon() if lexicon is None else lexicon
        self._english = Stemmer.Stemmer("english", 0)
        self._polish = Stemmer.Stemmer("polish", 0)
        self._remembered_terms = lru_cache(_CACHE_SIZE)(self._token_terms)
        self.identity = (
            f"rules{_RULES} lexicon:{self._lexicon.digest} snowball:{Stemmer.version()} "
            f"unicode:{unicodedata.unidata_version}"
        )
        """Equal for analyzers that give equal terms; an index made under another is rebuilt."""

    def document_terms(self, text: str, language: Language | None = None) -> list[str]:
        """Return all terms in order, repeated as often as they occur. ``language`` None: guess."""
        language = guess_language(text) if language is None else language
        found: list[str] = []
        for token, is_run in tokens(flatten(text)):
            found.extend(run_terms(token) if is_run else self._terms(token, language))
        return found

    def query_terms(self, text: str, language: Language | None = None) -> list[str]:
        """Return up to 64 distinct terms without stop words, unless there is nothing else.

        Empty where the text has no letter or digit. Of a very long query the beginning counts.
        """
        language = guess_language(text) if language is None else language
        every, topical = _Distinct(), _Distinct()
        for token, is_run in _query_tokens(text):
            terms = list(run_terms(token)) if is_run else self._terms(token, language)
            every.add(terms)
            topical.add(_topical(token, terms, language, is_run=is_run))
        return (topical or every).most_telling(MAX_QUERY_TERMS)

    def query_groups(self, text: str, language: Language | None = None) -> list[tuple[str, ...]]:
        """Return, per word of a name, the terms of which a text about it holds at least one.

        For conditions ("mentions Zosia"), where ``query_terms`` serves ranking. Stop words count
        only where there is nothing else.
        """
        language = guess_language(text) if language is None else language
        every: dict[tuple[str, ...], None] = {}
        topical: dict[tuple[str, ...], None] = {}
        for token, is_run in _query_tokens(text):
            words = [(w,) for w in run_words(token)] if is_run else [self._whole(token, language)]
            every.update(dict.fromkeys(words))
            if _topical(token, words[0], language, is_run=is_run):
                topical.update(dict.fromkeys(words))
        return list(topical or every)[:MAX_QUERY_TERMS]

    def _terms(self, token: str, language: Language) -> tuple[str, ...]:
        if len(token) <= _MAX_CACHED:
            return self._remembered_terms(token, language)
        return self._token_terms(token, language)

    def _token_terms(self, token: str, language: Language) -> tuple[str, ...]:
        if token.isalnum():
            found = self._atom_terms(token, language)
        else:
            found = self._compound_terms(token, language)
        return tuple(dict.fromkeys(found))

    def _atom_terms(self, atom: str, language: Language) -> Iterator[str]:
        for word in (atom, *camel_parts(atom)):
            yield from self._forms(clip(word.casefold()), language)

    def _compound_terms(self, token: str, language: Language) -> Iterator[str]:
        composites, atoms = split_compound(token)
        if has_only_apostrophes(token):
            atoms = split_apostrophe(token.casefold())[1]
        for composite in composites:
            yield from self._whole(composite, language)
        for atom in atoms:
            yield from self._atom_terms(atom, language)

    def _whole(self, token: str, language: Language) -> tuple[str, ...]:
        """The terms of a token as one thing, whatever parts it has."""
        word = token.casefold()
        if has_only_apostrophes(word):
            joined: str | None = split_apostrophe(word)[0]
        else:
            joined = word if word.isalnum() else join_hyphens(word)
        return (clip(word),) if joined is None else self._forms(clip(joined), language)

    def _forms(self, word: str, language: Language) -> tuple[str, ...]:
        if not (word.isascii() and word.isalpha()):
            return (word,)
        stem: str = self._english.stemWord(word)
        lemmas = self._lexicon.lemmas(word)
        if language == "en":
            polish = () if self._lexicon.is_english(word) else lemmas
            return tuple(dict.fromkeys((stem, *polish)))
        if language == "pl" and lemmas and not self._lexicon.is_english(word):
            return lemmas
        return tuple(dict.fromkeys((*(lemmas or (self._polish.stemWord(word),)), stem)))


def _query_tokens(text: str) -> Iterator[tuple[str, bool]]:
    read = 0
    for token, is_run in tokens(flatten(text.strip()[:_MAX_QUERY_TEXT])):
        yield (token[:_MAX_QUERY_RUN] if is_run else token), is_run
        read += len(token)
        if read > _MAX_QUERY:
            return


def _topical(
    token: str, terms: Sequence[str], language: Language, *, is_run: bool
) -> Sequence[str]:
    """Return the terms without stop words: none for a word that is one."""
    stop = _STOP_WORDS[language]
    if is_run:
        return [term for term in terms if term not in stop]
    word = token.casefold()
    return () if (split_apostrophe(word)[0] if "'" in word else word) in stop else terms


class _Distinct(dict[str, None]):
    """Terms in the order of their first occurrence."""

    def add(self, terms: Sequence[str]) -> None:
        self.update(dict.fromkeys(terms))

    def most_telling(self, limit: int) -> list[str]:
        terms = list(self)
        if len(terms) > limit:
            terms = [term for term in terms if not is_single(term)] or terms
        return terms[:limit]
