"""Finds what a text marks as code, with fences or backticks, as Markdown does."""

import re
from bisect import bisect_left
from collections import defaultdict
from typing import Final

FENCE: Final = (
    r"^[ \t>]*+(?:[-*+][ \t]++)?+"
    r"(?P<fence>`{3,}+(?=[^`\n]*+$)|~{3,}+)"
)
"""Opens a block of code; use with MULTILINE."""

_BLANK: Final = re.compile(r"\n[ \t]*+\n")
_TICKS: Final = re.compile(r"`++")


class CodeFinder:
    """Says where code that begins at a place ends. Each table is made when first needed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._blanks: list[int] | None = None
        self._runs: dict[int, list[int]] | None = None

    def fence_end(self, fence: str, position: int) -> int:
        """Return the end of the block that the fence opens; without a closing one, of the text."""
        mark = re.escape(fence[0])
        closing = re.compile(rf"^[ \t>]*+{mark}{{{len(fence)},}}+[ \t]*+$", re.MULTILINE)
        found = closing.search(self._text, position)
        return found.end() if found else len(self._text)

    def span_end(self, start: int, end: int) -> int | None:
        """Return where the span ends that the run of backticks opens, or None if it opens none.

        A span is closed by a run of the same length in the same paragraph.
        """
        runs = self._all_runs()[end - start]
        index = bisect_left(runs, end)
        if index == len(runs):
            return None
        closing = runs[index]
        if self._next_blank(end) < closing:
            return None
        return closing + end - start

    def _all_runs(self) -> dict[int, list[int]]:
        if self._runs is None:
            self._runs = defaultdict(list)
            for run in _TICKS.finditer(self._text):
                self._runs[run.end() - run.start()].append(run.start())
        return self._runs

    def _next_blank(self, position: int) -> int:
        if self._blanks is None:
            self._blanks = [blank.start() for blank in _BLANK.finditer(self._text)]
        index = bisect_left(self._blanks, position)
        return self._blanks[index] if index < len(self._blanks) else len(self._text)
