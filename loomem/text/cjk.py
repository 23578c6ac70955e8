"""Scripts written without spaces: single characters and overlapping pairs stand in for words."""

import re
from collections.abc import Iterator
from typing import Final

UNSPACED: Final = (
    r"\u3005-\u3007\u3041-\u3096\u3099\u309a\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3105-\u312f"
    r"\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u1100-\u11ff\uac00-\ud7a3"
    r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ecd\u1000-\u103f\u1780-\u17d3"
    r"\U00020000-\U0003fffd"
)
"""Inside of a character class: Han, kana, bopomofo, Hangul, Thai, Lao, Burmese, Khmer."""

_PART: Final = re.compile(rf"[0-9]+|[{UNSPACED}]+")
_HANGUL: Final = re.compile(r"[\u1100-\u11ff\uac00-\ud7a3]{3,}")
_SINGLE: Final = re.compile(rf"[{UNSPACED}]")
_MAX_HANGUL_WORD: Final = 32


def run_terms(run: str) -> Iterator[str]:
    """Yield the terms of a run of unspaced letters and the digits between them.

    Numbers are terms of their own, and again together with the next character: ``3月`` is
    findable as such, with and without a leading zero.
    """
    previous = ""
    for part in _PART.findall(run):
        if part[0].isdigit() and part.isascii():
            yield part
        else:
            if previous:
                yield (previous.lstrip("0") or "0") + part[0]
            yield from _letters(part)
        previous = part if part.isascii() else ""


def is_single(term: str) -> bool:
    """Say whether a term is one unspaced character: common, and worth little beside pairs."""
    return len(term) == 1 and _SINGLE.match(term) is not None


def run_words(run: str) -> list[str]:
    """Return the terms that a text must hold to contain the run: its pairs, or its one character."""
    terms = list(run_terms(run))
    return [t for t in terms if not is_single(t)] or terms


def _letters(part: str) -> Iterator[str]:
    yield from part
    yield from map(str.__add__, part, part[1:])
    for word in _HANGUL.findall(part):
        yield word[:_MAX_HANGUL_WORD]
