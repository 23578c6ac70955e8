"""Where sentences end, in texts of English, Polish, Chinese and languages punctuated like them."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.blocks import Span, trim

_END: Final = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'»”’)\]]*+(?=\s)"
    r"|[。！？｡]++[”’」』）\"]*+"
    r"|\n[^\S\n]*+\n"
    r"|\n(?=[^\S\n]{0,12}(?:[-*+•·|>][ \t|]|\d{1,3}[.)、][ \t]))"
)
_BEFORE: Final = re.compile(r"[^\s(\[\"'„“«]{1,12}$")
_AFTER: Final = re.compile(r"\s{1,80}+[\"'„“«(\[]?(\w)")
_LONGEST_ABBREVIATION: Final = 12
# Words that are followed by what they introduce, and so never end a sentence.
_ABBREVIATIONS: Final = frozenset(
    ["al", "approx", "art", "ca", "cf", "col", "dept", "dr", "e.g", "ed", "eg", "est", "fig", "gen", "godz", "gr", "hon", "i.e", "ie", "im", "inż", "jr", "ks", "lek", "m.in", "mgr", "mr", "mrs", "ms", "np", "nr", "o.o", "os", "p", "pl", "pol", "por", "pp", "prof", "prot", "ps", "pt", "rep", "rev", "s", "sen", "sp", "sr", "ss", "st", "str", "sz", "św", "tel", "tj", "tzn", "tzw", "ul", "vs", "wg", "woj", "zob", "mt", "messrs", "lt", "sgt", "capt", "adm", "maj", "płk", "gen", "ppłk", "kpt", "por", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "oct", "nov", "dec"]
)


def sentences_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield the spans of the sentences in a span, without white space around them.

    A blank line and the start of a list item or table row end a sentence as well; a mere line
    break does not. Decimals, initials, ordinals and common abbreviations end none.
    """
    last = len(text) if end is None else end
    opened = start
    for match in _END.finditer(text, start, last):
        if _is_end(text, match, last):
            yield from _span(text, opened, match.end())
            opened = match.end()
    yield from _span(text, opened, last)


def _span(text: str, start: int, end: int) -> Iterator[Span]:
    span = trim(text, start, end)
    if span[0] < span[1]:
        yield span


def _is_end(text: str, match: re.Match[str], last: int) -> bool:
    sign = match.group()
    if sign[0] not in ".…":
        return True
    follower = _AFTER.match(text, match.end(), last)
    if follower is not None and follower[1].islower():
        return False
    return sign != "." or not _is_abbreviation(text, match.start())


def _is_abbreviation(text: str, dot: int) -> bool:
    found = _BEFORE.search(text, max(0, dot - _LONGEST_ABBREVIATION), dot)
    if found is None:
        return False
    word = found.group()
    is_initial = len(word) == 1 and word.isupper() and word != "I"
    return is_initial or word.casefold() in _ABBREVIATIONS
