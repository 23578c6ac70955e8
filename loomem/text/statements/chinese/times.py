"""Meetings, plans, dated events and lessons, in Chinese."""

import re
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.rules import (
    Built,
    clean_value,
    is_clear,
    rule,
    state,
)
from loomem.text.statements.chinese.words import DAY, FUTURE, HAN, PAST, PERIOD, TIME
from loomem.text.statements.model import USER, Slot

_WHO: Final = r"(?P<who>[^，。我你他她的]{1,10}?)"
_WHEN: Final = rf"(?P<value>{TIME}(?:{PERIOD})?)"
_TALK: Final = (
    r"(?:开会|会议|见面|碰面|面谈|吃饭|聚餐|约会|有约|开个会|有个会|会面|谈合同|"
    r"对需求|通话|视频会议|约了|预约|电话会议|聊)"
)
_MOVED: Final = r"(?P<moved>改到|改在|推迟到|提前到|挪到|延到|调整到|改成|推到|顺延到|改期到)了?"


def _met(clause: Clause, match: re.Match[str]) -> Built:
    groups = match.groupdict()
    when = (groups.get("value") or clause.lead).strip()
    who = clean_value(match["who"])
    if not when or clause.is_regular or not who or PAST.search(when):
        return
    yield state(
        clause,
        Slot.MEETING,
        when,
        qualifier=who,
        polarity=False if groups.get("off") else None,
        replaces=bool(groups.get("moved")),
    )


def _called_off(clause: Clause, match: re.Match[str]) -> Built:
    """Deny the meeting whenever it was: the value is the qualifier."""
    who = clean_value(match["who"])
    if who:
        yield state(clause, Slot.MEETING, who, qualifier=who, polarity=False, replaces=True)


def _met_at(clause: Clause, match: re.Match[str]) -> Built:
    if re.match(DAY, clause.lead):
        yield from _met(clause, match)


MEETINGS: Final = (
    rule(
        Slot.MEETING,
        rf"(?:和|跟|与|同){_WHO}的(?:{_TALK}|约|会|面试)(?:已经|临时)?(?:取消|不开|黄)了$",
        build=_called_off,
        bare=True,
    ),
    rule(
        Slot.MEETING,
        (
            rf"(?:和|跟|与|同){_WHO}的(?:{_TALK}|约|会|面试)(?:从[^，。]{{1,8}}?)?(?:{_MOVED}|"
            rf"是?在|是|定在|约在){_WHEN}(?:了)?$"
        ),
        build=_met,
        bare=True,
    ),
    rule(
        Slot.MEETING,
        (
            rf"(?:要|会|得|约好|约好了)?(?:和|跟|与|同){_WHO}(?:有个?|要|开|约好|一起)"
            rf"?{_TALK}了?$"
        ),
        build=_met_at,
        bare=True,
    ),
    rule(
        Slot.MEETING,
        (
            rf"(?:和|跟|与|同){_WHO}(?:约了|约好了?|约在|约定了?){_WHEN}(?:见面|开会|"
            rf"吃饭|面谈)?$"
        ),
        build=_met,
    ),
    rule(
        Slot.MEETING,
        rf"(?:和|跟|与|同){_WHO}{_WHEN}(?:有个?|要|开|约好|一起)?{_TALK}了?$",
        build=_met,
    ),
    rule(
        Slot.MEETING,
        (
            rf"(?:约了|约好了?|预约了|要见|要和|有约){_WHO}(?:一起)?(?:见面|开会|吃饭|"
            rf"面谈|看牙|喝咖啡|喝茶|聚餐|打球|看电影)?$"
        ),
        build=_met_at,
    ),
    rule(
        Slot.MEETING,
        rf"(?:约了|预约了){_WHO}(?:在)?{_WHEN}(?:见面|开会|吃饭|面谈|看牙)?$",
        build=_met,
    ),
)

_PLACE_NO: Final = (
    r"(?!超市|洗|开会|吃|睡|上班|买|接|拿|取|公司|倒|打印|问|看看|做|见|学校|"
    r"上课|楼下|食堂|你|那|哪|厕所|银行|找|健身|跑步|散步|遛|图书馆|一趟|了|"
    r"处理|交)"
)
_DEED: Final = (
    rf"(?:去{_PLACE_NO}{HAN}|飞(?:往|去)?{HAN}|回(?:国|老家|趟老家|{HAN}{{2}}过年)"
    rf"|结婚|办婚礼|举行婚礼|订婚|生(?:孩子|宝宝|二胎)|搬家?(?:到|去)|毕业|出国|"
    rf"留学|出差|度假|移民|入职"
    rf"|参加{HAN}|做[^，。]{{0,8}}手术|考[^，。]{{0,10}}(?:试|证|研|级|驾照|"
    rf"公)|开始(?:读|上|学|实习|休|在|化疗|新工作)|答辩|面试|退休|开(?:一家|"
    rf"店|画展|演唱会)|跑[^，。]{{0,6}}马拉松|体检|住院|创业|报名|买房|装修"
    r"|举办[^，。]{1,10}|辞职|休(?:产假|年假|假)|拔牙|有(?:一?[场个])?[^，。]{0,8}(?:考"
    r"试|面试|手术|答辩|婚礼|演出|比赛)|领养|换工作|接种|手术|旅行|旅游|自驾|"
    r"爬|徒步|读(?:博|研|MBA))"
)
_INTENDS: Final = (
    r"(?:打算|准备|计划|将要?|要|会|想好了?要|就要|预计|即将|得|安排了|定了|"
    r"决定|报名了?|带[^，。]{1,6}?|和[^，。]{1,6}?|跟[^，。]{1,6}?|陪[^，。]{1,6}?|"
    r"一起|全家|预约了)"
)


