"""Projects, the state they are in, and deadlines."""

import re
from dataclasses import replace
from typing import Final

from loomem.model.chunk import FactType
from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import (
    PolishRule,
    Reading,
    has_no,
    has_word,
    reading,
    rule,
)
from loomem.text.statements.polish.words import (
    DUE,
    VALUE,
    loose,
    person,
)

_NO_PROJECT: Final = has_no(
    "tym|tej|tego|ta|poprawk|poprawka|bled|bledem|bugiem|soba|nim|nia|czyms|tematem|testem|"
    "zadaniem|kolejn\\w+"
)
_WORK: Final = has_word(
    "powiesc ksiazk doktorat prac blog gr[ae]\\b aplikacj bibliotek wtyczk kompilator kanal "
    "podcast projekt modul platform serwis stron scenariusz artykul kurs silnik system"
)
_project = reading(Slot.PROJECT, accept=_NO_PROJECT)
_work = reading(Slot.PROJECT, accept=lambda v: _WORK(" ".join(v.split()[:3])) and _NO_PROJECT(v))
_MAKE_I: Final = (
    r"pisz(?:[ę]|emy)|buduj(?:[ę]|emy)|tworz(?:ę|ymy)|rozwija(?:m|my)|prowadz(?:ę|imy)"
)
_PROJECTS: Final = (
    rule(
        "pracuj",
        rf"{person('pracuj(?:[ę]|emy)', 'pracują|pracuje')}(?:\s+(?i:też|także|teraz|obecnie"
        rf"|wspólnie|od\s+\w+)){{0,2}}\s+(?i:nad){VALUE}",
        _project,
    ),
    rule(
        "pisze buduj tworz rozwija prowadz",
        person(_MAKE_I, "buduje|rozwija|tworzy|prowadzi") + VALUE,
        _work,
    ),
)

_STATE: Final = (
    r"(?:(?:za|od)?blokowan[yae]|wstrzyman[yae]|zakończon[yae]|gotow[yae]|wdrożon[yae]"
    r"|ukończon[yae]|opóźnion[yae]|w\s+toku"
    r"|(?:w|na)\s+produkcji|anulowan[yae]|zawieszon[yae]|skończon[yae]|zamrożon[yae]"
    r"|wznowion[yae]|uruchomion[yae]|wydan[yae]"
    r"|opublikowan[yae]|porzucon[yae]|zamknięt[yae]|zatwierdzon[yae]|odrzucon[yae]|w\s+fazie"
    r"\s+\w+|przetestowan[yae])"
)
_THING: Final = (
    r"(?P<subject>(?i:projekt|migracja|wdrożenie|aplikacja|serwis|moduł|refaktoryzacja|sklep"
    r"|system|panel|platforma|przebudowa"
    r"|integracja|prototyp|strona|dashboard|raport|remont|backend|frontend|api|wersja|release"
    r"|audyt|rekrutacja|budowa)"
    r"(?:\s+[\w.-]+){0,5}?)"
)
_SHIPPED: Final = (
    r"(?:wypuści|wyda|opublikowa|wdroży|zdeployowa|zakończy|ukończy|uruchomi)(?:łem|łam|liśmy"
    r"|łyśmy)"
)
_RELEASE: Final = has_word(
    "wersj aplikacj projekt migracj modul api mvp bet[ae] v\\d panel release sklep serwis funkcj "
    "integracj system portal"
)


def _state(match: re.Match[str]) -> Statement:
    """Read the state of a thing, which is the subject."""
    return Statement(
        slot=Slot.PROJECT_STATE,
        value=match["value"],
        subject=match["subject"],
        polarity=match["not"] is None,
        fact_type=FactType.PROJECT_STATE,
        start=match.start("subject"),
        end=match.end("value"),
    )


_shipped = reading(Slot.PROJECT_STATE, accept=_RELEASE)


def _release(match: re.Match[str]) -> Statement | None:
    """Read what was released; one release does not take back another."""
    found = _shipped(match)
    return replace(found, qualifier=found.value) if found else None


_STATES: Final = (
    rule(
        "jest zosta sa pozostaje",
        rf"(?:^|(?<=[,;:] )|(?<=\b[ia] )){_THING}\s+(?i:(?P<not>nie\s+)?(?:już\s+)?(?:jest|są"
        r"|został[aoy]?|zostały|pozostaje)(?:\s+(?:już|wreszcie|w\s+końcu|nadal|wciąż|teraz"
        rf"|całkowicie|prawie|oficjalnie)){{0,2}})\s+(?P<value>(?i:{_STATE}))(?!\w)",
        _state,
    ),
    rule(
        "ruszyl utkna wystart upad stoi",
        rf"(?:^|(?<=[,;:] )){_THING}\s+(?P<not>nie\s+)?(?P<value>(?i:ruszył[ao]?|utkn(?:ął|ęła"
        r"|ęło)|wystartował[ao]?|upadł[ao]?|stoi\s+w\s+miejscu))\b",
        _state,
    ),
    rule(
        "wypusci wydal opublik wdroz deploy konczy uruchomi",
        rf"{person(_SHIPPED, _SHIPPED.replace('łem|łam|liśmy|łyśmy', 'ł|ła|li'))}{VALUE}",
        _release,
    ),
)

