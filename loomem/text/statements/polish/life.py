"""Who somebody is: name, age, birthday, home, origin."""

import re
from dataclasses import replace
from typing import Final

from loomem.text.polish_names import FIRST_NAMES
from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import PolishRule, Reading, reading, rule
from loomem.text.statements.polish.tools import is_tool
from loomem.text.statements.polish.words import (
    CAPITAL,
    DAY,
    NAME,
    NUMBER,
    USER_NOUN,
    VALUE,
    WITHIN,
    loose,
    person,
    plain,
)

NAMED: Final = rf"\s+(?P<value>{NAME}(?:\s+{NAME})?)\b"


def is_person(value: str) -> bool:
    """Say whether a value begins with a known first name."""
    return value.split()[0] in FIRST_NAMES


_called = reading(Slot.NAME)
_NAMES: Final = (
    rule("imie", rf"(?i:\bmam\s+na\s+imię){NAMED}", _called),
    rule("nazywam", rf"(?i:\bnazywam\s+się(?:\s+teraz)?){NAMED}", _called),
    rule(
        "imi nazwisk", rf"(?i:\bmoje\s+(?:imię|nazwisko|imię\s+i\s+nazwisko)\s+to){NAMED}", _called
    ),
    rule("nazywa imie", rf"(?i:\b{USER_NOUN}\s+(?:nazywa\s+się|ma\s+na\s+imię)){NAMED}", _called),
    rule(
        "mow",
        rf"(?i:\b(?:mów(?:cie|ić)?\s+(?:mi|do\s+mnie)|mi\s+mówić)){NAMED}",
        reading(Slot.NAME, accept=is_person),
    ),
    rule(
        "jestem tu strony",
        rf"(?:^|(?<=[,!] ))(?i:jestem|tu|z\s+tej\s+strony)\s+(?P<value>{NAME}(?:\s+{NAME})?)"
        r"(?=[,.!]|\s+i\s|\s+z\s|$)",
        reading(Slot.NAME, accept=is_person, confidence=0.6),
    ),
)

_YEARS: Final = (
    r"\s+(?i:lat(?:a|ek|ka)?|rok|miesi(?:ąc|ące|ęcy))\b"
    r"(?!\s+(?:doświadczenia|stażu|gwarancji|praktyki|przerwy|na|do|temu|kredytu|pracy|później"
    r"|w\s+branży))"
)
_AGED: Final = rf"(?P<value>(?i:{NUMBER})){_YEARS}"
_AGES: Final = (
    rule(
        "lat rok miesi",
        rf"{person('mam', 'ma|mają')}(?:\s+na\s+imię\s+{NAME}\s+i\s+ma)?\s+(?i:już\s+|teraz\s+)?"
        rf"{_AGED}",
        reading(Slot.AGE),
    ),
    rule(
        "koncz",
        rf"{person('skończył(?:em|am)|kończę', 'skończył[a]?|kończy')}(?:\s+\w+){{0,3}}?\s+"
        rf"{_AGED}",
        reading(Slot.AGE, replaces=True),
    ),
)


def _birth_grain(value: str) -> str | None:
    return "rok" if value.isdigit() else None


_DATE: Final = rf"\s+(?i:dopiero\s+)?(?P<value>(?i:{DAY})(?=\W|$))"
_BIRTHDAYS: Final = (
    rule(
        "urodziny",
        r"(?i:\bmoje\s+urodziny(?:\s+(?:są|to|wypadają|mam))?|\burodziny\s+(?:mam|obchodzę))"
        rf"{_DATE}",
        reading(Slot.BIRTHDAY),
    ),
    rule(
        "urodziny",
        rf"{person('mam|obchodzę', 'ma|obchodzi')}\s+(?i:urodziny){_DATE}",
        reading(Slot.BIRTHDAY),
    ),
    rule(
        "urodzi",
        rf"{person('urodził(?:em|am)', 'urodził[a]?')}(?i:\s+się)?\s+(?i:w\s+roku\s+|w\s+)?"
        rf"(?P<value>(?i:{DAY}|(?:19|20)\d\d))(?=\W|$)",
        reading(Slot.BIRTHDAY, qualifier=_birth_grain),
    ),
)

_CITIES: Final = re.compile(
    r"\b(?:warszaw|krakow|lodz|wrocla|poznan|gdansk|gdyni|sopo|szczecin|bydgoszcz|lublin|bialym"
    r"|katowic"
    r"|torun|rzeszow|kielc|olszt|opol|radom|czestoch|gliwic|zabrz|bytom|tychach|niemcz|angli"
    r"|holandi"
    r"|norwegi|hiszpani|londyn|berlin|irlandi|szwecj|wlosz|francj|polsce|czechach|wsi\b)"
)
_COUNTRIES: Final = re.compile(
    r"(?:pols|niem(?:iec|czech)|angli|wielkiej brytani|holandi|norwegi|szwecj|dani|hiszpani"
    r"|wloch|wlosze"
    r"|francj|czech|slowacj|usa|stan|kanad|irlandi|szkocj|portugali|japoni|austri|szwajcari"
    r"|belgi|ukrain"
    r"|litw|grecj|australi|chin|wegr|island|finlandi)\w{0,4}$"
)
_HOME_END: Final = re.compile(
    loose(r"(?i)\s+(?:i|z|ze|od|razem|przy|jako|po|przez|w\s+(?:bloku|domu|mieszkaniu))(?=\s)")
)


def _is_place(value: str) -> bool:
    if is_tool(value):
        return False
    return CAPITAL.search(value) is not None or _CITIES.search(plain(value)) is not None


