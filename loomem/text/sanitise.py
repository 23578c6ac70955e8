"""Takes HTML out of a text and leaves everything else as it was, code to the byte."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from loomem.text.code import FENCE, CodeFinder
from loomem.text.markup import BLOCKS, BREAK, CELLS, RAW, TAG, Closings, decode_entities, is_real

MAX_PASSES: Final = 4

_EVENT: Final = re.compile(
    rf"{FENCE}|(?P<ticks>`++)|(?P<comment><!--)|(?P<doctype><!doctype\b[^<>]{{0,300}}>)|{TAG}",
    re.IGNORECASE | re.MULTILINE,
)
_RAW_END: Final = {name: re.compile(rf"</{name}\b[^<>]*+>", re.IGNORECASE) for name in sorted(RAW)}


@dataclass(frozen=True, slots=True)
class Sanitised:
    """A cleaned text, the passes it took, and whether the last of them changed nothing.

    An unstable text is wrapped in more layers than honest text has: refuse it.
    """

    text: str
    passes: int
    is_stable: bool


def sanitise(text: str) -> Sanitised:
    """Strip tags, comments and scripts and decode entities until nothing changes, at most 4 times.

    What is in code fences or backticks stays, and so does what only resembles a tag. A removed
    block leaves a line break where two words would join; no other whitespace is touched.
    """
    for number in range(1, MAX_PASSES + 1):
        cleaned = _Pass(text).run() if "<" in text or "&" in text else text
        if cleaned == text:
            return Sanitised(text, number, is_stable=True)
        text = cleaned
    return Sanitised(text, MAX_PASSES, is_stable=False)


class _Pass:
    """One walk from left to right; what begins first wins, be it code or markup."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._code = CodeFinder(text)
        self._closings = Closings(text)
        self._raw_ends: dict[str, list[int]] = {}
        self._last_comment_end: int | None = None
        self._pieces: list[str] = []
        self._gap = ""

    def run(self) -> str:
        written = position = 0
        while event := _EVENT.search(self._text, position):
            end = self._end_of(event)
            if end is None:
                position = event.end()
                continue
            if written < event.start():
                self._write(decode_entities(self._text[written : event.start()]))
            if self._is_code(event):
                self._write(self._text[event.start() : end])
            else:
                self._open_gap(event)
            written = position = end
        self._write(decode_entities(self._text[written:]))
        return "".join(self._pieces)

    def _is_code(self, event: re.Match[str]) -> bool:
        return event["fence"] is not None or event["ticks"] is not None

    def _end_of(self, event: re.Match[str]) -> int | None:
        """Return where the code or markup ends, or None if the event is plain text."""
        if event["fence"]:
            return self._code.fence_end(event["fence"], event.end())
        if event["ticks"]:
            return self._code.span_end(event.start(), event.end())
        if event["name"]:
            return self._end_of_tag(event) if is_real(event, self._closings) else None
        if event["comment"]:
            return self._end_of_comment(event.end() - 2)  # <!--> is a whole one
        return event.end()

    def _end_of_comment(self, position: int) -> int | None:
        if self._last_comment_end is None:
            self._last_comment_end = self._text.rfind("-->")
        if self._last_comment_end < position:
            return None
        return self._text.index("-->", position) + 3

    def _end_of_tag(self, tag: re.Match[str]) -> int:
        name = tag["name"].lower()
        if name not in RAW or tag["closing"] or tag["empty"]:
            return tag.end()
        if name not in self._raw_ends:
            self._raw_ends[name] = [m.start() for m in _RAW_END[name].finditer(self._text)]
        starts = self._raw_ends[name]
        index = bisect_left(starts, tag.end())
        if index == len(starts):
            return tag.end()
        return self._text.index(">", starts[index]) + 1

    def _open_gap(self, event: re.Match[str]) -> None:
        name = (event["name"] or "").lower()
        if name == BREAK:
            self._gap = BREAK
        elif name in BLOCKS or name in RAW:
            self._gap = self._gap if self._gap == BREAK else "\n"
        elif name in CELLS:
            self._gap = self._gap or " "

    def _write(self, piece: str) -> None:
        if not piece:
            return
        if self._gap and self._pieces:
            piece = self._filled_gap(self._pieces[-1][-1], piece[0]) + piece
        self._gap = ""
        self._pieces.append(piece)

    def _filled_gap(self, before: str, after: str) -> str:
        if self._gap == BREAK:
            return "" if "\n" in (before, after) else "\n"
        return "" if before.isspace() or after.isspace() else self._gap
