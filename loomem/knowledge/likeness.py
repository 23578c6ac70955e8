"""Near-duplicates by their words: the same terms in the same order, numbers and negations included."""

import re
from collections import Counter

from loomem.text.analysis import Analyzer
from loomem.text.folding import fold
from loomem.text.language import guess_language

SAME_COSINE = 0.80
"""Centred vectors of two wordings of one sentence lie above this for 95 of 100 (see novelty)."""

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_MAX_CHARS = 4_000
_NEGATIONS = frozenset(
    {
        "not", "no", "never", "dont", "don't", "doesnt", "doesn't", "didnt", "didn't", "isnt", "isn't",
        "wont", "won't", "cant", "can't", "cannot", "without", "stopped", "nie", "nigdy", "bez", "juz",
        "przestal", "przestala",
    }
)  # fmt: skip
_CHINESE_NEGATIONS = "不没無无别未"


def says_the_same(analyzer: Analyzer, one: str, two: str, cosine: float | None) -> bool:
    """Say whether two texts differ in wording only, judged by their terms.

    No term, number, negation or order may differ: "tea over coffee" is not "coffee over tea". A known
    cosine must be high as well.
    """
    if cosine is not None and cosine < SAME_COSINE:
        return False
    if max(len(one), len(two)) > _MAX_CHARS or _marks(one) != _marks(two):
        return False
    language = guess_language(one)
    if language != guess_language(two):
        return False
    first, second = (analyzer.document_terms(text, language) for text in (one, two))
    return bool(first) and first == second


def _marks(text: str) -> tuple[Counter[str], int, bool]:
    words = re.findall(r"[\w']+", fold(text))
    negations = sum(word in _NEGATIONS for word in words)
    negations += sum(text.count(sign) for sign in _CHINESE_NEGATIONS)
    return Counter(_NUMBER.findall(text)), negations, text.rstrip().endswith(("?", "？"))
