"""Tools in use, possessions, contacts and decisions, in Chinese."""

import re
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.kinds import CHINESE_TOOLS, is_tool, kind_of, kind_of_purpose
from loomem.text.statements.chinese.rules import (
    Built,
    clean_value,
    is_clear,
    rule,
    state,
)
from loomem.text.statements.chinese.words import HAN, NUMBER, TIME, any_of
from loomem.text.statements.model import USER, Slot

_LATIN: Final = r"[A-Za-z][A-Za-z0-9_.+#-]*(?: [A-Za-z0-9][A-Za-z0-9_.+#-]*){0,3}"
_TOOL: Final = rf"(?P<value>{_LATIN}(?: ?\d[\w.]*)?|[\u3400-\u9fff][^，。]{{0,11}}?)"
_ONE_OFF: Final = re.compile(
    r"了(?!$)|报错|出错|时$|时候|失败|打开|发|跑了|遇到|试|完|不了|了一|过$|测|连|怎|查"
)


def _tool(
    clause: Clause,
    value: str,
    purpose: str,
    *,
    previous: str = "",
    replaces: bool = False,
    polarity: bool | None = None,
) -> Built:
    """State a tool under its kind: what it is known to be, else what it is used for."""
    value, previous = clean_value(value), clean_value(previous)
    kind = kind_of(value) or kind_of_purpose(purpose) or (kind_of(previous) if previous else None)
    if not is_clear(value) or not (kind or is_tool(value)):
        return
    yield state(
        clause,
        Slot.TOOL,
        value,
        qualifier=kind,
        previous=previous or None,
        replaces=replaces,
        polarity=polarity,
    )


def _used(clause: Clause, match: re.Match[str]) -> Built:
    value, rest = match["value"], match["rest"] or ""
    if rest and clause.predicate.endswith("了") and not clause.ended:
        return
    if _ONE_OFF.search(rest) or (
        not clause.ended and re.search(r"昨|前天|刚|今[天早晚]", clause.lead)
    ):
        return
    if clause.ended or is_tool(value):
        yield from _tool(clause, value, f"{match.groupdict().get('front') or ''}{rest}")


def _noun_is(clause: Clause, match: re.Match[str]) -> Built:
    changed = "换" in match["be"] or "改" in match["be"] or bool(match["new"])
    yield from _tool(clause, match["value"], match["noun"], replaces=changed)


def _changed(clause: Clause, match: re.Match[str]) -> Built:
    groups = match.groupdict()
    if match["value"].endswith(("的", "环境")):
        return
    value, what, previous = (
        clean_value(match["value"]),
        f"{clause.topic}{groups.get('what') or ''}{groups.get('rest') or ''}",
        groups.get("previous") or "",
    )
    if (
        is_tool(value)
        or (previous and re.match(_LATIN, value))
        or (what and kind_of_purpose(what))
    ):
        if kind_of(value) or kind_of_purpose(what) or is_tool(value):
            yield from _tool(clause, value, what, previous=previous, replaces=True)
        else:
            yield state(clause, Slot.TOOL, value, previous=clean_value(previous), replaces=True)


def _dropped(clause: Clause, match: re.Match[str]) -> Built:
    if "订阅" in match.group() and not clause.ended:
        return
    if is_tool(clean_value(match["value"])):
        yield from _tool(clause, match["value"], match["value"], polarity=False, replaces=True)


