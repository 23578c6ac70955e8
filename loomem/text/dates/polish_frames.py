"""Polish words around dates: od … do, przed, po, pod koniec, w."""

from typing import Final

from loomem.text.dates.building import first_word, is_framed
from loomem.text.dates.combined import (
    Between,
    Doubtful,
    Part,
    PartOf,
    Since,
    Toward,
    Until,
    is_single_day,
)
from loomem.text.dates.frames import by_end, nth_week, week_of
from loomem.text.dates.grammar import Build, RuleText, WordReading
from loomem.text.dates.model import Direction
from loomem.text.dates.polish_words import COUNTED_NOUNS
from loomem.text.dates.reading import Built
from loomem.text.stopwords import words

_OPEN: Final = words("od do z ze przed po na okolo kolo")
_ALLOWED: Final = {
    "month": _OPEN | words("w we"),
    "year": _OPEN | words("w we"),
    "season": _OPEN | words("w"),
    "slashed": _OPEN | words("w dnia"),
    "dotted": words("do dnia"),
    "in_day": words("na w we"),
    "of_day": words("od do z ze kolo okolo po"),
    "with_day": words("przed"),
}
"""The words after which each kind of weak find is a date: for weekdays, those of its case."""


def _range(reading: WordReading) -> Built:
    kinds = {reading.sketch("x").weak, reading.sketch("z").weak}
    if first_word(reading) not in ("od", "miedzy", "pomiedzy") and "" not in kinds:
        return None
    return Between(reading.expression("x"), reading.expression("z"))


def _since(reading: WordReading) -> Built:
    if not is_framed(reading, "od", _ALLOWED):
        return None
    return Since(Toward(reading.expression("x"), Direction.PAST, is_default=True))


def _until(reading: WordReading) -> Built:
    if not is_framed(reading, "do", _ALLOWED):
        return None
    if reading.after() in COUNTED_NOUNS:
        return None  # up to 5.03 złotych
    limit = reading.expression("x")
    turned = Toward(limit, Direction.FUTURE, is_default=True)
    return turned if is_single_day(limit) else Until(turned)


def _before(reading: WordReading) -> Built:
    if not is_framed(reading, "przed", _ALLOWED):
        return None
    return Until(reading.expression("x"), is_before=True)


def _after(reading: WordReading) -> Built:
    if not is_framed(reading, "po", _ALLOWED):
        return None
    return Since(reading.expression("x"), is_after=True)


def _for(reading: WordReading) -> Built:
    if not is_framed(reading, "na", _ALLOWED):
        return None
    return Toward(reading.expression("x"), Direction.FUTURE, is_default=True)


def _part(part: Part) -> Build:
    def build(reading: WordReading) -> Built:
        whole = reading.expression("x")
        return None if is_single_day(whole) else PartOf(whole, part)

    return build


def _from(reading: WordReading) -> Built:
    if not is_framed(reading, "z", _ALLOWED):
        return None
    return Toward(reading.expression("x"), Direction.PAST)


def _preposition(reading: WordReading) -> Built:
    word = first_word(reading)
    if not is_framed(reading, word, _ALLOWED):
        return None
    found = reading.expression("x")
    return Doubtful(found) if word in ("okolo", "kolo") else found


def _on_day(reading: WordReading) -> Built:
    return reading.expression("x") if is_framed(reading, "dnia", _ALLOWED) else None


POLISH_FRAMES: Final[list[RuleText]] = [
    ("od DATE:x (?:do|po) DATE:z", _range),
    ("(?:miedzy|pomiedzy) DATE:x (?:a|i) DATE:z", _range),
    ("DATE:x (?:DASH|do) DATE:z", _range),
    ("(?:juz|dopiero)? od DATE:x", _since),
    ("(?:az)? do DATE:x", _until),
    ("(?:az)? do konca DATE:x", by_end),
    ("(?:jeszcze|juz)? przed DATE:x", _before),
    ("(?:dopiero|juz)? po DATE:x", _after),
    ("na DATE:x", _for),
    ("(?:pod|na|z)? (?:koniec|koncem|koncowka) DATE:x", _part(Part.LATE)),
    ("(?:na)? (?:poczatku|poczatek|poczatkiem) DATE:x", _part(Part.EARLY)),
    ("(?:w)? (?:polowie|polowa|polowy) DATE:x", _part(Part.MIDDLE)),
    ("(?:w)? (?:tygodniu|tydzien|tygodnia) (?:od|z)? DATE:x", week_of),
    ("(?:w)? (?:RANK:o|LATEST) (?:tygodniu|tydzien|tygodnia) DATE:x", nth_week),
    ("(?:z|ze) (?:dnia)? DATE:x", _from),
    ("(?:w|we|dnia|okolo|kolo) DATE:x", _preposition),
    ("w dniu DATE:x", _on_day),
]
