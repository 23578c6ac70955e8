"""Chinese rules for days counted from now, and for weeks and weekdays around them."""

import re
from collections.abc import Callable
from typing import Final

from loomem.text.dates.building import counted_half
from loomem.text.dates.calendar import Unit
from loomem.text.dates.chinese_words import (
    COUNT,
    DAY_NAME,
    HEDGE,
    NEAR_WORDS,
    NOT_A_WEEK,
    NOT_IN_NUMBER,
    NUM,
    PART_OF_DAY,
    PART_WORDS,
    STEP,
    STEP_WORDS,
    TO,
    UNIT,
    UNIT_WORDS,
    WEEK,
    WEEKDAYS,
)
from loomem.text.dates.combined import Between, Doubtful, PartOf
from loomem.text.dates.han import HanReading
from loomem.text.dates.named import DayOfMonth
from loomem.text.dates.reading import Built, Rule
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
from loomem.text.dates.tape import NOTHING

_A_FEW: Final = 5
_HALF_MONTH: Final = 15  # days
_BEFORE_COUNT: Final = frozenset("，。！？；：、,.!?;:\n 我们他她你会将在要就于定")


def _unit(reading: HanReading) -> Unit:
    return UNIT_WORDS[reading.text("u")]


def _near(reading: HanReading) -> Built:
    return Counted(Unit.DAY, NEAR_WORDS[reading.text("near")])


def _ago(reading: HanReading) -> Built:
    count = reading.number("n")
    if count < 0:
        return Vague(_unit(reading), -1)
    found = Counted(_unit(reading), -count)
    return Doubtful(found) if reading.text("h") else found


def _ahead(reading: HanReading) -> Built:
    count = reading.number("n")
    return Vague(_unit(reading), 1) if count < 0 else Ahead(_unit(reading), count)


def _later(reading: HanReading) -> Built:
    """Three days later: later than now, if nothing else is said before."""
    count = reading.number("n")
    if count < 0:
        return Vague(_unit(reading), 1)
    is_plain = reading.start == 0 or reading.tape.codes[reading.start - 1] in _BEFORE_COUNT
    return Ahead(_unit(reading), count, is_plain)


def _half(sign: int) -> Callable[[HanReading], Built]:
    def build(reading: HanReading) -> Built:
        count = reading.number("n") if reading.has("n") else 0
        return None if count < 0 else counted_half(Unit.YEAR, count, sign)

    return build


def _half_month(sign: int) -> Callable[[HanReading], Built]:
    return lambda _: Doubtful(Counted(Unit.DAY, sign * _HALF_MONTH))


def _few_days(_: HanReading) -> Built:
    return Vague(Unit.DAY, -1)


def _nothing(_: HanReading) -> Built:
    return NOTHING


def _step(reading: HanReading) -> int:
    return STEP_WORDS[reading.text("s")]


def _weekday_of_week(reading: HanReading) -> Built:
    return WeekdayIn(WEEKDAYS[reading.text("w")], _step(reading))


def _weekdays_of_week(reading: HanReading) -> Built:
    week = _step(reading)
    return Between(
        WeekdayIn(WEEKDAYS[reading.text("w")], week), WeekdayIn(WEEKDAYS[reading.text("v")], week)
    )


def _weekday(reading: HanReading) -> Built:
    return Weekday(WEEKDAYS[reading.text("w")])


def _stepped(unit: Unit) -> Callable[[HanReading], Built]:
    return lambda reading: Period(unit, _step(reading))


def _weekend(_: HanReading) -> Built:
    return SomeWeekend()


def _day_of_month(reading: HanReading) -> Built:
    day = reading.number("d")
    return DayOfMonth(day, _step(reading)) if day in range(1, 32) else None


def _part_of_month(reading: HanReading) -> Built:
    step = _step(reading) if reading.has("s") else 0
    return PartOf(Period(Unit.MONTH, step), PART_WORDS[reading.text("part")])


def _part_of_year(reading: HanReading) -> Built:
    return PartOf(Period(Unit.YEAR, 0), PART_WORDS[reading.text("part")])


def _rolling(reading: HanReading) -> Built:
    count = reading.number("n")
    sign = -1 if reading.text("way") in ("过去", "最近", "近") else 1
    return Rolling(_unit(reading), sign * (count if count > 0 else _A_FEW), is_sure=count > 0)


_AGO: Final = "(?:以前|之前|前)(?![面往后辈台夕所提])"
_HENCE: Final = "(?:以后|之后|后)(?!来|面|方|台|续|退)"
_COUNT: Final = rf"{NOT_IN_NUMBER}(?P<n>{COUNT}|几)"
_NEAR: Final = (
    "(?P<near>大前天|(?<![以目之提从])前[天晚]|昨[天日晚夜]|今[天晚早晨夜]|今日(?!头条|本)|明[天早晚]"
    "|明日|大后天|(?<![以之最])后[天日](?!性|养成|培养|因素|努力))"
)
_DAY_NAMES: Final = "[一二三四五六日天]"

