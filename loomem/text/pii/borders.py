"""Where a number stands alone, and where it is a piece of an identifier, an address or a price."""

import re
from typing import Final

_GLUE: Final = frozenset("-./:_@#=&%+*\\")
_MARKS: Final = frozenset("#@%")
_FIRST_UNSPACED: Final = "\u2e80"
_LABEL: Final = re.compile(r"(?:^|[^\w.@/-])[^\W\d_]{2,}(?:[_-]?[^\W\d_]+){0,3}[\"']?[:=]$")
_LABEL_SPACE: Final = 40

_SPELLINGS: Final[dict[int, str]] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "\u00a0\u2000\u2002\u2003\u2007\u2009\u202f\u3000"), " "),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
}

_SPECIAL: Final = re.compile(f"[{''.join(map(chr, _SPELLINGS))}]")


def plain(text: str) -> str:
    """Return the text with full-width forms, rare blanks and dashes as ASCII, of equal length."""
    if text.isascii() or _SPECIAL.search(text) is None:
        return text
    return text.translate(_SPELLINGS)


def is_word(char: str) -> bool:
    """Say whether a character continues a word. Scripts without spaces end words everywhere."""
    return char == "_" or (char.isalnum() and char < _FIRST_UNSPACED)


def is_free(text: str, start: int, end: int) -> bool:
    """Say whether nothing is attached to the passage that makes it part of something longer."""
    return is_free_before(text, start) and is_free_after(text, end)


def is_free_before(text: str, start: int) -> bool:
    """Say whether the passage begins something; a label (``id:``, ``card=``) may touch it."""
    if start == 0:
        return True
    before = text[start - 1]
    if is_word(before):
        return False
    if before not in _GLUE:
        return True
    if before in _MARKS:
        return False
    if start == 1 or not is_word(text[start - 2]):
        return True
    return before in ":=" and has_label(text, start)


def is_free_after(text: str, end: int) -> bool:
    """Say whether the passage ends something; a full stop and a new sentence may touch it."""
    after = text[end : end + 2]
    if not after:
        return True
    if is_word(after[0]):
        return False
    if len(after) < 2 or not is_word(after[1]):
        return True
    if after[0] == ",":
        return not after[1].isdigit()  # the cents of a price
    return after[0] not in _GLUE or (after[0] == "." and after[1].isupper())


def has_label(text: str, start: int) -> bool:
    """Say whether a word with a colon or an equals sign touches the passage."""
    return _LABEL.search(text[max(0, start - _LABEL_SPACE) : start]) is not None
