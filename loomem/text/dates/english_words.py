"""English words about time, and the words around them that tell a date from a namesake."""

from typing import Final

from loomem.text.dates.vantage import Pick
from loomem.text.stopwords import words

_MONTHS: Final = (
    "january february march april may june july august september october november december"
)
_SHORT_MONTHS: Final = "jan feb mar apr - jun jul aug sep oct nov dec"
_WEEKDAYS: Final = "monday tuesday wednesday thursday friday saturday sunday"
_SHORT_WEEKDAYS: Final = "mon tue wed thu fri sat sun"
_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_UNITS: Final = "day week fortnight month quarter year decade weekend"
_RELATIONS: Final = {
    "last": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "past": -1, "coming": 1,
    "upcoming": 1, "following": 1,
}  # fmt: skip
_FUNCTION_WORDS: Final = """
    i you he she it we they me him us them my your his her its our their who what when where why
    how which that there here is are am was were be been being do does did have has had will would
    shall should can could must might not no and or but so if because while although though than
    as of to with without about into onto out over up down off the an
    all some most both everyone someone everything nothing nobody anybody yet still already only
    just also too again then now never always usually please thanks until till since before after
    during through by at on in for from
    """

Words = dict[str, dict[str, int]]


def _listed(text: str, name: str, start: int = 0) -> Words:
    return {word: {name: i} for i, word in enumerate(text.split(), start) if word != "-"}


def _merge(*parts: Words) -> Words:
    merged: Words = {}
    for part in parts:
        for word, classes in part.items():
            merged.setdefault(word, {}).update(classes)
    return merged


ENGLISH_WORDS: Final = _merge(
    _listed(_MONTHS, "MONTH", 1),
    _listed(_SHORT_MONTHS, "MONTH", 1),
    _listed(_SHORT_MONTHS, "ABBREVIATION", 1),
    {"sept": {"MONTH": 9, "ABBREVIATION": 9}},
    _listed(_WEEKDAYS, "WEEKDAY"),
    _listed(_WEEKDAYS, "FULL_WEEKDAY"),
    _listed(_SHORT_WEEKDAYS, "WEEKDAY"),
    _listed(_SHORT_WEEKDAYS, "SHORT_WEEKDAY"),
    {word: {"WEEKDAY": day, "SHORT_WEEKDAY": day} for word, day in (
        ("tues", 1), ("weds", 2), ("thur", 3), ("thurs", 3),
    )},
    _listed(_SMALL, "NUM"),
    {word: {"NUM": 10 * i, "TENS": 10 * i} for i, word in enumerate(_TENS.split(), 2)},
    {"a": {"A": 1}, "an": {"A": 1}},
    _listed(_ORDINALS, "DAY", 1),
    {"thirtieth": {"DAY": 30}},
    _listed("first second third fourth", "RANK", 1),
    {word + plural: {"UNIT": i} for i, word in enumerate(_UNITS.split()) for plural in ("", "s")},
    _listed("week month quarter year weekend", "PERIOD"),
    {word: {"RELATION": step} for word, step in _RELATIONS.items()},
    _listed("spring summer autumn winter", "SEASON"),
    {"fall": {"SEASON": 2}},
    {f"q{i}": {"QUARTER": i} for i in range(1, 5)},
    {"h1": {"HALF": 1}, "h2": {"HALF": 2}},
    {"today": {"NEAR": 0}, "yesterday": {"NEAR": -1}, "tomorrow": {"NEAR": 1}},
    _listed("morning afternoon evening night noon", "PART_OF_DAY"),
    _listed("about around roughly approximately nearly almost over under than maybe perhaps", "HEDGE"),
    {word: {"": 0} for word in _FUNCTION_WORDS.split()},
)  # fmt: skip

NAMESAKES: Final = frozenset({4, 5, 6, 8})
"""Months whose name is also that of a person: April, May, June, August."""

MARCHING: Final = frozenset({3, 5})
"""Months whose name is also a verb."""

PICKS: Final = {
    "last": Pick.LAST, "this": Pick.THIS, "next": Pick.NEXT, "past": Pick.PASSED,
    "coming": Pick.COMING, "upcoming": Pick.COMING,
}  # fmt: skip
"""Which one a word before a weekday, month or season picks."""

OWNERS: Final = words("my your his her its our their very 's")
"""What before "last week" makes it the last of several, not the one before this."""

HOLIDAY_WORDS: Final = words("black good cyber ash palm easter super fat freaky ruby man")
"""What before a weekday makes it a name: Good Friday, Cyber Monday."""

COUNTED_NOUNS: Final = words("""
    words steps people lines dollars usd eur euro euros pounds pln users files tokens miles km
    kilometers meters metres feet pixels points items rows records bytes calories hours
    minutes seconds days weeks months years times pages copies units rpm watts lumens kcal
    """)
"""What after four digits makes them an amount rather than a year."""

MOVING_WORDS: Final = words("""
    moved move moving changed change shifted shift rescheduled reschedule postponed postpone
    pushed push delayed delay slipped slip brought switched corrected
    """)
"""Verbs after which "from … to" is a change, not a period."""

AGENT_VERBS: Final = words("""
    inspired painted directed composed illustrated photographed designed hosted invited called
    loved raised led written drawn sung told taken
    """)
"""Verbs after which "by" names who did it rather than until when."""
