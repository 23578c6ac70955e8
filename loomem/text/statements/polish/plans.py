"""Meetings, plans, what happened, what was learnt."""

import re
from typing import Final

from loomem.model.chunk import FactType
from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import (
    PolishRule,
    has_no,
    reading,
    rule,
    trimmed,
)
from loomem.text.statements.polish.words import (
    CLOCK,
    DUE,
    FUTURE_TIME,
    KIN,
    PAST_TIME,
    VALUE,
    WEEKDAY,
    loose,
)

_FROM_TIME: Final = r"(?:\s+ze?\s+(?P<previous>[^,.;]{2,30}?))?"
_TALK: Final = (
    r"(?:spotkanie|wideokonferencj[aęi]|call|zebranie|konsultacj[ae]|rozmow[aęę]|narad[aęę]"
    r"|warsztaty|lunch|obiad|kolacj[aęę])"
)
_WHOM: Final = r"(?i:ze?\s+)(?P<qualifier>[^,.;:!?()]{2,50}?)"
_AT: Final = (
    rf"(?i:(?:(?:we?|na)\s+(?:najbliższ\w+\s+|ten\s+|tę\s+|przyszł\w+\s+)?{WEEKDAY}|jutro"
    rf"|pojutrze|{FUTURE_TIME})(?:\s+{CLOCK}|\s+rano|\s+wieczorem|\s+po\s+południu)?)"
)
_BARE: Final = re.compile(r"(?i)^(?:we?|na)\s+")


def _meeting(match: re.Match[str]) -> Statement | None:
    """Read when a meeting is; with whom it is says which meeting."""
    value = _BARE.sub("", match["value"].strip())
    whom = trimmed(match["qualifier"], keeps_time=False)
    if not value or not whom or (DUE.search(value) is None and "za " not in value):
        return None
    groups = match.groupdict()
    previous = groups.get("previous")
    return Statement(
        slot=Slot.MEETING,
        value=value,
        qualifier=whom,
        previous=trimmed(previous) if previous else None,
        polarity=groups.get("off") is None,
        replaces=groups.get("moved") is not None,
        fact_type=FactType.EVENT,
        start=match.start("value"),
        end=max(match.end("value"), match.end("qualifier")),
    )


_MEETINGS: Final = (
    rule(
        "spotkani call zebrani konsult rozmow narad warsztat lunch obiad kolacj",
        rf"\b(?i:{_TALK})\s+{_WHOM}\s+(?i:(?:jest\s+|został[oa]?\s+)?(?P<moved>przełożon[eyao]"
        rf"|przesunięt[eyao]|przeniesion[eyao]))(?i:{_FROM_TIME})\s+(?i:na)\s+(?="
        r"(?P<value>[^,.;!?()]+))",
        _meeting,
    ),
    rule(
        "przeloz przesun",
        r"(?i:\b(?P<moved>przeł(?:ożyłem|ożyłam|ożyliśmy)|przesun(?:ąłem|ęłam|ęliśmy)))\s+(?i:"
        rf"{_TALK})\s+{_WHOM}(?i:{_FROM_TIME})\s+(?i:na)\s+(?=(?P<value>[^,.;!?()]+))",
        _meeting,
    ),
    rule(
        "spotkani call zebrani konsult rozmow narad warsztat lunch obiad kolacj spotyk",
        rf"(?P<value>{_AT})\s+(?:\w+\s+){{0,3}}?(?i:(?:ma(?:m|my)|jest)\s+{_TALK}|spotykam\s+się"
        rf"|spotykamy\s+się|{_TALK})\s+(?:\w+\s+)?{_WHOM}(?=[,.;:!?()]|$|\s+(?i:{CLOCK}))",
        _meeting,
    ),
    rule(
        "spotkani call zebrani konsult rozmow narad warsztat lunch obiad kolacj spotyk umow",
        rf"(?i:\b(?:{_TALK}|spotykam\s+się|spotykamy\s+się|umówi(?:łem|łam)\s+się|jestem"
        rf"\s+umówion[ya]))\s+{_WHOM}\s+(?:(?i:jest|odbędzie\s+się|mam|mamy|na)\s+)?(?P<value>"
        rf"{_AT})",
        _meeting,
    ),
    rule(
        "spotkani call zebrani konsult rozmow narad warsztat lunch obiad kolacj spotyk umow",
        rf"(?i:\b(?:{_TALK}))\s+(?P<value>{_AT})\s+{_WHOM}(?=[,.;:!?()]|$)",
        _meeting,
    ),
)

