"""Puts markers in the place of personal data and secrets, in texts and in metadata."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from loomem.text.pii.blocklist import Blocklist
from loomem.text.pii.borders import plain
from loomem.text.pii.emails import find_emails
from loomem.text.pii.identity import find_cards, find_ibans, find_pesels
from loomem.text.pii.model import (
    MARKERS,
    RANKS,
    Finder,
    Finding,
    Redacted,
    RedactionOptions,
    Span,
)
from loomem.text.pii.phones import PhoneFinder
from loomem.text.pii.secrets import find_secrets

MAX_DEPTH: Final = 32
TOO_DEEP: Final = "[REDACTED]"

_MARKER: Final = re.compile(r"\[(?:PHONE|EMAIL|ID|REDACTED)\]")
_MAX_ROUNDS: Final = 8


class Redactor:
    """Redacts what its options say. It holds no text and may be shared."""

    def __init__(self, options: RedactionOptions) -> None:
        self._finders = _chosen_finders(options) if options.enabled else ()
        self._blocklist = Blocklist(options.blocklist if options.enabled else ())
        self._is_on = options.enabled

    def redact(self, text: str) -> Redacted:
        """Return the text with markers. Redacting the result again changes nothing."""
        if not self._is_on:
            return Redacted(text, ())
        hidden: list[Span] = []
        shown = _Shown(text, hidden)
        for _ in range(_MAX_ROUNDS):  # a marker may free what its neighbour stood in the way of
            spans = self._find(shown.text)
            if not spans:
                break
            hidden = _resolved([*hidden, *(shown.original(span) for span in spans)])
            shown = _Shown(text, hidden)
        return Redacted(
            shown.text, tuple(Finding(s.kind, s.start, s.end - s.start) for s in hidden)
        )

    def redact_value(self, value: Any) -> tuple[Any, tuple[Finding, ...]]:
        """Redact the keys, strings and whole numbers of JSON data, ``MAX_DEPTH`` levels deep.

        What lies deeper is replaced as a whole. A key counts as the words before its value, so
        ``{"phone": 600700800}`` is recognised. Keys that become equal get a number.
        """
        findings: list[Finding] = []
        return self._value(value, "", "", findings, MAX_DEPTH), tuple(findings)

    def _value(
        self, value: Any, label: str, path: str, findings: list[Finding], depth: int
    ) -> Any:
        if not self._is_on or value is None or isinstance(value, bool | float):
            return value
        if isinstance(value, int):
            redacted = self._labelled(str(value), label, path, findings)
            return value if redacted == str(value) else redacted
        if isinstance(value, str):
            return self._labelled(value, label, path, findings)
        if depth == 0:
            return TOO_DEEP
        if isinstance(value, Mapping):
            return self._mapping(value, path, findings, depth - 1)
        if isinstance(value, list | tuple):
            return [
                self._value(item, label, f"{path}/{index}", findings, depth - 1)
                for index, item in enumerate(value)
            ]
        return value

    def _mapping(
        self, mapping: Mapping[Any, Any], path: str, findings: list[Finding], depth: int
    ) -> dict[Any, Any]:
        cleaned: dict[Any, Any] = {}
        for key, item in mapping.items():
            shown = key
            if isinstance(key, str):
                redacted = self.redact(key)
                shown = _unused(redacted.text, cleaned) if redacted.findings else key
                place = f"{path}/{shown}"
                findings.extend(
                    Finding(f.kind, f.start, f.length, place) for f in redacted.findings
                )
            if shown in cleaned:
                shown = _unused(str(shown), cleaned)
            cleaned[shown] = self._value(item, str(key), f"{path}/{shown}", findings, depth)
        return cleaned

    def _labelled(self, text: str, label: str, path: str, findings: list[Finding]) -> str:
        """Redact a string that stands behind a label, and take no part of the label along."""
        front = f"{label}: " if label else ""
        spans = [
            Span(
                max(found.start - len(front), 0),
                found.start + found.length - len(front),
                found.kind,
            )
            for found in self.redact(front + text).findings
            if found.start + found.length > len(front)
        ]
        findings.extend(Finding(s.kind, s.start, s.end - s.start, path) for s in spans)
        return _Shown(text, spans).text

    def _find(self, text: str) -> list[Span]:
        searched = plain(text)
        spans = [span for finder in self._finders for span in finder(searched)]
        spans.extend(self._blocklist.find(text))
        if spans and "[" in text:
            spans = list(_beside_markers(text, spans))
        return _resolved(spans)


def _chosen_finders(options: RedactionOptions) -> tuple[Finder, ...]:
    chosen: list[tuple[bool, Finder]] = [
        (options.redact_secrets, find_secrets),
        (options.redact_ibans, find_ibans),
        (options.redact_cards, find_cards),
        (options.redact_emails, find_emails),
        (options.redact_phones, PhoneFinder(options.default_region).find),
        (options.redact_ids, find_pesels),
    ]
    return tuple(finder for is_chosen, finder in chosen if is_chosen)


class _Segment(NamedTuple):
    """A part of what is shown: kept text, or a marker for a hidden part of the original."""

    shown: int
    start: int
    end: int
    is_marker: bool


class _Shown:
    """A text with its hidden spans replaced, and the way back to the original offsets."""

    def __init__(self, text: str, hidden: Iterable[Span]) -> None:
        self._segments: list[_Segment] = []
        pieces: list[str] = []
        length = place = 0
        for span in (*hidden, None):
            start = len(text) if span is None else span.start
            self._segments.append(_Segment(length, place, start, is_marker=False))
            pieces.append(text[place:start])
            length += start - place
            if span is not None:
                self._segments.append(_Segment(length, span.start, span.end, is_marker=True))
                pieces.append(MARKERS[span.kind])
                length += len(pieces[-1])
                place = span.end
        self.text = "".join(pieces)
        self._places = [segment.shown for segment in self._segments]

    def original(self, span: Span) -> Span:
        first = self._segment_at(span.start)
        last = self._segment_at(span.end - 1)
        start = first.start if first.is_marker else first.start + span.start - first.shown
        end = last.end if last.is_marker else last.start + span.end - last.shown
        return Span(start, end, span.kind)

    def _segment_at(self, place: int) -> _Segment:
        return self._segments[bisect_right(self._places, place) - 1]


def _resolved(spans: Iterable[Span]) -> list[Span]:
    """Join overlapping spans; the longest, then the most specific kind names the whole."""
    resolved: list[Span] = []
    winner: Span | None = None
    for span in sorted(spans):
        if winner is None or span.start >= resolved[-1].end:
            resolved.append(span)
            winner = span
            continue
        winner = min(winner, span, key=lambda s: (s.start - s.end, RANKS[s.kind]))
        start, end, _ = resolved[-1]
        resolved[-1] = Span(start, max(end, span.end), winner.kind)
    return resolved


def _beside_markers(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Leave out spans that hold nothing but markers, and cut no marker in two."""
    markers = [marker.span() for marker in _MARKER.finditer(text)]
    ends = [end for _, end in markers]
    for span in spans:
        start, end, kind = span
        rest = []
        place = start
        for index in range(bisect_right(ends, start), len(markers)):
            marker_start, marker_end = markers[index]
            if marker_start >= end:
                break
            rest.append(text[place:marker_start])
            start, place = min(start, marker_start), marker_end
        rest.append(text[place:end])
        if any(char.isalnum() for piece in rest for char in piece):
            yield Span(start, max(end, place), kind)


def _unused(key: str, taken: Mapping[Any, Any]) -> str:
    number, name = 2, key
    while name in taken:
        name = f"{key} ({number})"
        number += 1
    return name
