"""Where a quotation stands in a text, allowing for case, spacing and the look of quotation marks."""

import re
from typing import Final

_LOOKS: Final = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»「」『』", '"'),
    **dict.fromkeys("‐‑‒–—−", "-"),
    "，": ",",
    "。": ".",
    "！": "!",
    "？": "?",
    "：": ":",
    "；": ";",
    "…": "...",
}
_ENDS: Final = " \t\r\n'\".,;:!?-"
_HAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_WORD: Final = re.compile(r"[^\W_]")
_MIN_SIGNS: Final = 6
_MIN_HAN: Final = 3


class QuoteFinder:
    """Finds quotations in one text; the folded text is made once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded, self._places = _fold(text)

    def find(self, quote: str) -> tuple[int, int] | None:
        """Return start and end of a quotation, None where it is not in the text or proves nothing."""
        if not is_telling(quote):
            return None
        exact = self._text.find(quote.strip())
        if exact >= 0:
            return exact, exact + len(quote.strip())
        folded = _fold(quote)[0].strip(_ENDS)
        at = self._folded.find(folded)
        if at < 0 or not folded:
            return None
        return self._places[at], self._places[at + len(folded) - 1] + 1


def is_telling(quote: str) -> bool:
    """Say whether a quotation is long enough to be more than a chance hit."""
    if len(_HAN.findall(quote)) >= _MIN_HAN:
        return True
    return len(_WORD.findall(quote)) >= _MIN_SIGNS


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the text in one look, and for each of its signs the place it comes from."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if sign.isspace():
            if not signs or signs[-1] == " ":
                continue
            plain = " "
        else:
            plain = _LOOKS.get(sign) or sign.lower()
        for part in plain:
            signs.append(part)
            places.append(place)
    return "".join(signs), places
