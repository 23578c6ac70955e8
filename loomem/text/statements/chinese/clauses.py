"""The clauses of a Chinese sentence: who each is about, and what is said, with what adverbs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from loomem.text.statements.chinese.words import (
    FREQUENCY,
    KIN,
    NAME,
    NOT_NAMES,
    OWN_KIN,
    TIME,
)
from loomem.text.statements.model import USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause. Offsets are characters of the sentence.

    ``subject`` is empty where the clause names nobody and none is inherited. ``predicate`` begins with
    the verb, or with the noun of "我的手机是…". ``lead`` holds the times that stood in front of it.
    ``ended`` says it holds no longer, ``negated`` that it does not, ``was`` that it did once.
    ``over`` is what something is preferred to ("比起茶，…"), ``topic`` what stands before the subject
    ("海鲜我不能吃").
    """

    text: str
    start: int
    end: int
    subject: str = ""
    kin: str = ""
    predicate: str = ""
    lead: str = ""
    over: str = ""
    topic: str = ""
    negated: bool = False
    ended: bool = False
    was: bool = False
    is_regular: bool = False
    is_new: bool = False
    is_inherited: bool = False


_BORDER: Final = re.compile(r"[，；;。！!～~\n]+|,(?!\d)|—{1,2}|(?:，|\s)(?=但是|不过)")
_OPENER: Final = re.compile(
    r"(?:其实|对了|说实话|老实说|顺便(?:说一?[下句]|提一?[下句])?|另外|还有|"
    r"此外|而且|并且|但是|但|不过|可是|所以|因此|因为"
    r"|由于|后来|然后|最后|结果|于是|总之|更正(?:一下)?|纠正(?:一下)?|说错了|"
    r"不对|嗯|哦|啊|好吧|记住|请记住|记一下|帮我记(?:一?下|住)"
    r"|请记(?:一?下|住)|备注|补充(?:一[下点])?|告诉你|跟你说|你知道吗|好消息|"
    r"坏消息|医生说|很遗憾|可惜|幸好|不好意思|抱歉"
    r"|是的|没错|对|嗨|你好|大家好|哎|唉|同时|虽然|即使|终于|说起来|毕竟|反正|"
    r"提醒一下|事实上|实际上|至于我|我说过|自从|"
    r"(?:检查|复查|体检|化验|检测|看病)(?:之后|以后|后|完)?(?:才)?发现)(?:[，,：:\s]+|(?=\S))"
)
_LEAD: Final = re.compile(rf"(?:{TIME}|{FREQUENCY})(?:里|内)?\s*")
_REGULAR: Final = re.compile(FREQUENCY)
_ONCE: Final = re.compile(r"[这本上下]个?周末")
_STARTS: Final = (
    r"(?=的|住|在|是|对|喜|讨|搬|换|用|也|现|已|从|有|养|会|说|今|明|去|下|"
    r"上|不|没|叫|做|最|跳槽|开|每|结|离|要|打算|毕业"
    r"|学|爱|更|一吃|患|得了|当|家|老家|\d|[一二三四五六七八九十]+岁|刚|加入|"
    r"入职|退休|考|怀孕|来自|平时|周|昨|前|很|特别"
    r"|非常|目前|早|还|读|跟|和|正|，|因|自|近|过|吃|喝|抽|戒|毕|生|病)"
)
_KIN: Final = re.compile(
    rf"(?:我们?|咱们?)(?:的|家)?(?P<new>新的?|现在的|现任)?(?:最好的|一个)?(?P<kin>{KIN})"
    rf"(?:(?P<name>{NAME}){_STARTS})?(?![\u4e00-\u9fff]{{0,2}}的(?:{KIN}))"
)
_OWN: Final = re.compile(rf"(?P<kin>{OWN_KIN})(?:(?P<name>{NAME}){_STARTS})?")
_TEAM: Final = re.compile(
    r"(?:我们)?(?:的)?(?P<team>团队|公司|项目组|小组|部门|组)(?=最|决|已|现|"
    r"选|采|改|也|正|在|从|终|用)"
)
_TOPIC: Final = re.compile(r"(?P<topic>[^，。我你他她]{2,8})(?=我(?!们?的|妈|爸|家|老|女|儿|朋))")
_NO_TOPIC: Final = re.compile(
    r"大家|同事|同学|别人|家里?人|朋友|[叫喊让给和跟对是把在到]|说|以前|之前"
)
_LASTED: Final = re.compile(
    r"(?:已经|都|快|差不多|有|将近|了)*(?:\d{1,3}|[一二两三四五六七八九十几半]{1,3})"
    r"(?:来|多)?(?:年|个多?月|个?星期|周)(?:多)?了$"
)
_OTHERS: Final = re.compile(
    r"(?:大家|朋友们?|同事们?|别人|家里?人|同学们?|[你您])(?=(?:都|可以|就|"
    r"一般|习惯)*(?:叫|喊|称呼)我)"
)
_SELF: Final = re.compile(
    rf"(?:我们?(?:和|跟)(?:我)?{KIN}(?=都|一起|住|结|养|决|买|搬|已|现|目前|"
    rf"去年|今年|上个?[周月]|在(?!一起))(?![^，。]{{0,8}}(?:分手|离婚|分开))|(?:我们?|咱们?)(?:"
    rf"家(?=搬|住|现|目前|已|刚|最近|去年|今年|上个?[周月])|全家|一家(?:[人三四五]口?)"
    rf"?|夫妻俩?|夫妇俩?|俩|两口子)?|本人|俺|用户)(?:自己)?(?!的?意思)"
)
_PRONOUN: Final = re.compile(r"[他她它](?:们)?")
_PERSON: Final = re.compile(rf"(?P<name>{NAME}){_STARTS}")
_ADVERB: Final = re.compile(
    r"(?:(?P<now>现在|目前|如今|眼下|已经|早就|早已)|(?P<was>以前|过去|曾经?|"
    r"之前|从前|原来|本来|当年|年轻的?时候?)"
    r"|(?P<gone>不再|再也不|再也没|再没)|(?P<not>从不|从来不|并不|不太|不怎么|"
    r"不大(?=喜|爱)|不是很|不(?!断|同|少|错|过(?!敏)|管|如|仅|只|得不|知)|没(?=有|"
    r"在|去|结|养))"
    r"|真的|实在|真心|有点儿?(?=讨|喜|反|受)|非常|特别|格外|十分|超级?(?=爱|"
    r"喜|讨)|很|挺|蛮|比较|一直|都|也|还|又|才|就|会(?=每|经常|常|定期)|刚刚?|"
    r"主要|基本上?|大概|确实|的确"
    r"|从小|自己|只|仍然?|依然|正式|终于|最终|最后|最近|近来|这几年|这些年|"
    r"近几年|其实|完全|始终|总|常|是真的|原来|重新|一个人"
    r"|很久|快要?(?!递|乐)|即将|将|马上)\s*"
)
_OVER: Final = re.compile(
    r"(?:比起|相比于?|相较于?|和|跟|与)(?P<over>[^，。我]{1,15}?)(?:相比|比起来|比|来说)?$"
)
_SPEAKS_NO_ONE: Final = frozenset("你您他她它谁")
_MAX_STEPS: Final = 12


