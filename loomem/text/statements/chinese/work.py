"""Employers, professions and education in Chinese."""

import re
from typing import Final

from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.places import names_place
from loomem.text.statements.chinese.rules import (
    Built,
    clean_value,
    is_clear,
    rule,
    state,
)
from loomem.text.statements.chinese.words import HAN, NUMBER, any_of
from loomem.text.statements.model import Slot

_TRADE: Final = rf"(?:{HAN}|[A-Za-z+#/]|\s){{0,14}}?" + any_of("""
    师 员 医生 大夫 护士 经理 工程师 实习生 教授 自由职业 个体户 公务员 程序员 教师 律师 司机
    警察 记者 作家 演员 学生 研究生 博士生 本科生 高中生 大学生 军人 厨师 会计 顾问 总监 主管
    销售 店主 创业者 自由职业者 翻译 编辑 导演 农民 家庭主妇 全职妈妈 全职太太 全职爸爸 歌手
    画家 诗人 法官 检察官 校长 院长 助理 秘书 程序媛 码农 博主 架构师 科学家 学者 木匠 电工
    模特 教练 中介 合伙人 CEO CTO CFO 运营 客服 公关 HR 财务 出纳 客户经理 保安 消防员 法务
    审计 牙医 兽医 文案 志愿者 主播 空姐 飞行员 船长 店长 队长 科长 处长 局长 部长 厂长 护士长
    班长 园长 班主任 主任 主编 代表 猎头 产品 博士后
    """)
_FIELD: Final = any_of("""
    算法 测试 运营 研发 产品 销售 设计 前端 后端 开发 行政 人事 市场 财务 数据分析 客服 策划
    采购 投资 风控 法务 运维 科研 咨询 审计 外贸 品牌 数据 安全 硬件 嵌入式 质检 培训 招聘
    """)
_NO_TRADE: Final = re.compile(
    r"你|他|她|这|那|第|新手|成员$|会员$|人员$|球员$|一员$|官员$|老师的|学生的|"
    r"学员$|VIP|大师$|队员$|什么|好(?:老师|学生|司机)"
)


def _is_trade(value: str) -> bool:
    return is_clear(value) and _NO_TRADE.search(value) is None


_ORG_NO: Final = re.compile(
    r"家$|^家|^(?:新|老|原)?公司$|外面|这|那|办公室|晚上|网上|线上|远程|你|"
    r"一起|努力|同一|后台|周末|电脑|哪"
    r"|一线|深夜|半夜|室内|^图书馆$|^咖啡[馆厅]$|白天"
)


def _org(
    clause: Clause,
    value: str,
    *,
    polarity: bool | None = None,
    previous: str | None = None,
    replaces: bool = False,
) -> Built:
    """State an employer; of somebody who works *in a city* that is all that is known."""
    value = clean_value(value)
    if (
        not is_clear(value)
        or len(value) > 20
        or (_ORG_NO.search(value) and not value.startswith("一家"))
    ):
        return
    is_place = names_place(value) and len(value) <= 4
    yield state(
        clause,
        Slot.EMPLOYER,
        value,
        qualifier="地点" if is_place else None,
        polarity=polarity,
        previous=previous,
        replaces=replaces,
    )


def _works(clause: Clause, match: re.Match[str]) -> Built:
    yield from _org(clause, match["value"], replaces="现在" in clause.text)
    trade = clean_value(match.groupdict().get("trade") or "")
    if trade and _is_trade(trade):
        yield state(clause, Slot.PROFESSION, trade)


def _joined(clause: Clause, match: re.Match[str]) -> Built:
    previous = match.groupdict().get("previous")
    yield from _org(clause, match["value"], previous=previous, replaces=True)


def _left(clause: Clause, match: re.Match[str]) -> Built:
    yield from _org(clause, match["value"], polarity=False, replaces=True)


def _resigned(clause: Clause, match: re.Match[str]) -> Built:
    """Deny whichever employer: the value is the qualifier. Where a new one follows, that one says more."""
    yield state(
        clause,
        Slot.EMPLOYER,
        match["value"],
        qualifier=match["value"],
        polarity=False,
        replaces=True,
    )


