"""Plain spelling whose every character can be traced back to the text it came from."""

import unicodedata
from bisect import bisect_left
from typing import Final

from loomem.text.folding import fold

_SIMPLE: Final = dict(
    zip(
        "週後號個兩禮來這還從內過間幾點將會計劃預開為於時當",
        "周后号个两礼来这还从内过间几点将会计划预开为于时当",
        strict=True,
    )
)
"""Traditional characters in words about time, and their simplified forms."""

_LAST_REMEMBERED: Final = 0xFFFF  # keeps the table small whatever is sent


class _Table(dict[int, str]):
    """Code point to one plain character, or to none for an accent on its own."""

    def __missing__(self, code: int) -> str:
        plain = _plain(chr(code))
        if code <= _LAST_REMEMBERED:
            self[code] = plain
        return plain


def _plain(char: str) -> str:
    if char == "\n":
        return char
    if char in "\u2013\uff5e\u301c~":
        return "-"
    plain = fold(_SIMPLE.get(char, char))
    return plain if len(plain) <= 1 else char


_TABLE: Final = _Table()


class Spelling:
    """A text in plain lower-case letters, with the positions these have in the original."""

    def __init__(self, text: str) -> None:
        self.original = text
        self.plain = text.lower() if text.isascii() else text.translate(_TABLE)
        self._kept: list[int] | None = None
        if len(self.plain) != len(text):
            self._kept = [i for i, char in enumerate(text) if _TABLE[ord(char)]]

    def position(self, index: int) -> int:
        """Return where a plain character is in the original."""
        return index if self._kept is None else self._kept[index]

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Return the original's characters for a non-empty stretch of plain ones, accents included."""
        if self._kept is None:
            return start, end
        first, last = self._kept[start], self._kept[end - 1] + 1
        while last < len(self.original) and unicodedata.combining(self.original[last]):
            last += 1
        return first, last

    def letter(self, index: int) -> str:
        """Return the original character."""
        return self.original[self.position(index)]

    def written(self, start: int, end: int) -> str:
        """Return the original's characters."""
        first, last = self.stretch(start, end)
        return self.original[first:last]

    def index_at(self, position: int) -> int:
        """Return the plain character at or after a position in the original."""
        return position if self._kept is None else bisect_left(self._kept, position)
