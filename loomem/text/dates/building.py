"""Expressions from the groups of a rule, for languages written in words.

The names of the groups are the same in all rules: ``m`` (or ``a``) month, ``d`` (or ``s``) day, ``t`` its tens,
``e`` the last day of a range, ``y`` year, ``r`` how far a year is (``b``: this one), ``w`` weekday, ``n`` a count with
``t`` tens or ``k`` one, ``u`` its unit, ``x`` and ``z`` dates found before.
"""

from collections.abc import Mapping
from typing import Final

from loomem.text.dates.calendar import Unit
from loomem.text.dates.combined import Between, Doubtful
from loomem.text.dates.grammar import WordReading
from loomem.text.dates.model import DateKind
from loomem.text.dates.named import Day, Months, Year
from loomem.text.dates.relative import Counted
from loomem.text.dates.tape import NOTHING, Sketch
from loomem.text.dates.vantage import Expression, Pick

_SEASON_STARTS: Final = (3, 6, 9, 12)
_MOST_YEARS: Final = 100


def month_number(reading: WordReading) -> int:
    """Return the month, 1 to 12."""
    return reading.number("m", "a")


def year_of(reading: WordReading) -> Year | None:
    """Return the year that is written, or said to be last, this or next; None where there is none."""
    if reading.has("y"):
        return Year(reading.number("y"))
    if reading.has("b"):
        return Year(0, is_shift=True)
    return Year(reading.number("r"), is_shift=True) if reading.has("r") else None


def day_of(reading: WordReading) -> Day:
    """Return a day of a month."""
    day = reading.number("t", "d", "s")
    return Day(month_number(reading), day, year_of(reading), reading.maybe("w"))


def days_of(reading: WordReading) -> Between:
    """Return the days ``d`` to ``e`` of one month."""
    month, year = month_number(reading), year_of(reading)
    return Between(Day(month, reading.number("d"), year), Day(month, reading.number("e"), year))


def month_of(reading: WordReading) -> Months:
    """Return a month."""
    return Months(month_number(reading), year=year_of(reading))


def season_of(number: int, year: Year | None = None, pick: Pick | None = None) -> Months:
    """Return a season of the northern half of the world; spring is 0."""
    return Months(_SEASON_STARTS[number], 3, DateKind.SEASON, year, pick)


def quarter_of(number: int, year: Year | None = None) -> Months:
    """Return a quarter of a year, 1 to 4."""
    return Months(3 * number - 2, 3, DateKind.RANGE, year)


def half_of(number: int, year: Year | None = None) -> Months:
    """Return a half of a year, 1 or 2."""
    return Months(6 * number - 5, 6, DateKind.RANGE, year)


def winter_across(year: int) -> Between:
    """Return the winter from December of a year to February of the next."""
    return Between(Months(12, year=Year(year)), Months(2, year=Year(year + 1)))


def years_between(one: int, other: int) -> Between | None:
    """Return a period of years; None for what is rather a range of other numbers."""
    if not one < other < one + _MOST_YEARS:
        return None
    return Between(Year(one), Year(other))


def counted_half(unit: Unit, count: int, sign: int) -> Expression:
    """Return ``count`` and a half units back (``sign`` -1) or ahead."""
    if unit is Unit.YEAR:
        return Counted(Unit.HALF_YEAR, sign * (2 * count + 1))
    return Doubtful(Counted(unit, sign * count))


def is_framed(reading: WordReading, word: str, allowed: Mapping[str, frozenset[str]]) -> bool:
    """Say whether a weak find ``x`` is a date after ``word``; others are anyway."""
    weak = reading.sketch("x").weak
    return not weak or word in allowed[weak]


def first_word(reading: WordReading) -> str:
    """Return the first word of a match."""
    return reading.tape.tokens[reading.start].text


def nothing(_: WordReading) -> Sketch:
    """Return that these words are no date, and no part of one."""
    return NOTHING
