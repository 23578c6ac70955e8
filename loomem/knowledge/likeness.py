"""Near-duplicates by their words: the same words in the same order, but for articles and punctuation.

Not by stems or vectors: "I lived in Warsaw" and "I live in Warsaw", "tea over coffee" and "coffee over
tea" are near in both, and neither may swallow the other.
"""

import re
import unicodedata

SAME_COSINE = 0.80
"""Centred vectors of two wordings of one sentence lie above this for 95 of 100 (see novelty)."""

_WORD = re.compile(r"[-+]?\d+(?:[.,:]\d+)*%?|[^\W\d_]+(?:['’][^\W\d_]+)?[+#]*|[^\w\s]")
_PUNCTUATION = re.compile(r"[.,;:!。，；：！、\"“”„()\[\]…–—-]")
_ARTICLES = frozenset({"a", "an", "the"})
_MAX_CHARS = 4_000


def says_the_same(one: str, two: str, cosine: float | None) -> bool:
    """Say whether two texts differ in articles and punctuation only.

    A known cosine must be high as well. A question is never the same as a statement.
    """
    if cosine is not None and cosine < SAME_COSINE:
        return False
    first = wording(one)
    return bool(first) and first == wording(two)


def wording(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, without articles and punctuation; none of a long one."""
    if len(text) > _MAX_CHARS:
        return ()
    plain = unicodedata.normalize("NFKC", text).casefold()
    found = _WORD.findall(plain)
    return tuple(w for w in found if w not in _ARTICLES and not _PUNCTUATION.fullmatch(w))
