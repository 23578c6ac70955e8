"""One spelling for values that name the same in different words."""

import re
from typing import Final

from loomem.text.statements.polish.words import NUMBERS, any_of, loose, plain

_SAME: Final = tuple(
    (re.compile(loose(rf"(?i)\b(?:{words})(?!\w)")), one)
    for words, one in (
        (
            (
                r"mężatką|żonaty|zamężna|wyszł[ao]m?\s+za\s+mąż|(?:się\s+)?ożeniłe?m?(?:"
                r"\s+się)?|pobra(?:li|liśmy)\s+się"
                r"|wzi(?:ęliśmy|ęłam|ąłem|ęli|ęła|ął)\s+(?:\w+\s+)?ślub|(?:świeżo\s+)?po"
                r"\s+ślubie|w\s+związku\s+małżeńskim"
            ),
            "małżeństwo",
        ),
        (
            (
                r"(?:się\s+)?rozwi(?:odłem|odłam|edliśmy|ódł|odła|edli)(?:\s+się)?"
                r"|rozwiedzion[ya]|rozwodnikiem|rozwódką|po\s+rozwodzie"
                r"|wzi(?:ęliśmy|ęłam|ąłem|ęli|ęła|ął)\s+rozwód"
            ),
            "rozwód",
        ),
        (r"singlem|singielką|kawalerem|panną", "singiel"),
        (r"zaręczon[ya]|(?:się\s+)?zaręczy(?:łem|łam|liśmy|ł|ła|li)(?:\s+się)?", "zaręczyny"),
        (r"wegan(?:inem|ką|izm)", "weganizm"),
        (r"wegetarian(?:inem|ką|izm)|wege", "wegetarianizm"),
        (
            (
                r"(?:palę|palić|paleni[ea]|pali(?:łem|łam))(?:\s+(?:papierosy|papierosów"
                r"|e-papierosy|fajkę|tytoń|paczkę))?|papierosy|fajki"
            ),
            "palenie",
        ),
        (r"firefoks\w*|firefox\w*", "firefox"),
        (r"linuks\w*|linux\w*", "linux"),
        (r"visual\s+studio\s+code|vs\s?code", "vscode"),
        (r"nvim|neovim\w{0,2}", "neovim"),
        (r"numer\s+telefonu|telefon\w{0,2}", "telefon"),
    )
)
_ENDING: Final = re.compile(r"(?<=\w)['’](?:a|em|ie|u|owi|y|i|ów|ach|ami|m)\b")
_WORDS: Final = any_of(" ".join(NUMBERS))
_NUMBER: Final = re.compile(rf"\b(?P<tens>{_WORDS})(?:\s+(?P<ones>{_WORDS}))?\b")
_BEFORE_NAME: Final = re.compile(loose(r"(?i)^(?:mój|moja|moje|moi|nasz|nasza|nasze|nasi)\s+"))
_PET_NAME: Final = re.compile(r"\b([A-ZŁŚŻ]\w+i)o\b")


def canonical(value: str) -> str:
    """Return a value or subject as it is compared: same word for the same thing, numbers in digits."""
    value = _BEFORE_NAME.sub("", _ENDING.sub("", value.strip()))
    for pattern, one in _SAME:
        value = pattern.sub(one, value)
    return _digits(_PET_NAME.sub(r"\1a", value))


def _digits(value: str) -> str:
    lowered = plain(value)
    match = _NUMBER.search(lowered)
    if match is None or len(lowered) != len(value):
        return value
    tens, ones = NUMBERS[match["tens"]], NUMBERS.get(match["ones"] or "", 0)
    if match["ones"] and (tens < 20 or ones >= 10):
        return value
    return f"{value[: match.start()]}{tens + ones}{value[match.end() :]}"