_GO: Final = (
    r"(?:jad[ęe]|jedziemy|lec[ęe]|lecimy|wyjeżdża(?:m|my)|płyn(?:ę|iemy)|wylatuj(?:[ę]|emy)"
    r"|bior[ęe]\s+(?:ślub|udział)|bierzemy\s+ślub"
    r"|zaczyna(?:m|my)|zdaj(?:[ę]|emy)|przeprowadza(?:m|my)\s+się|wraca(?:m|my)|startuj(?:[ę]"
    r"|emy)|biegn[ęe]|otwiera(?:m|my)|planuj(?:[ę]|emy)"
    r"|bronię|idę\s+(?:do|na)|idziemy\s+(?:do|na)|wybiera(?:m|my)\s+się|zamierza(?:m|my)|rodzę"
    r"|zapisa(?:łem|łam)\s+się\s+na"
    r"|ma(?:m|my)\s+(?:\w+\s+)?(?:egzamin|rozmowę|wizytę|operację|zabieg|lot|obronę|urlop"
    r"|maraton|koncert|ślub|badani[ea]|wesele|rejs|wylot|dentystę|kontrolę))"
)
_NO_PLAN: Final = has_no(
    r"\w+\s+(?:pracowac|dzien|dnia|kawe|zakup|sklep|spac|prace|do\s+(?:domu|pracy|sklepu)|na\s+"
    r"(?:kaw|zakup|spacer|obiad)\w*|prysznic)"
)
_GO_CUES: Final = (
    "jad jedz lec wyjezdz plyn wylatu bior bierz zaczyna zdaj przeprowadz wracam "
    "startuj biegn otwiera planuj bronie ide idzi wybiera zamierza rodze zapisa mam"
)
_planned = reading(Slot.PLAN, keeps_time=True, accept=_NO_PLAN)
_PLANS: Final = (
    rule(
        _GO_CUES,
        rf"\b(?i:{FUTURE_TIME})(?!\w)(?:\s+[\w:]+){{0,3}}?\s+(?=(?P<value>(?i:{_GO})\b"
        r"(?:[^,.;!?()\n]|[.:](?=\w))*))",
        _planned,
    ),
    rule(
        _GO_CUES,
        rf"(?=(?P<value>\b(?i:{_GO})\b(?:\s+[\w-]+){{0,6}}?\s+(?i:{FUTURE_TIME})(?!\w)"
        rf"(?:[^,.;!?()\n]|[.:](?=\w))*))(?i:{_GO})\b",
        _planned,
    ),
)

_DONE: Final = (
    r"(?:by(?=\w+\s+(?:\w+\s+)?(?:we?|na|u|nad|za|po)\s)|pojecha|polecie|wyjecha|przebieg"
    r"|pobieg|ukończy|zda|obroni"
    r"|wygra|zdoby|przesz|złama|skręci|adoptowa|odwiedzi|zwiedzi|wystąpi|opublikowa|założy"
    r"|otworzy|awansowa"
    r"|wspi|wesz|przejecha|zjecha|przepły|skoczy|pochowa|rozsta|straci|zwycięży|urodzi|świętowa"
    r"|nagra"
    r"|przeprowadzi|wyremontowa|zbudowa|wybudowa|sprzeda|przywieź|przeży|zakończy"
    r"|wzi(?=\w+\s+(?:udział|ślub))|mia(?=\w+\s+(?:operacj|wypad|zawał|udar|zabieg|wesel|ślub))"
    r"|dosta(?=\w+\s+(?:się|awans|nagrod|podwyżk|stypend|mandat|dyplom|paszport|obywatel))"
    r"|skończy(?=\w+\s+(?:studi|kurs|szkoł))|zrobi(?=\w+\s+(?:prawo|kurs|uprawnienia|remont)))"
    r"\w*?(?:łem|łam|liśmy|łyśmy)"
)
"""What is worth keeping with its date: not that somebody slept, wrote or tried to mend a test."""

_EVERYDAY: Final = re.compile(
    loose(
        r"(?i)^\w+\s+(?:we?|na|u|po)\s+(?:sklep|prac|dom|biurz|łazien|kuchni|spacer|zakup"
        r"|miejsc|lini|stanie"
        r"|szoku|błędzie|pewn)"
    )
)


def _is_notable(value: str) -> bool:
    return _EVERYDAY.match(value) is None


_happened = reading(Slot.EVENT, keeps_time=True, accept=_is_notable)
_EVENT_VALUE: Final = rf"(?=(?P<value>(?i:{_DONE})\b(?:[^,.;!?()\n]|[.:](?=\w))*))"
_EVENTS: Final = (
    rule(
        "lem lam lismy lysmy",
        rf"\b(?i:{PAST_TIME})(?!\w)(?:\s+[\w:]+){{0,3}}?\s+{_EVENT_VALUE}",
        _happened,
    ),
    rule(
        "lem lam lismy lysmy",
        rf"(?=(?P<value>\b(?i:{_DONE})\b(?:\s+[\w-]+){{0,6}}?\s+(?i:{PAST_TIME})(?!\w)"
        rf"(?:[^,.;!?()\n]|[.:](?=\w))*))(?i:{_DONE})\b",
        _happened,
    ),
    rule(
        "zmar urodzi",
        rf"(?:\b(?i:{PAST_TIME})(?!\w)\s+)?(?=(?P<value>\b(?i:zmarł[a]?)\s+(?i:mój|moja|nasz"
        rf"|nasza)\s+(?i:{KIN})[^,.;!?()]*))(?i:zmar)",
        _happened,
    ),
    rule(
        "zmar",
        rf"(?=(?P<value>\b(?i:mój|moja|nasz|nasza)\s+(?i:{KIN})\s+(?i:zmarł[a]?)[^,.;!?()]*))"
        r"(?i:mój|moja|nasz|nasza)\b",
        _happened,
    ),
)

_LEARNT: Final = (
    r"(?:nauczy(?:łem|łam|liśmy)\s+się|przekona(?:łem|łam|liśmy)\s+się|dosz(?:edłem|łam|liśmy)"
    r"\s+do\s+wniosku|zrozumia(?:łem|łam|eliśmy))"
)
_EXPERIENCES: Final = (
    rule("ze", rf"(?i:\b{_LEARNT},\s+że){VALUE}", reading(Slot.EXPERIENCE, keeps_time=True)),
    rule(
        "lekcja wnios",
        rf"(?i:\b(?:lekcja(?:\s+na\s+przyszłość)?|wniosek(?:\s+na\s+przyszłość)?)):{VALUE}",
        reading(Slot.EXPERIENCE, keeps_time=True),
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_EXPERIENCES, *_MEETINGS, *_PLANS, *_EVENTS)
