"""The pieces that Polish rules are built of: people, adverbs, dates, numbers, spellings."""

import re
from typing import Final

from loomem.text.statements.model import Slot

_LOOSE: Final = {
    "ą": "a",
    "ć": "c",
    "ę": "e",
    "ł": "l",
    "ń": "n",
    "ó": "o",
    "ś": "s",
    "ź": "z",
    "ż": "z",
}
_UPPER: Final = "A-ZĄĆĘŁŃÓŚŹŻ"
_LOWER: Final = "a-ząćęłńóśźż"
NAME: Final = rf"[{_UPPER}][{_LOWER}]+(?:-[{_UPPER}][{_LOWER}]+)?"
CAPITAL: Final = re.compile(rf"[{_UPPER}]")


def plain(text: str) -> str:
    """Return the text in lower case without Polish accents."""
    return text.lower().translate(_PLAIN)


_PLAIN: Final = str.maketrans(_LOOSE)


def loose(pattern: str) -> str:
    """Let each accented letter outside of a character class stand for the plain one as well.

    Many type without accents. A class such as ``[ę]`` stays strict: ``pracuję`` and ``pracuje`` differ.
    """
    parts = re.split(r"(\[[^\]]*\])", pattern)
    for i in range(0, len(parts), 2):
        parts[i] = "".join(f"[{c}{_LOOSE[c]}]" if c in _LOOSE else c for c in parts[i])
    return "".join(parts)


def any_of(words: str) -> str:
    """Return an alternation of words separated by white space, longest first."""
    return "|".join(sorted(words.split(), key=len, reverse=True))


_PARTNERS: Final = "żona mąż narzeczona narzeczony chłopak dziewczyna partner partnerka"
_CHILDREN: Final = "syn synek córka córeczka"
_RELATIVES: Final = """
    brat siostra mama matka tata ojciec rodzice dzieci babcia dziadek dziadkowie teść teściowa
    teściowie
    kuzyn kuzynka ciocia wujek wnuk wnuczka szwagier szwagierka bratowa synowa zięć bratanek
    siostrzenica
    przyjaciel przyjaciółka kolega koleżanka szef szefowa sąsiad sąsiadka współlokator
    współlokatorka
    wspólnik wspólniczka mentor trener bracia siostry synowie córki
    """
KIN: Final = any_of(f"{_PARTNERS} {_CHILDREN} {_RELATIVES}")
KIN_SLOTS: Final = {
    **dict.fromkeys(map(plain, _PARTNERS.split()), Slot.PARTNER),
    **dict.fromkeys(map(plain, _CHILDREN.split()), Slot.CHILD),
    **dict.fromkeys(map(plain, _RELATIVES.split()), Slot.RELATIVE),
}
MINE: Final = r"(?:mój|moja|moje|moi|nasz|nasza|nasze|nasi)"
KIN_ADJECTIVE: Final = r"(?:(?:star|młod)sz[yai]|najlepsz[yai]|rodzon[yai])"
_START: Final = r"(?:^[\"„]?|(?<=[,;:–—-] )|(?<=\bale )|(?<=\b[iaIA] ))"
USER_NOUN: Final = r"użytkowni(?:k|czka)"
SUBJECT: Final = (
    rf"(?:\b(?i:{MINE})\s+|{_START})"
    rf"(?P<subject>(?:(?i:{KIN_ADJECTIVE})\s+)?(?i:{KIN})\b(?:,?\s+{NAME})?|(?i:{USER_NOUN})|"
    rf"{NAME}(?:\s+{NAME})?)\b,?"
)
ADVERB: Final = (
    r"(?:już|teraz|obecnie|bardzo|też|również|także|zawsze|jednak|nadal|wciąż|dalej"
    r"|zdecydowanie|najbardziej"
    r"|na\s+co\s+dzień|po\s+prostu|strasznie|szczerze|od\s+\w+(?:\s+(?:lat|lata|roku|dawna"
    r"|miesięcy|tygodni))?|w\s+\w+|się|ostatnio)"
)

MONTH_OF: Final = any_of(
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada "
    "grudnia"
)
MONTH: Final = any_of(
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad "
    "grudzień"
)
MONTH_IN: Final = any_of(
    "styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku listopadzie "
    "grudniu"
)
WEEKDAY: Final = (
    r"(?:poniedział(?:ek|ku|ki)|wtor(?:ek|ku|ki)|środ[aęy]|czwart(?:ek|ku|ki)|piąt(?:ek|ku|ki)"
    r"|sobot[aęy]|niedziel[aęi])"
)
DAY: Final = (
    rf"(?:\d{{1,2}}\.?\s+(?:{MONTH_OF})(?:\s+\d{{4}})?|\d{{4}}-\d{{2}}-\d{{2}}"
    r"|\d{1,2}\.\d{1,2}(?:\.\d{4})?)"
)
CLOCK: Final = r"(?:o\s+(?:godz(?:inie|\.)?\s+)?\d{1,2}(?:[:.]\d{2})?)"
DUE: Final = re.compile(
    loose(
        rf"(?i)\b(?:{DAY}|{MONTH_OF}|{MONTH}|{MONTH_IN}|{WEEKDAY}|jutr[oa]|pojutrz\w+|końc\w+"
        rf"|połow\w+|\d{{4}})"
    )
    + r"\b"
)
"""What shows that some words are a date, or at least part of one."""

