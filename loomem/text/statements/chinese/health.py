"""Allergies, diets, health and languages spoken, in Chinese."""

import re
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
from loomem.text.statements.chinese.words import HAN, any_of
from loomem.text.statements.model import Slot

_JOKE: Final = re.compile(
    r"你|他|她|周一|星期|上班|工作|加班|bug|代码|开会|这|那|什么|数学|老板", re.IGNORECASE
)


def _is_allergen(value: str) -> bool:
    return is_clear(value) and _JOKE.search(value) is None and len(value) <= 14


_HOW: Final = r"(?:有点|有些|严重|轻微|轻度|重度|特别|非常|都?会|也|都|很|已经|并|其实)*"
ALLERGIES: Final = (
    rule(
        Slot.ALLERGY,
        (
            rf"对(?P<value>[^，。]{{1,14}}?){_HOW}(?P<no>不)?(?:再)?{_HOW}过敏(?:了|"
            rf"的|史)?(?:很严重)?$"
        ),
        accepts=_is_allergen,
        denies=True,
        bare=True,
    ),
    rule(
        Slot.ALLERGY,
        r"一?(?:吃|喝|闻到?|碰到?)了?(?P<value>[^，。]{1,8}?)(?:就|会|也会|就会)过敏$",
        accepts=_is_allergen,
    ),
    rule(
        Slot.ALLERGY,
        rf"(?:有|患有?)(?:{HAN}{{0,2}}的)?(?P<value>[^，。有的]{{1,8}}?)过敏(?:症|史)?$",
        accepts=_is_allergen,
    ),
    rule(
        Slot.ALLERGY,
        r"是(?:对)?(?P<value>[^，。对就有会的]{1,6}?)过敏$",
        accepts=_is_allergen,
        denies=True,
    ),
    rule(Slot.ALLERGY, r"(?P<value>[^，。对就有会的]{2,6}?)(?:严重)?过敏$", accepts=_is_allergen),
    rule(
        Slot.ALLERGY,
        r"(?:有|是)?(?P<value>乳糖|麸质|果糖|酒精|牛奶|组胺|咖啡因)不耐(?:受|症)?(?:症)?$",
        accepts=_is_allergen,
    ),
)

_FOOD_ONLY: Final = re.compile(
    r"(?:饭|早饭|午饭|晚饭|药|亏|惊|力|这|那|你|完|了|下|不|得|什么|过|到|起)"
)


def _is_food(value: str) -> bool:
    return is_clear(value) and len(value) <= 12 and _FOOD_ONLY.match(value) is None


def _avoids(clause: Clause, match: re.Match[str]) -> Built:
    """Read "I don't eat pork": not for "I'm not eating any more, thank you", which is about now."""
    value = clean_value(match["value"])
    if not clause.negated or not _is_food(value):
        return
    if (
        clause.ended
        and "不再" not in clause.text
        and value not in ("素", "肉", "辣", "猪肉", "牛肉")
    ):
        return
    whole = "吃素" if value == "素" else value
    yield state(clause, Slot.DIET, whole if whole in clause.text else value, polarity=False)


def _avoids_topic(clause: Clause, _match: re.Match[str]) -> Built:
    """Read "海鲜我不能吃"."""
    if clause.negated and clause.topic and _is_food(clause.topic):
        yield state(clause, Slot.DIET, clause.topic, polarity=False)


DIETS: Final = (
    rule(
        Slot.DIET,
        r"(?:一点|一口)?(?:都|也)?不?(?:能|可以|敢|会)?(?:吃|碰|沾|喝)(?:得)?$",
        build=_avoids_topic,
        denies=True,
    ),
    rule(
        Slot.DIET,
        r"(?:能|可以|敢)?喝(?!酒|咖啡|奶茶|茶|可乐|了|醉|多)(?P<value>[^，。]{1,8})$",
        build=_avoids,
        denies=True,
    ),
    rule(
        Slot.DIET,
        r"(?:能|可以|敢|会|太能)?吃得?(?P<value>[^，。]{1,12}?)(?:了|的)?$",
        build=_avoids,
        denies=True,
    ),
    rule(
        Slot.DIET,
        (
            r"(?:是)?一?[个名位]?(?P<value>严格素食主义者|纯?素食主义者|纯?素食者|鱼素者|"
            r"弹性素食者|素食主义)$"
        ),
        denies=True,
        bare=True,
    ),
    rule(
        Slot.DIET,
        (
            r"(?:改|开始|一直|长期|坚持)?(?P<value>吃全?纯?素)(?:已经|都)?(?:了|有|"
            r"快|\d|[一二三四五六七八九十]|年|多|个|月)*$"
        ),
        bare=True,
    ),
    rule(
        Slot.DIET,
        (
            r"(?:在|正在)?(?:做|坚持|尝试|进行|执行|采用)(?P<value>[^，。]{0,6}(?:饮食|"
            r"断食|减脂餐))(?:法)?$"
        ),
    ),
    rule(
        Slot.DIET,
        r"(?:又)?(?:开始|恢复)吃(?P<value>[^，。]{1,6}?)了?$",
        accepts=_is_food,
        replaces=True,
    ),
    rule(
        Slot.DIET,
        (
            r"(?:停掉|停|停止|放弃|结束|告别)了?(?P<value>生酮|低碳水?|轻断食|断食|减脂餐|"
            r"素食|无麸质)(?:饮食)?了?$"
        ),
        build=lambda c, m: [state(c, Slot.DIET, m["value"], polarity=False, replaces=True)],
    ),
    rule(Slot.DIET, r"只吃(?P<value>[^，。]{1,10})$", accepts=_is_food),
    rule(Slot.DIET, r"忌口(?P<value>[^，。]{1,8})$"),
)

