"""What somebody likes, dislikes, prefers and does regularly, in Chinese."""

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
from loomem.text.statements.chinese.words import NUMBER, PERIOD
from loomem.text.statements.model import Slot

_PASSING: Final = re.compile(
    r"[^，。]{0,3}(?:你|这|那个|那种感觉|第[一二三四五]个|建议|方案|选项|版本|"
    r"想法|主意|说法|写法|上一|前一|后一|前者|后者|之前的|刚才)|死|上了|他|"
    r"她|它|一个人|在意"
)
_LOVE: Final = (
    r"(?:喜欢上?|喜爱|热爱|酷爱|超爱|爱上|钟爱|痴迷于?|迷上|沉迷|享受|迷(?!路|"
    r"信|失|惑|茫|糊|人)|爱(?![人好情心护国惜慕戴死你她他它了憎]))(?:了)?"
)


def _is_taste(value: str) -> bool:
    return is_clear(value) and len(value) <= 24 and _PASSING.match(value) is None


def _liked(clause: Clause, match: re.Match[str]) -> Built:
    """Say likes or dislikes; "no longer likes" takes a liking back."""
    value = clean_value(match["value"])
    if not _is_taste(value):
        return
    if clause.over:
        yield state(clause, Slot.PREFERENCE, value, previous=clause.over)
    elif clause.negated and not clause.ended:
        yield state(clause, Slot.DISLIKES, value, polarity=True)
    else:
        yield state(clause, Slot.LIKES, value)


