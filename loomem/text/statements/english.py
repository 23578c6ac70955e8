"""The English grammar of statements: clause by clause, the first rule that reads one wins."""

import re
from typing import Final

from loomem.text.statements.english_clauses import Clause, clauses_of
from loomem.text.statements.english_doings import TIMES, WORK, WORK_TEXTS
from loomem.text.statements.english_people import ATTRIBUTES_OF_PEOPLE, CALLED, PEOPLE
from loomem.text.statements.english_rules import apply
from loomem.text.statements.english_silence import clean_value, is_silent
from loomem.text.statements.english_tastes import ATTRIBUTES, TASTES, TEXTS
from loomem.text.statements.model import Grammar, Statement

_TEXT_RULES: Final = (*CALLED, *TEXTS, *WORK_TEXTS)
_ATTRIBUTE_RULES: Final = (*ATTRIBUTES_OF_PEOPLE, *ATTRIBUTES)
_PREDICATE_RULES: Final = (*PEOPLE, *WORK, *TIMES[:3], *TASTES, *TIMES[3:])
_REPLACES: Final = re.compile(
    r"\b(?:now|nowadays|these days|instead|actually|correction|no longer|any ?more|again|switched|changed|moved|not .{1,30} but|new)\b",
    re.IGNORECASE,
)
_ADDS: Final = re.compile(
    r"\b(?:also|as well|another|second|besides|in addition|additionally|part-time|on the side|one more)\b|\btoo\b\W*$",
    re.IGNORECASE,
)
_SPELLINGS: Final = (
    (re.compile(r"\bnew york city\b|\bnyc\b"), "new york"),
    (re.compile(r"\bsan fran(?:cisco)?\b|\bsf\b"), "san francisco"),
    (re.compile(r"\b(?:vs ?code|visual studio code)\b"), "vscode"),
    (re.compile(r"\bpostgres\b"), "postgresql"),
    (re.compile(r"\bcolor"), "colour"),
    (re.compile(r"\b(?:wife|husband)\b"), "spouse"),
    (re.compile(r"\b(?:mom|mum|mommy|mama)\b"), "mother"),
    (re.compile(r"\b(?:dad|daddy|papa)\b"), "father"),
    (re.compile(r"\b(?:usa|u\.s\.a?\.?|united states)\b"), "america"),
    (re.compile(r"\b(?:uk|u\.k\.|great britain)\b"), "britain"),
)
_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"],
        start=1,
    )
}  # fmt: skip
_TENS: Final = dict(
    zip(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
        range(20, 100, 10),
        strict=True,
    )
)
_MONTHS: Final = {
    month[:3]: month
    for month in [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
} | {"sept": "september"}
_COMPOUND = re.compile(
    rf"\b({'|'.join(_TENS)})[- ](one|two|three|four|five|six|seven|eight|nine)\b"
)
_WORD = re.compile(r"[a-z]+")


def read(sentence: str) -> list[Statement]:
    """Return what a sentence states, clause by clause."""
    return [statement for clause in clauses_of(sentence) for statement in _read_clause(clause)]


def canonical(value: str) -> str:
    """Return the one spelling of a value: full months, digits, one word for a spouse."""
    plain = value.casefold().replace("’", "'")
    plain = _COMPOUND.sub(lambda m: str(_TENS[m[1]] + int(_NUMBERS[m[2]])), plain)
    for pattern, spelling in _SPELLINGS:
        plain = pattern.sub(spelling, plain)
    return _WORD.sub(_canonical_word, plain).strip()


def _canonical_word(match: re.Match[str]) -> str:
    word = match.group()
    tens = _TENS.get(word)
    return _NUMBERS.get(word) or _MONTHS.get(word) or (word if tens is None else str(tens))


def _read_clause(clause: Clause) -> list[Statement]:
    found = apply(_TEXT_RULES, clause, clause.text)
    if found or not clause.predicate:
        return found
    if clause.attribute:
        return apply(_ATTRIBUTE_RULES, clause, f"{clause.attribute} | {clause.predicate}")
    return apply(_PREDICATE_RULES, clause, clause.predicate)


ENGLISH = Grammar(
    language="en",
    rules=(),
    is_silent=is_silent,
    clean_value=clean_value,
    clean_subject=str.strip,
    replaces=lambda sentence: _REPLACES.search(sentence) is not None,
    adds=lambda sentence: _ADDS.search(sentence) is not None,
    canonical=canonical,
    read=read,
)
