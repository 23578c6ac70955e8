"""How a match of a Polish rule becomes a statement: subject, negation, and where the value ends."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

from loomem.model.chunk import FactType
from loomem.text.polish_names import FIRST_NAMES
from loomem.text.statements.model import FACT_TYPES, USER, Slot, Statement
from loomem.text.statements.polish.words import (
    KIN,
    KIN_ADJECTIVE,
    MONTH_IN,
    NAME,
    UNIT,
    USER_NOUN,
    loose,
    plain,
)

_MAX_MATCHES: Final = 6
"""Of one rule in one sentence; more is no sentence anybody says."""

Reading = Callable[[re.Match[str]], Statement | None]
Qualifier = str | Callable[[str], str | None] | None


@dataclass(frozen=True, slots=True)
class PolishRule:
    """A pattern, tried only where one of its cues (plain lower-case pieces) is in the sentence."""

    cues: tuple[str, ...]
    pattern: str
    read: Reading

    def statements(self, sentence: str, lowered: str) -> Iterator[Statement]:
        """Yield what the rule reads in a sentence; ``lowered`` is its plain spelling."""
        if any(cue in lowered for cue in self.cues):
            for match in islice(_compiled(self.pattern).finditer(sentence), _MAX_MATCHES):
                statement = self.read(match)
                if statement is not None:
                    yield statement


def rule(cues: str, pattern: str, read: Reading) -> PolishRule:
    """Return a rule that is tried where one of the cues occurs. Accents are optional."""
    return PolishRule(tuple(cues.split()), pattern, read)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile on first use: all patterns together take a third of a second."""
    return re.compile(loose(pattern))


_VERB: Final = (
    r"(?:(?:\w+\s+)?nie\s+\w+|mam|mamy|jestem|jesteśmy|mieszkam|pracuj[eę]|lubię|nie|ma|jest|są"
    r"|wolę|używam|uwielbiam|studiuj[eę]"
    r"|przyjmuje|prowadz[ię]|prowadzą|umiem|chcę|muszę|właśnie|potem|zaraz|bardzo|szukam"
    r"|\w+uj[eę]|\w+(?:łem|łam|liśmy))"
)
_CUT: Final = re.compile(
    loose(
        r"(?i)\s+(?:(?:ale|lecz|bo|ponieważ|gdyż|więc|dlatego|że|żeby|aby|kiedy|gdy|gdzie"
        r"|natomiast|choć\w*|mimo"
        r"|zwłaszcza|szczególnie|odkąd|a|czyli|któr\w+|po\s+tym|niestety|dopiero|przynajmniej|–"
        r"|—|-)(?=\s|$)"
        rf"|(?:i|oraz)\s+{_VERB}\b)"
    )
)
_TIME: Final = re.compile(
    loose(
        rf"(?i)\s+(?:od\s+(?:(?:\w+\s+){{0,3}}{UNIT}|dawna|zawsze|dziecka|urodzenia|dzieciństwa"
        rf"|niedawna|\d{{4}}"
        r"|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października"
        r"|listopada|grudnia)"
        rf"|w\s+(?:zeszł|ubiegł|minion|przyszł|tym|tej)\w*\s+\w+|w\s+\d{{4}}(?:\s+(?:roku|r))?"
        rf"|we?\s+(?:{MONTH_IN})"
        rf"|(?:\w+\s+){{1,2}}temu|po\s+(?:\w+\s+){{1,2}}(?:latach|miesiącach|tygodniach)"
        r"|teraz|obecnie|już|jednak|wczoraj|dziś|dzisiaj|ostatnio|też|także|również|codziennie"
        r"|na\s+co\s+dzień"
        r"|od\s+lat|na\s+stałe|niedawno)(?=\s|$)"
    )
)
_LEAD: Final = re.compile(
    loose(
        r"(?i)^(?:też|także|również|teraz|obecnie|bardzo|tylko|głównie|jednak|już|zawsze"
        r"|ostatnio|nadal|wciąż"
        r"|po\s+prostu|najbardziej|szczególnie|wczoraj|dziś|niedawno|w\s+(?:zeszł|ubiegł)\w+"
        rf"\s+\w+|od\s+(?:\w+\s+)?{UNIT}"
        r"|codziennie|sobie|się)\s+"
    )
)
_CORRECTED: Final = re.compile(
    loose(r"(?i),\s+(?:a\s+)?nie\s+(?:we?\s+|ze?\s+|na\s+|do\s+)?(?P<was>[^,.;!?]{1,40})[.!]*$")
)
_QUOTES: Final = '"„”“«»'
_EDGES: Final = " \t\n'-–—.:,;"


