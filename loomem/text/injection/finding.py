"""Finds text that tries to give orders to a model that will read it. It marks, it never blocks."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from loomem.text.injection.frames import FRAMES
from loomem.text.injection.model import InjectionKind
from loomem.text.injection.orders import ORDERS

MAX_MARKS: Final = 100

_HIDDEN: Final = (
    r"\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u180e\U000e0000-\U000e007f"
    r"\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f"
)
"""Zero-width and direction controls, tag characters, and control characters that no text needs."""

_HIDDEN_RUN: Final = re.compile(f"[{_HIDDEN}]+")
_NOT_MATCHED: Final = re.compile(f"[{_HIDDEN}\u00ad\u0300-\u036f]")
_NEVER_STRAY: Final = re.compile("[\u202d\u202e\U000e0020-\U000e007f]")  # overrides, tags
_MAX_TOGETHER: Final = 2  # web pages leave pairs behind
_MAX_SHORT: Final = 5
_JOINER: Final = "\u200d"
_FLAG: Final = "\U0001f3f4"

_SPELLINGS: Final[dict[int, int | str]] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict(zip(map(ord, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻİ"), "acelnoszzacelnoszzi", strict=True)),
    **dict.fromkeys(map(ord, "\u2018\u2019\u02bc`\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u3000"), " "),
    ord("\u2581"): "_",
}
"""One character for one, so that offsets stay."""

_SPEAKER: Final = (
    r"(?:\[[^\]\n]{1,40}\][ \t]*)?\**(?:user|human|assistant|ai|chatgpt|claude|uzytkownik|asystent"
    r"|用户|人类|助手|助理)\**[ \t]*[:>]"
)
_FIRST_LINE: Final = re.compile(rf"\s*+{_SPEAKER}")
_SPOKEN_LINE: Final = re.compile(rf"^[ \t]*+{_SPEAKER}", re.MULTILINE)
_TRANSCRIPT_LINES: Final = 4
_LABELS: Final = frozenset({InjectionKind.USER_LABEL, InjectionKind.ASSISTANT_LABEL})


@dataclass(frozen=True, slots=True)
class Injection:
    """A suspicious passage, in characters of the text."""

    kind: InjectionKind
    start: int
    end: int


def find_injections(text: str) -> tuple[Injection, ...]:
    """Return what looks like instructions to a model, in order, at most ``MAX_MARKS`` of them.

    Case, width, accents and characters put between the letters make no difference. Speaker labels
    are ordinary in a transcript, so they count only where one suddenly begins.
    """
    marks = chain(_worded(text), _invisible(text))
    found: list[Injection] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.kind)):
        if not any(mark.kind == other.kind and mark.start < other.end for other in found[-20:]):
            found.append(mark)
    return tuple(found[:MAX_MARKS])


class _View:
    """The text as the wordings see it, and the way back to the original offsets."""

    def __init__(self, text: str) -> None:
        self._dropped = [mark.start() for mark in _NOT_MATCHED.finditer(text)]
        kept = _NOT_MATCHED.sub("", text) if self._dropped else text
        self.text = kept.translate(_SPELLINGS).lower()
        # After how many kept characters each dropped one stood.
        self._kept_before = [place - index for index, place in enumerate(self._dropped)]

    def original(self, position: int) -> int:
        return position + bisect_left(self._kept_before, position + 1)


def _worded(text: str) -> Iterator[Injection]:
    view = _View(text)
    single_spaced = " ".join(view.text.split())
    is_transcript: bool | None = None
    for wording in (*ORDERS, *FRAMES):
        if not any(trigger in single_spaced for trigger in wording.triggers):
            continue
        if wording.kind in _LABELS:
            if is_transcript is None:
                is_transcript = _is_transcript(view.text)
            if is_transcript:
                continue
        for count, found in enumerate(wording.pattern.finditer(view.text)):
            if count == MAX_MARKS:
                break
            if wording.accept is None or wording.accept(found):
                start, last = view.original(found.start()), view.original(found.end() - 1)
                yield Injection(wording.kind, start, last + 1)


def _is_transcript(folded: str) -> bool:
    if _FIRST_LINE.match(folded):
        return True
    lines = _SPOKEN_LINE.finditer(folded)
    return sum(1 for _ in zip(range(_TRANSCRIPT_LINES), lines, strict=False)) == _TRANSCRIPT_LINES


def _invisible(text: str) -> Iterator[Injection]:
    """Yield long runs and overrides at once; short ones only when there are several."""
    if text.isascii() and text.isprintable():
        return
    short: list[Injection] = []
    certain = 0
    for run in _HIDDEN_RUN.finditer(text):
        if _is_innocent(text, run):
            continue
        mark = Injection(InjectionKind.INVISIBLE_CHARACTERS, run.start(), run.end())
        if len(run.group()) > _MAX_TOGETHER or _NEVER_STRAY.search(run.group()):
            certain += 1
            yield mark
        else:
            short.append(mark)
        if certain + len(short) >= MAX_MARKS:
            break
    if len(short) > _MAX_SHORT:
        yield from short


def _is_innocent(text: str, run: re.Match[str]) -> bool:
    """Emoji sequences, regional flags, and the joiners and marks that some scripts need."""
    before = text[run.start() - 1] if run.start() else ""
    if not before:
        return run.group() == "\ufeff"
    if before == _FLAG:
        return run.group()[-1] == "\U000e007f"
    if run.group() in "\u200c\u200d\u200e\u200f":
        if run.group() == _JOINER and unicodedata.category(before) in {"So", "Sk", "Mn"}:
            return True
        return (
            unicodedata.bidirectional(before) in {"R", "AL", "NSM"}
            or "\u0900" <= before < "\u1000"
        )
    return False
