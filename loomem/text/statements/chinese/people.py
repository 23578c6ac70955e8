"""Names, ages, birthdays, families and pets in Chinese."""

import re
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.rules import (
    Built,
    clean_value,
    rule,
    state,
)
from loomem.text.statements.chinese.words import (
    CHILDREN,
    COUNTED,
    DAY,
    HAN,
    NUMBER,
    PARTNERS,
    PETS,
    RELATIVES,
    TIME,
)
from loomem.text.statements.model import USER, Slot, Statement

_CALLED: Final = (
    rf"(?:[A-Z][A-Za-z.·-]{{0,20}}(?: [A-Z][A-Za-z.·-]{{1,20}})?|{HAN}[\u3400-\u9fff·]{{0,5}})"
)
_NOT_CALLED: Final = re.compile(
    r"我|你|他|她|它|大家|人|车|停|救命|外卖|快递|苦|好|醒|一|滴|不|做|过|到|什么|了"
)
_PARTNER: Final = re.compile(PARTNERS)
_CHILD: Final = re.compile(CHILDREN)
_LOOKS_NAMED: Final = re.compile(rf"[A-Z]|{HAN}{{1,2}}(?:总|经理|老师|医生|教授)$")


def _is_name(value: str) -> bool:
    return bool(value) and _NOT_CALLED.match(value) is None


def _named(clause: Clause, match: re.Match[str]) -> Built:
    """A name: one's own, or that of a partner, child, relative or acquaintance."""
    name = clean_value(match["value"])
    if not _is_name(name):
        return
    if not clause.kin:
        yield state(clause, Slot.NAME, name)
        return
    slot = Slot.RELATIVE
    if _PARTNER.fullmatch(clause.kin):
        slot = Slot.PARTNER
    elif _CHILD.fullmatch(clause.kin):
        slot = Slot.CHILD
    yield state(clause, slot, name, subject=USER, qualifier=clause.kin)


def _nicknamed(clause: Clause, match: re.Match[str]) -> Built:
    name = clean_value(match["value"])
    if clause.kin:
        yield from _named(clause, match)
    elif clause.subject == USER and _is_name(name):
        yield state(clause, Slot.NAME, name, qualifier="称呼")


def _nicknamed_by_others(clause: Clause, match: re.Match[str]) -> Built:
    name = clean_value(match["value"])
    if _is_name(name) and re.match(
        (
            r"[小老阿大][\u3400-\u9fff]$|[A-Z]|[\u3400-\u9fff]{1,2}(?:哥|姐|叔|姨|总|"
            r"老师)$|([\u3400-\u9fff])\1$"
        ),
        name,
    ):
        yield state(clause, Slot.NAME, name, subject=USER, qualifier="称呼")


def _is_person(clause: Clause, match: re.Match[str]) -> Built:
    """Read "my boss is Mr Li"; what somebody is by trade is no name."""
    if clause.kin and _LOOKS_NAMED.match(match["value"]):
        yield from _named(clause, match)


NAMES: Final = (
    rule(
        Slot.NAME,
        (
            rf"(?:的)?(?:名字|姓名|全名|本名|真名|大名)(?:现在)?(?:是|叫做?|为|改成了?|"
            rf"改为)(?P<value>{_CALLED})$"
        ),
        build=_named,
    ),
    rule(
        Slot.NAME,
        rf"(?:的)?(?:英文名|网名|昵称|小名|外号|绰号)(?:是|叫)(?P<value>{_CALLED})$",
        build=_nicknamed,
    ),
    rule(Slot.NAME, rf"(?:改名叫?|改叫|更名为)(?P<value>{_CALLED})$", build=_named, replaces=True),
    rule(Slot.NAME, rf"(?:名叫|叫做?|姓名是)(?P<value>{_CALLED})$", build=_named),
    rule(
        Slot.NAME,
        (
            rf"(?:都|可以|就|一般|习惯)*(?:叫|喊|称呼)我(?P<value>{_CALLED}?)(?:就好|"
            rf"就行|吧|即可)?$"
        ),
        build=_nicknamed_by_others,
    ),
    rule(Slot.RELATIVE, rf"(?:现在)?是(?P<value>{_CALLED})$", build=_is_person),
)

_AGED: Final = rf"(?:(?:刚|快|已)?(?:满|年满|到)?(?:是|有)?(?P<value>{NUMBER})(?:周?岁)(?:半|多)?)"


def _age(clause: Clause, match: re.Match[str]) -> Built:
    if clause.lead and re.search(r"[昨前明后]|\d年", clause.lead):
        return
    yield state(clause, Slot.AGE, match["value"])


def _born(clause: Clause, match: re.Match[str]) -> Built:
    """Who says only the year gives no birthday."""
    day = match["value"] if match.groupdict().get("value") else clause.lead
    day = day.removeprefix("在")
    if not re.match(DAY, day):
        return
    yield state(
        clause, Slot.BIRTHDAY, day, qualifier=None if "月" in day or "/" in day else "年份"
    )


AGES: Final = (
    rule(Slot.AGE, rf"{_AGED}了?$", build=_age),
    rule(Slot.AGE, rf"(?:的)?年龄是(?P<value>{NUMBER})岁?$", build=_age),
    rule(
        Slot.BIRTHDAY, rf"(?:的)?(?:生日|出生日期)(?:是|在|为|改成)?(?P<value>{DAY})", build=_born
    ),
    rule(Slot.BIRTHDAY, rf"(?:是)?(?:出)?生[于在](?P<value>{DAY})", build=_born),
    rule(Slot.BIRTHDAY, rf"是(?P<value>{DAY})(?:出生|生)的?$", build=_born),
    rule(Slot.BIRTHDAY, r"(?:出生|生)的?$", build=_born),
)


