"""Chinese words about time, as pieces of patterns over plain (simplified) characters."""

from typing import Final

from loomem.text.dates.calendar import Unit
from loomem.text.dates.combined import Part
from loomem.text.dates.han import NUMBER

YEAR_WORDS: Final = {
    "大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2,
}  # fmt: skip
NEAR_WORDS: Final = {
    "大前天": -3, "前天": -2, "前晚": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "今天": 0,
    "今日": 0, "今晚": 0, "今早": 0, "今晨": 0, "今夜": 0, "明天": 1, "明日": 1, "明早": 1, "明晚": 1,
    "后天": 2, "后日": 2, "大后天": 3,
}  # fmt: skip
STEP_WORDS: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
UNIT_WORDS: Final = {
    "天": Unit.DAY, "日": Unit.DAY, "周": Unit.WEEK, "个星期": Unit.WEEK, "星期": Unit.WEEK,
    "个礼拜": Unit.WEEK, "礼拜": Unit.WEEK, "个月": Unit.MONTH, "个季度": Unit.QUARTER,
    "年": Unit.YEAR,
}  # fmt: skip
WEEKDAYS: Final = {char: i for i, char in enumerate("一二三四五六日")} | {"天": 6}
PART_WORDS: Final = {
    "初": Part.EARLY, "上旬": Part.EARLY, "中": Part.MIDDLE, "中旬": Part.MIDDLE, "底": Part.LATE,
    "末": Part.LATE, "下旬": Part.LATE,
}  # fmt: skip
SEASONS: Final = {"春": 0, "夏": 1, "秋": 2, "冬": 3}

Y4: Final = r"(?:[12][0-9]{3}|[一二][一二三四五六七八九零〇]{3})"
YEAR: Final = rf"(?:(?<![0-9])(?P<y>{Y4})年|(?P<ry>大前年|前年|去年|今年|本年|明年|后年))"
SHORT_YEAR: Final = r"(?<![0-9一二三四五六七八九十])(?P<sy>[0-9]{2})年"
NUM: Final = NUMBER
COUNT: Final = "(?:[0-9]{1,3}|[一二两三四五六七八九十]{1,3})"
NOT_IN_NUMBER: Final = r"(?<![0-9一二两三四五六七八九十百千万几多个第半每])"
UNIT: Final = r"(?P<u>天|日(?!元|本)|周(?!岁|年)|个?星期|个?礼拜|个月|个季度|年)"
WEEK: Final = r"(?:周|星期|礼拜)"
STEP: Final = r"(?<![晚早马网线路手身以楼剩余留乡地])(?P<s>上上|上|这|本|下下|下)"
DAY_NAME: Final = (
    r"(?:(?P<w>[二三四五六]|一(?![次个样起直定下些点二三四五六])|[日天])(?![一二三四五六])(?!次))"
)
NOT_A_WEEK: Final = r"(?!刊|年|岁|边|围|期|转|折|密|长|到|总|杰|先生|老师|女士|小姐|某)"
PART_OF_DAY: Final = r"(?:早上|上午|中午|下午|晚上|凌晨|傍晚|夜里|夜晚|清晨|晚|早)?"
HEDGE: Final = r"(?P<h>大约|大概|差不多|将近|约|快)?"
NUMBERED: Final = r"(?!楼|线|店|门|房|院|机|车|选手|球|位|桌|仓|厅|台|柜|口|码|称|召|令|角|手|馆|层|厂|井|文件|公路|地铁|字|人)"
TO: Final = r"[到至\-—–]"
