"""Periods made of other expressions: from … to, since, until, the end of."""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from loomem.text.dates.calendar import monday_of
from loomem.text.dates.model import BEGINNING, END, DateKind, Direction
from loomem.text.dates.named import Day, DayOfMonth, Months
from loomem.text.dates.relative import Counted, Weekday, WeekdayIn
from loomem.text.dates.vantage import Expression, Span, Vantage

_THIRDS = 3


@dataclass(frozen=True, slots=True)
class Between:
    """From the beginning of one to the end of another, which lend each other their year."""

    one: Expression
    other: Expression
    is_sure: bool = True

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor, once the years are shared."""
        one, other = _share_year(self.one, self.other)
        return one.is_relative or other.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return the period; the first day is looked for before the last."""
        one, other = _share_year(self.one, self.other)
        last = other.span(vantage)
        if last is None:
            return None
        first = one.span(vantage)
        if first is None or (one.is_relative and first.first > last.last):
            first = one.span(vantage.moved(last.last, Direction.PAST))
        if first is None:
            return None
        is_sure = self.is_sure and first.is_sure and last.is_sure
        return Span(first.first, last.last, DateKind.RANGE, is_sure)


def _share_year(one: Expression, other: Expression) -> tuple[Expression, Expression]:
    if not (isinstance(one, Day | Months) and isinstance(other, Day | Months)):
        return one, other
    wraps = _month(one) > _month(other)
    if one.year is None and other.year is not None and _picks_none(one):
        return replace(one, year=replace(other.year, value=other.year.value - wraps)), other
    if other.year is None and one.year is not None and _picks_none(other):
        return one, replace(other, year=replace(one.year, value=one.year.value + wraps))
    return one, other


def _month(expression: Day | Months) -> int:
    return expression.month if isinstance(expression, Day) else expression.first_month


def _picks_none(expression: Day | Months) -> bool:
    return isinstance(expression, Day) or expression.pick is None


@dataclass(frozen=True, slots=True)
class Since:
    """From the beginning of a period on; ``is_after``: from its end."""

    start: Expression
    is_after: bool = False

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.start.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return a period without an end."""
        found = self.start.span(vantage)
        if found is None:
            return None
        first = found.last + timedelta(days=1) if self.is_after else found.first
        return Span(first, END, DateKind.RANGE, found.is_sure, Direction.EITHER)


@dataclass(frozen=True, slots=True)
class Until:
    """Up to the end of a period; ``is_before``: up to its beginning."""

    end: Expression
    is_before: bool = False

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.end.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return a period without a beginning."""
        found = self.end.span(vantage)
        if found is None:
            return None
        last = found.first - timedelta(days=1) if self.is_before else found.last
        return Span(BEGINNING, last, DateKind.RANGE, found.is_sure, Direction.EITHER)


class Part(StrEnum):
    """A third of a period."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class PartOf:
    """The early, middle or late third of a period. Where a third ends is a guess, so never sure."""

    whole: Expression
    part: Part

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.whole.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return the third of what has more than a few days."""
        found = self.whole.span(vantage)
        if found is None:
            return None
        third = timedelta(days=((found.last - found.first).days + 1) // _THIRDS)
        first, last = found.first, found.last
        if self.part is Part.EARLY:
            last = max(first, first + third - timedelta(days=1))
        elif self.part is Part.LATE:
            first = min(last, last - third + timedelta(days=1))
        else:
            first, last = first + third, last - third
        return Span(first, last, DateKind.RANGE, is_sure=False)


@dataclass(frozen=True, slots=True)
class EndOf:
    """The last day of a period."""

    whole: Expression

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.whole.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return the day."""
        found = self.whole.span(vantage)
        return found and found._replace(first=found.last, kind=DateKind.DAY)


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The ISO week around a day; with ``ordinal``, the n-th seven days of a period (-1: the last)."""

    day: Expression
    ordinal: int | None = None

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.day.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return seven days; which ones "the first week of May" means is unsure."""
        found = self.day.span(vantage)
        if found is None:
            return None
        if self.ordinal is None:
            first = monday_of(found.first)
        elif self.ordinal < 0:
            first = found.last - timedelta(days=6)
        else:
            first = found.first + timedelta(weeks=self.ordinal - 1)
        last = first + timedelta(days=6)
        return Span(first, last, DateKind.WEEK, found.is_sure and self.ordinal is None)


@dataclass(frozen=True, slots=True)
class Toward:
    """The same, in words that face one way; ``is_default``: only where the sentence faces none."""

    what: Expression
    direction: Direction
    is_default: bool = False

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.what.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return the days on that side."""
        if self.is_default and vantage.tense is not Direction.EITHER:
            return self.what.span(vantage)
        return self.what.span(vantage.turned(self.direction))


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The same, in words that do not commit: "around", or with a second reading."""

    what: Expression

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        return self.what.is_relative

    def span(self, vantage: Vantage) -> Span | None:
        """Return the days, unsure."""
        found = self.what.span(vantage)
        return found and found._replace(is_sure=False)


def is_single_day(expression: Expression) -> bool:
    """Say whether an expression names one day rather than a period."""
    while isinstance(expression, Toward | Doubtful):
        expression = expression.what
    return isinstance(expression, Day | DayOfMonth | Weekday | WeekdayIn | EndOf | Counted)
