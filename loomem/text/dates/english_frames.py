"""English words around dates: from … to, since, by, the end of, in."""

from typing import Final

from loomem.text.dates.building import first_word, is_framed
from loomem.text.dates.combined import (
    Between,
    Doubtful,
    EndOf,
    Part,
    PartOf,
    Since,
    Toward,
    Until,
    is_single_day,
)
from loomem.text.dates.english_words import AGENT_VERBS, MOVING_WORDS
from loomem.text.dates.frames import by_end, nth_week, week_of
from loomem.text.dates.grammar import Build, RuleText, WordReading
from loomem.text.dates.model import Direction
from loomem.text.dates.reading import Built
from loomem.text.stopwords import words

_TO: Final = "(?:DASH|to|through|thru|until|till)"
_REACH: Final = 10  # words looked back for a verb of moving
_OPEN: Final = words("since until till before by early late mid end middle between")
_ALLOWED: Final = {
    "person": words("in since until till during"),
    "namesake": _OPEN | words("in during throughout around beginning start"),
    "month": _OPEN | words("in during throughout around for from after of beginning start"),
    "year": _OPEN
    | words("""
    in during throughout around circa for from after beginning start
    """),
    "season": _OPEN | words("in during throughout over for from after"),
    "day": _OPEN | words("on for from after around"),
    "slashed": _OPEN | words("on after due from for"),
    "dotted": words(""),
    "weekday": _OPEN | words("on for from after"),
}
"""The words after which each kind of weak find is a date."""


def _range(reading: WordReading) -> Built:
    kinds = {reading.sketch("x").weak, reading.sketch("z").weak}
    if "dotted" in kinds:
        return None
    if first_word(reading) not in ("from", "between") and "" not in kinds:
        return None
    if any(reading.before(distance) in MOVING_WORDS for distance in range(1, _REACH + 1)):
        return None
    return Between(reading.expression("x"), reading.expression("z"))


def _since(reading: WordReading) -> Built:
    if not is_framed(reading, "since", _ALLOWED):
        return None
    return Since(Toward(reading.expression("x"), Direction.PAST))


def _until(reading: WordReading) -> Built:
    if not is_framed(reading, "until", _ALLOWED):
        return None
    return Until(Toward(reading.expression("x"), Direction.FUTURE, is_default=True))


def _before(reading: WordReading) -> Built:
    if not is_framed(reading, "before", _ALLOWED):
        return None
    return Until(reading.expression("x"), is_before=True)


def _after(reading: WordReading) -> Built:
    if not is_framed(reading, "after", _ALLOWED) or reading.before().startswith("look"):
        return None
    return Since(reading.expression("x"), is_after=True)


def _by(reading: WordReading) -> Built:
    is_agent = bool(reading.sketch("x").weak) and reading.before() in AGENT_VERBS
    if is_agent or not is_framed(reading, "by", _ALLOWED):
        return None  # inspired by autumn, written by June
    return Toward(reading.expression("x"), Direction.FUTURE, is_default=True)


def _last_day(reading: WordReading) -> Built:
    return EndOf(reading.expression("x"))


def _part(part: Part) -> Build:
    def build(reading: WordReading) -> Built:
        whole = reading.expression("x")
        return whole if is_single_day(whole) else PartOf(whole, part)

    return build


def _preposition(reading: WordReading) -> Built:
    word = first_word(reading)
    if not is_framed(reading, word, _ALLOWED):
        return None
    found = reading.expression("x")
    return Doubtful(found) if word in ("around", "circa", "about") else found


ENGLISH_FRAMES: Final[list[RuleText]] = [
    (f"from DATE:x {_TO} DATE:z", _range),
    ("between DATE:x and DATE:z", _range),
    (f"DATE:x {_TO} DATE:z", _range),
    ("ever? since DATE:x", _since),
    ("(?:until|till|up to) DATE:x", _until),
    ("before DATE:x", _before),
    ("after DATE:x", _after),
    ("(?:by|due|due by|due on|due in) DATE:x", _by),
    ("(?:by|due by) the? end of DATE:x", by_end),
    ("on? the last day of DATE:x", _last_day),
    ("(?:at|toward|towards|in)? the? (?:end of|late) DATE:x", _part(Part.LATE)),
    ("(?:in|at)? the? (?:early|beginning of|start of) DASH? DATE:x", _part(Part.EARLY)),
    ("(?:in|around)? the? (?:mid|middle of) DASH? DATE:x", _part(Part.MIDDLE)),
    ("(?:in|during)? the? week (?:of|commencing|starting|beginning|ending) the? DATE:x", week_of),
    ("(?:in|during)? the? (?:RANK:o|last) week (?:of|in) DATE:x", nth_week),
    (
        "(?:in|on|at|during|throughout|over|for|from|around|about|circa|dated) the? DATE:x",
        _preposition,
    ),
]
