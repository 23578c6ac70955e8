"""Dates written in digits, and what only looks like them: versions, prices, times, addresses."""

import re
from dataclasses import dataclass
from typing import Final

from loomem.text.dates.combined import Between, Doubtful
from loomem.text.dates.named import Day, Months, Year
from loomem.text.dates.vantage import Expression

CLUSTER: Final = r"[0-9]++(?:[.,:/\-][0-9]++)*+(?:(?<=[0-9])t[0-9]{2}:[0-9]{2}[0-9:.z+\-]*+)?"
"""Digits with what may stand between them, as the inside of a pattern over plain text."""

MARKER: Final = r"\[(?:[a-z]{1,10}:)?[0-9]{4}-[0-9]{2}-[0-9]{2}\]"
"""A date marker: it speaks about a record, and is no part of what the text says."""

_MAX_CLUSTER: Final = 40
_TIME: Final = re.compile(r"t[0-9]{2}:.*")
_YEAR_FIRST: Final = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_YEAR_LAST: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
_YEAR_MONTH: Final = re.compile(r"([0-9]{4})-([0-9]{2})")
_MONTH_YEAR: Final = re.compile(r"([0-9]{1,2})/([0-9]{4})|([0-9]{2})\.([0-9]{4})")
_DAY_MONTH: Final = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_DOTTED: Final = re.compile(r"([0-9]{1,2})\.([01][0-9])")
_DATE: Final = r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}"
_RANGE: Final = re.compile(rf"({_DATE})[-/]({_DATE})")
_DAYS_RANGE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
_YEARS: Final = range(1000, 3000)
_MONTHS: Final = range(1, 13)
_DAYS: Final = range(1, 32)
_ALL_DAY: Final = (24, 7)


@dataclass(frozen=True, slots=True)
class Slashed:
    """``5/3`` or (``kind`` dotted) ``5.03``: a date only where a preposition makes it one."""

    expression: Expression
    kind: str = "slashed"


def read_cluster(cluster: str, language: str | None) -> Expression | Slashed | None:
    """Return the date or period written in digits, a fraction that may be one, or None.

    Day and month are told apart by size, else by the language; without one, the day comes first,
    unsurely.
    """
    if len(cluster) > _MAX_CLUSTER:
        return None
    plain = _TIME.sub("", cluster)
    return (
        _day(plain, language)
        or _month(plain)
        or _range(plain, language)
        or _slashed(plain, language)
    )


def _day(plain: str, language: str | None) -> Expression | None:
    if match := _YEAR_FIRST.fullmatch(plain):
        return _checked(int(match[1]), int(match[3]), int(match[4]))
    match = _YEAR_LAST.fullmatch(plain)
    if match is None:
        return None
    ordered = _order(int(match[1]), int(match[3]), is_sure=match[2] == "." or language == "pl")
    if ordered is None:
        return None
    day, month, is_sure = ordered
    found = _checked(int(match[4]), month, day)
    return found if found is None or is_sure else Doubtful(found)


def _checked(year: int, month: int, day: int) -> Day | None:
    if year in _YEARS and month in _MONTHS and day in _DAYS:
        return Day(month, day, Year(year))
    return None


def _order(one: int, other: int, *, is_sure: bool) -> tuple[int, int, bool] | None:
    """Return (day, month, whether that is sure)."""
    if other in _MONTHS and one in _DAYS:
        return one, other, is_sure or one not in _MONTHS or one == other
    if one in _MONTHS and other in _DAYS:
        return other, one, True
    return None


def _month(plain: str) -> Expression | None:
    if match := _YEAR_MONTH.fullmatch(plain):
        year, month = int(match[1]), int(match[2])
        is_sure = match[2][0] == "0"  # 2010-11 may be two years
    elif match := _MONTH_YEAR.fullmatch(plain):
        month, year = int(match[1] or match[3]), int(match[2] or match[4])
        is_sure = True
    else:
        return None
    if year not in _YEARS or month not in _MONTHS:
        return None
    found = Months(month, year=Year(year))
    return found if is_sure else Doubtful(found)


def _range(plain: str, language: str | None) -> Expression | None:
    if match := _DAYS_RANGE.fullmatch(plain):
        first = _day(f"{match[1]}.{match[3]}.{match[4]}", language)
        last = _day(f"{match[2]}.{match[3]}.{match[4]}", language)
    elif match := _RANGE.fullmatch(plain):
        first, last = _day(match[1], language), _day(match[2], language)
    else:
        return None
    return None if first is None or last is None else Between(first, last)


def _slashed(plain: str, language: str | None) -> Slashed | None:
    if match := _DOTTED.fullmatch(plain):
        day, month = int(match[1]), int(match[2])
        is_day = day in _DAYS and month in _MONTHS
        return Slashed(Day(month, day), "dotted") if is_day else None
    match = _DAY_MONTH.fullmatch(plain)
    if match is None or (int(match[1]), int(match[2])) == _ALL_DAY:
        return None
    ordered = _order(int(match[1]), int(match[2]), is_sure=language == "pl")
    if ordered is None:
        return None
    found = Day(ordered[1], ordered[0])
    return Slashed(found if ordered[2] else Doubtful(found))