_TERM: Final = r"(?:termin|deadline|dedlajn|data|premier[aęy]|zdanie)"
_FILLER: Final = re.compile(
    loose(
        r"(?i)^(?:na|dla|do|w\s+sprawie)\s+|^(?:oddania|złożenia|wysłania|realizacji"
        r"|zakończenia|ukończenia|przesłania|wydania|oddanie|złożenie|wysłanie|skończenie"
        r"|dostarczenie|dostarczenia)\s+"
    )
)


def _due(value: str) -> bool:
    return DUE.search(value) is not None


_dated = reading(Slot.DEADLINE, accept=_due, keeps_time=True)
_moved = reading(Slot.DEADLINE, accept=_due, keeps_time=True, replaces=True)


def _deadline(usual: Reading) -> Reading:
    """Read a date and what it is the deadline of, without the word for handing it in."""

    def read(match: re.Match[str]) -> Statement | None:
        found = usual(match)
        if found is None:
            return None
        thing = (found.qualifier or "").strip()
        filler = _FILLER.match(thing)
        while filler:
            thing = thing[filler.end() :]
            filler = _FILLER.match(thing)
        return replace(found, qualifier=thing or None)

    return read


_OF: Final = r"(?:\s+(?P<qualifier>[^,.;:!?()]{2,60}?))?"
_MOVED: Final = (
    r"(?:(?:został[ay]?\s+)?(?:przesunięt|przełożon|zmienion|przeniesion)[yoae]|(?:nam\s+)?"
    r"(?:przesunęli(?:śmy)?|przełożyli(?:śmy)?|przesunął|przesunęła))"
)
_FROM: Final = r"(?:\s+ze?\s+(?P<previous>[^,.;]{2,30}?))?"
_HAND_IN: Final = (
    r"(?:od|z)?(?:dać|złożyć|skończyć|zakończyć|wysłać|dostarczyć|zamknąć|ukończyć|przesłać"
    r"|wypuścić|wdrożyć|przygotować)"
)
_DEADLINES: Final = (
    rule(
        "termin deadline dedlajn data premier",
        rf"\b(?i:{_TERM}){_OF}\s+(?i:(?:jest\s+|są\s+)?{_MOVED}{_FROM}\s+na){VALUE}",
        _deadline(_moved),
    ),
    rule(
        "przesun przeloz",
        rf"\b(?i:{_MOVED})\s+(?:(?i:nam|mi)\s+)?(?i:{_TERM}){_OF}(?i:{_FROM}\s+na){VALUE}",
        _deadline(_moved),
    ),
    rule(
        "termin deadline dedlajn data premier",
        rf"\b(?i:{_TERM}){_OF}(?:\s+(?i:to|jest|mam|mamy|mija|upływa|wypada|będzie|odbędzie"
        r"\s+się))(?:\s+(?i:jednak|teraz|już|zaplanowan[yae](?:\s+na)?|ustalon[yae](?:\s+na)?|w"
        rf"|we|na)){{0,3}}{VALUE}",
        _deadline(_dated),
    ),
    rule(
        "deadline termin dedlajn",
        r"(?i:\bma(?:m|my)\s+(?:deadline|termin|dedlajn)"
        r"(?:\s+na\s+(?P<qualifier>[^,.;:!?()]{2,60}?))?\s+(?:na|do|we?))"
        rf"{VALUE}",
        _deadline(_dated),
    ),
    rule(
        "czas",
        rf"(?i:\bma(?:m|my)\s+czas\s+na)\s+(?P<qualifier>[^,.;:!?()]{{2,60}}?)\s+(?i:do){VALUE}",
        _deadline(_dated),
    ),
    rule(
        "muszę musze musimy trzeba nalezy mam mamy",
        rf"(?i:\b(?:muszę|musimy|trzeba|należy|mam|mamy)\s+{_HAND_IN})\s+"
        rf"(?P<qualifier>[^,.;:!?()]{{2,60}}?)\s+(?i:do|na|przed){VALUE}",
        _deadline(_dated),
    ),
    rule(
        "trzeba musi musz nalezy ma",
        rf"^(?P<qualifier>[^,.;:!?()]{{2,60}}?)\s+(?i:(?:trzeba|należy|musimy|muszę)\s+"
        rf"{_HAND_IN}|ma\s+być\s+gotow[yae]|musi\s+być\s+gotow[yae])\s+(?i:do|na|przed){VALUE}",
        _deadline(_dated),
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_DEADLINES, *_STATES, *_PROJECTS)