RELATIVE_RULES: Final = [
    (
        "今昨明前后",
        [
            Rule(re.compile(rf"{_NEAR}{PART_OF_DAY}"), _near),
        ],
    ),
    (
        "前后",
        [
            Rule(re.compile(rf"{HEDGE}{_COUNT}{UNIT}{_AGO}"), _ago),
            Rule(
                re.compile(rf"{NUM}(?:个?多(?:月|星期|礼拜|年|天|周)|[年天周]多){_AGO}"), _nothing
            ),
            Rule(re.compile(rf"{NOT_IN_NUMBER}(?<![上下])半年{_AGO}"), _half(-1)),
            Rule(re.compile(rf"{NOT_IN_NUMBER}(?P<n>{NUM})年半{_AGO}"), _half(-1)),
            Rule(re.compile(rf"{NOT_IN_NUMBER}半个月{_AGO}"), _half_month(-1)),
            Rule(re.compile(r"前(?:几|两|些)天"), _few_days),
            Rule(re.compile(rf"{_COUNT}{UNIT}{_HENCE}"), _later),
            Rule(re.compile(rf"{NOT_IN_NUMBER}(?<![上下])半年{_HENCE}"), _half(1)),
            Rule(re.compile(rf"{NOT_IN_NUMBER}(?P<n>{NUM})年半{_HENCE}"), _half(1)),
            Rule(re.compile(rf"{NOT_IN_NUMBER}半个月{_HENCE}"), _half_month(1)),
        ],
    ),
    (
        "过最近未接今",
        [
            Rule(re.compile(rf"再过(?P<n>{COUNT}|几){UNIT}"), _ahead),
            Rule(
                re.compile(
                    r"[在于]?(?P<way>过去|最近|(?<!附)近|未来|接下来|今后)的?"
                    rf"(?P<n>{COUNT}|几){UNIT}(?:以来|之内|来|里|内|间)?"
                ),
                _rolling,
            ),
        ],
    ),
    (
        "周期拜",
        [
            Rule(re.compile(rf"{STEP}个?{WEEK}{DAY_NAME}{PART_OF_DAY}"), _weekday_of_week),
            Rule(
                re.compile(rf"{STEP}个?{WEEK}(?P<w>{_DAY_NAMES}){TO}{WEEK}?(?P<v>{_DAY_NAMES})"),
                _weekdays_of_week,
            ),
            Rule(re.compile(rf"{STEP}个?{WEEK}末"), _stepped(Unit.WEEKEND)),
            Rule(re.compile(rf"{STEP}个?{WEEK}{NOT_A_WEEK}"), _stepped(Unit.WEEK)),
            Rule(
                re.compile(
                    rf"(?<![上下这本个每逢一二两三四五六七八九十几半0-9]){WEEK}{DAY_NAME}{PART_OF_DAY}"
                ),
                _weekday,
            ),
            Rule(re.compile(rf"(?<![上下这本个每]){WEEK}末"), _weekend),
            Rule(
                re.compile(
                    rf"每逢?个?{WEEK}(?:{_DAY_NAMES}(?:[、和到至]?{WEEK}?{_DAY_NAMES}){{0,6}}|末)?"
                ),
                _nothing,
            ),
            Rule(re.compile(rf"逢{WEEK}{_DAY_NAMES}"), _nothing),
            Rule(
                re.compile(rf"(?<![上下这本个]){WEEK}{_DAY_NAMES}{TO}{WEEK}?{_DAY_NAMES}"),
                _nothing,
            ),
            Rule(re.compile(rf"{WEEK}[一二三四五六]{{2,6}}"), _nothing),
        ],
    ),
    (
        "月度",
        [
            Rule(re.compile(rf"{STEP}个?月(?!球|亮|台|饼)"), _stepped(Unit.MONTH)),
            Rule(re.compile(rf"{STEP}个?季度"), _stepped(Unit.QUARTER)),
            Rule(re.compile(rf"{STEP}个?月的?(?P<d>{NUM})[日号]"), _day_of_month),
            Rule(re.compile(rf"{STEP}个?月(?P<part>初|底|末|上旬|中旬|下旬)"), _part_of_month),
            Rule(
                re.compile(rf"{NOT_IN_NUMBER}(?<![上下这本])月(?P<part>初|底|末)"), _part_of_month
            ),
        ],
    ),
    (
        "年",
        [
            Rule(
                re.compile(rf"{NOT_IN_NUMBER}(?<![年去今明前后本零〇])年(?P<part>初|底|末)"),
                _part_of_year,
            ),
        ],
    ),
]
"""Rules by the characters of which a text must have one for them."""
