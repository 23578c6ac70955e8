"""Polish rules for days counted from now, and for weeks and weekdays around them."""

from typing import Final

from loomem.text.dates.building import counted_half, nothing
from loomem.text.dates.calendar import Unit
from loomem.text.dates.combined import Doubtful, EndOf, Part, PartOf, Toward
from loomem.text.dates.grammar import Build, RuleText, WordReading
from loomem.text.dates.model import Direction
from loomem.text.dates.polish_words import FEAST_WORDS, OWNERS, PAYING_WORDS, PICKS, POLISH_WORDS
from loomem.text.dates.reading import Built
from loomem.text.dates.relative import (
    Ahead,
    Counted,
    Period,
    Rolling,
    SomeWeekend,
    Vague,
    Weekday,
    WeekdayIn,
)
from loomem.text.dates.tape import NOTHING, Sketch
from loomem.text.dates.vantage import Pick
from loomem.text.stopwords import words

_UNITS: Final = (Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE)
_PERIODS: Final = (Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.WEEKEND)
_COUNT: Final = "(?:TENS:t)? NUM:n"
_PART_OF_DAY: Final = "(?:PART_OF_DAY|(?:po|przed) (?:poludniu|poludniem)|w (?:nocy|poludnie))"
_A_FEW: Final = 5
_REACH: Final = 4  # words looked back for a verb of paying
_IT: Final = words("to te ta tej")
_NARRATIVE: Final = words("nastepnego poprzedniego kolejnego")


def _unit(reading: WordReading) -> Unit:
    return _UNITS[reading.number("u")]


def _count(reading: WordReading) -> int:
    return reading.number("t", "n") if reading.has("n") else 1


def _near(reading: WordReading) -> Built:
    return Counted(Unit.DAY, reading.number("n"))


def _night(reading: WordReading) -> Built:
    is_last = not reading.has("r") or reading.number("r") < 0
    return Counted(Unit.DAY, -1) if is_last else NOTHING


def _ago(reading: WordReading) -> Built:
    found = Counted(_unit(reading), -_count(reading))
    return Doubtful(found) if reading.has("h") else found


def _doubtfully_ago(reading: WordReading) -> Built:
    return Doubtful(Counted(_unit(reading), -reading.number("n")))


def _few(sign: int) -> Build:
    return lambda reading: Vague(_unit(reading), sign)


def _half(sign: int) -> Build:
    def build(reading: WordReading) -> Built:
        count = reading.number("n", "o")
        if count == 0 and _unit(reading) is not Unit.YEAR:
            return NOTHING
        return counted_half(_unit(reading), count, sign)

    return build


def _ahead(reading: WordReading) -> Built:
    if any(reading.before(distance) in PAYING_WORDS for distance in range(1, _REACH + 1)):
        return NOTHING
    return Ahead(_unit(reading), _count(reading))


def _weekday_ago(reading: WordReading) -> Built:
    return WeekdayIn(reading.number("w"), -_count(reading))


def _weekday_ahead(reading: WordReading) -> Built:
    return WeekdayIn(reading.number("w"), _count(reading))


def _period(reading: WordReading) -> Built:
    word = reading.token("r").text
    if word in _IT:
        return None
    if word in _NARRATIVE:
        return NOTHING
    return Period(_PERIODS[reading.number("p")], reading.number("r"))


def _latest_period(reading: WordReading) -> Built:
    unit = _PERIODS[reading.number("p")]
    is_bare = reading.match.start() == reading.match.start("a")
    if (is_bare and reading.precedes_noun()) or reading.before() in OWNERS:
        return NOTHING  # the last year of school
    if "OF_MONTH" in POLISH_WORDS.get(reading.after(), {}):
        return None
    return Period(unit, -1) if unit is Unit.WEEKEND else Rolling(unit, -1)


def _nearest_period(reading: WordReading) -> Built:
    unit = _PERIODS[reading.number("p")]
    if unit is Unit.WEEKEND:
        return Toward(SomeWeekend(), Direction.FUTURE)
    return Rolling(unit, 1)


def _rolling(sign: int) -> Build:
    def build(reading: WordReading) -> Built:
        if not reading.has("n") and "PERIOD" in POLISH_WORDS[reading.token("u").text]:
            return None  # one unit is no few
        count = reading.number("t", "n") if reading.has("n") else _A_FEW
        return Rolling(_unit(reading), sign * count, is_sure=reading.has("n"))

    return build


def _this(reading: WordReading) -> Period:
    return Period(_PERIODS[reading.number("p")], 0)


def _by_end(reading: WordReading) -> Built:
    return Toward(EndOf(_this(reading)), Direction.FUTURE, is_default=True)


def _part(part: Part) -> Build:
    return lambda reading: PartOf(_this(reading), part)


def _weekend(_: WordReading) -> Built:
    return SomeWeekend()


def _picked_weekday(reading: WordReading) -> Built:
    word = reading.token("p").text
    pick = Pick.COMING if word.startswith("nadchodz") else PICKS[reading.number("p")]
    return NOTHING if word in _NARRATIVE else Weekday(reading.number("w"), pick)


def _last_weekday(reading: WordReading) -> Built:
    return Weekday(reading.number("w"), Pick.LAST)


def _coming_weekday(reading: WordReading) -> Built:
    return Weekday(reading.number("w"), Pick.COMING)


