"""What can be redacted, what was, and the marker that takes its place."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class PiiKind(StrEnum):
    """Kinds from the most to the least specific; of two that fit equally, the first wins."""

    SECRET = "secret"  # noqa: S105 - a kind, not a secret
    IBAN = "iban"
    CARD = "card"
    EMAIL = "email"
    PHONE = "phone"
    PESEL = "pesel"
    BLOCKLIST = "blocklist"


MARKERS: Final = {
    PiiKind.SECRET: "[REDACTED]",
    PiiKind.IBAN: "[ID]",
    PiiKind.CARD: "[ID]",
    PiiKind.EMAIL: "[EMAIL]",
    PiiKind.PHONE: "[PHONE]",
    PiiKind.PESEL: "[ID]",
    PiiKind.BLOCKLIST: "[REDACTED]",
}
RANKS: Final = {kind: rank for rank, kind in enumerate(PiiKind)}


class Span(NamedTuple):
    """A passage to hide, in characters of the text that was searched."""

    start: int
    end: int
    kind: PiiKind


Finder = Callable[[str], Iterator[Span]]
"""Yields what it recognises, in any order; spans of several finders may overlap."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was redacted where, in characters of the original; the value is kept nowhere.

    ``path`` is empty for a text. In a structure it points to the string like a JSON pointer, in
    redacted keys; a key that was itself redacted is its own place.
    """

    kind: PiiKind
    start: int
    length: int
    path: str = ""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text with markers, and the findings in the order of the text."""

    text: str
    findings: tuple[Finding, ...]

    def counts(self) -> dict[PiiKind, int]:
        """Return how many findings there are of each kind, as an audit needs them."""
        return dict(Counter(finding.kind for finding in self.findings))


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactionOptions:
    """Which kinds are redacted. ``blocklist`` holds the words and phrases to hide.

    ``default_region`` is the two-letter region whose telephone numbers are written without a
    country code; an unknown one means that there is none.
    """

    enabled: bool = True
    redact_phones: bool = True
    redact_emails: bool = True
    redact_ids: bool = True
    redact_cards: bool = True
    redact_ibans: bool = True
    redact_secrets: bool = True
    default_region: str = "PL"
    blocklist: tuple[str, ...] = ()
