"""What is said about days: a mention in a text, the day of an event, the period a question asks for."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

BEGINNING = date.min
"""First day of a period that is open towards the past."""

END = date.max
"""Last day of a period that is open towards the future."""


class DateKind(StrEnum):
    """How coarse a mention is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    RANGE = "range"


class Direction(StrEnum):
    """The side of the anchor that words point to."""

    PAST = "past"
    FUTURE = "future"
    EITHER = "either"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """One date in a text. ``start`` and ``end`` are characters, with the preposition ("in March").

    ``first`` and ``last`` are inclusive; BEGINNING and END where a side is open. Counting back
    ("three weeks ago") gives the one day so counted, and ``kind`` says how coarse the counting is.
    ``is_certain`` False: the words have another reading, or are vague.
    """

    start: int
    end: int
    first: date
    last: date
    kind: DateKind
    is_relative: bool
    is_certain: bool
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedDate:
    """When something happened: the (first) day as ``YYYY-MM-DD``, or None where it is not known.

    ``context`` is the words it was read from, ``precision`` how coarse they are, and ``last`` the
    last day they cover.
    """

    day: str | None = None
    context: str = ""
    precision: DateKind | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryDates:
    """The period a question is about, both days inclusive.

    Only where ``is_sure`` may anything outside be left out. ``start`` and ``end`` are the characters
    to take out of the question once the period is used.
    """

    first: date
    last: date
    is_sure: bool
    start: int
    end: int
