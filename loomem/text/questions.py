"""What kind of answer a question wants, told by its words in English, Polish and Chinese."""

import re
from enum import StrEnum
from typing import Final

from loomem.text.folding import fold
from loomem.text.stopwords import words


class QueryClass(StrEnum):
    """Kinds of questions; ``SIMPLE`` is everything else."""

    PROFILE = "profile"
    AGGREGATION = "aggregation"
    TEMPORAL = "temporal"
    COMPLEX = "complex"
    SIMPLE = "simple"


_FLAGS: Final = re.IGNORECASE

_KINDS: Final[tuple[tuple[QueryClass, re.Pattern[str]], ...]] = (
    (
        QueryClass.PROFILE,
        re.compile(
            r"\b(?:what|everything|all) (?:do )?you (?:know|remember) about (?:me|us)\b|\bwho am i\b"
            r"|\b(?:co|wszystko,? co) (?:o mnie )?(?:wiesz|pamiętasz)(?: o mnie)?\b|\bkim jestem\b"
            r"|你(?:都|还)?(?:知道|了解|记得)我(?:什么|多少|的什么)|我是谁",
            _FLAGS,
        ),
    ),
    (
        QueryClass.AGGREGATION,
        re.compile(
            r"\bhow (?:many|often|much)\b|\b(?:list|name|show|give) (?:me )?(?:all|every|each)\b"
            r"|\b(?:what|which) are all\b|\ball (?:the|my|of|our)\b|\bin total\b|\bevery (?:one|time)\b"
            r"|\bile\b|\bilu\b|\bjak często\b|\b(?:wymień|wypisz|podaj|pokaż)\b|\bwszystki(?:e|ch|m)\b"
            r"|\bwszyscy\b|\błącznie\b|\bw sumie\b"
            r"|多少|几[个次位本部家只条件天种]|所有|全部|一共|总共|列出|哪些",
            _FLAGS,
        ),
    ),
    (
        QueryClass.TEMPORAL,
        re.compile(
            r"\bwhen\b|\bwhat (?:day|date|year|month|time)\b|\bhow long\b|\bsince when\b"
            r"|\bkiedy\b|\bod kiedy\b|\bjak dawno\b|\bjak długo\b|\bktórego dnia\b|\bw którym roku\b"
            r"|什么时候|何时|哪[天年月]|几[点号月]|多久",
            _FLAGS,
        ),
    ),
    (
        QueryClass.COMPLEX,
        re.compile(
            r"\bwhy\b|\bhow (?:come|did|does|do|is|are|was|were)\b|\bcompare\b|\bdifference between\b"
            r"|\bdlaczego\b|\bczemu\b|\bz jakiego powodu\b|\bporównaj\b|\bczym się różni\b"
            r"|为什么|为何|怎么会|比较|区别",
            _FLAGS,
        ),
    ),
)
_MAX_CHARS: Final = 1_000


def query_class(text: str) -> QueryClass:
    """Return the kind of a question; the first that fits in the order of the kinds."""
    beginning = text[:_MAX_CHARS]
    return next((kind for kind, words in _KINDS if words.search(beginning)), QueryClass.SIMPLE)


_ASKING: Final = words("""
    what which who happened happen happening did do does done doing was were is are there anything
    something everything know remember i me my we us our you have had has going on in at the of about tell
    show list plans plan planned events event day
    co kto kogo jakie jaki jaka mam mamy mialem mialam mielismy bylo byla byly jest sa sie dzialo dzieje
    stalo wydarzylo robilem robilam robilismy robie robimy zrobilem zrobilam zrobilismy planuje
    planujemy plany wiesz pamietasz u mnie w na o z dnia tego wydarzenia pokaz wypisz
    """)
_ASKING_HAN: Final = re.compile(
    r"(?:发生|什么|了|的|事情?|我们?|做|过|有|哪些|安排|计划|在|是|吗|呢|都|还|记得|知道|那天|干|\s|[?？。,，!！])*"
)


def asks_for_nothing_else(rest: str) -> bool:
    """Say whether what a question says beside its days only asks: "what did I do (yesterday)?"."""
    said = re.findall(r"[^\W\d_]+|\d+", fold(rest))
    if all(word in _ASKING for word in said):
        return True
    return _ASKING_HAN.fullmatch(rest) is not None
