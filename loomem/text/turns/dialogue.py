"""Cuts a text into turns: the words of each speaker, or paragraphs where nobody speaks.

An export in JSON has no turns here; render it first (``chat_json``), so that the words stand in
the stored source as they were said.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from loomem.text.blocks import Line, in_fence, is_heading, is_rule, lines_of, trim
from loomem.text.turns.days import Order, order_of, read_day
from loomem.text.turns.header import header_day, is_title, participants_of
from loomem.text.turns.marks import Mark, Style, body_begin, read_mark
from loomem.text.turns.model import Turn
from loomem.text.turns.paragraphs import paragraphs
from loomem.text.turns.speakers import Found, choose

_HEAD_LINES: Final = 12
_SAMPLE: Final = 200


class _Opening(NamedTuple):
    """Where a turn begins. ``above`` are the header lines over its mark, ``title`` among them."""

    above: int
    title: Line | None
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
        turns += _title(opening)
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
        if mark is not None and mark.label.can_speak:
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
        header = _header_above(lines, found.line, previous)
        if previous < 0:
            is_dated = header.day is not None
        elif not (is_dated and header.day):
            header = _Header(found.line, None, None)
        day = header.day or day
        previous = found.line
        yield _Opening(lines[header.first].start, header.title, lines[found.line], found.mark, day)


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
        mark = read_mark(line.text)
        if mark is not None and mark.label.can_speak:
            break
    return frozenset()


class _Header(NamedTuple):
    """Number of the first line of a header; of the mark itself, where there is none."""

    first: int
    day: str | None
    title: Line | None


def _header_above(lines: Sequence[Line], mark: int, previous: int) -> _Header:
    header = _Header(mark, None, None)
    for at in range(mark - 1, max(previous, mark - _HEAD_LINES), -1):
        text = lines[at].text
        if (day := header_day(text)) is not None:
            header = _Header(at, day, header.title)
        elif participants_of(text):
            header = header._replace(first=at)
        elif is_title(text):
            header = header._replace(first=at, title=lines[at])
        elif not is_rule(text):
            break
    return header


def _title(opening: _Opening) -> Iterator[Turn]:
    if opening.title is not None:
        start, end = opening.title.start, opening.title.end
        yield Turn(None, None, start, end, start)


def _breaks(lines: Sequence[Line], hidden: set[int]) -> Iterator[Line]:
    """Headings and borders: what follows is no longer said by a person."""
    for number, line in enumerate(lines):
        if number not in hidden and (is_heading(line.text) or is_rule(line.text)):
            yield line


def _last(opening: _Opening, end: int, breaks: Sequence[int]) -> int:
    """Models answer with headings and borders; people do not."""
    if opening.mark.label.role or opening.mark.style is Style.TITLE:
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
        role=mark.label.role,
        start=opening.line.start,
        end=max(last, begin) if body < last else begin,
        body_start=body if body < last else begin,
        day=stamped[0] if stamped else opening.day,
    )
