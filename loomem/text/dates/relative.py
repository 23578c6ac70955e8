"""Days counted from the anchor, and the weeks, months and weekdays around it."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from loomem.text.dates.calendar import (
    Unit,
    monday_of,
    period_of,
    shift,
    weekday_after,
    weekday_before,
)
from loomem.text.dates.model import DateKind, Direction
from loomem.text.dates.vantage import KINDS, Pick, Relative, Span, Vantage

_FEW: Final = (2, 7)  # what "a few" may stand for
_WEEKEND: Final = 5  # Saturday


@dataclass(frozen=True, slots=True)
class Counted(Relative):
    """``count`` units after the anchor, before it if negative."""

    unit: Unit
    count: int

    def span(self, vantage: Vantage) -> Span:
        """Return the one day so counted; its kind is the unit."""
        found = shift(vantage.anchor, self.unit, self.count)
        return Span(found, found, KINDS[self.unit])


@dataclass(frozen=True, slots=True)
class Ahead(Relative):
    """In two weeks: so long from now, or (said of the past) how long something took.

    ``is_plain`` False: the words alone do not tell the two apart.
    """

    unit: Unit
    count: int
    is_plain: bool = True

    def span(self, vantage: Vantage) -> Span | None:
        """Return the one day so counted, or None for a duration."""
        found = shift(vantage.anchor, self.unit, self.count)
        if vantage.tense is Direction.PAST:
            return Span(found, found, KINDS[self.unit], is_sure=False) if self.is_plain else None
        is_sure = self.is_plain or vantage.is_lone or vantage.tense is Direction.FUTURE
        return Span(found, found, KINDS[self.unit], is_sure)


@dataclass(frozen=True, slots=True)
class Vague(Relative):
    """A few units back (``sign`` -1) or ahead (1)."""

    unit: Unit
    sign: int

    def span(self, vantage: Vantage) -> Span:
        """Return the widest period that fits; never sure."""
        ends = sorted(shift(vantage.anchor, self.unit, self.sign * count) for count in _FEW)
        return Span(ends[0], ends[1], DateKind.RANGE, is_sure=False)


@dataclass(frozen=True, slots=True)
class Period(Relative):
    """The calendar week, month, quarter, year or weekend ``count`` away from the anchor's.

    ``until_now`` and ``from_now`` cut it at the anchor ("earlier this week").
    """

    unit: Unit
    count: int
    until_now: bool = False
    from_now: bool = False

    def span(self, vantage: Vantage) -> Span:
        """Return the period; "next weekend" is unsure while this one is still to come."""
        start = period_of(vantage.anchor, self.unit)[0]
        first, last = period_of(shift(start, self.unit, self.count), self.unit)
        if self.until_now:
            last = min(last, vantage.anchor)
        if self.from_now:
            first = max(first, vantage.anchor)
        is_next_weekend = self.unit is Unit.WEEKEND and self.count == 1
        is_sure = not is_next_weekend or vantage.anchor.weekday() >= _WEEKEND
        return Span(first, last, KINDS[self.unit], is_sure)


@dataclass(frozen=True, slots=True)
class SomeWeekend(Relative):
    """At the weekend: the one the sentence points to."""

    def span(self, vantage: Vantage) -> Span:
        """Return a Saturday and Sunday."""
        is_past = vantage.tense is Direction.PAST
        back = 1 if is_past and vantage.anchor.weekday() < _WEEKEND else 0
        found = period_of(vantage.anchor - timedelta(weeks=back), Unit.WEEKEND)
        return Span(*found, DateKind.RANGE, vantage.tense is not Direction.EITHER, vantage.tense)


@dataclass(frozen=True, slots=True)
class Weekday(Relative):
    """A weekday (Monday is 0): one picked, or (None) the one the sentence points to."""

    number: int
    pick: Pick | None = None

    def span(self, vantage: Vantage) -> Span:
        """Return the day. "Next Friday", said before Friday, may be either of two: unsure."""
        anchor = vantage.anchor
        match self.pick:
            case Pick.LAST | Pick.PASSED:
                return _day(weekday_before(anchor, self.number))
            case Pick.COMING:
                return _day(weekday_after(anchor, self.number))
            case Pick.NEXT:
                found = monday_of(anchor) + timedelta(weeks=1, days=self.number)
                return _day(found, is_sure=self.number <= anchor.weekday())
            case Pick.THIS:
                return self._this(vantage)
            case None:
                return self._by_tense(vantage)

    def _this(self, vantage: Vantage) -> Span:
        found = monday_of(vantage.anchor) + timedelta(days=self.number)
        if found >= vantage.anchor or vantage.tense is Direction.PAST:
            return _day(found)
        if vantage.tense is Direction.FUTURE:
            found += timedelta(weeks=1)
        return _day(found, is_sure=False)

    def _by_tense(self, vantage: Vantage) -> Span:
        before = weekday_before(vantage.anchor, self.number)
        after = weekday_after(vantage.anchor, self.number)
        if vantage.tense is Direction.EITHER:
            is_after = after - vantage.anchor < vantage.anchor - before
            return _day(after if is_after else before, is_sure=False, direction=Direction.EITHER)
        found = before if vantage.tense is Direction.PAST else after
        return _day(found, is_sure=self.number != vantage.anchor.weekday())


@dataclass(frozen=True, slots=True)
class WeekdayIn(Relative):
    """A weekday of the ISO week ``weeks`` away from the anchor's."""

    number: int
    weeks: int

    def span(self, vantage: Vantage) -> Span:
        """Return the day."""
        return _day(monday_of(vantage.anchor) + timedelta(weeks=self.weeks, days=self.number))


@dataclass(frozen=True, slots=True)
class WeeksFromWeekday(Relative):
    """A week from Monday: ``weeks`` after the next such weekday."""

    number: int
    weeks: int

    def span(self, vantage: Vantage) -> Span:
        """Return the day."""
        return _day(weekday_after(vantage.anchor, self.number) + timedelta(weeks=self.weeks))


@dataclass(frozen=True, slots=True)
class Rolling(Relative):
    """The last (``count`` < 0) or next ``count`` units, ending or beginning with the anchor."""

    unit: Unit
    count: int
    is_sure: bool = True

    def span(self, vantage: Vantage) -> Span:
        """Return the period."""
        ends = sorted((vantage.anchor, shift(vantage.anchor, self.unit, self.count)))
        side = Direction.PAST if self.count < 0 else Direction.FUTURE
        return Span(ends[0], ends[1], DateKind.RANGE, self.is_sure, side)


def _day(found: date, *, is_sure: bool = True, direction: Direction | None = None) -> Span:
    return Span(found, found, DateKind.DAY, is_sure, direction)