def _driven(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if kind_of(value) == "汽车":
        yield state(clause, Slot.TOOL, value, qualifier="汽车", replaces="现在" in clause.text)


_NOUN: Final = (
    r"(?P<noun>手机|电脑|笔记本|编辑器|IDE|浏览器|默认浏览器|操作系统|电脑系统|"
    r"系统|车|汽车|座驾|笔记软件|密码管理器|输入法|编程语言|语言|主力机|主力编辑器|"
    r"代码编辑器|平板)"
)
_BECAME: Final = (
    r"(?:换成|换到|切换到|切换成|切换为|改用|转用|转到|迁移到|换用|改成|换为|"
    r"转向|升级到|升级成|转投|迁到|切到|换回|改回|切回|用回)了?"
)
TOOLS: Final = (
    rule(
        Slot.TOOL,
        (
            rf"(?:的)?(?P<new>新)?(?:(?:主力|默认|常用|最常用|主要|公司|工作|(?:平时|"
            rf"正在|一直)?用)的?)?{_NOUN}(?P<be>(?:现在)?(?:用的)?(?:是|换成了?|换了|"
            rf"改成了?|改用了?|升级成了?|装的是))(?:一[台部辆])?{_TOOL}了?$"
        ),
        build=_noun_is,
    ),
    rule(
        Slot.TOOL,
        (
            rf"把(?P<what>[^，。]{{1,8}}?)(?:从(?P<previous>[^，。]{{1,20}}?))?{_BECAME}{_TOOL}了"
            rf"?$"
        ),
        build=_changed,
    ),
    rule(
        Slot.TOOL,
        (
            rf"从(?P<previous>[^，。]{{1,20}}?)(?:全面|彻底|完全|整体|又|转|换|都)?{_BECAME}(?:了"
            rf")?{_TOOL}了?$"
        ),
        build=_changed,
    ),
    rule(
        Slot.TOOL,
        (
            rf"(?P<what>[^，。换改]{{0,8}}?){_BECAME}(?P<value>{_LATIN}|{CHINESE_TOOLS})来?"
            rf"(?P<rest>[写记做办管付存画剪听看敲编上聊沟]{HAN}{{0,6}}?)了?$"
        ),
        build=_changed,
    ),
    rule(Slot.TOOL, rf"(?P<what>[^，。换改]{{0,8}}?){_BECAME}{_TOOL}了?$", build=_changed),
    rule(Slot.TOOL, rf"换了一?[辆台部个]{_TOOL}$", build=_changed),
    rule(Slot.TOOL, rf"把{_TOOL}(?:给)?(?:卸载|注销|退订|删|卸)(?:掉|了)+$", build=_dropped),
    rule(
        Slot.TOOL,
        rf"(?:卸载了?|弃用了?|弃坑了?|放弃了?|停用了?|订阅了?|告别了?|注销了?){_TOOL}$",
        build=_dropped,
    ),
    rule(
        Slot.TOOL,
        (
            rf"(?P<front>[^，。用]{{0,10}}?)(?:使?用)(?:的)?(?:都|一直)?(?:是)?(?:一[台部个款])"
            rf"?\s*(?P<value>{_LATIN}|{CHINESE_TOOLS}(?: ?[A-Za-z0-9]+)?)(?P<rest>(?![的了过时就"
            rf"也都是会有跑报])[\u3400-\u9fff][^，。]{{0,14}}?)?了?$"
        ),
        build=_used,
    ),
    rule(
        Slot.TOOL,
        rf"(?:平时|现在)?开的?(?:是|着)?(?:一?[辆台部])?(?P<value>{HAN}[^，。]{{0,12}})$",
        build=_driven,
    ),
)

_DURABLE: Final = (
    r"(?:[^，。]{0,10}?"
    + any_of("""
    相机 车 自行车 山地车 公路车 电动车 摩托车 房子 房 公寓 别墅 钢琴 电脑 平板 手机 摩托
    无人机 吉他 帐篷 房车 电视 冰箱 咖啡机 投影仪 显示器 键盘 小提琴 望远镜 打印机 kindle
    Kindle 手表 游戏机 Switch 耳机 音响 洗衣机 跑步机 缝纫机 电子琴 船 古筝 3D打印机 镜头 iPad
    小提琴 游艇 院子 店铺 商铺 车位 滑雪板 ps5 PS5 露营车 扫地机器人
    """)
    + ")"
)


_DEVICES: Final = frozenset({"手机", "电脑", "汽车"})


def _sold(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(re.sub(r"^(?:我的|我们的|那[辆台部套个]|旧)", "", match["value"]))
    if re.search(rf"{_DURABLE}$", value):
        yield state(clause, Slot.POSSESSION, value, polarity=False, replaces=True)


def _owned(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if re.match(r"(?:我|你|他|她|人|好多|很多)", value) is None:
        yield state(clause, Slot.POSSESSION, value)


POSSESSIONS: Final = (
    rule(
        Slot.POSSESSION,
        (
            rf"(?:在[^，。]{{1,8}}?)?(?:买|购买|入手|购入|拥有|有|新买|添|置办)(?:了|"
            rf"下了?)?(?:{NUMBER}?[辆台部套架栋艘把个间块支副双])(?P<value>{_DURABLE}|"
            rf"[^，。]{{1,12}}?(?=$))$"
        ),
        build=lambda c, m: (
            _owned(c, m)
            if re.search(rf"{_DURABLE}$", m["value"]) or kind_of(m["value"]) in _DEVICES
            else ()
        ),
    ),
    rule(
        Slot.POSSESSION,
        r"把(?P<value>[^，。]{1,12}?)(?:给)?(?:卖|转手|二手卖|送人)(?:掉)?了$",
        build=_sold,
    ),
    rule(Slot.POSSESSION, r"的(?P<value>[^，。]{1,10}?)(?:已经)?卖(?:掉)?了$", build=_sold),
    rule(Slot.POSSESSION, r"(?:卖了|卖掉了?|转手了|出掉了)(?P<value>[^，。]{1,12})$", build=_sold),
)

_CONTACTS: Final = (
    ("手机号", re.compile(r"手机|电话|^号码?$")),
    ("邮箱", re.compile(r"邮|mail", re.IGNORECASE)),
    ("微信", re.compile(r"微信")),
    ("QQ", re.compile(r"QQ", re.IGNORECASE)),
)


def _contact(clause: Clause, match: re.Match[str]) -> Built:
    kind = next((name for name, words in _CONTACTS if words.search(match["noun"])), match["noun"])
    if kind == "手机号" and not re.match(r"[+\d]", match["value"]):
        return
    changed = bool(match["new"]) or re.search(r"换|改|变", match["be"]) is not None
    yield state(clause, Slot.CONTACT, match["value"], qualifier=kind, replaces=changed)


CONTACTS: Final = (
    rule(
        Slot.CONTACT,
        (
            r"(?:的)?(?P<new>新的?)?(?:个人|工作|公司|常用|备用|联系)?(?P<noun>手机号码?|(?<=新)号码?|"
            r"电话号码?|电话|手机|电子邮箱|邮箱地址|邮箱|邮件地址|[Ee]-?mail|微信号?|"
            r"QQ号?|推特|GitHub)(?P<be>(?:现在|已经)?(?:是|换成了?|换了|改成了?|改为|"
            r"变成了?|为)[：:]?)\s*(?P<value>\+?[A-Za-z0-9_.@-][A-Za-z0-9_.@ +-]{3,40}[A-Za-z0-9"
            r"])"
        ),
        build=_contact,
    ),
)

_VAGUE_CHOICE: Final = re.compile(
    r"第|这|那|它|你|先|后者|前者|一个|哪|方案|选项|左|右|上面|下面|我"
)
_TECH: Final = (
    rf"(?P<value>{_LATIN}|{HAN}{{2,10}}?(?:架构|框架|方案|数据库|模式|技术栈|"
    rf"语言|平台|云|系统|设计))"
)
_FOR: Final = (
    r"(?:来?(?:做|当|作为|作|搭|构建|写|开发|存|实现|搞|处理)(?:我们的)?(?P<qualifier>[^"
    r"，。]{1,14}?))?"
)


def _chosen(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if not is_clear(value) or _VAGUE_CHOICE.match(value) or clause.text.endswith("吧"):
        return
    previous = match.groupdict().get("previous")
    changed = "改" in match.group() or bool(previous)
    qualifier = clean_value(match.groupdict().get("qualifier") or "") or None
    yield state(
        clause, Slot.DECISION, value, qualifier=qualifier, previous=previous, replaces=changed
    )


_LIGHT: Final = re.compile(
    r"先|再|今天|明天|晚点|待会|等|睡|吃|点外卖|休息|不去了|就|试|看|听|走|"
    r"回家|下班|用|了|这|那|你|怎|多|自己来|放弃(?:了)?$|换个|早点|不管|忽略"
)


def _decided(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    denied = value.startswith("不")
    value = value.removeprefix("不").removeprefix("再")
    if len(value) < 2 or not is_clear(value) or _LIGHT.match(value) or len(value) > 24:
        return
    yield state(clause, Slot.DECISION, value, polarity=False if denied else None)


_COMPONENT: Final = (
    r"(?P<part>前端|后端|数据库|缓存|消息队列|框架|部署|服务器|搜索引擎|移动端|客户端|监控|日志|"
    r"技术栈|接口|网关|云服务)"
)
_COMPONENTS: Final = re.compile(
    rf"(?:(?:我们|咱们|团队|公司|项目)(?:项目)?(?:的)?)?{_COMPONENT}(?:我们|咱们|这边)?"
    rf"(?:最后|最终|现在|已经|目前|还是|决定|打算|统一|都|主要)*"
    rf"(?:从(?P<previous>{_LATIN}))?"
    rf"(?P<verb>选定?的是|用的是|定的是|采用|选用|选定?了?|用|定为|定了|换成|改用|改成|换到|迁移?到)了?"
    rf"(?P<value>{_LATIN})(?:写|做|开发|实现)?(?:的|了)?$"
)


def components_of(clause: Clause) -> Built:
    """Read what a part of a system is built with: one choice a part, whoever made it."""
    if clause.negated or (match := _COMPONENTS.match(clause.text)) is None:
        return
    yield state(
        clause,
        Slot.DECISION,
        clean_value(match["value"]),
        subject=USER,
        qualifier=match["part"],
        polarity=True,
        previous=match["previous"],
        replaces=match["verb"][0] in "换改迁",
    )


DECISIONS: Final = (
    rule(
        Slot.DECISION,
        (
            rf"(?:一致)?(?:决定|打定主意|敲定|确定|选定|定下来)了?(?:要|在[^，。]{{1,10}}?)"
            rf"?(?:改|统一|全面)?(?:{TIME}(?:全面)?(?:改|统一)?)?(?:使?用|采用|选用?|"
            rf"选择|上|换成|迁移到|转向){_TECH}{_FOR}(?:而不是(?P<previous>[^，。]{{1,15}})"
            rf")?了?$"
        ),
        build=_chosen,
    ),
    rule(
        Slot.DECISION,
        rf"(?:还是)?(?:决定)?(?:选|选择|采用|选用|敲定|选定|定)了{_TECH}{_FOR}$",
        build=_chosen,
    ),
    rule(
        Slot.DECISION,
        r"(?:已经|最终|终于|一致)?决定(?:了)?(?:要|了要)?(?P<value>[^，。]{2,24})$",
        build=_decided,
    ),
)