def _disliked(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if _is_taste(value) and (not clause.negated or clause.ended):
        yield state(clause, Slot.DISLIKES, value)


def _preferred(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    previous = match.groupdict().get("previous") or clause.over
    if _is_taste(value):
        yield state(clause, Slot.PREFERENCE, value, previous=clean_value(previous) or None)


def _favourite(clause: Clause, match: re.Match[str]) -> Built:
    kind, value = match["qualifier"], clean_value(match["value"])
    if is_clear(value) and kind not in ("事", "人", "话", "就", "一点"):
        yield state(clause, Slot.FAVOURITE, value, qualifier=kind)


TASTES: Final = (
    rule(
        Slot.FAVOURITE,
        (
            r"(?:的)?(?:最(?:喜欢|喜爱|爱|钟爱|欣赏)(?:吃|喝|看|听|玩|读|用)?)的?(?P<qualifier>["
            r"^，。的是]{1,6}?)(?:一直|现在|就)?(?:是|变成了?|换成了?)(?P<value>[^，。]{1,24})"
            r"$"
        ),
        build=_favourite,
    ),
    rule(
        Slot.PREFERENCE,
        (
            r"(?:喜欢|爱)(?P<value>[^，。]{1,15}?)(?:胜过|多过|多于|超过|甚于)(?P<previous>[^，"
            r"。]{1,15})$"
        ),
        build=_preferred,
    ),
    rule(
        Slot.PREFERENCE,
        (
            r"(?:更|更加|比较)?(?:宁愿|宁可|宁肯)(?P<value>[^，。]{1,15}?)也?(?:不|"
            r"不愿意?|不想)(?P<previous>[^，。]{1,15})$"
        ),
        build=_preferred,
    ),
    rule(
        Slot.PREFERENCE,
        (
            r"(?:更加?|还是更)(?:喜欢|爱|偏爱|偏好|倾向于?|习惯)(?:用|于)?(?P<value>[^，。]{1,20"
            r"}?)(?:而不是|而非|，不是)(?P<previous>[^，。]{1,15})$"
        ),
        build=_preferred,
    ),
    rule(
        Slot.PREFERENCE,
        (
            r"比起(?P<previous>[^，。]{1,12}?)(?:来)?(?:我)?(?:更加?|还是更)(?:喜欢|"
            r"爱|偏爱)(?P<value>[^，。]{1,15})$"
        ),
        build=_preferred,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:更加?|还是更)(?:喜欢|爱|偏爱|偏好|倾向于?|愿意)(?P<value>[^，。]{1,20})$",
        build=_preferred,
    ),
    rule(
        Slot.PREFERENCE, r"(?:偏好|偏爱|倾向于|偏向于?)(?P<value>[^，。]{1,20})$", build=_preferred
    ),
    rule(
        Slot.DISLIKES,
        (
            r"最?(?:讨厌|厌恶|反感|痛恨|受不了|忍受不了|嫌弃|不爱|烦透了)(?P<value>[^，。]{1,24}"
            r")$"
        ),
        build=_disliked,
    ),
    rule(Slot.LIKES, rf"最?{_LOVE}(?P<value>[^，。]{{1,24}})$", build=_liked, denies=True),
    rule(
        Slot.LIKES,
        (
            r"对(?P<value>[^，。]{1,14}?)(?:非常|特别|很|十分|挺|比较|一直很?)?(?:感兴趣|"
            r"有兴趣|着迷|情有独钟|上瘾)$"
        ),
        build=_liked,
        denies=True,
    ),
    rule(
        Slot.LIKES,
        (
            r"是(?:个|一个)?(?P<value>[^，。]{1,12}?)的?(?:忠实|铁杆|死忠|狂热)?(?:粉丝|"
            r"球迷|铁粉|爱好者|歌迷|影迷|老粉|发烧友)$"
        ),
        build=_liked,
    ),
)

_ACTIVITY: Final = (
    r"(?:打(?:篮球|羽毛球|乒乓球|网球|排球|高尔夫|太极拳?|麻将|鼓|拳击|台球|"
    r"桌球|棒球|游戏|手游|电竞|冰球|匹克球)|踢(?:足球|毽子|球)|弹(?:钢琴|吉他|"
    r"古筝|琵琶|尤克里里|贝斯)"
    r"|拉(?:小提琴|大提琴|二胡|手风琴)|吹(?:萨克斯|长笛|笛子|口琴)|下(?:围棋|"
    r"象棋|国际象棋|棋|五子棋)|练(?:习)?(?:瑜伽|书法|太极|拳击|毛笔字|普拉提|"
    r"柔术|咏春|字|剑道|击剑|跆拳道)"
    r"|跳(?:舞|街舞|芭蕾|广场舞|绳|国标|拉丁舞|爵士舞)|画(?:水彩|油画|画|素描|"
    r"漫画|国画|板绘)|跑步|晨跑|夜跑|游泳|爬山|钓鱼|滑雪|冲浪|健身|登山|徒步|"
    r"露营|骑行|骑车|攀岩|潜水|滑板|打坐|冥想"
    r"|跑马拉松|做瑜伽|写(?:书法|诗|毛笔字|小说|日记|博客)|种花|养花|唱歌|摄影|"
    r"烘焙|做木工|集邮|观鸟|看书|阅读|追剧|玩(?:桌游|剧本杀|游戏|滑板|原神|"
    r"摄影|乐高|飞盘)|瑜伽|撸铁|做志愿者|做义工|去健身房)"
)
_LEARNT: Final = r"(?:学(?:习)?(?P<value>(?!的|会|到|校|生|历|完|期|习|了|过|不|你)[^，。]{2,6}?))"


def _does(clause: Clause, match: re.Match[str]) -> Built:
    """A sport or pastime; that it was done once, or will be, makes no hobby."""
    once = clause.lead and not clause.is_regular
    if (
        once
        and not clause.ended
        and re.search(r"昨|前|今[天晚早]|明|下个?[周月]|刚|上", clause.lead)
    ):
        return
    yield state(clause, Slot.HOBBY, match["value"])


def _pastimes(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value):
        yield state(clause, Slot.HOBBY, value)


HOBBIES: Final = (
    rule(
        Slot.HOBBY,
        (
            r"(?:们?的)?(?:业余|最大的?|主要)?(?:爱好|兴趣爱好|兴趣|业余爱好)(?:就)"
            r"?(?:还)?(?:是|有|包括)(?P<value>[^，。]{1,20})$"
        ),
        build=_pastimes,
    ),
    rule(
        Slot.HOBBY, r"(?:喜欢)?(?:收藏|收集)(?:了|着)?(?P<value>[^，。]{2,14})$", build=_pastimes
    ),
    rule(
        Slot.HOBBY,
        rf"(?:开始|坚持|一直在|去|会)?(?P<value>{_ACTIVITY})(?:了)?$",
        build=_does,
    ),
    rule(Slot.HOBBY, r"(?:正?在|一直在)追(?:看)?(?P<value>《[^》]{1,20}》)$"),
    rule(Slot.HOBBY, rf"(?:正?在|开始|一直在)(?:自)?{_LEARNT}$", build=_does),
    rule(
        Slot.HOBBY,
        r"(?P<value>玩[^，。]{2,8}?)了$",
        build=lambda c, m: _does(c, m) if c.ended else (),
    ),
    rule(Slot.HOBBY, rf"(?:自)?{_LEARNT}了$", build=lambda c, m: _does(c, m) if c.ended else ()),
)

_WAKES: Final = re.compile(
    rf"(?P<value>(?P<part>{PERIOD})?{NUMBER}[点:：](?:半|{NUMBER}分?|多|左右)?)"
)


_DAILY: Final = {"睡": "睡觉", "入睡": "睡觉", "上床": "睡觉", "起": "起床"}


def _daily_time(clause: Clause, match: re.Match[str]) -> Built:
    """When somebody does what everybody does each day: the time is the value."""
    moved = match.groupdict().get("moved")
    found = _WAKES.search(moved or clause.lead)
    if found and (clause.is_regular or moved):
        value = found["value"].removeprefix(found["part"] or "")
        what = _DAILY.get(match["what"], match["what"])
        yield state(clause, Slot.HABIT, value, qualifier=what, replaces=bool(moved))


_TRIVIAL: Final = re.compile(
    r"(?:是|有|会有|很|太|都|没|不|在|就|被|要(?!喝|吃|跑|去|走|写|读|看|练|"
    r"睡|服|遛)|想|能|觉得|遇到|碰到|忘|报错|出错|说|问|加班到|收到|这|那|让|"
    r"需要|可以|得)"
)


def _regularly(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(re.sub(r"^(?:都|要|会|得|就|还|也)+", "", match["value"]))
    if not clause.is_regular or _TRIVIAL.match(value) or not is_clear(value) or len(value) < 2:
        return
    if value.endswith(("错", "崩", "次")) or (clause.negated and "从" not in clause.text):
        return
    yield state(clause, Slot.HABIT, value)


_VICES: Final = (
    r"(?:抽烟|吸烟|喝酒|喝咖啡|喝奶茶|喝碳酸饮料|熬夜|喝可乐|打游戏|吃夜宵|"
    r"吃糖|喝茶|赌博|刷短视频|吃早饭|吃早餐)"
)


def _vice(clause: Clause, match: re.Match[str]) -> Built:
    yield state(clause, Slot.HABIT, match["value"], polarity=False if clause.negated else None)


def _quit(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and len(value) <= 8:
        yield state(clause, Slot.HABIT, value, polarity=False, replaces=True)


_COMMUTE: Final = (
    r"(?:都|一般|是|(?P<moved>改[成为]?|换成)了?)*(?P<value>(?:骑|开|坐|乘|搭|挤|走路|步行)"
    r"[^，。]{0,6}?)(?:去|来)?(?:上下班|上班|通勤|上学)了?$"
)


def _commutes(clause: Clause, match: re.Match[str]) -> Built:
    """How somebody gets to work; today's way is no habit."""
    if clause.lead and not clause.is_regular:
        return
    moved = bool(match["moved"])
    yield state(clause, Slot.HABIT, match["value"], qualifier="通勤", replaces=moved)


def _timed(clause: Clause, match: re.Match[str]) -> Built:
    """The part of the day is the value: what is done then is done at one of them."""
    moved = match["how"].startswith("改")
    yield state(clause, Slot.HABIT, match["value"], qualifier=match["what"], replaces=moved)


HABITS: Final = (
    rule(Slot.HABIT, r"(?:把)(?P<value>[^，。]{1,8}?)(?:给)?戒(?:掉|了|掉了)$", build=_quit),
    rule(
        Slot.HABIT,
        (
            rf"戒(?:掉)?(?:了)?(?P<value>烟|酒|咖啡|糖|奶茶|游戏|烟酒|可乐|碳水|夜宵)"
            rf"(?:已经|都|快)?(?:了)?(?:{NUMBER}多?(?:年|个月|天|周))?(?:了)?$"
        ),
        build=_quit,
    ),
    rule(
        Slot.HABIT,
        (
            rf"(?:会|能|太会)?(?P<value>{_VICES})(?:也?不{_VICES}|、{_VICES}|和{_VICES})"
            rf"*(?:了)?$"
        ),
        build=_vice,
        denies=True,
    ),
    rule(Slot.HABIT, _COMMUTE, build=_commutes),
    rule(
        Slot.HABIT,
        rf"(?P<how>习惯[于在]?|改[成到为在]?)(?P<value>{PERIOD})(?:再|才)?(?P<what>{_ACTIVITY}|洗澡|"
        rf"锻炼|运动|学习|写作)了?$",
        build=_timed,
    ),
    rule(Slot.HABIT, r"养成了?(?P<value>[^，。]{2,12}?)的习惯$"),
    rule(
        Slot.HABIT,
        r"习惯(?:于|在)?(?P<value>(?!了|就|性|这|那|的|你|不|好|上)[^，。]{2,16})$",
        accepts=is_clear,
    ),
    rule(Slot.HABIT, r"(?P<value>信(?:佛教?|基督教?|天主教|伊斯兰教|道教?|主))(?:的)?$"),
    rule(
        Slot.HABIT,
        (
            r"(?:(?:改[成到为]|提前到|推迟到)了?(?P<moved>[^，。]{2,8}?))?"
            r"(?:才|就|都|准时|会)?(?P<what>起床|睡觉|入睡|上床|睡|吃晚饭|吃早饭|出门|"
            r"下班|上班|起)了?$"
        ),
        build=_daily_time,
    ),
    rule(Slot.HABIT, r"(?P<value>[^，。]{2,20})$", build=_regularly),
)
