"""Polish rules for days, months, seasons and years; ``polish_relative`` has those counted from now."""

from typing import Final

from loomem.text.dates.building import (
    day_of,
    days_of,
    half_of,
    month_number,
    month_of,
    nothing,
    quarter_of,
    season_of,
    winter_across,
    year_of,
    years_between,
)
from loomem.text.dates.combined import Doubtful
from loomem.text.dates.grammar import RuleText, WordReading
from loomem.text.dates.named import DayOfMonth, Months, Year
from loomem.text.dates.polish_words import COUNTED_NOUNS, PICKS, STREET_WORDS
from loomem.text.dates.reading import Built
from loomem.text.dates.tape import NOTHING, Sketch
from loomem.text.dates.vantage import Pick

_R: Final = "(?:r DOT?|roku|rok)"
_YEAR: Final = f"(?:YEAR:y {_R}?|RELATION:r roku|THIS_YEAR:b DOT?)"
_GO: Final = "DASH (?:go|ego|tego|szego)"
_DAY: Final = f"(?:DAY:d (?:DOT|{_GO})?|TENTH:t? SPELLED_DAY:s)"
_WEEKDAY: Final = "(?:(?:w|we)? WEEKDAY:w DOT? COMMA?)?"


def _day(reading: WordReading) -> Built:
    if reading.before() in STREET_WORDS or reading.before(2) in STREET_WORDS:
        return NOTHING
    found = day_of(reading)
    is_holiday_spelling = reading.is_capital("m") and found.year is None
    return Doubtful(found) if is_holiday_spelling else found


def _two_days(reading: WordReading) -> Built:
    return Doubtful(days_of(reading))


def _roman_day(reading: WordReading) -> Built:
    return day_of(reading) if reading.is_capital("m") else None


def _month(reading: WordReading) -> Built:
    is_capital = reading.is_capital("m")
    if is_capital and not reading.begins_sentence("m"):
        return None  # a name: Maja, Marzec
    return Sketch(month_of(reading), "month")


def _named_month(reading: WordReading) -> Built:
    is_capital = reading.is_capital("m")
    return None if is_capital else Months(month_number(reading))


def _picked_month(reading: WordReading) -> Built:
    return Months(month_number(reading), pick=PICKS[reading.number("p")])


def _season(reading: WordReading) -> Built:
    number, year = reading.number("s"), year_of(reading)
    if year is not None:
        return season_of(number, year)
    token = reading.token("s")
    written = reading.tape.spelling.written(token.start, token.end)
    is_adverb = written.endswith("ą") or token.text in ("latem", "jesienia")
    return Sketch(season_of(number), "" if is_adverb else "season")


def _winter(reading: WordReading) -> Built:
    is_winter = season_of(reading.number("s")) == season_of(3)
    return winter_across(reading.number("y")) if is_winter else None


def _picked_season(reading: WordReading) -> Built:
    return season_of(reading.number("s"), pick=PICKS[reading.number("p")])


def _last_season(reading: WordReading) -> Built:
    return season_of(reading.number("s"), pick=Pick.LAST)


def _picked_summer(reading: WordReading) -> Built:
    return _picked_season(reading) if reading.token("p").text.endswith("ego") else None


def _quarter(reading: WordReading) -> Built:
    if (reading.has("q") or reading.has("i")) and not reading.is_capital(
        "q" if reading.has("q") else "i"
    ):
        return None
    number = reading.number("q", "i", "o")
    return quarter_of(number, year_of(reading)) if number in range(1, 5) else None


def _half(reading: WordReading) -> Built:
    number = reading.number("o")
    return (
        half_of(number, year_of(reading) or Year(0, is_shift=True)) if number in (1, 2) else None
    )


def _year(reading: WordReading) -> Built:
    is_amount = reading.after() in COUNTED_NOUNS
    return None if is_amount else Sketch(Year(reading.number("y")), "year")


def _years(reading: WordReading) -> Built:
    found = years_between(reading.number("y"), reading.number("z"))
    return None if found is None else Sketch(found, "year")


def _sure_years(reading: WordReading) -> Built:
    return years_between(reading.number("y"), reading.number("z"))


def _day_of_month(reading: WordReading) -> Built:
    shift = reading.number("r") if reading.has("r") else None
    return DayOfMonth(reading.number("d", "t", "s"), shift, reading.maybe("w"))


NAMED_RULES: Final[dict[str, list[RuleText]]] = {
    "MONTH": [
        (f"{_WEEKDAY} dnia? {_DAY} OF_MONTH:m {_YEAR}?", _day),
        (f"(?:od|miedzy|pomiedzy)? DAY:d (?:DASH|do|a) DAY:e OF_MONTH:m {_YEAR}?", days_of),
        (f"DAY:d i DAY:e OF_MONTH:m {_YEAR}?", _two_days),
        (f"MONTH:m {_YEAR}", month_of),
        ("(?:w)? RELATION:r roku COMMA? (?:w|we) MONTH:m", month_of),
        ("(?:w)? RELATION:p MONTH:m", _picked_month),
        ("NAMED_MONTH:m", _named_month),
        ("MONTH:m", _month),
    ],
    "ROMAN": [
        (f"DAY:d DOT? ROMAN:m DOT? YEAR:y {_R}?", _roman_day),
        (f"ROMAN:i (?:kwartal|kwartalu|kwartale|kw DOT?) {_YEAR}?", _quarter),
    ],
    "RANK": [
        (f"RANK:o (?:kwartal|kwartalu|kwartale) {_YEAR}?", _quarter),
        (f"RANK:o (?:polowa|polowie|polowe|polowy) (?:{_YEAR}|roku)", _half),
    ],
    "QUARTER": [(f"QUARTER:q {_YEAR}?", _quarter)],
    "SEASON": [
        (f"SEASON:s {_YEAR}", _season),
        ("SEASON:s YEAR:y (?:DASH|SLASH) (?:NUM|YEAR)", _winter),
        ("(?:w)? RELATION:r roku COMMA? w? SEASON:s", _season),
        ("(?:w)? RELATION:p SEASON:s", _picked_season),
        ("(?:w)? LATEST SEASON:s", _last_season),
        ("SEASON:s", _season),
    ],
    "SUMMER_OF": [
        ("RELATION:p SUMMER_OF:s", _picked_summer),
        ("LATEST SUMMER_OF:s", _last_season),
    ],
    "YEARISH": [
        ("YEARISH:y", _year),
        (f"YEARISH:y {_R}", year_of),
        ("(?:rok|roku) YEARISH:y", year_of),
        (f"YEARISH:y (?:DASH|SLASH) YEARISH:z {_R}?", _years),
        ("(?:w)? latach YEARISH:y (?:DASH|do|i|a) YEARISH:z", _sure_years),
    ],
    "DAY": [(f"(?:(?:w|we)? WEEKDAY:w COMMA?)? DAY:d {_GO}", _day_of_month)],
    "miesiaca": [(f"{_DAY} RELATION:r miesiaca", _day_of_month)],
    "EVERY": [
        (
            "(?:w|we)? EVERY (?:RANK|NUM)? (?:WEEKDAY|UNIT|PERIOD|MONTH|SEASON|(?:DAY MONTH))",
            nothing,
        ),
    ],
}
