"""What somebody works on, the state of projects and their deadlines, in Chinese."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.rules import (
    Built,
    ClauseRule,
    clean_value,
    is_clear,
    rule,
    state,
)
from loomem.text.statements.chinese.words import DAY, NUMBER, PERIOD, TIME, any_of
from loomem.text.statements.model import USER, Slot, Statement

_THING: Final = any_of("""
    项目 模块 功能 系统 版本 迁移 应用 App APP app 网站 平台 重构 小程序 服务 接口 后端 前端
    课题 论文 游戏 产品 工程 计划 升级 新版 官网 原型 数据库 专栏 书 书稿 小说 插件 改版 合同
    装修 方案 专利 标书 展览 实验 网关 SDK 需求 上线 v2 V2 2.0 开发 测试版 纪录片 迁徙
    """)
_STATE: Final = (
    r"(?:正式)?(?:上线|发布|完成|搞定|交付|暂停|取消|延期|启动|立项|被?[^，。]{0,8}?卡住"
    r"|搁置|中止|叫停|终止|验收|停滞|烂尾|收尾|重启|下线|结项|黄|做完|写完|"
    r"通过验收|杀青|截稿|上架|延误|delay|做好)"
)
_STAGE: Final = (
    r"(?:还|仍|目前|现在|正)*(?:在|处于|进入)(?:了)?(?P<stage>[^，。]{0,6}?(?:开发|"
    r"测试|设计|灰度|审核|内测|公测|评审|调研|规划|验收|收尾|联调|施工)(?:阶段|"
    r"中|期)?)"
)
_NOT_YET: Final = re.compile(r"没|未|不|快|要|会|将|可以|能|等|准备|计划|必须|需|应|再|请|就")
_OWNER: Final = re.compile(r"^(?:我们?|咱们?)?(?:的|负责的|做的)?")
_NOTHING_NAMED: Final = re.compile(
    r"^(?:这|那|该|本|哪|每|很多|所有|一个|你|他|她|什么|某)|[你他她]"
)
_WHOLE: Final = re.compile(
    rf"(?P<thing>[^，。]{{0,20}}?{_THING})(?:(?:已经|昨天|终于|刚刚?|正式|今天|"
    rf"现在|上周|上个月|全部|基本|也|都|就|被|{DAY})*"
    rf"(?P<state>{_STATE})(?:了|啦)?|{_STAGE})$"
)


def states_of(clause: Clause) -> Built:
    """Read in what state a named project is."""
    text = clean_start(clause)
    match = _WHOLE.match(text)
    if match is None:
        return
    thing = _OWNER.sub("", match["thing"])
    middle = text[match.end("thing") : match.end()]
    if (
        not thing
        or _NOTHING_NAMED.search(thing)
        or _NOT_YET.search(middle.split("卡住")[0])
        or thing in ("系统", "服务", "功能")
    ):
        return
    value = match["state"] or match["stage"]
    if match["state"] and not text.endswith(("了", "啦")) and "中" not in value:
        return
    yield state(clause, Slot.PROJECT_STATE, value, subject=thing, polarity=True, replaces=True)


def clean_start(clause: Clause) -> str:
    """Return the clause without the openers and times in front of it."""
    at = clause.text.rfind(clause.predicate) if clause.predicate else -1
    if at < 0 or (clause.subject == USER and not clause.is_inherited):
        return clause.predicate.removeprefix("的")
    return clause.predicate if clause.subject in ("", "?") else clause.text


_DUE: Final = (
    r"(?:截止日期|截止时间|最后期限|[Dd]eadline|DDL|ddl|交稿日期?|死线|截稿日期?|"
    r"提交日期|上线日期|上线时间|发布日期|交付日期|交付时间)"
)
_SET: Final = (
    r"(?P<set>(?:现在|已经|又|被)?(?:是|在|为|定在|定为|推迟到|推迟至|提前到|"
    r"提前至|改到|改为|改成|延到|延长到|延期到|延期至|延后到|推到|顺延到|挪到)"
    r"了?)"
)
_WHEN: Final = rf"(?P<value>(?:{TIME}|{NUMBER}[日号])(?:{PERIOD})?)"
_DELIVERED: Final = (
    r"(?:交付|完成|提交|上交|交稿|交(?!给|流)|上线|发布|还清|还|缴清|缴|写完|"
    r"做完|递交|报名|搬出|结项|发版)"
)
_DELIVERABLE: Final = (
    r"(?:稿|初稿|报告|作业|论文|标书|方案|材料|合同|设计图|PPT|文档|预算|报表|简历)"
)
_DEADLINES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<thing>[^，。]{{0,16}}?)的?{_DUE}{_SET}?{_WHEN}",
        (
            rf"(?P<thing>[^，。]{{1,16}}?)(?P<set>推迟到|推迟至|提前到|提前至|延期到|"
            rf"延期至|延后到|延到|推到|顺延到|挪到|改期到|改到|改为|改成|定在)了?{_WHEN}"
            rf"(?:(?:之前|以前|前)?(?:要|再)?{_DELIVERED})?(?:了)?$"
        ),
        (
            rf"(?P<thing>[^，。]{{1,16}}?)(?:必须|一定|要|得|需要|须)+(?:在)?{_WHEN}(?:之前|"
            rf"以前|前|之内)?{_DELIVERED}"
        ),
        (
            rf"(?P<thing>[^，。每]{{1,16}}?)在?{_WHEN}(?:之前|以前|前)(?:必须|一定|就|得|要|"
            rf"需要)*{_DELIVERED}$"
        ),
        rf"(?P<thing>[^，。每]{{1,16}}?){_WHEN}(?:必须|一定|就|得|要|需要)+{_DELIVERED}$",
        rf"(?P<thing>[^，。每]{{0,12}}?{_DELIVERABLE}){_WHEN}{_DELIVERED}$",
        (
            rf"(?P<thing>[^，。]{{1,16}}?)(?:最晚|最迟){_WHEN}(?:之前|前)?(?:要|得|必须|"
            rf"需要)?{_DELIVERED}"
        ),
        (
            rf"(?:必须|得|要|需要)?在?{_WHEN}(?:之前|以前|前)(?:必须|得|要|需要)(?:把)"
            rf"?(?P<verb>{_DELIVERED})(?P<thing>[^，。]{{1,16}})$"
        ),
        (
            rf"(?P<thing>[^，。]{{0,10}}?{_THING})(?P<value>(?:{TIME}))(?=.{{0,4}}(?:上线|"
            rf"发布|交付|截稿|验收)$)(?:正式|要|就)*(?P<verb>上线|发布|交付|截稿|验收)"
        ),
        rf"(?P<thing>[^，。]{{1,16}}?){_WHEN}(?:到期|截止|过期)$",
    )
)
_MOVES: Final = re.compile(r"推|提前|延|改|挪")


def deadlines_of(clause: Clause) -> Iterator[Statement]:
    """Read what is due when."""
    text = re.sub(r"^(?:我们?|咱们?)(?:的)?", "", clause.text)
    for pattern in _DEADLINES:
        match = pattern.match(text)
        if match is None:
            continue
        thing = clean_value(re.sub(r"^(?:和|把|这次)?", "", match["thing"])).removesuffix("的")
        if _NOTHING_NAMED.search(thing) or clause.negated:
            return
        moved = _MOVES.search(match.groupdict().get("set") or "") is not None
        yield state(
            clause,
            Slot.DEADLINE,
            match["value"],
            subject=USER,
            qualifier=thing or None,
            polarity=True,
            replaces=moved,
        )
        return


_NO_PROJECT: Final = re.compile(
    r"(?:饭|作业|梦|测试|核酸|题|早餐|什么|决定|菜|家务|运动|瑜伽|准备|这|那|你)"
)


def _is_project(value: str) -> bool:
    return is_clear(value) and _NO_PROJECT.match(value) is None and len(value) >= 2


PROJECTS: Final = (
    rule(
        Slot.PROJECT,
        r"(?:正在|在|一直在)(?:准备|备考|备战|复习)(?P<value>[^，。]{0,10}(?:考试|"
        r"高考|中考|考研|雅思|托福|法考|国考|面试|答辩|考证|GRE|CPA))$",
    ),
    rule(
        Slot.PROJECT,
        r"(?:正在|在|一直在)(?:忙着)?(?:做|写|开发|搭建|设计|筹备|翻译|编写|拍|"
        r"制作|研发|策划|翻修|建)(?:一|两|几)?[个本款套部篇间栋门](?P<value>[^，。]{2,24})"
        r"$",
        accepts=_is_project,
    ),
    rule(
        Slot.PROJECT,
        r"(?:正在|在|目前|主要)?(?:负责|主导|牵头)(?P<value>[^，。]{2,20})$",
        accepts=_is_project,
    ),
    rule(
        Slot.PROJECT,
        r"(?:正在|在|忙着|在忙)+(?:做|写|开发|搭建|筹备|参与|推进)(?P<value>[^，。]{0,16}(?:"
        r"项目|论文|系统|小说|网站|平台|小程序|游戏|App|APP|应用|重构|迁移|专栏|"
        r"课题|纪录片))$",
        accepts=_is_project,
    ),
)

RULES: Final[tuple[ClauseRule, ...]] = PROJECTS