_ORG: Final = r"(?P<value>[^，。]{2,20}?)"
_SINCE: Final = rf"(?:了)?(?:已经|快|差不多|有)?(?:{NUMBER}多?(?:个月|年|天|周)多?)?(?:了)?"
EMPLOYERS: Final = (
    rule(
        Slot.EMPLOYER,
        rf"从(?P<previous>[^，。]{{2,15}}?)(?:跳槽|转|跳|去|换)(?:到|去|来)了?{_ORG}(?:工作|"
        rf"上班)?了?$",
        build=_joined,
    ),
    rule(Slot.EMPLOYER, rf"从{_ORG}(?:离职|辞职|离开|退休|被裁|裸辞|毕业被裁)了?$", build=_left),
    rule(
        Slot.EMPLOYER,
        rf"(?:离开了|辞去了|辞掉了){_ORG}(?:的工作|的职务)?$",
        build=lambda c, m: _left(c, m) if "工作" in m.group() or "公司" in m.group() else (),
    ),
    rule(
        Slot.EMPLOYER,
        r"(?:被)?(?P<value>辞职|离职|裸辞|失业|裁员|裁|辞掉工作)了$",
        build=_resigned,
    ),
    rule(Slot.EMPLOYER, rf"被{_ORG}(?:裁员?|开除|辞退|解雇|优化)了?$", build=_left),
    rule(
        Slot.EMPLOYER,
        rf"(?:跳槽|换工作|调|调动)(?:到|去|来)了?{_ORG}(?:工作|上班)?了?$",
        build=_joined,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:要|会|正式)?(?:入职|加入|加盟)了?{_ORG}(?:工作|公司)?了?$",
        build=_joined,
        accepts=is_clear,
    ),
    rule(
        Slot.EMPLOYER,
        r"(?:跳|转|去|换)(?:到|去|了)+(?!一?[趟次家])(?P<value>[^，。]{1,14}?(?:公司|"
        r"集团|银行|事务所|医院|学校|大厂|律所|研究所|国企|外企))(?:工作|上班)?了?$",
        build=_joined,
    ),
    rule(Slot.EMPLOYER, rf"(?:任职|供职|就职|受雇|服务)于{_ORG}{_SINCE}$", build=_works),
    rule(
        Slot.EMPLOYER,
        rf"在{_ORG}(?:的)?(?:工作|上班|任职|就职|实习|任教|教书|打工|当差){_SINCE}$",
        build=_works,
    ),
    rule(
        Slot.EMPLOYER,
        rf"在{_ORG}(?:做|当|担任|从事|任)(?:了)?(?:{NUMBER}多?(?:年|个月)的?)?(?:一?[名个位])"
        rf"?(?P<trade>{_TRADE}|{_FIELD}){_SINCE}$",
        build=_works,
    ),
)


