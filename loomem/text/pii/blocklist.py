"""Finds the words that an owner wants hidden, whatever their case or composition."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

from loomem.text.cjk import UNSPACED
from loomem.text.pii.model import PiiKind, Span

_UNSPACED: Final = re.compile(f"[{UNSPACED}]")
_TOKEN: Final = re.compile(rf"(?:(?![{UNSPACED}])\w)(?:(?![{UNSPACED}])[\w\u0300-\u036f])*")
_FEW: Final = 64


def read_blocklist(text: str) -> tuple[str, ...]:
    """Return the entries of a blocklist file: one a line, ``#`` begins a comment."""
    entries = (line.partition("#")[0].strip() for line in text.removeprefix("\ufeff").splitlines())
    return tuple(dict.fromkeys(entry for entry in entries if entry))


def _fold(text: str) -> str:
    """Return the spelling without case and composition."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


class Blocklist:
    """Words and phrases to find. Words end at word borders; unspaced scripts have none."""

    def __init__(self, entries: Iterable[str]) -> None:
        folded = {_fold(entry.strip()) for entry in entries} - {""}
        self._words = frozenset(entry for entry in folded if _TOKEN.fullmatch(entry))
        self._phrases = folded - self._words

    def find(self, text: str) -> Iterator[Span]:
        """Yield every occurrence; offsets are those of the text, not of its folded copy."""
        folded = _fold(text)
        places = sorted(self._places(folded))
        if not places or len(folded) == len(text):
            yield from (Span(start, end, PiiKind.BLOCKLIST) for start, end in places)
            return
        # Behind each character, the length of the folded text so far.
        ends = list(accumulate(len(_fold(char)) for char in text))
        for start, end in places:
            first, last = bisect_right(ends, start), bisect_left(ends, end)
            if ends[last] == end and start == (ends[first - 1] if first else 0):
                yield Span(first, last + 1, PiiKind.BLOCKLIST)

    def _places(self, folded: str) -> Iterator[tuple[int, int]]:
        words = self._words
        if len(words) > _FEW:
            words = words.intersection(_TOKEN.findall(folded))
        for sought in words | self._phrases:
            place = folded.find(sought)
            while place >= 0:
                end = place + len(sought)
                if not _joins(folded, place) and not _joins(folded, end):
                    yield place, end
                place = folded.find(sought, end)


def _joins(text: str, border: int) -> bool:
    """Say whether a word runs over the border."""
    if not 0 < border < len(text):
        return False
    before, after = text[border - 1], text[border]
    if unicodedata.category(after)[0] == "M":
        return True
    return _is_spaced(after) and (_is_spaced(before) or unicodedata.category(before)[0] == "M")


def _is_spaced(char: str) -> bool:
    return (char.isalnum() or char == "_") and _UNSPACED.match(char) is None
