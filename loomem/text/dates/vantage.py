"""Where words about time are read from, and what they come to: days.

An expression is a meaning apart from any language. Its methods may raise ValueError or OverflowError
where a day does not exist; ``resolve`` catches both.
"""

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple, Protocol

from loomem.text.dates.calendar import Unit
from loomem.text.dates.model import DateKind, Direction

KINDS: Final = {
    Unit.DAY: DateKind.DAY,
    Unit.WEEK: DateKind.WEEK,
    Unit.FORTNIGHT: DateKind.WEEK,
    Unit.WEEKEND: DateKind.RANGE,
    Unit.MONTH: DateKind.MONTH,
    Unit.QUARTER: DateKind.RANGE,
    Unit.HALF_YEAR: DateKind.SEASON,
    Unit.YEAR: DateKind.YEAR,
    Unit.DECADE: DateKind.RANGE,
}


class Span(NamedTuple):
    """Days from first to last; ``direction`` None: to be told from the days themselves."""

    first: date
    last: date
    kind: DateKind
    is_sure: bool = True
    direction: Direction | None = None


class Pick(StrEnum):
    """Which of the recurring weekdays, months or seasons."""

    LAST = "last"
    THIS = "this"
    NEXT = "next"
    PASSED = "passed"
    """The nearest one behind: "this past Friday"."""
    COMING = "coming"
    """The nearest one ahead."""


class Vantage:
    """A day to look from, and which way the sentence faces.

    ``read_tense`` gives EITHER for what recurs, like a birthday, and None where nothing tells.
    ``fallback`` is the side of a date without a year in that case; EITHER takes the past, unsurely.
    """

    def __init__(
        self,
        anchor: date,
        read_tense: Callable[[], Direction | None] = lambda: None,
        fallback: Direction = Direction.EITHER,
    ) -> None:
        self.anchor = anchor
        self.fallback = fallback
        self._read_tense = read_tense

    @cached_property
    def _told(self) -> Direction | None:
        return self._read_tense()

    @property
    def tense(self) -> Direction:
        """Which way the sentence faces; looked up only when an expression asks."""
        return self._told or Direction.EITHER

    @property
    def is_lone(self) -> bool:
        """Say whether nothing tells the tense because there is nothing to read beside the date."""
        return self._told is None and self.fallback is not Direction.EITHER

    def side(self) -> tuple[Direction, bool]:
        """Return the side of a date without a year, and whether that is sure."""
        told = self.fallback if self._told is None else self._told
        return (Direction.PAST, False) if told is Direction.EITHER else (told, True)

    def turned(self, direction: Direction) -> "Vantage":
        """Return the same day seen by a sentence that faces ``direction``."""
        return Vantage(self.anchor, lambda: direction, self.fallback)

    def moved(self, anchor: date, direction: Direction) -> "Vantage":
        """Return the view from another day."""
        return Vantage(anchor, lambda: direction)


class Expression(Protocol):
    """A meaning that has days once the anchor is known; any anchor will do if not relative."""

    @property
    def is_relative(self) -> bool:
        """Say whether the days depend on the anchor."""
        ...

    def span(self, vantage: Vantage) -> Span | None:
        """Return the days, or None where the sentence shows that no date is meant."""
        ...


class Relative:
    """For expressions that mean nothing without an anchor."""

    __slots__ = ()

    @property
    def is_relative(self) -> bool:
        """True."""
        return True


def resolve(expression: Expression, vantage: Vantage | None) -> Span | None:
    """Return the days of an expression; None without an anchor it needs, or beyond the calendar."""
    if vantage is None:
        if expression.is_relative:
            return None
        vantage = Vantage(date(2000, 1, 1))  # an absolute expression does not look at it
    try:
        span = expression.span(vantage)
    except (ValueError, OverflowError):
        return None
    return None if span is None or span.first > span.last else span
