"""Chinese words around dates: 从…到, 以来, 之前, 底; and the grammar of the language."""

import re
from typing import Final

from loomem.text.dates.chinese import NAMED_RULES
from loomem.text.dates.chinese_relative import RELATIVE_RULES
from loomem.text.dates.chinese_words import PART_WORDS, TO, WEEK
from loomem.text.dates.combined import (
    Between,
    Doubtful,
    EndOf,
    Part,
    PartOf,
    Since,
    Toward,
    Until,
    WeekOf,
    is_single_day,
)
from loomem.text.dates.han import HanGrammar, HanReading
from loomem.text.dates.model import Direction
from loomem.text.dates.reading import Built, Rule
from loomem.text.dates.tape import FIRM

_X: Final = f"(?P<x>{FIRM})"


def _range(reading: HanReading) -> Built:
    return Between(reading.expression("x"), reading.expression("z"))


def _since(reading: HanReading) -> Built:
    if isinstance(reading.expression("x"), Between):
        return reading.expression("x")
    return Since(Toward(reading.expression("x"), Direction.PAST, is_default=True))


def _after(reading: HanReading) -> Built:
    return Since(reading.expression("x"), is_after=True)


def _before(reading: HanReading) -> Built:
    limit = reading.expression("x")
    if reading.has("end"):
        limit = EndOf(limit)
    elif isinstance(limit, PartOf) and limit.part is Part.LATE:
        limit = EndOf(limit.whole)  # before the end of the month: on its last day at the latest
    if is_single_day(limit):
        return Toward(limit, Direction.FUTURE, is_default=True)
    return Until(limit, is_before=True)


def _until(reading: HanReading) -> Built:
    limit = Toward(reading.expression("x"), Direction.FUTURE, is_default=True)
    return limit if is_single_day(limit) else Until(limit)


def _week_of(reading: HanReading) -> Built:
    day = reading.expression("x")
    return WeekOf(day) if is_single_day(day) else None


def _part(reading: HanReading) -> Built:
    whole = reading.expression("x")
    return None if is_single_day(whole) else PartOf(whole, PART_WORDS[reading.text("part")])


def _surrounded(reading: HanReading) -> Built:
    if reading.end - reading.start == 1:
        return None
    found = reading.expression("x")
    return Doubtful(found) if reading.has("h") or reading.has("i") else found


_FRAMES: Final = [
    Rule(re.compile(rf"[从自在于由]?{_X}{TO}(?P<z>{FIRM})(?:之间|期间|为止)?"), _range),
    Rule(re.compile(rf"[在于]?{_X}[和与及跟](?P<z>{FIRM})之间"), _range),
    Rule(re.compile(rf"(?:自从|自|从|打){_X}(?:开始|以来|起|至今)?"), _since),
    Rule(re.compile(rf"{_X}(?:以来|至今|起(?!床|来|飞|诉|草|码|身))"), _since),
    Rule(re.compile(rf"(?:自从|自|从)?{_X}(?:以后|之后|后)(?!来|面|天)"), _after),
    Rule(re.compile(rf"[在于]?{_X}(?P<end>底)?(?:以前|之前|前)(?![面往后辈台夕])"), _before),
    Rule(re.compile(rf"(?:直到|到|截至|截止到?|至){_X}(?:为止|截止)?"), _until),
    Rule(re.compile(rf"{_X}截止"), _until),
    Rule(re.compile(rf"{_X}的?(?:那|当|所在)(?:一|个)?{WEEK}"), _week_of),
    Rule(
        re.compile(
            rf"[在于]?{_X}的?(?P<part>初(?!中|始|步|级)|[上中下]旬|中(?![国文午学心间秋央])|底|末)"
        ),
        _part,
    ),
    Rule(
        re.compile(rf"(?:(?P<h>大约|大概|约)?[在于]?)?{_X}(?:(?P<i>左右|前后)|的时候)?"),
        _surrounded,
    ),
]

CHINESE: Final = HanGrammar([*NAMED_RULES, *RELATIVE_RULES], _FRAMES)
