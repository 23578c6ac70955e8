"""English rules for days counted from now, and for weeks and weekdays around them."""

from typing import Final

from loomem.text.dates.building import counted_half, nothing
from loomem.text.dates.calendar import Unit
from loomem.text.dates.combined import Doubtful, EndOf, Part, PartOf, Toward
from loomem.text.dates.english_words import HOLIDAY_WORDS, OWNERS, PICKS
from loomem.text.dates.grammar import Build, RuleText, WordReading
from loomem.text.dates.model import Direction
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
    WeeksFromWeekday,
)
from loomem.text.dates.tape import NOTHING, Sketch
from loomem.text.dates.vantage import Pick
from loomem.text.stopwords import words

_UNITS: Final = (
    Unit.DAY, Unit.WEEK, Unit.FORTNIGHT, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE,
    Unit.WEEKEND,
)  # fmt: skip
_PERIODS: Final = (Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.WEEKEND)
_COUNT: Final = "(?:A:k|(?:TENS:t DASH?)?NUM:n)"
_FEW: Final = "(?:A? (?:few|couple of?)|several|some)"
_A_FEW: Final = 5
_REACH: Final = 8  # words looked back for a verb that makes "in two weeks" a duration
_ABLE: Final = words("can could able once twice times takes took take within read")
_INDEFINITE: Final = words("a an any one some another no every each per")
_BEFORE_WEEKDAY: Final = words("on last next this by until since before after from")


def _unit(reading: WordReading) -> Unit:
    return _UNITS[reading.number("u")]


def _count(reading: WordReading) -> int:
    return reading.number("k", "t", "n")


def _near(reading: WordReading) -> Built:
    is_alone = reading.end - reading.start == 1
    if is_alone and reading.is_title("n") and not reading.begins_sentence("n"):
        return NOTHING  # a newspaper, a song
    return Counted(Unit.DAY, reading.number("n"))


def _days(count: int) -> Build:
    return lambda _: Counted(Unit.DAY, count)


def _ago(reading: WordReading) -> Built:
    found: Counted | Period = Counted(_unit(reading), -_count(reading))
    if found.unit is Unit.WEEKEND:
        found = Period(Unit.WEEKEND, found.count)
    return Doubtful(found) if reading.has("h") else found


def _doubtfully_ago(reading: WordReading) -> Built:
    return Doubtful(Counted(_unit(reading), -reading.number("n")))


def _couple_ago(reading: WordReading) -> Built:
    return Doubtful(Counted(_unit(reading), -2))


def _few_ago(reading: WordReading) -> Built:
    return Vague(_unit(reading), -1)


def _few_ahead(reading: WordReading) -> Built:
    return Vague(_unit(reading), 1)


def _half_ago(reading: WordReading) -> Built:
    return counted_half(_unit(reading), reading.number("k", "n"), -1)


def _half_ahead(reading: WordReading) -> Built:
    return counted_half(_unit(reading), reading.number("k", "n"), 1)


def _half_unit(sign: int) -> Build:
    def build(reading: WordReading) -> Built:
        return counted_half(Unit.YEAR, 0, sign) if _unit(reading) is Unit.YEAR else NOTHING

    return build


def _from_now(reading: WordReading) -> Built:
    return Counted(_unit(reading), _count(reading))


def _from_near(reading: WordReading) -> Built:
    if _unit(reading) is not Unit.WEEK:
        return NOTHING
    return Counted(Unit.DAY, 7 * reading.number("k", "n") + reading.number("z"))


def _from_weekday(reading: WordReading) -> Built:
    if _unit(reading) is not Unit.WEEK:
        return NOTHING
    return WeeksFromWeekday(reading.number("w"), reading.number("k", "n"))


def _ahead(reading: WordReading) -> Built:
    if any(reading.before(distance) in _ABLE for distance in range(1, _REACH + 1)):
        return NOTHING
    return Ahead(_unit(reading), _count(reading), is_plain=False)


