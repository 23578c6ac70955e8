"""Chinese rules for days, months, seasons and years; ``chinese_relative`` has those counted from now."""

import re
from typing import Final

from loomem.text.dates.building import half_of, quarter_of, season_of, winter_across, years_between
from loomem.text.dates.chinese_words import (
    DAY_NAME,
    NOT_IN_NUMBER,
    NUM,
    NUMBERED,
    PART_WORDS,
    SEASONS,
    SHORT_YEAR,
    TO,
    WEEK,
    WEEKDAYS,
    Y4,
    YEAR,
    YEAR_WORDS,
)
from loomem.text.dates.combined import Between, PartOf
from loomem.text.dates.han import HanReading
from loomem.text.dates.named import Day, DayOfMonth, Months, Year
from loomem.text.dates.reading import Built, Rule
from loomem.text.dates.tape import NOTHING
from loomem.text.dates.vantage import Pick

_MONTHS: Final = range(1, 13)
_DAYS: Final = range(1, 32)
_CENTURY: Final = 2000


def _year(reading: HanReading) -> Year | None:
    if reading.has("ry"):
        return Year(YEAR_WORDS[reading.text("ry")], is_shift=True)
    if reading.has("sy"):
        return Year(_CENTURY + reading.number("sy"))
    return Year(reading.number("y")) if reading.has("y") else None


def _weekday(reading: HanReading) -> int | None:
    return WEEKDAYS[reading.text("w")] if reading.has("w") else None


def _day(reading: HanReading) -> Built:
    month, day = reading.number("m"), reading.number("d")
    if month not in _MONTHS or day not in _DAYS:
        return None
    return Day(month, day, _year(reading), _weekday(reading))


def _days(reading: HanReading) -> Built:
    month, first, last = (reading.number(group) for group in "mde")
    if month not in _MONTHS or first not in _DAYS or last not in _DAYS:
        return None
    year = _year(reading)
    return Between(Day(month, first, year), Day(month, last, year))


def _month(reading: HanReading) -> Built:
    month = reading.number("m")
    return Months(month, year=_year(reading)) if month in _MONTHS else None


def _months(reading: HanReading) -> Built:
    first, last = reading.number("m"), reading.number("e")
    if first not in _MONTHS or last not in _MONTHS:
        return None
    year = _year(reading)
    return Between(Months(first, year=year), Months(last, year=year))


def _whole_year(reading: HanReading) -> Built:
    return _year(reading)


def _years(reading: HanReading) -> Built:
    return years_between(reading.number("y"), reading.number("z"))


def _part_of_year(reading: HanReading) -> Built:
    year = _year(reading)
    return None if year is None else PartOf(year, PART_WORDS[reading.text("part")])


def _season(reading: HanReading) -> Built:
    picks = {"上个": Pick.LAST, "这个": Pick.THIS, "下个": Pick.NEXT}
    number = SEASONS[reading.text("s")]
    if reading.has("pick"):
        return season_of(number, pick=picks[reading.text("pick")])
    return season_of(number, _year(reading))


def _short_season(reading: HanReading) -> Built:
    step = {"去": -1, "今": 0, "明": 1}[reading.text("r")]
    return season_of(SEASONS[reading.text("s")], Year(step, is_shift=True))


def _winter(reading: HanReading) -> Built:
    return winter_across(reading.number("y"))


def _quarter(reading: HanReading) -> Built:
    number = reading.number("q")
    return quarter_of(number, _year(reading)) if number in range(1, 5) else None


def _half(reading: HanReading) -> Built:
    year = _year(reading) or Year(0, is_shift=True)
    return half_of(1 if reading.text("half") == "上" else 2, year)


def _day_of_month(reading: HanReading) -> Built:
    day = reading.number("d")
    return DayOfMonth(day) if day in _DAYS else None


def _nothing(_: HanReading) -> Built:
    return NOTHING