def clauses_of(sentence: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence in order."""
    subject, kin, over, start = "", "", "", 0
    for border in [*_BORDER.finditer(sentence), None]:
        end = border.start() if border else len(sentence)
        compared = _OVER.match(sentence[start:end].strip()) if border else None
        if compared and sentence[start:end].strip()[:2] in (
            "比起",
            "相比",
            "相较",
            *_with(compared),
        ):
            over = compared["over"]
        else:
            clause = _clause(sentence, start, end, (subject, kin), over)
            if clause is not None:
                yield clause
                subject, kin, over = clause.subject, clause.kin, ""
        start = border.end() if border else end


def _with(match: re.Match[str]) -> tuple[str, ...]:
    """Accept "和茶相比" but not "和朋友"."""
    whole = match.group()
    return (whole[:2],) if whole.endswith(("相比", "比起来", "比")) else ()


def _clause(
    sentence: str, start: int, end: int, inherited: tuple[str, str], over: str
) -> Clause | None:
    text = sentence[start:end].strip(' \t\n"“”。！!.…')
    if not text:
        return None
    lead, rest = _without_front(text)
    topic, rest = _topic(rest)
    if topic[:2] in ("比起", "相比"):
        topic, over = "", topic[2:].removeprefix("于")
    subject, kin, rest, is_new = _subject(rest, inherited)
    is_inherited = bool(subject) and rest and inherited[0] == subject and rest in text[: len(rest)]
    return _with_adverbs(
        Clause(
            text=text,
            start=start,
            end=end,
            subject=subject,
            kin=kin,
            lead=lead,
            predicate=rest,
            over=over,
            topic=topic,
            is_new=is_new,
            is_inherited=bool(is_inherited),
        )
    )


def _without_front(text: str) -> tuple[str, str]:
    """Take openers and times off the front."""
    lead = ""
    for _ in range(_MAX_STEPS):
        if match := _OPENER.match(text):
            text = text[match.end() :]
        elif match := _LEAD.match(text):
            lead, text = lead + match.group(), text[match.end() :]
        elif text.startswith(("现在", "目前", "如今")):
            text = text[2:]
        else:
            break
    return lead, text.lstrip(" ，,：:")


def _topic(text: str) -> tuple[str, str]:
    """Return what stands before "我", where that is a thing, and the rest."""
    match = _TOPIC.match(text)
    if match is None or _NO_TOPIC.search(match["topic"]) or _KIN.match(text) or _OWN.match(text):
        return "", text
    return match["topic"], text[match.end() :]


def _subject(text: str, inherited: tuple[str, str]) -> tuple[str, str, str, bool]:
    """Return subject, its kinship word, the rest of the clause, and whether it is called new."""
    for pattern in (_TEAM, _KIN, _OWN):
        if match := pattern.match(text):
            groups = match.groupdict()
            kin = groups.get("kin") or ""
            who = groups.get("name") or groups.get("team") or kin
            return who, kin, text[match.end() :], bool(groups.get("new"))
    if match := _OTHERS.match(text):
        return USER, "", text[match.end() :], False
    if match := _SELF.match(text):
        return USER, "", text[match.end() :], False
    if match := _PRONOUN.match(text):
        who, kin = inherited if inherited[0] != USER else ("?", "")
        return who or "?", kin, text[match.end() :], False
    if (match := _PERSON.match(text)) and not _is_no_name(match["name"], text):
        return match["name"], "", text[match.end() :], False
    if text[:1] in _SPEAKS_NO_ONE:
        return "?", "", text, False
    return inherited[0], inherited[1], text, False


def _is_no_name(name: str, text: str) -> bool:
    return any(text.startswith(word) for word in NOT_NAMES if word[0] == name[0])


def _with_adverbs(clause: Clause) -> Clause:
    """Take times, adverbs and negations off the front of the predicate."""
    rest, lead, flags = clause.predicate.strip(), clause.lead, set[str]()
    for _ in range(_MAX_STEPS):
        if match := _ADVERB.match(rest):
            flags.update(name for name, caught in match.groupdict().items() if caught)
        elif match := _LEAD.match(rest):
            lead += match.group()
        else:
            break
        rest = rest[match.end() :].lstrip()
    if len(rest) > 3 and (lasted := _LASTED.search(rest, 1)):
        rest = rest[: lasted.start()]
    negated = "not" in flags or "gone" in flags
    return Clause(
        text=clause.text,
        start=clause.start,
        end=clause.end,
        subject=clause.subject,
        kin=clause.kin,
        predicate=rest,
        lead=lead,
        over=clause.over,
        topic=clause.topic,
        negated=negated,
        ended="gone" in flags or ("not" in flags and rest.endswith("了")),
        was="was" in flags,
        is_regular=_REGULAR.search(_ONCE.sub("", lead)) is not None,
        is_new=clause.is_new,
        is_inherited=clause.is_inherited,
    )
