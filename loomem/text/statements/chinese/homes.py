"""Where people live, have moved to and come from, in Chinese."""

import re
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.places import can_be_home, grain_of, names_place
from loomem.text.statements.chinese.rules import Built, clean_value, is_clear, rule, state
from loomem.text.statements.chinese.words import NUMBER
from loomem.text.statements.model import Slot

_INTO: Final = r"(?:到|去|来|进|回|往|至)了?"
_PLACE: Final = r"(?P<value>[^，。的]{2,18}?)"
_FROM: Final = r"(?:从|由)(?P<previous>[^，。]{2,15}?)"


def _lives(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    known = clause.subject or names_place(value)
    if can_be_home(value) and known:
        previous = match.groupdict().get("previous")
        moved = (
            "搬" in match.group()
            or "住到" in match.group()
            or "定居" in match.group()
            or "嫁" in match.group()
        )
        yield state(
            clause, Slot.HOME, value, qualifier=grain_of(value), previous=previous, replaces=moved
        )


def _left(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if can_be_home(value):
        yield state(
            clause, Slot.HOME, value, polarity=False, qualifier=grain_of(value), replaces=True
        )


HOMES: Final = (
    rule(
        Slot.HOME,
        rf"{_FROM}(?:搬家?|移居|搬迁|嫁){_INTO}{_PLACE}(?:住|定居|生活|养老|工作|发展|上学)?了?$",
        build=_lives,
    ),
    rule(
        Slot.HOME,
        rf"(?:搬家?|移居|移民|搬迁|嫁){_INTO}{_PLACE}(?:住|定居|生活|养老|工作|发展|上学)?了?$",
        build=_lives,
    ),
    rule(Slot.HOME, r"(?:从)?(?:搬出|搬离)了?(?P<value>[^，。的]{2,12}?)了?$", build=_left),
    rule(Slot.HOME, r"从(?P<value>[^，。的]{2,12}?)搬(?:走|出来|出去)了?$", build=_left),
    rule(
        Slot.HOME,
        (
            rf"(?:住|生活|定居|居住|安家|租住|留|待|呆|租房|租)(?:在|到|进)了?{_PLACE}(?:这边|"
            rf"那边)?(?:了)?$"
        ),
        build=_lives,
        bare=True,
        denies=True,
    ),
    rule(Slot.HOME, rf"(?:租|买)的(?:房子?|公寓)(?:现在)?(?:就)?在{_PLACE}$", build=_lives),
    rule(
        Slot.HOME,
        r"(?:定居|移居|落户|租住|居住)于?(?P<value>[^，。的]{2,12}?)了?$",
        build=lambda c, m: _lives(c, m) if names_place(m["value"]) else (),
    ),
    rule(Slot.HOME, rf"(?:的)?家(?:就)?(?:在|住在?){_PLACE}$", build=_lives, bare=True),
    rule(
        Slot.HOME,
        rf"(?:的)?(?:家庭)?(?:住址|地址)(?:是|在|改成了?|换成了?){_PLACE}$",
        build=_lives,
    ),
    rule(
        Slot.HOME,
        (
            rf"在{_PLACE}(?:定居|生活|居住|安家|住|租房(?:子)?住?|租了?房子?住?|买房定居|"
            rf"待|呆|落户)(?:了)?(?:{NUMBER}多?(?:个月|年|天)多?)?了?$"
        ),
        build=_lives,
    ),
)


def _is_origin(value: str) -> bool:
    return is_clear(value) and names_place(value)


ORIGINS: Final = (
    rule(
        Slot.ORIGIN,
        (
            r"(?:的)?(?:祖籍(?:是|在)?|(?:老家|家乡|籍贯|故乡)(?:就)?(?:是|在))(?P<value>[^，。]"
            r"{2,12}?)(?:的|人)?$"
        ),
        denies=True,
        qualifier=grain_of,
    ),
    rule(
        Slot.ORIGIN,
        r"(?:是)?(?:来自|出生于|出生在|生在)(?P<value>[^，。]{2,12}?)的?$",
        accepts=_is_origin,
        qualifier=grain_of,
    ),
    rule(
        Slot.ORIGIN,
        (
            r"(?:是)?(?:土生土长的)?(?:老)?(?P<value>[^，。一的]{2,8}?)(?:本地)?(?:人|"
            r"妹子|姑娘|汉子|小伙子?|女孩|男孩|娃|土著)$"
        ),
        accepts=_is_origin,
        qualifier=grain_of,
    ),
    rule(
        Slot.ORIGIN,
        r"是(?:土生土长的|地道的|正宗的)老?(?P<value>[^，。的]{2,6})$",
        accepts=_is_origin,
        qualifier=grain_of,
    ),
    rule(
        Slot.ORIGIN,
        r"(?:是)?在(?P<value>[^，。]{2,12}?)(?:出生|长大|出生长大|土生土长)的?$",
        qualifier=grain_of,
    ),
)
