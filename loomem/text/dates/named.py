"""Days, months, seasons and years that have a name or number in the calendar."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final

from loomem.text.dates.calendar import add_months, months_from
from loomem.text.dates.model import DateKind, Direction
from loomem.text.dates.vantage import Pick, Relative, Span, Vantage

_LEAP_REACH: Final = 8  # years to the next 29 February, across a century
_NEAR_DAYS: Final = 400  # a weekday that fits within about a year settles the year
_WINTER: Final = 12  # the month it begins with


@dataclass(frozen=True, slots=True)
class Year:
    """A year: its number, or how far it is from the anchor's."""

    value: int
    is_shift: bool = False

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.is_shift

    def number(self, anchor: date) -> int:
        """Return the number of the year."""
        return anchor.year + self.value if self.is_shift else self.value

    def span(self, vantage: Vantage) -> Span:
        """Return the whole year."""
        return Span(*months_from(self.number(vantage.anchor), 1, 12), DateKind.YEAR)


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month, of a year or (None) of the year the sentence points to."""

    month: int
    day: int
    year: Year | None = None
    weekday: int | None = None

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.year is None or self.year.is_shift

    def span(self, vantage: Vantage) -> Span:
        """Return the day; unsure where a weekday beside it disagrees."""
        if self.year is None:
            return self._nearest(vantage)
        found = date(self.year.number(vantage.anchor), self.month, self.day)
        return Span(found, found, DateKind.DAY, self._fits(found))

    def _nearest(self, vantage: Vantage) -> Span:
        if self.weekday is not None and vantage.tense is Direction.EITHER:
            return self._settled_by_weekday(vantage.anchor)
        side, is_sure = vantage.side()
        step = 1 if side is Direction.FUTURE else -1
        for day in self._recurrences(vantage.anchor.year, step):
            if (day - vantage.anchor).days * step >= 0:
                return Span(day, day, DateKind.DAY, is_sure and self._fits(day))
        raise ValueError("There is no such day; no year has it.")

    def _settled_by_weekday(self, anchor: date) -> Span:
        days = [
            *self._recurrences(anchor.year, 1),
            *self._recurrences(anchor.year - 1, -1),
        ]
        found = min(filter(self._fits, days), key=lambda day: abs(day - anchor))
        is_near = abs((found - anchor).days) < _NEAR_DAYS
        return Span(found, found, DateKind.DAY, is_near)

    def _recurrences(self, year: int, step: int) -> Iterator[date]:
        """Yield the day in a year and those after (``step`` 1) or before it."""
        for number in range(year, year + step * (_LEAP_REACH + 1), step):
            with suppress(ValueError):
                yield date(number, self.month, self.day)

    def _fits(self, day: date) -> bool:
        return self.weekday is None or day.weekday() == self.weekday


@dataclass(frozen=True, slots=True)
class DayOfMonth(Relative):
    """The 15th: of the month ``months`` away from the anchor's, or (None) of the nearest."""

    day: int
    months: int | None = None
    weekday: int | None = None

    def span(self, vantage: Vantage) -> Span:
        """Return the day; unsure where a weekday beside it disagrees."""
        start = vantage.anchor.replace(day=1)
        if self.months is not None:
            found = add_months(start, self.months).replace(day=self.day)
            return Span(found, found, DateKind.DAY, self.weekday in (None, found.weekday()))
        side, is_sure = vantage.side()
        days = []
        for months in range(-2, 3):
            with suppress(ValueError):
                days.append(add_months(start, months).replace(day=self.day))
        found = _choose(days, vantage.anchor, side)
        fits = self.weekday in (None, found.weekday())
        return Span(found, found, DateKind.DAY, is_sure and fits)


@dataclass(frozen=True, slots=True)
class Months:
    """``length`` months from the first: a month, season, quarter or half of a year.

    Without a year, ``pick`` or else the sentence tells which of them is meant.
    """

    first_month: int
    length: int = 1
    kind: DateKind = DateKind.MONTH
    year: Year | None = None
    pick: Pick | None = None

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.year is None or self.year.is_shift

    def span(self, vantage: Vantage) -> Span:
        """Return the months; a winter of one year is unsure, as it lies in two."""
        if self.year is not None:
            found = self._of(self.year.number(vantage.anchor))
            is_split = self.kind is DateKind.SEASON and self.first_month == _WINTER
            return Span(*found, self.kind, not is_split)
        spans = [self._of(vantage.anchor.year + step) for step in range(-2, 3)]
        if self.pick is Pick.THIS:
            return self._this(spans, vantage.anchor)
        if self.pick is not None:
            return self._picked(spans, vantage.anchor)
        return self._by_tense(spans, vantage)

    def _of(self, year: int) -> tuple[date, date]:
        return months_from(year, self.first_month, self.length)

    def _this(self, spans: list[tuple[date, date]], anchor: date) -> Span:
        around = [span for span in spans if span[0] <= anchor <= span[1]]
        found = around[0] if around else self._of(anchor.year)
        return Span(*found, self.kind)

    def _picked(self, spans: list[tuple[date, date]], anchor: date) -> Span:
        if self.pick in (Pick.LAST, Pick.PASSED):
            found = max(span for span in spans if span[1] < anchor)
            direction = Direction.PAST
        else:
            found = min(span for span in spans if span[0] > anchor)
            direction = Direction.FUTURE
        is_plain = self.pick in (Pick.PASSED, Pick.COMING) or found[0].year != anchor.year
        return Span(*found, self.kind, is_plain, direction)

    def _by_tense(self, spans: list[tuple[date, date]], vantage: Vantage) -> Span:
        side, is_sure = vantage.side()
        if side is Direction.FUTURE:
            found = min(span for span in spans if span[1] >= vantage.anchor)
        else:
            found = max(span for span in spans if span[0] <= vantage.anchor)
        return Span(*found, self.kind, is_sure)


def _choose(days: list[date], anchor: date, side: Direction) -> date:
    if side is Direction.FUTURE:
        return min(day for day in days if day >= anchor)
    return max(day for day in days if day <= anchor)