def _planned(clause: Clause, match: re.Match[str]) -> Built:
    inside = match.group()[: match.start("value") - match.start()]
    if not (
        FUTURE.search(clause.lead) or FUTURE.search(inside) or _is_later(clause.lead + inside)
    ):
        return
    if clause.is_regular or re.search(r"[昨前去]年|昨天|前天|上个?[月周]", clause.lead):
        return
    value = clean_value(match["value"])
    if is_clear(value) and not clause.predicate.endswith("过"):
        yield state(clause, Slot.PLAN, value)


_LATER: Final = re.compile(rf"{DAY}")


def _is_later(words: str) -> bool:
    """A date without a year and with "要" in front of the verb lies ahead."""
    return _LATER.search(words) is not None and not PAST.search(words)


def _given_up(clause: Clause, match: re.Match[str]) -> Built:
    if clause.ended:
        yield state(clause, Slot.PLAN, clean_value(match["value"]), polarity=False)


_CANCELLED: Final = re.compile(
    rf"(?:我们?|咱们?)?(?:的)?(?:原定)?(?:{TIME})?(?P<value>{_DEED}[^，。的]{{0,12}}?)的?"
    rf"(?:计划|行程|打算|安排|事)(?:我们?)?(?:已经|临时|全)?(?:取消|泡汤|黄|作废|搁置)了$"
)


def cancelled_plans_of(clause: Clause) -> Built:
    """Read "the plan to go to Yunnan is cancelled": a plan, and not the state of a project."""
    if match := _CANCELLED.match(clause.text):
        yield state(clause, Slot.PLAN, match["value"], subject=USER, polarity=False, replaces=True)


PLANS: Final = (
    rule(
        Slot.PLAN,
        rf"(?:打算|准备|计划|想)(?:{TIME})?(?P<value>{_DEED}[^，。]{{0,20}})$",
        build=_given_up,
    ),
    rule(
        Slot.PLAN,
        (
            rf"(?:{_INTENDS}){{0,3}}(?:(?:在|到)?{TIME}(?:的时候)?)?(?:{_INTENDS}){{0,3}}(?P<valu"
            rf"e>{_DEED}[^，。]{{0,20}})$"
        ),
        build=_planned,
    ),
)

_DONE: Final = (
    r"(?:跑完了?|跑了|完成了|去过|办过|开过|拿过|得过|参加过|写过|去了(?!趟|"
    r"超市|公司|一下)|到过|爬了|登上了?|登顶了?|拿到了?|拿了|参加了|参观了|"
    r"通过了|考过了?|考下了?|考到了?|毕业|获得了?|得了[^，。]{0,6}奖|赢了|"
    r"赢得了?|举办了|举行了|办了|做了(?=[^，。]{0,8}手术)"
    r"|动了(?=[^，。]{0,8}手术)|[^，。]{0,6}?骨折|[^，。]{0,4}摔断了|"
    r"生了|出生|去世|过世|走了第|发表了|出版了|出了[^，。]{0,3}车祸|入籍|"
    r"当选|升职|升了职|搬家|住了院|住院|看了[^，。]{0,10}演唱会|被裁员?|失业|"
    r"辞职|领养了|骑行了|徒步了|游了|潜了|装修完|开了[^，。]{0,6}店|流产|"
    r"表演了|演出了|见了家长|求婚|分手|拔了|打了[^，。]{0,4}疫苗|做完了?[^，。]{0,6}"
    r"手术)"
)
_TRIFLE: Final = re.compile(
    r"去了(?:一?趟)?(?:厕所|洗手间|公司|超市|学校|食堂|楼下|医院|银行)|拿到了?(?:快递|"
    r"外卖)|通过了?(?:测试|编译)|完成了?(?:测试|任务|作业|工作)"
)


def _happened(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    is_dated = PAST.search(clause.lead) or _LATER.search(clause.lead)
    if not is_dated or clause.is_regular or clause.negated or _TRIFLE.match(value):
        return
    if FUTURE.search(clause.lead):
        return
    yield state(clause, Slot.EVENT, value, polarity=True)


EVENTS: Final = (
    rule(
        Slot.EVENT,
        (
            rf"(?:在[^，。]{{1,10}}?)?(?:和[^，。]{{1,6}}?|跟[^，。]{{1,6}}?|一起|带[^，。]{{1,6"
            rf"}}?)?(?P<value>{_DONE}[^，。]{{0,24}})$"
        ),
        build=_happened,
    ),
    rule(
        Slot.EVENT,
        r"(?:因病|不幸)?(?P<value>去世|过世|病逝)了?$",
        build=lambda c, m: [state(c, Slot.EVENT, m["value"])] if c.kin else (),
    ),
)


def _learnt(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if len(value) >= 4:
        yield state(clause, Slot.EXPERIENCE, value, subject="user", polarity=True)


LESSONS: Final = (
    re.compile(
        r"(?:这次|这回|我|我们)?(?:的|得到的|学到的|吸取的|总结的)*(?:教训|经验教训|"
        r"经验|心得|体会|道理)(?:就)?(?:是|：|:)(?P<value>[^。]{4,60})"
    ),
    re.compile(
        r"(?:我|我们)(?:终于|这次)?(?:学到了?|明白了|吃一堑长一智)[：:，](?P<value>[^。]{4,6"
        r"0})"
    ),
)


def lessons_of(clause: Clause) -> Built:
    """Read what a whole clause says was learnt."""
    for pattern in LESSONS:
        if match := pattern.match(clause.text):
            yield from _learnt(clause, match)
            return
