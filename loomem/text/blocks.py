"""Lines, code fences and paragraphs of a text as people type it: plain, or with some Markdown.

Offsets are characters of the whole text. Nothing is rendered and nothing is thrown away.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

Span = tuple[int, int]

_FENCE: Final = re.compile(r"[ \t]{0,12}(?P<mark>`{3,}+|~{3,}+)(?P<info>[^`\n]*)$")
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM: Final = re.compile(r"[ \t]{0,12}(?:[-*+•·]|\d{1,3}[.)、])[ \t]")
_RULE: Final = re.compile(r"[ \t]{0,3}([-*_=])[ \t]?(?:\1[ \t]?){2,80}$")
_RULE_SIGNS: Final = frozenset("-*_=")


class Line(NamedTuple):
    """A line that is not blank, without the white space at its end; ``start`` is its offset.

    ``is_parted`` says that a blank line stands above it.
    """

    start: int
    text: str
    is_parted: bool

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        return self.start + len(self.text)


class BlockKind(StrEnum):
    """What a block of lines is."""

    HEADING = "heading"
    PROSE = "prose"
    LIST = "list"
    CODE = "code"
    RULE = "rule"


class Block(NamedTuple):
    """Lines that belong together; neither end is white space."""

    start: int
    end: int
    kind: BlockKind


def trim(text: str, start: int, end: int) -> Span:
    """Return the span without white space at either end; an empty one lies at ``start``."""
    inside = text[start:end]
    if not inside or inside.isspace():
        return start, start
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())


def lines_of(text: str, start: int = 0, end: int | None = None) -> list[Line]:
    """Return the lines of a span of a text; those that are blank are left out."""
    found: list[Line] = []
    at, is_parted = start, False
    for raw in text[start:end].splitlines(keepends=True):
        bare = raw.rstrip()
        if bare:
            found.append(Line(at, bare, is_parted))
        is_parted = not bare
        at += len(raw)
    return found


def is_heading(line: str) -> bool:
    """Say whether a line is a Markdown heading."""
    return "#" in line[:4] and _HEADING.match(line) is not None


def is_rule(line: str) -> bool:
    """Say whether a line only draws a border, such as ``---``."""
    return line[-1:] in _RULE_SIGNS and _RULE.match(line) is not None


def in_fence(
    lines: Sequence[str], begin: Callable[[str], int] | None = None
) -> list[tuple[int, int]]:
    """Return (first, last) position of every closed code fence, borders included.

    A fence that is never closed is no fence. ``begin`` tells where on a line the text begins, for
    transcripts in which a fence opens behind the name of the speaker.
    """
    marks = [
        _FENCE.match(line, begin(line) if begin else 0) if "```" in line or "~~~" in line else None
        for line in lines
    ]
    longest = _longest_closer_after(marks)
    found: list[tuple[int, int]] = []
    opened = -1
    for at, mark in enumerate(marks):
        if mark is None:
            continue
        if opened < 0:
            if len(mark["mark"]) <= longest[at][mark["mark"][0]]:
                opened = at
        elif _closes(mark, marks[opened]):
            found.append((opened, at))
            opened = -1
    return found


def open_fence(text: str) -> str | None:
    """Return the line that would close a fence left open in a text, None where there is none."""
    opened: re.Match[str] | None = None
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark is None:
            continue
        if opened is None:
            opened = mark
        elif _closes(mark, opened):
            opened = None
    return opened["mark"] if opened else None


def _closes(mark: re.Match[str], opening: re.Match[str] | None) -> bool:
    return (
        opening is not None
        and mark["mark"].startswith(opening["mark"])
        and mark.start() == 0
        and not mark["info"].strip()
    )


def _longest_closer_after(marks: Sequence[re.Match[str] | None]) -> list[dict[str, int]]:
    """For every line: the longest bare fence of each sign that follows it."""
    longest = {"`": 0, "~": 0}
    found = [longest] * len(marks)
    for at in range(len(marks) - 1, -1, -1):
        found[at] = longest
        mark = marks[at]
        if mark is not None and mark.start() == 0 and not mark["info"].strip():
            sign, length = mark["mark"][0], len(mark["mark"])
            if length > longest[sign]:
                longest = {**longest, sign: length}
    return found


def blocks_of(text: str, start: int, end: int) -> list[Block]:
    """Cut a span at blank lines, headings, borders and code fences; a list stays in one piece."""
    lines = lines_of(text, start, end)
    found: list[Block] = []
    for first, last, kind in _groups(lines):
        block = Block(*trim(text, lines[first].start, lines[last].end), kind)
        if found and _continues_list(found[-1], block, text):
            block = Block(found.pop().start, block.end, BlockKind.LIST)
        found.append(block)
    return found


def _continues_list(before: Block, block: Block, text: str) -> bool:
    """Items with blank lines between them, or an indented second paragraph of an item."""
    if before.kind is not BlockKind.LIST or block.kind in (BlockKind.HEADING, BlockKind.RULE):
        return False
    between = text[before.end : block.start].splitlines()
    return block.kind is BlockKind.LIST or len(between[-1].expandtabs()) > 1


def _groups(lines: list[Line]) -> Iterator[tuple[int, int, BlockKind]]:
    """Yield (first line, last line, kind)."""
    fences = dict(in_fence([line.text for line in lines]))
    at, opened = 0, -1
    while at < len(lines):
        line = lines[at]
        alone = BlockKind.CODE if at in fences else _stands_alone(line.text)
        if opened >= 0 and (alone or line.is_parted):
            yield opened, at - 1, _kind_of(lines[opened].text)
            opened = -1
        if alone:
            yield at, fences.get(at, at), alone
        elif opened < 0:
            opened = at
        at = fences.get(at, at) + 1
    if opened >= 0:
        yield opened, len(lines) - 1, _kind_of(lines[opened].text)


def _stands_alone(line: str) -> BlockKind | None:
    if is_heading(line):
        return BlockKind.HEADING
    return BlockKind.RULE if is_rule(line) else None


def _kind_of(line: str) -> BlockKind:
    return BlockKind.LIST if _ITEM.match(line) else BlockKind.PROSE
