"""English rules for days, months, seasons and years; ``english_relative`` has those counted from now."""

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
from loomem.text.dates.combined import Doubtful, Toward
from loomem.text.dates.english_words import COUNTED_NOUNS, MARCHING, NAMESAKES, OWNERS, PICKS
from loomem.text.dates.grammar import RuleText, WordReading
from loomem.text.dates.model import Direction
from loomem.text.dates.named import Day, DayOfMonth, Months, Year
from loomem.text.dates.reading import Built
from loomem.text.dates.tape import NOTHING, Sketch
from loomem.text.dates.vantage import Pick
from loomem.text.stopwords import words

_MONTH: Final = "(?:ABBREVIATION:a DOT|MONTH:m)"
_DAY: Final = "(?:TENS:t DASH?)?DAY:d"
_WEEKDAY: Final = "(?:WEEKDAY:w COMMA? the?)?"
_YEAR: Final = "(?:COMMA? YEAR:y|COMMA? of? RELATION:r year)"
_TO: Final = "(?:DASH|to|through|thru|until|till)"
_DATE_WORDS: Final = words("on by since until till before after from the of due")
_IN: Final = words("""
    in since until till before from by of during early late mid last
    """)
_NEXT_CENTURY: Final = 50  # two digits below it are of this century
_LAST_DAY: Final = 31
_MAY: Final = 5
_LONGEST_SHORT: Final = 3  # letters: may is the only whole month so short


def _is_verb(reading: WordReading) -> bool:
    """Say whether "may" or "march" beside a number is a verb after all."""
    if month_number(reading) not in MARCHING or reading.has("y") or reading.has("r"):
        return False
    name = "m" if reading.has("m") else "a"
    if reading.is_capital(name) and not reading.begins_sentence(name):
        return False
    if reading.before() in _DATE_WORDS or reading.token("d").kind == "ordinal":
        return False
    return reading.precedes_noun() or reading.token("d").kind == "word"


def _day(reading: WordReading) -> Built:
    return None if _is_verb(reading) else day_of(reading)


def _days(reading: WordReading) -> Built:
    return None if _is_verb(reading) else days_of(reading)


def _two_days(reading: WordReading) -> Built:
    return None if _is_verb(reading) else Doubtful(days_of(reading))


def _picked_day(reading: WordReading) -> Built:
    pick = PICKS.get(reading.token("p").text)
    month, day = month_number(reading), reading.number("t", "d")
    if pick is Pick.THIS:
        return Day(month, day, Year(0, is_shift=True))
    if pick is None:
        return NOTHING
    is_past = pick in (Pick.LAST, Pick.PASSED)
    return Toward(Day(month, day), Direction.PAST if is_past else Direction.FUTURE)


def _month_of_year(reading: WordReading) -> Built:
    name = "m" if reading.has("m") else "a"
    is_lower = month_number(reading) in MARCHING and not reading.is_capital(name)
    if is_lower and (reading.before() not in _IN or reading.after() in COUNTED_NOUNS):
        return None
    return month_of(reading)


def _month(reading: WordReading) -> Built:
    found, is_capital = month_of(reading), reading.is_capital("m")
    if reading.before() in ("the", "a"):
        return None  # the March issue
    is_short = len(reading.token("m").text) <= _LONGEST_SHORT and found.first_month != _MAY
    if is_short:
        is_name = reading.precedes_name() or not is_capital
        return None if is_name else Sketch(found, "namesake")
    if found.first_month in NAMESAKES or not is_capital:
        return Sketch(found, "person" if reading.precedes_name() else "namesake")
    is_noun = found.first_month in MARCHING or reading.precedes_name()
    return Sketch(found, "month" if is_noun else "")


def _picked_month(reading: WordReading) -> Built:
    pick = PICKS.get(reading.token("p").text)
    is_verb = month_number(reading) in MARCHING and not reading.is_capital("m")
    if reading.before() in OWNERS:
        return NOTHING
    if reading.precedes_name() or (is_verb and pick is Pick.THIS):
        return None
    if pick is None:
        return NOTHING
    return Months(month_number(reading), pick=pick)


def _season(reading: WordReading) -> Built:
    year = year_of(reading)
    if year is not None:
        return season_of(reading.number("s"), year)
    return None if reading.precedes_noun() else Sketch(season_of(reading.number("s")), "season")


def _short_year(reading: WordReading) -> Year | None:
    """Return the year of ``'19``."""
    token = reading.token("v")
    if token.kind != "number" or len(token.text) != len("19"):
        return None
    value = int(token.text)
    return Year(value + (2000 if value < _NEXT_CENTURY else 1900))


def _of_short_year(reading: WordReading) -> Built:
    year = _short_year(reading)
    if year is None:
        return None
    if reading.has("s"):
        return season_of(reading.number("s"), year)
    if reading.has("m"):
        return Months(month_number(reading), year=year)
    return Sketch(year, "year")


