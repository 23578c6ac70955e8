"""Cuts a long text into pieces that fit a window, at the most natural borders there are."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Final

from loomem.text.blocks import Span, blocks_of, lines_of, trim
from loomem.text.sentences import sentences_of

CountTokens = Callable[[str], int]

_WORD: Final = re.compile(r"[^\s，、；：]++[，、；：]*+|[，、；：]++")
_CODE: Final = re.compile(r"[ \t]{0,12}(?:```|~~~)")
# Characters that a vocabulary may spell out with several letters each: ½, ㎏, the Arabic ligatures.
_SPELLED_OUT: Final = re.compile(
    r"[\xa8-\xbe\u02d8-\u02dd\u037a\u0384\u0385\u1fc1-\u1fee\u2057\u2150-\u218f\u2460-\u24ff"
    r"\u2a0c\u3200-\u33ff\ufb00-\ufdff]"
)
_MOST_LETTERS: Final = 6
# A text of more characters per token is not counted: it is surely too long, or will be packed.
_CHARACTERS_PER_TOKEN: Final = 8
# A piece that fills a smaller share of the window goes on into the next paragraph.
_SMALL_SHARE: Final = 4
# A cut inside a word may leave this share of the window unused.
_HARD_SLACK: Final = 0.9
_MAX_PROBES: Final = 24
_MAX_JOINED_SIGNS: Final = 32


class _Level(IntEnum):
    WHOLE = 0
    BLOCK = 1
    SENTENCE = 2
    WORD = 3


def fit(
    text: str, start: int, end: int, *, max_tokens: int, count_tokens: CountTokens
) -> list[Span]:
    """Return spans of at most ``max_tokens`` tokens that hold all of a span but white space.

    Cuts between paragraphs where that fills a quarter of the window, else between sentences, else
    between words, else anywhere between two characters. Only one character that is too long by
    itself exceeds the limit. ``max_tokens`` below 1 counts as 1.
    """
    start, end = trim(text, start, end)
    if start == end:
        return []
    max_tokens = max(1, max_tokens)
    if token_bound(text[start:end]) <= max_tokens:
        return [(start, end)]
    packer = _Packer(text, max_tokens, count_tokens)
    packer.add((start, end), _Level.WHOLE)
    return packer.finish()


def token_bound(text: str) -> int:
    """Return a number of tokens that no usual vocabulary exceeds on a text; costs no counting."""
    words = len(text.split())
    if text.isascii():
        return len(text) + words
    size = len(text.encode("utf-8", "surrogatepass"))
    return size * (_MOST_LETTERS if _SPELLED_OUT.search(text) else 1) + words


class _Packer:
    """Fills one piece after the other. Costs of parts are added up, and checked when closing."""

    def __init__(self, text: str, max_tokens: int, count_tokens: CountTokens) -> None:
        self._text = text
        self._max = max_tokens
        self._count = count_tokens
        self._open: list[tuple[Span, int]] = []
        self._used = 0
        self._done: list[Span] = []

    def add(self, span: Span, level: _Level) -> None:
        """Put a span behind what is there, in one piece if it fits, else in parts."""
        cost = self._cost(span)
        if self._used + cost <= self._max:
            self._extend(span, cost)
            return
        if self._used * _SMALL_SHARE >= self._max:
            self._close()
            if self._used + cost <= self._max:
                self._extend(span, cost)
                return
        if level is _Level.WORD:
            self._add_word(span, cost)
            return
        for part in self._parts(span, _Level(level + 1)):
            self.add(part, _Level(level + 1))

    def finish(self) -> list[Span]:
        """Close the last piece and return all."""
        while self._open:
            self._close()
        return self._done

    def _extend(self, span: Span, cost: int) -> None:
        self._open.append((span, cost))
        self._used += cost

    def _close(self) -> None:
        """Finish the open piece; parts that turn out to be too many open the next one."""
        kept = self._fitting()
        if kept:
            self._done.append((self._open[0][0][0], self._open[kept - 1][0][1]))
        self._open = self._open[kept:]
        self._used = sum(cost for _, cost in self._open)

    def _fitting(self) -> int:
        """Return how many of the open parts fit together; the sum can be wrong by white space."""
        count = len(self._open)
        if count <= 1 or self._fits(count):
            return count
        low, high = 1, count
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._fits(middle) else (low, middle)
        return low

    def _fits(self, count: int) -> bool:
        start, end = self._open[0][0][0], self._open[count - 1][0][1]
        return self._count(self._text[start:end]) <= self._max

    def _cost(self, span: Span) -> int:
        if span[1] - span[0] > self._max * _CHARACTERS_PER_TOKEN:
            return self._max + 1
        return self._count(self._text[span[0] : span[1]])

    def _parts(self, span: Span, level: _Level) -> Iterator[Span]:
        if level is _Level.BLOCK:
            parts: Iterable[Span] = ((b.start, b.end) for b in blocks_of(self._text, *span))
        elif level is _Level.SENTENCE:
            parts = _sentences(self._text, span)
        else:
            parts = (match.span() for match in _WORD.finditer(self._text, *span))
        # Small parts go together, so that counting them stays cheap.
        return _joined(parts, self._max // (16 if level is _Level.WORD else 8))

    def _add_word(self, span: Span, cost: int) -> None:
        while self._open:
            self._close()
        if cost <= self._max:
            self._extend(span, cost)
            return
        start, end = span
        while start < end:
            cut = self._reach(start, end)
            self._extend((start, cut), self._cost((start, cut)))
            start = cut
            if start < end:
                self._close()

    def _reach(self, start: int, end: int) -> int:
        """Return how far a piece may go without any border to cut at."""
        low, high = 1, end - start + 1
        size = min(self._max, end - start)
        for _ in range(_MAX_PROBES):
            tokens = self._count(self._text[start : start + size])
            if tokens > self._max:
                high = size
            else:
                low = max(low, size)
                if high - low <= 1 or tokens >= self._max * _HARD_SLACK:
                    break
            if high - low <= 1:
                break
            guess = int(size * self._max * (1 + _HARD_SLACK) / 2 / max(1, tokens))
            size = min(max(guess, low + 1), high - 1)
        return _whole_sign(self._text, start, start + low)


def _sentences(text: str, span: Span) -> Iterable[Span]:
    if _CODE.match(text, *span):
        trimmed = (trim(text, line.start, line.end) for line in lines_of(text, *span))
        return (line for line in trimmed if line[0] < line[1])
    return sentences_of(text, *span)


def _joined(parts: Iterable[Span], size: int) -> Iterator[Span]:
    """Join neighbouring parts while they stay within ``size`` characters."""
    opened: Span | None = None
    for part in parts:
        if opened is None:
            opened = part
        elif part[1] - opened[0] <= size:
            opened = (opened[0], part[1])
        else:
            yield opened
            opened = part
    if opened is not None:
        yield opened


def _whole_sign(text: str, start: int, cut: int) -> int:
    """Move a cut back so that accents, joined emoji and variants stay with what they belong to."""
    if cut >= len(text):
        return cut
    lowest = max(start + 1, cut - _MAX_JOINED_SIGNS)
    for at in range(cut, lowest - 1, -1):
        if not _belongs_to_previous(text, at):
            return at
    return cut


def _belongs_to_previous(text: str, at: int) -> bool:
    sign = text[at]
    return (
        unicodedata.category(sign) in ("Mn", "Me", "Mc")
        or sign in "\u200d\ufe0e\ufe0f"
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
        or text[at - 1] == "\u200d"
    )
