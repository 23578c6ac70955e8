"""Takes identifiers apart: paths, addresses, versions, hyphens, apostrophes, camelCase."""

import re
from hashlib import blake2b
from typing import Final

MAX_TERM: Final = 64
"""Length of the longest term, in characters."""

_KEPT_PREFIX: Final = 48
_LEVELS: Final = (
    re.compile(r"[/\\:@?=&#%+~,]+"),
    re.compile(r"\."),
    re.compile(r"[_\-']+"),
)
_SEPARATORS: Final = re.compile(r"[/\\:@?=&#%+~,._\-']")
_HYPHENATED: Final = re.compile(r"[^/\\:@?=&#%+~,._']+")
_APOSTROPHE_ENDINGS: Final = frozenset({"s", "m", "re", "ve", "ll", "d"})
_HUMP: Final = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_HUMPS: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z]{2})|[A-Z]*[a-z]+|[A-Z]+|[0-9]+")


def clip(term: str) -> str:
    """Return a term of bounded length that still tells long ones apart."""
    if len(term) <= MAX_TERM:
        return term
    digest = blake2b(term.encode("utf-8", "replace"), digest_size=7).hexdigest()
    return f"{term[:_KEPT_PREFIX]}~{digest}"


def split_compound(compound: str) -> tuple[list[str], list[str]]:
    """Return (composites, atoms): the whole and its larger parts, and the pieces without separators."""
    composites, parts = [compound], [compound]
    for separator in _LEVELS:
        pieces = (piece.strip("_-'") for part in parts for piece in separator.split(part))
        parts = [piece for piece in pieces if piece]
        composites += [part for part in parts if _SEPARATORS.search(part)]
    return list(dict.fromkeys(composites)), list(dict.fromkeys(parts))


def split_apostrophe(word: str) -> tuple[str, list[str]]:
    """Return (joined spelling, words worth finding) of a lower-case word with apostrophes.

    ``zosia's`` is about zosia, ``don't`` is also written dont, ``o'brien`` is obrien and brien.
    """
    stem, *endings = word.split("'")
    if len(endings) == 1 and endings[0] in _APOSTROPHE_ENDINGS:
        return stem, [stem]
    joined = word.replace("'", "")
    if endings == ["t"]:
        return joined, []
    return joined, [part for part in (stem, *endings) if len(part) > 2]


def has_only_apostrophes(word: str) -> bool:
    """Say whether a word is held together by apostrophes alone."""
    return "'" in word and word.replace("'", "").isalnum()


def join_hyphens(composite: str) -> str | None:
    """Return ``email`` for ``e-mail``; None where other separators take part."""
    if "-" in composite and _HYPHENATED.fullmatch(composite):
        return composite.replace("-", "")
    return None


def camel_parts(atom: str) -> list[str]:
    """Return the humps of camelCase in their own case; nothing for ordinary or endless words."""
    if len(atom) > MAX_TERM or _HUMP.search(atom) is None:
        return []
    return [part for part in _HUMPS.findall(atom) if len(part) > 1]