def _trade_of(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if _is_trade(value) and clause.subject:
        changed = "转行" in match.group() or "改行" in match.group() or "现在" in clause.text
        yield state(clause, Slot.PROFESSION, value, replaces=changed)


def _retired(clause: Clause, match: re.Match[str]) -> Built:
    yield state(clause, Slot.PROFESSION, match["value"], replaces=True)


PROFESSIONS: Final = (
    rule(
        Slot.PROFESSION,
        rf"(?:是|成为了?|成了)(?:一?[名位个])?(?P<value>{_TRADE})$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        r"(?:的)?(?:职业|工作|本职工作|职位|岗位)(?:是)(?:一?[名位个])?(?P<value>[^，。]{2,"
        r"14})$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        rf"(?:转行|改行)?(?:做|当|担任|当上|做起)(?:了|过)?(?:{NUMBER}多?(?:个月|"
        rf"年|天)的?)?(?:一?[名位个])?(?P<value>{_TRADE})(?:的)?{_SINCE}$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        r"(?:转行|改行|转岗)(?:去)?(?:做|当|成)了?(?P<value>[^，。]{2,12})$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        r"是(?:做|搞|干|教)(?P<value>[^，。]{2,12}?)(?:工作|行业)?的$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        r"(?:在[^，。]{2,14}?)?(?P<value>教(?:物理|数学|语文|英语|化学|历史|地理|"
        r"生物|体育|美术|音乐|政治|中文|编程|钢琴|书法|舞蹈|瑜伽|书))(?:的|课)?$",
    ),
    rule(
        Slot.PROFESSION,
        r"从事(?P<value>[^，。]{2,14}?)(?:的?工作|行业|的?研究)?$",
        build=_trade_of,
    ),
    rule(
        Slot.PROFESSION,
        rf"(?:被)?(?:升职|晋升|升任|提拔|升|升职成)(?:为|到|成|当)?了?(?P<value>{_TRADE})"
        rf"$",
        build=_trade_of,
        replaces=True,
    ),
    rule(
        Slot.PROFESSION,
        r"(?P<value>退休)(?:了|在家|$|[一二两三四五六七八九十\d]+年)",
        build=_retired,
    ),
    rule(
        Slot.PROFESSION,
        r"(?:自己)?(?:在[^，。]{2,8}?)?(?P<value>(?:开了?|经营着?|创办了?)(?:一?[家个间])[^，。]{0,8}(?:店|"
        r"馆|公司|工作室|餐厅|厅|吧|民宿|诊所|超市|农场|书屋|厂))$",
    ),
)

_SCHOOL: Final = (
    rf"(?:{HAN}|[A-Z]){{1,14}}?(?:大学|学院|中学|一中|理工|北大|清华|复旦|交大|"
    rf"浙大|科大|师大|高中|职高|MIT|NUS)"
)
_STAGE: Final = any_of("""
    博士 硕士 研究生 本科 大一 大二 大三 大四 大五 研一 研二 研三 博一 博二 高一 高二 高三 初一
    初二 初三 高中 初中 小学 幼儿园 博 研 MBA 大专 预科 学前班 博士后
    """)
_KNOWN_SCHOOLS: Final = (
    r"(?:北大|清华|复旦|交大|浙大|人大|武大|中大|南大|同济|哈工大|中科大|北师大|华科|川大|厦大)"
)


def _student(clause: Clause, match: re.Match[str]) -> Built:
    school = clean_value(match.groupdict().get("value") or "")
    stage = match.groupdict().get("stage")
    if clause.negated and not clause.ended:
        return
    if school and is_clear(school):
        yield state(clause, Slot.EDUCATION, school)
    elif stage:
        yield state(clause, Slot.EDUCATION, stage, qualifier="在读")


def _graduated(clause: Clause, match: re.Match[str]) -> Built:
    yield state(
        clause, Slot.EDUCATION, match["stage"], qualifier="在读", polarity=False, replaces=True
    )


EDUCATION: Final = (
    rule(Slot.EDUCATION, r"(?:是)?毕业于(?P<value>[^，。]{2,20})$"),
    rule(
        Slot.EDUCATION,
        r"(?:是)?从(?P<value>[^，。]{2,14}?)毕业(?:的)?$",
        accepts=lambda v: is_clear(v) and re.search(r"大|学院|校|中|系|专业", v) is not None,
    ),
    rule(Slot.EDUCATION, rf"(?P<stage>{_STAGE})(?:刚|已经)?毕业了?$", build=_graduated),
    rule(
        Slot.EDUCATION,
        rf"(?:是)?(?P<value>{_SCHOOL}|{_KNOWN_SCHOOLS})(?:{HAN}{{0,6}}系|{HAN}{{0,6}}专业)"
        rf"?毕业的?$",
    ),
    rule(
        Slot.EDUCATION,
        rf"(?:正)?在(?P<value>[^，。]{{2,16}}?)(?:读|念|上|攻读)(?P<stage>{_STAGE}|"
        rf"大学|书|学|法学院|医学院|{HAN}{{1,6}}专业)(?:[一二三四五六]年级)?{_SINCE}$",
        build=_student,
    ),
    rule(
        Slot.EDUCATION,
        rf"(?:正?在)?(?:读|念|上|攻读)(?P<value>(?:{_STAGE})(?:[一二三四五六]年级)?)了?$",
        qualifier="在读",
    ),
    rule(
        Slot.EDUCATION, r"(?:正?在)?(?:读|念|上)(?P<value>[一二三四五六]年级)$", qualifier="在读"
    ),
    rule(
        Slot.EDUCATION,
        r"考(?:上|取|进|入)了?(?P<value>[^，。]{2,14})$",
        accepts=lambda v: (
            is_clear(v) and re.search(r"大|学院|校|中|系|研|清华|复旦|博|公务员|编", v) is not None
        ),
    ),
    rule(
        Slot.EDUCATION,
        r"(?:的)?(?:大学|本科|研究生|硕士|博士)?(?:期间|时候?|里)?[学读念]的(?:专业)"
        r"?是(?P<value>[^，。]{2,14})$",
    ),
    rule(
        Slot.EDUCATION,
        r"(?:的)?(?:大学|本科|研究生|硕士|博士)?(?:的)?(?:专业|主修)(?:是)?(?P<value>[^，。"
        r"人]{2,14})$",
    ),
    rule(Slot.EDUCATION, r"主修(?:的是)?(?P<value>[^，。]{2,14})$"),
    rule(
        Slot.EDUCATION,
        r"被(?P<value>[^，。]{2,16}?(?:大学|学院|中学|专业|研究生院|北大|清华|MIT)"
        r")录取了?$",
    ),
    rule(Slot.EDUCATION, r"(?:的)?学历是(?P<value>[^，。]{2,8})$"),
    rule(
        Slot.EDUCATION,
        r"(?:拿到|取得|获得|有)了?(?:一?[个份])?(?P<value>[^，。]{1,14}(?:学位|"
        r"硕士|博士|学历))$",
    ),
)
