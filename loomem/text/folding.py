"""Makes spellings meet: width, case, accents, composition. Case folding comes last and apart,
because identifiers are split at their capitals first.
"""

import re
import unicodedata
from typing import Final

_LETTERS: Final = {
    "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
    "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T", "ı": "i", "ŋ": "n", "Ŋ": "N", "ĸ": "k",
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th",
}  # fmt: skip
"""Letters without a decomposition."""

_MARKS: Final = {
    **dict.fromkeys("\u2018\u2019\u02bc\u2032\u00b4`\u2bbd", "'"),
    **dict.fromkeys("\u2010\u2011\u2212", "-"),
    "\u200b": " ",
}
"""Apostrophes and hyphens that people's keyboards put in place of the plain ones."""

_BLANK_CATEGORIES: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
_MAX_EXPANSION: Final = 4  # one compatibility character stands for 18 letters
_MOST_REMEMBERED: Final = 80_000  # keeps the table small whatever is sent

_COMPOSED: Final = re.compile(r"[\u3041-\u30ff\uac00-\ud7a3]")
_LOOSE: Final = re.compile(r"[\u1100-\u11ff\u3099\u309a]")
_LOOSE_RUN: Final = re.compile(r"[\u1100-\u11ff\u3041-\u30ff\uac00-\ud7a3]+")


class _Table(dict[int, str]):
    """Code point to plain spelling, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        plain = _plain(chr(code))
        if len(self) < _MOST_REMEMBERED:
            self[code] = plain
        return plain


_TABLE: Final = _Table()


def flatten(text: str) -> str:
    """Return text with plain letters but its own capitals; control characters become spaces.

    Works character by character, so a run of ten thousand accents costs no more than its length.
    """
    return _compose(text.translate(_TABLE))


def fold(text: str) -> str:
    """Return the spelling under which all variants of a text meet. Idempotent."""
    return flatten(text).casefold()


def _plain(char: str) -> str:
    known = _LETTERS.get(char) or _MARKS.get(char)
    if known is not None:
        return known
    if "\U00020000" <= char < "\U0002f800":
        return char  # rare Han, too many to remember
    category = unicodedata.category(char)
    if category in _BLANK_CATEGORIES:
        return " "
    if category == "Cf" or _is_accent(char):
        return ""
    compatible = unicodedata.normalize("NFKC", char)
    if len(compatible) > _MAX_EXPANSION:
        return char
    if _COMPOSED.match(compatible):
        return compatible
    return "".join(_bare(c) for c in unicodedata.normalize("NFD", compatible))


def _bare(char: str) -> str:
    return "" if _is_accent(char) else _MARKS.get(char) or _LETTERS.get(char, char)


def _is_accent(char: str) -> bool:
    """Marks that only modify. Vowel signs and viramas of Indic scripts are letters to a reader."""
    combining = unicodedata.combining(char)
    if combining:
        return combining >= 200 or 10 <= combining <= 36 or combining == 1
    return (
        unicodedata.category(char) == "Me" or "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100"
    )


def _compose(text: str) -> str:
    if _LOOSE.search(text) is None:
        return text
    return _LOOSE_RUN.sub(lambda run: unicodedata.normalize("NFC", run.group()), text)
