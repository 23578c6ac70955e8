"""Names that their form alone gives away: handles, hashtags, identifiers in code style."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.cjk import UNSPACED
from loomem.text.entities.model import EntityType, Mention
from loomem.text.stopwords import words

_HANDLE: Final = re.compile(
    r"(?<![A-Za-z0-9_@./:#-])@([A-Za-z][A-Za-z0-9_]{1,38}+(?:[.-][A-Za-z0-9_]{1,30}+)*+)(?![/(@]|\.[A-Za-z0-9_])"
)
_TAG: Final = re.compile(rf"(?<![A-Za-z0-9_#&/?=])#((?=[^\W\d])[\w{UNSPACED}-]{{2,40}}+)(?![#\w])")
_HEX: Final = re.compile(r"[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3}(?:[0-9a-fA-F]{2})?)?")
_CAMEL: Final = re.compile(
    r"(?<![\w.@#/\-])(?:[A-Z][a-z]{1,20}+\d{0,4}(?:[A-Z][a-z]{1,20}+\d{0,4}|[A-Z]{2,5}+(?![a-z])){1,4}+"
    r"|[A-Z][a-z]{1,12}+(?:JS|AI|DB|QL|ML|OS)|[a-z]{1,3}[A-Z][a-z]{2,15}+)(?![\w/@])"
)
_CALL: Final = re.compile(
    r"(?<![\w./@-])([a-z_][a-z0-9_]{1,40}+(?:\.[a-z_][a-z0-9_]{1,40}+){1,5}+)(?=\(\)|`)"
)
_NOT_CODE: Final = re.compile(r"(?:Mc|Mac|De|Di|Le|La|Van|Von|Du|Fitz|O)[A-Z]")
_DECORATORS: Final = words(
    "property staticmethod classmethod dataclass override app param return returns media import"
)
_SURE, _FAIR = 0.8, 0.6


def signs_in(text: str) -> Iterator[Mention]:
    """Yield handles, tags and identifiers in order of kind."""
    for match in _HANDLE.finditer(text):
        if match[1].lower() not in _DECORATORS:
            yield _mention(match, match.group(), EntityType.HANDLE, _SURE)
    for match in _TAG.finditer(text):
        if not _HEX.fullmatch(match[1]):
            yield _mention(match, match.group(), EntityType.TAG, _SURE)
    for match in _CAMEL.finditer(text):
        if not _NOT_CODE.match(match.group()):
            yield _mention(match, match.group(), EntityType.TECHNOLOGY, _FAIR)
    for match in _CALL.finditer(text):
        yield _mention(match, match[1], EntityType.TECHNOLOGY, _FAIR)


def _mention(
    match: re.Match[str], name: str, entity_type: EntityType, confidence: float
) -> Mention:
    return Mention(
        name=name,
        canonical=name,
        entity_type=entity_type,
        start=match.start(),
        end=match.start() + len(name),
        confidence=confidence,
    )
