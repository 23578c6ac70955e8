"""Where sentences end, in texts of English, Polish, Chinese and languages punctuated like them."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.blocks import Span, trim
from loomem.text.stopwords import words

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
_ABBREVIATIONS: Final = words("""
    adm al approx apr art aug ca capt cf col dec dept dr e.g ed eg est feb fig gen godz gr hon i.e ie
    im inż jan jr jul jun kpt ks lek lt m.in maj mar messrs mgr mr mrs ms mt nov np nr o.o oct os
    płk pol por pp ppłk prof prot ps rep rev sen sept sgt sp sr ss st str sz tel tj tzn tzw ul vs wg
    woj zob św
    """)


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
