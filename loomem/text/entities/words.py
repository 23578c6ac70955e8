"""Cuts a text into sentences of words with their places; addresses and blocks of code are left out."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from loomem.text.cjk import UNSPACED
from loomem.text.code import FENCE, CodeFinder
from loomem.text.folding import fold
from loomem.text.sentences import sentences_of

_LETTER: Final = rf"(?:(?![{UNSPACED}])[^\W_])"
_WORD: Final = re.compile(rf"(?:(?<![\w.])\.)?{_LETTER}++(?:['’]{_LETTER}++)?(?:\+\+|\#(?!\w))?")
_ADDRESS: Final = re.compile(
    r"(?<![\w])[A-Za-z][A-Za-z0-9+.\-]{0,15}://\S++|\bwww\.\S++"
    r"|(?<![\w.+%-])[\w.+%-]{1,64}+@[\w-]++(?:\.[\w-]++)++"
    r"|(?<![\w.])[\w-]{1,63}+(?:\.[\w-]{1,63}+){0,3}\.(?:com|org|net|io|dev|pl|cn|de|edu|gov)(?:/\S*+|(?![\w.]))"
)
_FENCE: Final = re.compile(FENCE, re.MULTILINE)
_OPENERS: Final = frozenset("\"'„“«»:–—•*>|(-\n\t‘「《")
_MAX_LONG_HEADING: Final = 12
_MIN_HEADING: Final = 4
_ENDS: Final = ".!?…,;:"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, its plain spelling, its place; whether its capital may only be due to the place."""

    text: str
    plain: str
    start: int
    end: int
    is_initial: bool = False

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[0].isupper()


class Sentence:
    """The words of one sentence."""

    def __init__(self, text: str, start: int, end: int, words: Sequence[Word]) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.words = words

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """The folded words, for questions about what else stands in the sentence."""
        return frozenset(word.plain for word in self.words)

    def gap(self, index: int) -> str:
        """Return what stands between a word and the next one; the rest behind the last."""
        end = self.words[index + 1].start if index + 1 < len(self.words) else self.end
        return self.text[self.words[index].end : end]

    def word(self, index: int) -> Word | None:
        """Return a word, None outside of the sentence."""
        return self.words[index] if 0 <= index < len(self.words) else None


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences that have words, in order."""
    hidden = deque(_hidden(text))
    for start, end in sentences_of(text):
        yield Sentence(text, start, end, _words(text, start, end, hidden))


def split_words(text: str) -> list[Word]:
    """Return the words of a name."""
    return [_word(text, match, is_first=False) for match in _WORD.finditer(text)]


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Yield what holds no prose, in order of place."""
    finder, position = CodeFinder(text), 0
    blocks: list[tuple[int, int]] = []
    while (fence := _FENCE.search(text, position)) is not None:
        position = finder.fence_end(fence["fence"], fence.end())
        blocks.append((fence.start(), position))
    addresses = [match.span() for match in _ADDRESS.finditer(text)]
    yield from sorted(blocks + addresses)


def _words(text: str, start: int, end: int, hidden: deque[tuple[int, int]]) -> list[Word]:
    found: list[Word] = []
    for match in _WORD.finditer(text, start, end):
        while hidden and hidden[0][1] <= match.start():
            hidden.popleft()
        if hidden and hidden[0][0] < match.end():
            continue
        found.append(_word(text, match, is_first=not found))
    return found if text[end - 1] in _ENDS else _unheaded(found)


def _word(text: str, match: re.Match[str], *, is_first: bool) -> Word:
    before = text[max(0, match.start() - 2) : match.start()].rstrip(" ")[-1:]
    lone = match.group()
    return Word(
        text=lone,
        plain=fold(lone).replace("’", "'"),
        start=match.start(),
        end=match.end(),
        is_initial=is_first or before in _OPENERS,
    )


def _unheaded(words: list[Word]) -> list[Word]:
    """In a heading, where most words have capitals, no capital tells anything."""
    long = [word for word in words if len(word.text) > 3]
    capitals = sum(word.is_capital for word in long)
    if not len(long) >= _MIN_HEADING or capitals < len(long) or len(words) > _MAX_LONG_HEADING:
        return words
    return [Word(w.text, w.plain, w.start, w.end, is_initial=True) for w in words]