def trimmed(value: str, *, keeps_time: bool = False) -> str:
    """Return the words of a value without what follows or leads it in the sentence.

    ``keeps_time`` leaves adverbials of time, for values that are dates or events.
    """
    lead = None if keeps_time else _LEAD.match(value)
    while lead:
        value = value[lead.end() :]
        lead = _LEAD.match(value)
    for pattern in (_CUT,) if keeps_time else (_CUT, _TIME):
        end = pattern.search(value)
        value = value[: end.start()] if end else value
    return _unquoted(value.strip(_EDGES))


def _unquoted(value: str) -> str:
    """Take off quotes around the whole and quotes that lack their other half."""
    marks = sum(value.count(mark) for mark in _QUOTES)
    if marks % 2 or (marks == 2 and value[0] in _QUOTES and value[-1] in _QUOTES):
        return value.strip(_QUOTES + _EDGES)
    return value


_KIN_SUBJECT: Final = re.compile(
    loose(rf"(?:(?i:{KIN_ADJECTIVE})\s+)?(?i:{KIN})\b(?:,?\s+(?P<name>{NAME}))?$")
)
_USER_SUBJECT: Final = re.compile(loose(rf"(?i){USER_NOUN}$"))


def subject_of(match: re.Match[str]) -> str | None:
    """Return the subject of a match, ``user`` where it names none, None where it is no person."""
    written = match.groupdict().get("subject")
    if written is None or _USER_SUBJECT.match(written):
        return USER
    kin = _KIN_SUBJECT.match(written)
    if kin:
        return kin["name"] or written
    return written if written.split()[0] in FIRST_NAMES else None


def is_denied(match: re.Match[str]) -> bool:
    """Say whether the verb of a match is negated."""
    groups = match.groupdict()
    return bool(groups.get("denied") or groups.get("denies"))


_ALREADY: Final = re.compile(loose(r"(?i)\bjuż\b"))


def unless_denied(read: Reading) -> Reading:
    """Reject a mere denial: "no longer a doctor" states something, "I am no doctor" hardly does."""

    def guarded(match: re.Match[str]) -> Statement | None:
        if is_denied(match) and not _ALREADY.search(match.string):
            return None
        return read(match)

    return guarded


def always(_value: str) -> bool:
    """Accept any value."""
    return True


def reading(
    slot: Slot,
    *,
    polarity: bool = True,
    qualifier: Qualifier = None,
    accept: Callable[[str], bool] = always,
    cut: re.Pattern[str] | None = None,
    replaces: bool = False,
    keeps_time: bool = False,
    confidence: float = 0.65,
    fact_type: FactType | None = None,
) -> Reading:
    """Return the usual way from a match to a statement of ``slot``.

    ``cut`` ends the value further forward, ``accept`` rejects values that are none.
    """

    def read(match: re.Match[str]) -> Statement | None:
        subject = subject_of(match)
        value = _value(match["value"], cut, keeps_time=keeps_time)
        if subject is None or not value or not accept(value):
            return None
        start = match.start("value") + max(match["value"].find(value), 0)
        return Statement(
            slot=slot,
            value=value,
            subject=subject,
            qualifier=_qualifier(match, qualifier, value),
            polarity=polarity is not is_denied(match),
            previous=_previous(match),
            replaces=replaces,
            fact_type=fact_type or FACT_TYPES.get(slot, FactType.FACT),
            confidence=confidence,
            start=start,
            end=start + len(value),
        )

    return read


def _value(caught: str, cut: re.Pattern[str] | None, *, keeps_time: bool) -> str:
    value = trimmed(caught, keeps_time=keeps_time)
    end = cut.search(value) if cut else None
    return value[: end.start()].strip(_EDGES) if end else value


def _qualifier(match: re.Match[str], given: Qualifier, value: str) -> str | None:
    written = match.groupdict().get("qualifier")
    if written:
        return trimmed(written) or None
    return given(value) if callable(given) else given


def _previous(match: re.Match[str]) -> str | None:
    written = match.groupdict().get("previous")
    if written:
        return trimmed(written) or None
    corrected = _CORRECTED.search(match.string, match.start("value"))
    return corrected["was"].strip() if corrected else None


def has_word(words: str) -> Callable[[str], bool]:
    """Return a test for one of several plain lower-case beginnings of words in a value."""
    pattern = re.compile(rf"\b(?:{'|'.join(words.split())})")
    return lambda value: pattern.search(plain(value)) is not None


def has_no(words: str) -> Callable[[str], bool]:
    """Return the opposite of ``has_word``, for the first word of a value only."""
    pattern = re.compile(rf"(?:{'|'.join(words.split())})\b")
    return lambda value: pattern.match(plain(value)) is None