def _wed(clause: Clause, match: re.Match[str]) -> Built:
    if re.search(r"明年|明天|下|后年", clause.lead) or "打算" in clause.text:
        return
    yield state(clause, Slot.MARITAL_STATUS, match["value"])


def _kin_had(slot: Slot) -> object:
    def build(clause: Clause, match: re.Match[str]) -> Built:
        yield state(clause, slot, match["value"], qualifier=match.groupdict().get("kind"))

    return build


def _parted(clause: Clause, match: re.Match[str]) -> Built:
    kind = match["kind"]
    yield state(clause, Slot.PARTNER, kind, qualifier=kind, polarity=False, replaces=True)


def _parted_by_name(clause: Clause, match: re.Match[str]) -> Built:
    if _is_name(match["value"]):
        yield state(clause, Slot.PARTNER, match["value"], polarity=False, replaces=True)


FAMILY: Final = (
    rule(
        Slot.MARITAL_STATUS,
        (
            rf"(?:(?:和|跟|与)(?:我)?{PARTNERS})?(?:是)?(?P<value>领证结婚|结婚|结了婚|脱单|已婚|未婚|"
            rf"单身|离婚|离了婚|离异|订婚|领证|再婚|丧偶)(?:状态|人士)?(?:了|都?(?:有|"
            rf"快)?{NUMBER}多?(?:年|个月)了?)?的?$"
        ),
        build=_wed,
    ),
    rule(
        Slot.PARTNER,
        rf"(?:和|跟|与)(?P<kind>{PARTNERS})(?:已经|在?{TIME})?(?:分手|离婚|掰|分开)了?$",
        build=_parted,
    ),
    rule(
        Slot.PARTNER,
        rf"(?:和|跟|与)(?P<value>{HAN}{{2,3}}?|[A-Z][a-z]+)(?:已经)?(?:分手|分开)了$",
        build=_parted_by_name,
    ),
    rule(Slot.PARTNER, rf"有(?P<value>(?P<kind>{PARTNERS}))了?$", build=_kin_had(Slot.PARTNER)),
    rule(
        Slot.CHILD,
        (
            rf"有(?:了)?(?P<value>{COUNTED}?(?:[^，。]{{0,6}}的)?(?P<kind>{CHILDREN}|"
            rf"娃|双胞胎|龙凤胎))(?:了)?$"
        ),
        build=_kin_had(Slot.CHILD),
        denies=True,
    ),
    rule(
        Slot.RELATIVE,
        (
            rf"(?:家里?)?有(?:一)?{COUNTED}?(?P<value>(?:亲|大|小)?(?P<kind>{RELATIVES})"
            rf")(?:[和跟]{COUNTED}?{RELATIVES})?(?:了)?$"
        ),
        build=_kin_had(Slot.RELATIVE),
        denies=True,
    ),
    rule(
        Slot.CHILD,
        (
            r"(?:刚)?生了(?P<value>(?:一?[个对])?(?:女儿|儿子|双胞胎|龙凤胎|宝宝|男孩|"
            r"女孩))$"
        ),
    ),
)


def _pet(clause: Clause, match: re.Match[str]) -> Built:
    yield state(clause, Slot.PET, clean_value(match["value"]), qualifier=match["kind"])


def _pet_gone(clause: Clause, match: re.Match[str]) -> Built:
    kind = match["kind"]
    yield state(clause, Slot.PET, kind, qualifier=kind, polarity=False, replaces=True)


ANIMALS: Final = (
    rule(
        Slot.PET,
        (
            rf"(?:们?家?里?)?(?:还)?(?:养|领养|收养)(?:了|着|有|过)?(?P<value>(?:{COUNTED})"
            rf"?(?:叫?{HAN}{{1,6}}的)?{HAN}{{0,3}}?(?P<kind>{PETS})(?:(?:和|跟|与|、)"
            rf"[^，。]{{1,12}})?(?:(?:名字)?叫{_CALLED})?)$"
        ),
        build=_pet,
        bare=True,
    ),
    rule(
        Slot.PET,
        (
            rf"(?:们?家?里?)?有(?:了)?(?P<value>{COUNTED}(?:叫?{HAN}{{1,6}}的)?{HAN}{{0,3}}?(?P<k"
            rf"ind>{PETS})(?:(?:和|跟|与|、)[^，。]{{1,12}})?(?:(?:名字)?叫{_CALLED})"
            rf"?)$"
        ),
        build=_pet,
    ),
    rule(
        Slot.PET,
        (
            rf"(?:们?家?)?的?(?:那[只条个])?(?P<kind>{PETS})(?:的名字)?(?:叫做?|名叫|"
            rf"是叫)(?P<value>{_CALLED})$"
        ),
        build=_pet,
    ),
    rule(
        Slot.PET,
        (
            rf"(?:们?家?)?的?(?P<kind>{PETS})(?:在?{DAY})?(?:因病|不幸|刚刚?)?(?:去世|"
            rf"死|走丢|过世|没)了?$"
        ),
        build=_pet_gone,
    ),
)

_GIVEN: Final = re.compile(rf"(?:它|名字)?叫做?(?P<value>{_CALLED})$")
_NAMED_AFTER: Final = frozenset({Slot.PET, Slot.PARTNER, Slot.CHILD, Slot.RELATIVE})


def name_of_last(clause: Clause, last: Statement) -> Statement | None:
    """Read "I have a cat, called Mimi": the name is not the speaker's but that of whom they have."""
    match = _GIVEN.match(clause.text)
    if match is None or last.slot not in _NAMED_AFTER or not last.polarity:
        return None
    name = clean_value(match["value"])
    if not _is_name(name):
        return None
    return state(clause, last.slot, name, subject=last.subject, qualifier=last.qualifier)
