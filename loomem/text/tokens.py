"""Cuts flattened text into what a reader sees as one thing: a word, an identifier, a run of Han."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.cjk import UNSPACED

_LETTER: Final = rf"[^\W_{UNSPACED}]"
_VOWEL_SIGNS: Final = (
    r"[\u0900-\u0903\u093a-\u094f\u0955-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd"
    r"\u0a01-\u0a03\u0a3c-\u0a4d\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b4d"
    r"\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c4d\u0c81-\u0c83\u0cbc-\u0ccd"
    r"\u0d00-\u0d03\u0d3b-\u0d4d\u0d82\u0d83\u0dca-\u0ddf\u0f71-\u0f84]"
)
_ATOM: Final = rf"{_LETTER}++(?:{_VOWEL_SIGNS}++{_LETTER}*+)*+"
_LINK: Final = r"(?:_{0,3}\._{0,3}|_{1,3}|['\-]|[/\\:@?=&#%+~]{1,3}|(?<=[0-9]),(?=[0-9]))"
_MAX_LINKS: Final = 60  # a text without spaces still falls into pieces of bounded size
_TOKEN: Final = re.compile(
    rf"(?P<run>[0-9]{{0,20}}[{UNSPACED}]++(?:[0-9]{{1,20}}+(?!{_LETTER})[{UNSPACED}]*+)*+)"
    rf"|(?P<word>(?:(?<![\w.])\.(?=[^\W\d_]))?{_ATOM}(?:{_LINK}{_ATOM}){{0,{_MAX_LINKS}}}+"
    r"(?:(?:\+\+|\#)(?!\w))?)"
)


def tokens(flat: str) -> Iterator[tuple[str, bool]]:
    """Yield (token, whether it is a run of unspaced letters) of a flattened text."""
    for match in _TOKEN.finditer(flat):
        yield match.group(), match.lastgroup == "run"
