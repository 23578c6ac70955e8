"""Base forms of names in Polish text, spelled with the letters that the writer used."""

from collections.abc import Iterator
from typing import Final

from loomem.text.folding import fold
from loomem.text.lexicon import Lexicon

_ENDINGS: Final = (
    ("owi", ("",)),
    ("iem", ("",)),
    ("em", ("",)),
    ("ia", ("",)),
    ("iu", ("",)),
    ("ami", ("", "a")),
    ("ach", ("", "a")),
    ("rze", ("r", "ra", "re")),
    ("ce", ("ka",)),
    ("cie", ("t", "ta")),
    ("dzie", ("d", "da")),
    ("le", ("l", "la", "le")),
    ("ie", ("", "a")),
    ("u", ("",)),
    ("a", ("",)),
    ("y", ("a", "")),
    ("i", ("a", "")),
    ("e", ("a",)),
    ("om", ("",)),
    ("ow", ("",)),
)
_MIN_STEM: Final = 3


def base_forms(plain: str, lexicon: Lexicon) -> Iterator[str]:
    """Yield what a folded word may be a form of: what the lexicon knows, else by its ending."""
    lemmas = [lemma for lemma in lexicon.lemmas(plain) if lemma != plain]
    yield from lemmas
    stem, apostrophe, _ending = plain.partition("'")
    if apostrophe:
        yield stem
        return
    for ending, bases in _ENDINGS:
        rest = plain.removesuffix(ending)
        if rest != plain and len(rest) + len(bases[0]) >= _MIN_STEM:
            yield from (rest + base for base in bases)
            if rest.endswith("ks"):
                yield rest[:-2] + "x"


def respell(written: str, lemma: str) -> str:
    """Return a folded base form with the capitals and accents of the written form."""
    plain = fold(written)
    if len(plain) != len(written):
        return written
    same = 0
    while same < min(len(plain), len(lemma)) and plain[same] == lemma[same]:
        same += 1
    return written[:same] + lemma[same:]