def _on_weekday(reading: WordReading) -> Built:
    token = reading.token("w")
    written = reading.tape.spelling.written(token.start, token.end)
    found = Weekday(reading.number("w"))
    if token.text != "niedziele" or written.endswith("ę"):
        return found
    is_plural = not reading.tape.spelling.original.isascii()
    return NOTHING if is_plural else Doubtful(found)


def _weekday(case: str) -> Build:
    def build(reading: WordReading) -> Built:
        if reading.before() in FEAST_WORDS:
            return NOTHING
        is_name = reading.is_capital("w") and not reading.begins_sentence("w")
        return None if is_name else Sketch(Weekday(reading.number("w")), case)

    return build


def _weekday_of_week(reading: WordReading) -> Built:
    return WeekdayIn(reading.number("w"), reading.number("r"))


RELATIVE_RULES: Final[dict[str, list[RuleText]]] = {
    "NEAR": [
        (f"NEAR:n (?:{_PART_OF_DAY}|nocy)?", _near),
        ("(?:do|po) (?:dzis|dzisiaj)", nothing),
    ],
    "nocy": [("RELATION:r nocy", _night), ("LATEST nocy", _night)],
    "temu": [
        (f"{_COUNT} UNIT:u temu", _ago),
        (f"HEDGE:h {_COUNT} UNIT:u temu", _ago),
        ("ONE_UNIT:u temu", _ago),
        ("HEDGE:h ONE_UNIT:u temu", _ago),
        ("NUM (?:lub|albo|czy|do|DASH) NUM:n UNIT:u temu", _doubtfully_ago),
        ("HEDGE? FEW UNIT:u temu", _few(-1)),
        ("pol UNIT:u temu", _half(-1)),
        ("HALF_AND:o UNIT:u temu", _half(-1)),
        ("NUM:n i pol UNIT:u temu", _half(-1)),
        ("tydzien temu (?:w|we) WEEKDAY:w", _weekday_ago),
        (f"{_COUNT} (?:tygodnie|tygodni) temu (?:w|we) WEEKDAY:w", _weekday_ago),
    ],
    "przed": [
        (f"przed {_COUNT} WITH_UNIT:u", _ago),
        ("przed WITH_ONE:u", _ago),
        ("przed FEW WITH_UNIT:u", _few(-1)),
        ("przed pol UNIT:u", _half(-1)),
    ],
    "za": [
        (f"za {_COUNT} UNIT:u", _ahead),
        ("za ONE_UNIT:u", _ahead),
        ("za FEW UNIT:u", _few(1)),
        ("za pol UNIT:u", _half(1)),
        ("za HALF_AND:o UNIT:u", _half(1)),
        ("za NUM:n i pol UNIT:u", _half(1)),
        ("za tydzien (?:w|we) WEEKDAY:w", _weekday_ahead),
        (f"za {_COUNT} (?:tygodnie|tygodni) (?:w|we) WEEKDAY:w", _weekday_ahead),
    ],
    "PERIOD": [
        ("(?:w)? RELATION:r PERIOD:p", _period),
        ("(?:w|przez|z|na|za)? LATEST:a PERIOD:p", _latest_period),
        ("(?:w|przez|na)? NEAREST PERIOD:p", _nearest_period),
        ("do konca PERIOD:p", _by_end),
        ("(?:pod|na)? koniec PERIOD:p", _part(Part.LATE)),
        ("(?:na)? poczatku PERIOD:p", _part(Part.EARLY)),
        ("w polowie PERIOD:p", _part(Part.MIDDLE)),
        ("w weekend", _weekend),
    ],
    "LATEST": [
        (f"(?:w|przez|w ciagu|z|od)? LATEST {_COUNT} UNIT:u", _rolling(-1)),
        ("(?:w|przez|w ciagu|z|od) LATEST FEW? UNIT:u", _rolling(-1)),
    ],
    "NEAREST": [
        (f"(?:w|przez|w ciagu|na)? NEAREST {_COUNT} UNIT:u", _rolling(1)),
        ("(?:w|przez|w ciagu|na) NEAREST FEW? UNIT:u", _rolling(1)),
    ],
    "WEEKDAY": [
        (f"(?:w|we) IN_DAY:w {_PART_OF_DAY}?", _on_weekday),
        (f"(?:w|we)? RELATION:p WEEKDAY:w {_PART_OF_DAY}?", _picked_weekday),
        (f"(?:w|we)? LATEST WEEKDAY:w {_PART_OF_DAY}?", _last_weekday),
        (f"(?:w|we)? NEAREST WEEKDAY:w {_PART_OF_DAY}?", _coming_weekday),
        ("(?:w|we)? WEEKDAY:w w? RELATION:r (?:tygodniu|tygodnia)", _weekday_of_week),
        ("(?:w)? RELATION:r (?:tygodniu|tygodnia) COMMA? (?:w|we) WEEKDAY:w", _weekday_of_week),
        ("IN_DAY:w", _weekday("in_day")),
        ("OF_DAY:w", _weekday("of_day")),
        ("WITH_DAY:w", _weekday("with_day")),
        ("od WEEKDAY (?:do|po) WEEKDAY", nothing),
        ("WEEKDAY DOT? DASH WEEKDAY", nothing),
    ],
}