def _rolling(reading: WordReading) -> Built:
    sign = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1}
    way = sign.get(reading.token("p").text)
    if way is None or reading.after() == "of" or reading.before() in OWNERS:
        return NOTHING
    count = _count(reading) if reading.has("n") or reading.has("k") else _A_FEW
    return Rolling(_unit(reading), way * count, is_sure=reading.has("n"))


def _period(reading: WordReading) -> Built:
    word, unit = reading.token("r").text, _PERIODS[reading.number("p")]
    if word == "following" or reading.before() in OWNERS:
        return NOTHING
    if reading.after() == "of":
        return None
    if word == "past" and unit is not Unit.WEEKEND:
        return Rolling(unit, -1)
    return Period(unit, reading.number("r"))


def _the_period(reading: WordReading) -> Built:
    """ "The last week" ends now; "the next week" may follow anything."""
    word, unit = reading.token("r").text, _PERIODS[reading.number("p")]
    if reading.after() == "of":
        return None
    if unit is Unit.WEEKEND or word in ("current", "this"):
        return Period(unit, reading.number("r"))
    if word in ("last", "past"):
        return Rolling(unit, -1)
    return Rolling(unit, 1) if word in ("coming", "upcoming") else NOTHING


def _this_period(reading: WordReading) -> Built:
    unit, step = _PERIODS[reading.number("p")], reading.number("r")
    return Period(unit, step) if unit is Unit.WEEKEND else Rolling(unit, step or 1)


def _period_beyond(count: int) -> Build:
    return lambda reading: Period(_PERIODS[reading.number("p")], count)


def _earlier(reading: WordReading) -> Built:
    step = reading.number("r")
    return Period(_PERIODS[reading.number("p")], step, until_now=step == 0)


def _later(reading: WordReading) -> Built:
    step = reading.number("r")
    return Period(_PERIODS[reading.number("p")], step, from_now=step == 0)


def _this(reading: WordReading) -> Period:
    return Period(_PERIODS[reading.number("p")], 0)


def _by_end(reading: WordReading) -> Built:
    return Toward(EndOf(_this(reading)), Direction.FUTURE, is_default=True)


def _part(part: Part) -> Build:
    return lambda reading: PartOf(_this(reading), part)


def _weekend(_: WordReading) -> Built:
    return SomeWeekend()


def _weekday(reading: WordReading) -> Built:
    is_short = len(reading.token("w").text) < len("monday")
    if is_short and not reading.is_capital("w"):
        return None
    before = reading.before()
    if before == "the" or before in _INDEFINITE or _is_name(reading, before):
        return NOTHING
    is_word = reading.token("w").text in ("mon", "sat", "sun")
    return Sketch(Weekday(reading.number("w")), "weekday" if is_word else "")


def _is_name(reading: WordReading, before: str) -> bool:
    """Say whether a weekday is part of a name: Good Friday, Wednesday Addams."""
    if before in HOLIDAY_WORDS and reading.tape.is_capital(reading.start - 1):
        return True
    return reading.precedes_name() and before not in _BEFORE_WEEKDAY


def _picked_weekday(reading: WordReading) -> Built:
    word = reading.token("p").text
    is_short = len(reading.token("w").text) < len("monday")
    if is_short and not reading.is_capital("w"):
        return None
    pick = PICKS.get(word)
    if pick is None or (reading.before() == "the" and pick is Pick.NEXT):
        return NOTHING
    if reading.before() in OWNERS:
        return NOTHING
    return Weekday(reading.number("w"), pick)


def _weekday_of_week(reading: WordReading) -> Built:
    return WeekdayIn(reading.number("w"), reading.number("r"))