def _winter(reading: WordReading) -> Built:
    is_winter = season_of(reading.number("s")) == season_of(3)
    return winter_across(reading.number("y")) if is_winter else None


def _picked_season(reading: WordReading) -> Built:
    pick = PICKS.get(reading.token("p").text)
    if pick is None or reading.before() in OWNERS:
        return NOTHING
    return season_of(reading.number("s"), pick=pick)


def _quarter(reading: WordReading) -> Built:
    if reading.has("q") and not reading.is_capital("q"):
        return None
    number = reading.number("q", "o")
    return quarter_of(number, year_of(reading)) if number in range(1, 5) else None


def _doubtful_quarter(reading: WordReading) -> Built:
    number = reading.number("o")  # of a year, or of a game
    return Doubtful(quarter_of(number)) if number in range(1, 5) else None


def _half(reading: WordReading) -> Built:
    number = reading.number("h", "o")
    return (
        half_of(number, year_of(reading) or Year(0, is_shift=True)) if number in (1, 2) else None
    )


def _year(reading: WordReading) -> Built:
    is_amount = reading.after() in COUNTED_NOUNS
    return None if is_amount else Sketch(Year(reading.number("y")), "year")


def _years(reading: WordReading) -> Built:
    found = years_between(reading.number("y"), reading.number("z"))
    return None if found is None else Sketch(found, "year")


def _day_of_month(reading: WordReading) -> Built:
    day = reading.number("d")
    if day > _LAST_DAY or reading.precedes_noun() or reading.precedes_name():
        return None
    if reading.has("r"):
        return DayOfMonth(day, reading.number("r"))
    return None if reading.after() == "of" else Sketch(DayOfMonth(day), "day")


NAMED_RULES: Final[dict[str, list[RuleText]]] = {
    "MONTH": [
        (f"{_WEEKDAY} the? {_DAY} of? {_MONTH} {_YEAR}?", _day),
        (f"{_WEEKDAY} {_MONTH} the? {_DAY} {_YEAR}?", _day),
        (f"YEAR:y COMMA? {_MONTH} {_DAY}", _day),
        (f"RELATION:r year COMMA? on? {_MONTH} the? {_DAY}", _day),
        (f"RELATION:p {_MONTH} the? {_DAY}", _picked_day),
        (f"between the? DAY:d and the? DAY:e of? {_MONTH} {_YEAR}?", _days),
        (f"between {_MONTH} the? DAY:d and the? DAY:e {_YEAR}?", _days),
        (f"from? the? DAY:d {_TO} the? DAY:e of? {_MONTH} {_YEAR}?", _days),
        (f"from? {_MONTH} the? DAY:d {_TO} the? DAY:e {_YEAR}?", _days),
        (f"the? DAY:d and the? DAY:e of? {_MONTH} {_YEAR}?", _two_days),
        (f"{_MONTH} the? DAY:d and the? DAY:e {_YEAR}?", _two_days),
        (f"{_MONTH} of? {_YEAR}", _month_of_year),
        (f"YEAR:y {_MONTH}", month_of),
        ("MONTH:m of? APOSTROPHE NUM:v", _of_short_year),
        (f"RELATION:r year COMMA? in? {_MONTH}", month_of),
        ("the? RELATION:p MONTH:m", _picked_month),
        ("this RELATION:p MONTH:m", _picked_month),
        ("MONTH:m", _month),
    ],
    "SEASON": [
        ("SEASON:s of? YEAR:y", _season),
        ("SEASON:s of? APOSTROPHE NUM:v", _of_short_year),
        ("SEASON:s of? RELATION:r year", _season),
        ("RELATION:r year COMMA? in? the? SEASON:s", _season),
        ("SEASON:s YEAR:y (?:DASH|SLASH) (?:NUM|YEAR)", _winter),
        ("RELATION:p SEASON:s", _picked_season),
        ("this RELATION:p SEASON:s", _picked_season),
        ("SEASON:s", _season),
    ],
    "QUARTER": [
        (f"QUARTER:q of? {_YEAR}", _quarter),
        ("YEAR:y QUARTER:q", _quarter),
        ("QUARTER:q", _quarter),
    ],
    "quarter": [
        (f"the? RANK:o quarter of? {_YEAR}", _quarter),
        ("the RANK:o quarter", _doubtful_quarter),
    ],
    "half": [(f"the? RANK:o half of (?:{_YEAR}|(?:the|this) year)", _half)],
    "HALF": [(f"HALF:h {_YEAR}", _half)],
    "YEARISH": [
        ("YEARISH:y", _year),
        ("YEARISH:y (?:DASH|SLASH) YEARISH:z", _years),
        ("the? year YEARISH:y", year_of),
    ],
    "APOSTROPHE": [("APOSTROPHE NUM:v", _of_short_year)],
    "ORDINAL": [
        ("the ORDINAL:d", _day_of_month),
        ("the ORDINAL:d of RELATION:r month", _day_of_month),
        ("the ORDINAL:d (?:of|in) (?:the|each|every|any) month", nothing),
    ],
}
