"""The one spelling under which English values are compared."""

import re
from typing import Final

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