_UNITS: Final = (
    "rok roku lat lata miesiąc miesiące miesięcy "
    "miesiącu tydzień tygodnie tygodni tygodniu dni dzień"
)
UNIT: Final = f"(?:{any_of(_UNITS)})"
SPAN: Final = rf"(?:(?:\w+\s+){{0,2}}{UNIT})"
PAST_TIME: Final = (
    r"(?:wczoraj|przedwczoraj|onegdaj|w\s+(?:zeszł|ubiegł|minion)\w+\s+\w+|(?:zeszłej|zeszłego"
    r"|ubiegłej|ubiegłego)\s+\w+"
    rf"|{SPAN}\s+temu|we?\s+(?:{MONTH_IN})(?:\s+\d{{4}})?|w\s+\d{{4}}(?:\s+(?:roku|r\.))?|{DAY}"
    rf"|we?\s+{WEEKDAY}|(?:wiosną|latem|jesienią|zimą)(?:\s+\d{{4}})?)"
)
FUTURE_TIME: Final = (
    rf"(?:jutro|pojutrze|za\s+(?:\w+\s+)?{UNIT}|w\s+(?:przyszł|następn|najbliższ)\w+\s+\w+"
    rf"|(?:w\s+tę|w\s+ten|w|we)\s+(?:{WEEKDAY}|weekend)|we?\s+(?:{MONTH_IN})(?:\s+\d{{4}})?|{DAY}"
    rf"|(?:od|do)\s+(?:{MONTH_OF}|{WEEKDAY})|na\s+(?:początku|koniec)\s+\w+|pod\s+koniec\s+\w+"
    r"|w\s+(?:wakacje|święta|ferie|majówkę)|(?:wiosną|latem|jesienią|zimą)|w\s+\d{4}(?:\s+roku)?)"
)

_ONES: Final = (
    "zero jeden dwa trzy cztery pięć sześć "
    "siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście"
)
_TEENS: Final = "czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście"
_TENS: Final = (
    "dwadzieścia trzydzieści czterdzieści pięćdziesiąt "
    "sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt"
)
NUMBERS: Final = {
    **{plain(word): i for i, word in enumerate(f"{_ONES} {_TEENS}".split())},
    **{plain(word): 10 * i for i, word in enumerate(_TENS.split(), start=2)},
}
_WORD_NUMBER: Final = any_of(f"{_ONES} {_TEENS} {_TENS}")
NUMBER: Final = rf"(?:\d{{1,3}}|(?:{_WORD_NUMBER})(?:\s+(?:{_WORD_NUMBER}))?)"
SOME: Final = (
    r"(?:dwie|dwa|dwóch|dwoje|dwójkę|trzy|trzech|troje|trójkę|cztery|czterech|czworo|czwórkę"
    r"|pięć|pięcioro|jedną|jednego|jedno|kilka|\d{1,2})"
)

VALUE: Final = r"\s+(?=(?P<value>(?:[^,.;:!?()\n]|[.,:](?=\w)|(?<=\bds)\.){1,200}))"
"""Everything to the next comma or full stop; looked at only, so that a later match may start in it."""
WITHIN: Final = r"(?:\s+\w+){0,5}?"
"""A few words between a verb and what belongs to it."""


def speaker(verbs: str) -> str:
    """Return a pattern for a verb of the first person; group ``denied`` is set where it is negated."""
    return rf"(?i:\b(?:(?P<denied>nie)\s+)?\b(?:{verbs}))\b"


def somebody(verbs: str) -> str:
    """Return a pattern for a verb after its subject; group ``denies`` is set where it is negated."""
    denies = rf"(?:(?P<denies>nie)\s+(?:{ADVERB}\s+)?)?"
    return rf"{SUBJECT}\s+(?i:(?:{ADVERB}\s+){{0,3}}{denies}(?:{verbs}))\b"


def person(first: str, third: str) -> str:
    """Return a pattern for a verb said of the speaker or, with group ``subject``, of somebody."""
    return rf"(?:{somebody(third)}|{speaker(first)})"


def phrase(first: str, third: str) -> str:
    """Like ``person``, for verbs that bring their own negation."""
    they = rf"{SUBJECT}\s+(?i:(?:{ADVERB}\s+){{0,3}}(?:{third}))\b"
    return rf"(?:{they}|\b(?i:{first})\b)"
