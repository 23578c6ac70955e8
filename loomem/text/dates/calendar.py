"""Arithmetic on days. Raises ValueError or OverflowError beyond the years 1 to 9999."""

from calendar import monthrange
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final

_DAYS_IN_WEEK: Final = 7
_MONTHS_IN_YEAR: Final = 12


class Unit(StrEnum):
    """What time is counted in."""

    DAY = "day"
    WEEK = "week"
    WEEKEND = "weekend"
    FORTNIGHT = "fortnight"
    MONTH = "month"
    QUARTER = "quarter"
    HALF_YEAR = "half-year"
    YEAR = "year"
    DECADE = "decade"


_DAYS: Final = {Unit.DAY: 1, Unit.WEEK: 7, Unit.WEEKEND: 7, Unit.FORTNIGHT: 14}
_MONTHS: Final = {
    Unit.MONTH: 1,
    Unit.QUARTER: 3,
    Unit.HALF_YEAR: 6,
    Unit.YEAR: _MONTHS_IN_YEAR,
    Unit.DECADE: 10 * _MONTHS_IN_YEAR,
}


def shift(day: date, unit: Unit, count: int) -> date:
    """Return the day ``count`` units later; the 31st becomes the last day of a shorter month."""
    if unit in _DAYS:
        return day + timedelta(days=_DAYS[unit] * count)
    return add_months(day, _MONTHS[unit] * count)


def add_months(day: date, count: int) -> date:
    """Return the same day ``count`` months later, or the last of that month."""
    year, month = divmod(day.year * _MONTHS_IN_YEAR + day.month - 1 + count, _MONTHS_IN_YEAR)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError(f"The year {year} is beyond the calendar; count fewer months.")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


@lru_cache(maxsize=4096)
def months_from(year: int, month: int, length: int) -> tuple[date, date]:
    """Return the first and last day of ``length`` months from the given one."""
    first = date(year, month, 1)
    last = add_months(first, length - 1)
    return first, last.replace(day=monthrange(last.year, last.month)[1])


def monday_of(day: date) -> date:
    """Return the Monday of the ISO week."""
    return day - timedelta(days=day.weekday())


def period_of(day: date, unit: Unit) -> tuple[date, date]:
    """Return the calendar week, weekend, month, quarter, year … around a day, or the day itself."""
    if unit is Unit.DAY:
        return day, day
    if unit is Unit.WEEKEND:
        return monday_of(day) + timedelta(days=5), monday_of(day) + timedelta(days=6)
    if unit in _DAYS:
        return monday_of(day), monday_of(day) + timedelta(days=_DAYS[unit] - 1)
    length = _MONTHS[unit]
    if length > _MONTHS_IN_YEAR:
        return months_from(day.year - day.year % 10, 1, length)
    return months_from(day.year, (day.month - 1) // length * length + 1, length)


def weekday_before(day: date, number: int) -> date:
    """Return the last such weekday strictly before a day. Monday is 0."""
    return day - timedelta(days=(day.weekday() - number - 1) % _DAYS_IN_WEEK + 1)


def weekday_after(day: date, number: int) -> date:
    """Return the first such weekday strictly after a day. Monday is 0."""
    return day + timedelta(days=(number - day.weekday() - 1) % _DAYS_IN_WEEK + 1)