_ILLNESS: Final = (
    rf"(?:(?:轻微|轻度|重度|慢性|严重|先天性?)的?)?(?:{HAN}{{0,8}}(?:病|症|炎|"
    rf"癌|综合征|瘤|结石|亢进|减退|突出|硬化)"
    r"|高血压|低血压|低血糖|贫血|哮喘|抑郁|失眠|痛风|近视|远视|散光|色盲|色弱|"
    r"偏头痛|甲亢|甲减|心律不齐|脂肪肝|高血脂|鼻窦炎|耳鸣|癫痫|白内障|多动症)"
)
_NO_ILLNESS: Final = re.compile(
    r"毛病$|拖延症|强迫症|选择困难症|公主病|职业病|懒癌|尴尬|看病|生病|得病|问题"
)


def _is_illness(value: str) -> bool:
    return is_clear(value) and _NO_ILLNESS.search(value) is None


HEALTH: Final = (
    rule(
        Slot.HEALTH,
        (
            rf"(?:被|已)?(?:确诊|诊断|查|检查)(?:出来?|为|患上?|得了|有|了|是)*(?P<value>"
            rf"{_ILLNESS})$"
        ),
        accepts=_is_illness,
    ),
    rule(Slot.HEALTH, rf"(?:患有?了?|得了|有|患上了?)(?P<value>{_ILLNESS})$", accepts=_is_illness),
    rule(Slot.HEALTH, r"(?:眼睛)?(?P<value>近视[一二两三四五六七八九十百\d]{1,5}度)"),
    rule(Slot.HEALTH, r"(?P<value>怀孕)(?:了|$|[一二三四五六七八九十\d]+个?[月周])"),
    rule(Slot.HEALTH, r"怀(?P<value>二胎|三胎|双胞胎)了?$"),
    rule(
        Slot.HEALTH,
        (
            r"(?P<value>(?:肠胃|胃|心脏|膝盖|腰椎?|颈椎|肝|肾|视力|听力|睡眠|血糖|血压|"
            r"血脂|尿酸|肩膀|脚踝|皮肤)(?:一直|有点|一向|有些|的)?(?:不太?好|有旧伤|"
            r"有伤|有问题|偏高|偏低|受过伤|很差|敏感))$"
        ),
    ),
    rule(Slot.HEALTH, r"(?:有点|会|严重)?(?P<value>恐高|晕车|晕船|晕机|晕血|怕冷)$"),
    rule(Slot.HEALTH, r"是(?P<value>(?:A|B|AB|O)型血)", qualifier="血型"),
    rule(Slot.HEALTH, r"(?:的)?血型是(?P<value>(?:A|B|AB|O)型?)", qualifier="血型"),
    rule(Slot.HEALTH, r"(?:是)(?:个)?(?P<value>左撇子|色盲|色弱|过敏体质)$", denies=True),
)

_NAMED: Final = any_of("""
    英语 日语 韩语 法语 德语 西班牙语 俄语 葡萄牙语 意大利语 阿拉伯语 粤语 普通话 上海话 四川话
    闽南语 闽南话 客家话 中文 英文 日文 法文 德文 韩文 手语 泰语 越南语 拉丁语 荷兰语 瑞典语
    波兰语 印地语 土耳其语 藏语 蒙古语 潮汕话 温州话 东北话 汉语 国语 维吾尔语 世界语 台语 吴语
    希腊语 挪威语 芬兰语 马来语 印尼语 广东话
    """)
_SPOKEN: Final = (
    rf"(?P<value>(?:[一两二三四五]门|[一两二三四五]种)?(?:语言|外语)?[：:，]?{_NAMED}(?:("
    rf"?:[和跟、及]|以及|还有)(?:一?点儿?)?{_NAMED}){{0,5}})"
)
LANGUAGES: Final = (
    rule(
        Slot.LANGUAGE,
        (
            rf"(?:会|能|懂|能流利地?)(?:说|讲|听懂)?(?:一?点儿?|一些|流利的|一口(?:流利|"
            rf"地道)?的)?{_SPOKEN}(?:和一?点{_NAMED})?"
        ),
        denies=False,
    ),
    rule(Slot.LANGUAGE, rf"(?:说|讲)(?:一?点儿?|流利的|一口流利的){_SPOKEN}"),
    rule(Slot.LANGUAGE, rf"(?:的)?母语是{_SPOKEN}$", qualifier="母语"),
    rule(
        Slot.LANGUAGE,
        rf"(?:正?在|开始|一直在)?(?:自?学|学习)(?:习)?(?:了)?{_SPOKEN}了?$",
        qualifier="在学",
    ),
    rule(
        Slot.LANGUAGE,
        (
            rf"(?:的)?{_SPOKEN}(?:都)?(?:说得|讲得|水平)?(?:很|非常|挺|比较)?(?:流利|"
            rf"好|还可以|不错|地道|一般)$"
        ),
    ),
)

RULES: Final[tuple[ClauseRule, ...]] = (*ALLERGIES, *HEALTH, *DIETS, *LANGUAGES)