def _grain(value: str) -> str | None:
    return "kraj" if _COUNTRIES.match(plain(value)) else None


def _home(*, polarity: bool = True, replaces: bool = False) -> Reading:
    """Read a home; ``na`` introduces districts and regions, which no city contradicts."""
    usual = reading(
        Slot.HOME,
        polarity=polarity,
        replaces=replaces,
        accept=_is_place,
        cut=_HOME_END,
        qualifier=_grain,
    )

    def read(match: re.Match[str]) -> Statement | None:
        found = usual(match)
        if found is None or found.qualifier or not match.groupdict().get("on"):
            return found
        return replace(found, qualifier="okolica")

    return read


_AT: Final = r"\s+(?i:we?|(?P<on>na)|pod|koło|nad|przy|niedaleko|obok)"
_TO: Final = r"\s+(?i:do|(?P<on>na)|pod|nad)"
_MOVED_I: Final = (
    r"(?:się\s+)?(?:przeprowadzi|przenios|przenieś|sprowadzi|wyprowadzi)(?:łem|łam|liśmy|łyśmy)"
    r"|(?:wyjecha|wyemigrowa|wróci)(?:łem|łam|liśmy|łyśmy)\s+na\s+stałe|wyemigrowa(?:łem|łam"
    r"|liśmy)"
)
_MOVED_THEY: Final = (
    r"(?:przeprowadzi|sprowadzi|wyprowadzi)(?:ł[ay]?|li)|przen(?:iósł|iosła|ieśli|iosły)"
    r"|(?:wyjecha|wróci)(?:ł[ay]?|li)\s+na\s+stałe|wyemigrowa(?:ł[ay]?|li)"
)
_FROM: Final = r"(?i:ze?|spod)\s+(?P<previous>[^,.;]{2,40}?)"
_HOMES: Final = (
    rule(
        "mieszkal",
        r"(?i:\bmieszka(?:łem|łam|liśmy|łyśmy)\s+(?:we?|na))\s+(?P<previous>[^,.;]{2,40}?),?\s+"
        r"(?i:a|ale|lecz)\s+(?i:teraz|obecnie|dziś|od\s+\w+(?:\s+\w+)?)\s+(?i:mieszka(?:m|my)\s+)?"
        rf"(?i:we?|(?P<on>na)){VALUE}",
        _home(replaces=True),
    ),
    rule(
        "mieszka zyj",
        rf"{person('mieszka(?:m|my)|żyj[ę]|żyjemy', 'mieszkają|mieszka|żyje|żyją')}{WITHIN}{_AT}"
        rf"{VALUE}",
        _home(),
    ),
    rule(
        "zamieszka",
        rf"{person('zamieszka(?:łem|łam|liśmy)', 'zamieszka(?:ł[ay]?|li)')}{WITHIN}{_AT}{VALUE}",
        _home(replaces=True),
    ),
    rule(
        "wynajmuj",
        rf"{person('wynajmuj(?:[ę]|emy)', 'wynajmuj(?:e|ą)')}\s+(?i:\w+\s+)?"
        rf"(?i:kawalerkę|mieszkanie|pokój|dom|domek|apartament){_AT}{VALUE}",
        _home(),
    ),
    rule(
        "prowadzi przenio przenies wyjecha emigrowa wroci",
        rf"{person(_MOVED_I, _MOVED_THEY)}{WITHIN}(?:\s+{_FROM})?{_TO}{VALUE}",
        _home(replaces=True),
    ),
    rule(
        "wyprowadzi",
        rf"{person('(?:się )?wyprowadzi(?:łem|łam|liśmy)', 'wyprowadzi(?:ł[ay]?|li)')}{WITHIN}"
        rf"\s+(?i:ze?){VALUE}",
        _home(polarity=False),
    ),
)

_ORIGIN_END: Final = re.compile(loose(r"(?i)\s+(?:i|mieszkam|oraz)(?=\s)"))


def _is_origin(value: str) -> bool:
    """Tell "from Ukraine" from "with Mark": the latter is in the instrumental."""
    first = value.split()[0]
    return CAPITAL.match(first) is not None and not first.endswith(
        ("iem", "rem", "ą", "kiem", "Wami", "Nami", "Państwem", "Panem")
    )


def _is_proper(value: str) -> bool:
    return CAPITAL.match(value) is not None


_ORIGINS: Final = (
    rule(
        "pochodz",
        rf"{person('pochodzę|pochodzimy', 'pochodzi|pochodzą')}(?:\s+\w+)?\s+(?i:ze?|spod){VALUE}",
        reading(Slot.ORIGIN, accept=_is_place, cut=_ORIGIN_END),
    ),
    rule(
        "jest",
        rf"{person('jestem|jesteśmy', 'jest')}\s+(?i:rodem\s+)?(?i:ze?|spod){VALUE}",
        reading(Slot.ORIGIN, accept=_is_origin, cut=_ORIGIN_END),
    ),
    rule(
        "urodzi",
        rf"{person('urodził(?:em|am)', 'urodził[a]?')}(?:\s+[\w.]+){{0,6}}?\s+(?i:we?|na|pod)"
        rf"{VALUE}",
        reading(Slot.ORIGIN, accept=_is_proper, qualifier="miejsce urodzenia"),
    ),
    rule("rodowit", rf"(?i:\bjestem\s+rodowit(?:ym|ą)){VALUE}", reading(Slot.ORIGIN)),
)

RULES: Final[tuple[PolishRule, ...]] = (*_NAMES, *_AGES, *_BIRTHDAYS, *_HOMES, *_ORIGINS)
