"""Chinese words that tell whether a sentence is about the past or the future."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from loomem.text.dates.model import Direction
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import Token
from loomem.text.dates.tense import Clue

_CLUE: Final = re.compile(
    r"(?P<future>将(?![军领士棋])|(?<![开机社聚约晚年大例宴协酒班学])会(?![议员计面话场晤客诊])"
    r"|(?<![重主必需只])要(?![求么是点素命领闻])|打算|计划|准备|预计|预定|即将|截止|期限|改到|推迟|延期|延到|提前到"
    r"|安排|希望|想(?![起到法])|必须|应该)"
    r"|(?P<past>(?<![为除])了(?![解不])|(?<![不经通超难路])过(?![去来程年节敏期度于分段敏滤])|曾|已(?!婚)|刚刚|刚才|当时|去过|毕业于)"
    r"|(?P<recurring>生日|出生|诞辰|纪念日)|(?P<maybe>有(?=[个会课约空]|考试|预约|面试|比赛|活动|安排)|没空|提醒|见面|吧(?![台员]))"
)


def chinese_clues(spelling: Spelling, _: Sequence[Token]) -> Iterator[Clue]:
    """Yield the clues of a text in order."""
    for match in _CLUE.finditer(spelling.plain):
        if match.lastgroup == "past":
            yield Clue(match.start(), Direction.PAST)
        elif match.lastgroup == "recurring":
            yield Clue(match.start(), Direction.EITHER)
        elif match.lastgroup == "future":
            yield Clue(match.start(), Direction.FUTURE)
        else:
            yield Clue(match.start(), Direction.FUTURE, is_strong=False)