RELATIVE_RULES: Final[dict[str, list[RuleText]]] = {
    "NEAR": [
        ("(?:earlier|later|late|early)? NEAR:n PART_OF_DAY?", _near),
        ("the? day before yesterday", _days(-2)),
        ("the? day after tomorrow", _days(2)),
        (f"{_COUNT} UNIT:u from NEAR:z", _from_near),
    ],
    "PART_OF_DAY": [
        ("(?:earlier|later)? this PART_OF_DAY", _days(0)),
        ("late? last night", _days(-1)),
    ],
    "tonight": [("tonight", _days(0))],
    "UNIT": [
        (f"(?:more|less)? HEDGE:h {_COUNT} UNIT:u ago", _ago),
        (f"{_COUNT} UNIT:u (?:ago|back) (?:NEAR|HEDGE)?", _ago),
        ("NUM (?:or|to|DASH) NUM:n UNIT:u ago", _doubtfully_ago),
        ("HEDGE? A? couple of? UNIT:u ago", _couple_ago),
        ("(?:just|only)? A? (?:few|several) UNIT:u ago", _few_ago),
        ("several UNIT:u ago", _few_ago),
        ("half A UNIT:u ago", _half_unit(-1)),
        ("in half A UNIT:u", _half_unit(1)),
        ("A:k UNIT:u and A half ago", _half_ago),
        ("NUM:n and A half UNIT:u ago", _half_ago),
        ("in A:k UNIT:u and A half", _half_ahead),
        ("in NUM:n and A half UNIT:u", _half_ahead),
        (f"in {_COUNT} UNIT:u", _ahead),
        (f"in {_COUNT} UNIT:u (?:APOSTROPHE|POSSESSIVE)? time", _from_now),
        ("in A? (?:few|couple of?|several) UNIT:u", _few_ahead),
        (f"{_COUNT} UNIT:u (?:from (?:now|today)|hence)", _from_now),
        (f"{_COUNT} UNIT:u from the? WEEKDAY:w", _from_weekday),
        (f"(?:in|over|during|for|within|throughout)? the? RELATION:p {_COUNT} UNIT:u", _rolling),
        (f"(?:in|over|during|for|within)? the? RELATION:p {_FEW} UNIT:u", _rolling),
    ],
    "PERIOD": [
        ("RELATION:r PERIOD:p", _period),
        ("(?:in|over|during|for|within|throughout)? the RELATION:r PERIOD:p", _the_period),
        ("this RELATION:r PERIOD:p", _this_period),
        ("the? PERIOD:p before last", _period_beyond(-2)),
        ("the? PERIOD:p after next", _period_beyond(2)),
        ("(?:earlier|early) in? RELATION:r PERIOD:p", _earlier),
        ("later in? RELATION:r PERIOD:p", _later),
        ("by the? end of the? PERIOD:p", _by_end),
        ("(?:at|toward|towards)? the end of (?:the|this) PERIOD:p", _part(Part.LATE)),
        ("(?:at|in)? the (?:beginning|start) of (?:the|this) PERIOD:p", _part(Part.EARLY)),
        ("in? the middle of (?:the|this) PERIOD:p", _part(Part.MIDDLE)),
        ("(?:at|on|over|during) the weekend", _weekend),
    ],
    "WEEKDAY": [
        ("WEEKDAY:w PART_OF_DAY?", _weekday),
        ("RELATION:p WEEKDAY:w PART_OF_DAY?", _picked_weekday),
        ("this RELATION:p WEEKDAY:w PART_OF_DAY?", _picked_weekday),
        ("WEEKDAY:w of? RELATION:r week", _weekday_of_week),
        ("RELATION:r week COMMA? on? WEEKDAY:w", _weekday_of_week),
        ("WEEKDAY (?:to|through|thru|till|until|DASH) WEEKDAY", nothing),
        ("the? (?:last|RANK) WEEKDAY (?:of|in) (?:the|RELATION)? (?:MONTH|PERIOD) YEAR?", nothing),
        ("the? WEEKDAY (?:before last|after next)", nothing),
        ("WEEKDAY the ORDINAL", nothing),
    ],
    "every": [
        ("every (?:other|single|RANK|NUM)? (?:WEEKDAY|UNIT|SEASON|PERIOD) PART_OF_DAY?", nothing),
        ("every MONTH (?:DAY|the DAY)?", nothing),
        ("every DAY of? MONTH", nothing),
    ],
    "each": [
        ("each (?:WEEKDAY|UNIT|SEASON|PERIOD) PART_OF_DAY?", nothing),
        ("each MONTH DAY?", nothing),
    ],
}
