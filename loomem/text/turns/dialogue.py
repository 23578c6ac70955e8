"""Cuts a text into turns: the words of each speaker, or paragraphs where nobody speaks.

An export in JSON has no turns here; render it first (``chat_json``), so that the words stand in
the stored source as they were said.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from loomem.text.blocks import Line, in_fence, is_heading, is_rule, lines_of, trim
from loomem.text.turns.days import Order, order_of, read_day
from loomem.text.turns.header import header_day, participants_of
from loomem.text.turns.marks import Mark, Style, body_begin, read_mark
from loomem.text.turns.model import Turn
from loomem.text.turns.paragraphs import paragraphs
from loomem.text.turns.speakers import Found, choose

_HEAD_LINES: Final = 12
_SAMPLE: Final = 200


class _Opening(NamedTuple):
    """Where a turn begins: ``above`` is the first header line over its mark, or the mark itself."""

    above: int
    line: Line
    mark: Mark
    day: str | None


def split_turns(text: str) -> list[Turn]:
    """Return the turns in order. They hold every word of the text, but for lines above a mark that
    only give the date or the participants.
    """
    lines = lines_of(text)
    hidden = _fenced(lines)
    openings = list(_openings(lines, hidden))
    if not openings:
        return paragraphs(text, 0, len(text))
    order = next((o for opening in openings if (o := order_of(opening.mark.stamp))), None)
    breaks = [line.start for line in _breaks(lines, hidden)]
    turns = paragraphs(text, 0, openings[0].above)
    ends = [*(opening.above for opening in openings[1:]), len(text)]
    for opening, end in zip(openings, ends, strict=True):
        last = _last(opening, end, breaks)
        turns.append(_turn(text, opening, last, order))
        turns += paragraphs(text, last, end)
    return turns


def conversation_date(text: str) -> str | None:
    """Return the ISO day on which a conversation took place, only where the text says so.

    That is a line above the first words that gives nothing but a date, or one day in all the
    dates with which turns are marked.
    """
    for line in lines_of(text[: _SAMPLE * _HEAD_LINES])[:_HEAD_LINES]:
        day = header_day(line.text)
        if day is not None:
            return day
        mark = read_mark(line.text)
        if mark is not None and mark.can_speak:
            break
    days = {turn.day for turn in split_turns(text) if turn.author is not None}
    return days.pop() if len(days) == 1 else None


def _fenced(lines: Sequence[Line]) -> set[int]:
    """Numbers of the lines inside of code fences, but for those that open one behind a mark."""
    hidden: set[int] = set()
    for first, last in in_fence([line.text for line in lines], body_begin):
        hidden.update(range(first + 1, last + 1))
    return hidden


def _openings(lines: Sequence[Line], hidden: set[int]) -> Iterator[_Opening]:
    chosen = choose(list(_marks(lines, hidden)), len(lines), _participants(lines))
    day: str | None = None
    is_dated = False  # with a date over the first turn, one may stand over later ones too
    previous = -1
    for found in chosen:
        first, header = _header_above(lines, found.line, previous)
        if previous < 0:
            is_dated = header is not None
        elif not is_dated:
            first, header = found.line, None
        day = header or day
        previous = found.line
        yield _Opening(lines[first].start, lines[found.line], found.mark, day)


def _marks(lines: Sequence[Line], hidden: set[int]) -> Iterator[Found]:
    for at, line in enumerate(lines):
        mark = None if at in hidden else read_mark(line.text)
        if mark is None:
            continue
        words = line.text[mark.body : mark.body + _SAMPLE]
        if not words and at + 1 < len(lines):
            words = lines[at + 1].text[:_SAMPLE]
        yield Found(mark, at, words)


def _participants(lines: Sequence[Line]) -> frozenset[str]:
    for line in lines[:_HEAD_LINES]:
        names = participants_of(line.text)
        if names:
            return names
    return frozenset()


def _header_above(lines: Sequence[Line], mark: int, previous: int) -> tuple[int, str | None]:
    """Return the number of the first header line above a mark, and the day that it gives."""
    first, day = mark, None
    for at in range(mark - 1, max(previous, mark - _HEAD_LINES), -1):
        text = lines[at].text
        found = header_day(text)
        if found is None and not participants_of(text):
            if is_rule(text):
                continue
            break
        first, day = at, found or day
    return first, day


def _breaks(lines: Sequence[Line], hidden: set[int]) -> Iterator[Line]:
    """Headings and borders: what follows is no longer said by a person."""
    for number, line in enumerate(lines):
        if number not in hidden and (is_heading(line.text) or is_rule(line.text)):
            yield line


def _last(opening: _Opening, end: int, breaks: Sequence[int]) -> int:
    """Models answer with headings and borders; people do not."""
    if opening.mark.role or opening.mark.style is Style.TITLE:
        return end
    at = bisect_right(breaks, opening.line.start)
    return min(breaks[at], end) if at < len(breaks) else end


def _turn(text: str, opening: _Opening, end: int, order: Order | None) -> Turn:
    mark = opening.mark
    begin = opening.line.start + mark.body
    body, last = trim(text, begin, end)
    stamped = read_day(mark.stamp, order)
    return Turn(
        author=mark.name,
        role=mark.role,
        start=opening.line.start,
        end=max(last, begin) if body < last else begin,
        body_start=body if body < last else begin,
        day=stamped[0] if stamped else opening.day,
    )
