"""The period a question asks about, and whether it is sure enough to leave out everything else."""

import re
from datetime import date, timedelta
from typing import Final

from loomem.text.dates.calendar import Unit, monday_of, period_of
from loomem.text.dates.events import is_habit, pick_single
from loomem.text.dates.finding import scan
from loomem.text.dates.model import DateKind, DateMention, Direction, QueryDates

_WEEK: Final = timedelta(days=7)
_POSSESSIVE: Final = re.compile(r"['\u2019]s\b")
_AROUND: Final = {
    DateKind.WEEK: (Unit.WEEK, timedelta(days=3)),
    DateKind.MONTH: (Unit.MONTH, timedelta(days=15)),
    DateKind.SEASON: (Unit.MONTH, timedelta(days=45)),
    DateKind.YEAR: (Unit.YEAR, timedelta(days=183)),
}
"""What "three weeks ago" asks for beside the one day so counted: its week, and days around it."""


def query_range(text: str, today: date, language: str | None = None) -> QueryDates | None:
    """Return the period a question is about, or None where it names none.

    A month without a year is the latest one, unless the question speaks of the future. "Last week"
    is the seven days up to today. Several different dates give the period around all, not sure.
    """
    mentions = scan(text, today, language, Direction.PAST)
    if not mentions:
        return None
    mention = pick_single(mentions)
    if mention is None:
        first = min(_widened(mention, today)[0] for mention in mentions)
        last = max(_widened(mention, today)[1] for mention in mentions)
        return _query(text, mentions[0], (first, last), is_sure=False)
    is_sure = mention.is_certain and not is_habit(text)
    return _query(text, mention, _widened(mention, today), is_sure=is_sure)


def _query(
    text: str, mention: DateMention, days: tuple[date, date], *, is_sure: bool
) -> QueryDates:
    possessive = _POSSESSIVE.match(text, mention.end)
    return QueryDates(
        first=days[0],
        last=days[1],
        is_sure=is_sure,
        start=mention.start,
        end=possessive.end() if possessive else mention.end,
    )


def _widened(mention: DateMention, today: date) -> tuple[date, date]:
    first, last = mention.first, mention.last
    last_monday = monday_of(today) - _WEEK if today - date.min > 2 * _WEEK else date.min
    if mention.kind is DateKind.WEEK and first == last_monday and last > first:
        return today - _WEEK, today
    if first != last or mention.kind not in _AROUND:
        return first, last
    unit, slack = _AROUND[mention.kind]
    try:
        start, end = period_of(first, unit)
        return min(start, first - slack), max(end, last + slack)
    except (ValueError, OverflowError):
        return first, last