_ANY_YEAR: Final = rf"(?:(?:{YEAR}|{SHORT_YEAR})的?)"
_MONTH: Final = rf"{NOT_IN_NUMBER}(?P<m>{NUM})月"
_MONTH_AFTER_YEAR: Final = rf"{_ANY_YEAR}(?P<m>{NUM})月"
_DATE: Final = rf"(?P<d>{NUM})[日号]"
_BESIDE: Final = rf"(?:[（(]?{WEEK}{DAY_NAME}[）)]?)?"
_DAY_END: Final = rf"(?P<d>{NUM})[日号]?{TO}(?P<e>{NUM})[日号](?!楼)"


NAMED_RULES: Final = [
    (
        "月",
        [
            Rule(re.compile(rf"{_MONTH_AFTER_YEAR}{_DATE}{_BESIDE}"), _day),
            Rule(re.compile(rf"{_MONTH}{_DATE}{_BESIDE}"), _day),
            Rule(re.compile(rf"{_MONTH_AFTER_YEAR}{_DAY_END}"), _days),
            Rule(re.compile(rf"{_MONTH}{_DAY_END}"), _days),
            Rule(re.compile(rf"{_MONTH_AFTER_YEAR}份?(?!{NUM}[日号])"), _month),
            Rule(re.compile(rf"{_MONTH}份?(?!天|河|兔|{NUM}[日号])"), _month),
            Rule(
                re.compile(rf"{_ANY_YEAR}(?P<m>{NUM})月?份?{TO}(?P<e>{NUM})月份?(?!{NUM}[日号])"),
                _months,
            ),
            Rule(
                re.compile(
                    rf"{NOT_IN_NUMBER}(?P<m>{NUM})月?份?{TO}(?P<e>{NUM})月份?(?!{NUM}[日号])"
                ),
                _months,
            ),
        ],
    ),
    (
        "年",
        [
            Rule(re.compile(rf"{YEAR}(?!代|级|版|款|度|前|后|{TO}[0-9]{{4}})"), _whole_year),
            Rule(re.compile(rf"(?<![0-9])(?P<y>{Y4})年?{TO}(?P<z>{Y4})年"), _years),
            Rule(re.compile(rf"{YEAR}年?(?P<part>[初底末])"), _part_of_year),
        ],
    ),
    (
        "春夏秋冬",
        [
            Rule(
                re.compile(rf"(?:{YEAR}的?|(?P<pick>上个|这个|下个))?(?P<s>[春夏秋冬])(?:天|季)"),
                _season,
            ),
            Rule(re.compile(r"(?P<r>[去今明])(?P<s>[春夏秋冬])"), _short_season),
            Rule(
                re.compile(r"(?P<y>[12][0-9]{3})[-/—–](?:[0-9]{4}|[0-9]{2})年?冬[天季]?"), _winter
            ),
        ],
    ),
    (
        "季q半",
        [
            Rule(re.compile(rf"(?:{YEAR}的?)?第?(?P<q>[一二三四1-4])季度"), _quarter),
            Rule(re.compile(rf"{YEAR}?的?(?<![a-z0-9])q(?P<q>[1-4])(?![a-z0-9])"), _quarter),
            Rule(re.compile(rf"{YEAR}?的?(?P<half>[上下])半年"), _half),
        ],
    ),
    (
        "号",
        [
            Rule(
                re.compile(rf"{NOT_IN_NUMBER}(?<![a-z.:\-])(?P<d>{NUM})号{NUMBERED}"),
                _day_of_month,
            ),
        ],
    ),
    (
        "每",
        [
            Rule(re.compile(rf"每个?月的?(?:{NUM}[日号])?"), _nothing),
            Rule(re.compile(rf"每年的?(?:{NUM}月(?:{NUM}[日号])?|[春夏秋冬][天季])?"), _nothing),
            Rule(re.compile(r"每个?(?:[春夏秋冬][天季]|季度)"), _nothing),
        ],
    ),
]
"""Rules by the characters of which a text must have one for them."""
