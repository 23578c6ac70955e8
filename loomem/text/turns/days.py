"""Days written out in full, in marks and headers; a day that can be read two ways is none."""

import datetime
import re
from typing import Final, Literal

Order = Literal["day first", "month first"]

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan styczeń stycznia",
            "february feb luty lutego",
            "march mar marzec marca",
            "april apr kwiecień kwietnia",
            "may maj maja",
            "june jun czerwiec czerwca",
            "july jul lipiec lipca",
            "august aug sierpień sierpnia",
            "september sept sep wrzesień września",
            "october oct październik października",
            "november nov listopad listopada",
            "december dec grudzień grudnia",
        ),
        start=1,
    )
    for name in names.split()
}
_YEAR_FIRST: Final = re.compile(
    r"(?<!\d)(\d{4})(?:\s?年\s?|[-./])(\d{1,2})(?:\s?月\s?|[-./])(\d{1,2})(?!\d)(?:\s?[日号])?"
)
_YEAR_LAST: Final = re.compile(r"(?<!\d)(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_DAY_MONTH: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?\s{1,2}(?:of\s)?([^\W\d_]{3,12})\.?,?\s{1,2}(\d{4})(?!\d)"
)
_MONTH_DAY: Final = re.compile(
    r"(?<!\w)([^\W\d_]{3,12})\.?\s{1,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)"
)
_CENTURY: Final = 2000


def read_day(text: str, order: Order | None = None) -> tuple[str, int, int] | None:
    """Return (ISO day, start, end) of the first full date in a short text.

    ``order`` settles dates with slashes or hyphens such as 3/4/2024, which are no date without it.
    """
    found = [
        match
        for pattern in (_YEAR_FIRST, _YEAR_LAST, _DAY_MONTH, _MONTH_DAY)
        if (match := pattern.search(text))
    ]
    for match in sorted(found, key=re.Match.start):
        day = _day_of(match, order)
        if day is not None:
            return day, match.start(), match.end()
    return None


def order_of(text: str) -> Order | None:
    """Return which order a date with the year last shows: only one reading, or dots."""
    match = _YEAR_LAST.search(text)
    if match is None:
        return None
    if match[2] == "." or int(match[1]) > 12:
        return "day first"
    return "month first" if int(match[3]) > 12 else None


def iso_day(year: int, month: int, day: int) -> str | None:
    """Return a day as YYYY-MM-DD, None where the calendar has no such day."""
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None


def _day_of(match: re.Match[str], order: Order | None) -> str | None:
    if match.re is _YEAR_FIRST:
        return iso_day(int(match[1]), int(match[2]), int(match[3]))
    if match.re is _YEAR_LAST:
        return _year_last(match, order)
    month_first = match.re is _MONTH_DAY
    month = _MONTHS.get(match[1 if month_first else 2].lower())
    if month is None:
        return None
    return iso_day(int(match[3]), month, int(match[2 if month_first else 1]))


def _year_last(match: re.Match[str], order: Order | None) -> str | None:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    known = order_of(match.group()) or order
    if known is None and first != second:
        return None
    day, month = (second, first) if known == "month first" else (first, second)
    return iso_day(year if len(match[4]) == 4 else _CENTURY + year, month, day)
