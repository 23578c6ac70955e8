"""English rules for who somebody is: name, age, birthday, origin, home."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    rule,
    state,
    without_article,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    CALENDAR_DAY,
    COUNTRIES,
    DATE,
    MONTH,
    NAME,
    NATIONALITIES,
    NOT_BUT,
    NOT_PEOPLE,
    NUMBER,
    PLACE,
    TECHNOLOGIES,
    UPPER,
)
from loomem.text.statements.model import USER, Slot
from loomem.text.stopwords import words

_DWELLING = (
    r"(?:an?|my own|our own) (?:[\w-]+ ){0,3}(?:village|town|city|suburb|farm|island"
    "|neighbou?rhood|house"
    "|apartment|flat|cottage|houseboat|cabin|studio"
    r"|condo|loft|bungalow|mountains?|country|countryside|place|commune|van|trailer)\b[^,;]*"
)
_NO_PLACE = re.compile(
    "^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March"
    r"|April|May|June|July|August|September|October|November|December|I|God|Mars|TV|AI)\b"
)
_CREEDS_AND_KINDS = words("""
    hindu muslim christian catholic protestant buddhist jewish sikh atheist agnostic mormon orthodox
    lutheran baptist methodist quaker taoist asian black white hispanic latino latina latinx arab african
    european scandinavian kurdish catalan basque native aries taurus gemini cancer leo virgo libra
    scorpio sagittarius capricorn aquarius pisces gen deaf ok okay sorry fine late done ready sure
    """)
_INITIALS = re.compile(r"[A-Z]{2,}s?")


def is_person(name: str) -> bool:
    """Not a word that only looks like a name. Written with a capital."""
    first = name.split()[0].casefold() if name else "i"
    is_other = re.fullmatch(NATIONALITIES, name) or TECHNOLOGIES.fullmatch(name)
    is_kind = first in NOT_PEOPLE or first in _CREEDS_AND_KINDS or _INITIALS.fullmatch(name)
    return not (is_other or is_kind or _NO_PLACE.match(name))


def is_place(name: str) -> bool:
    """Say whether a capitalised name may be that of a place: not a program, day or month."""
    first = name.split()[0] if name else ""
    has_inner_capital = re.search(r"[a-z][A-Z]|\d", first) is not None
    return bool(name) and not (
        _NO_PLACE.match(name) or TECHNOLOGIES.match(name) or has_inner_capital
    )


def home(clause: Clause, match: re.Match[str], *, replaces: bool = False) -> Built:
    """State a home; the qualifier keeps countries and kinds of dwelling apart from towns."""
    value = clean_value(match["value"])
    if value.startswith(("a ", "an ", "my ", "our ")):
        grain = None if re.search(rf" (?:in|near|outside|of) [{UPPER}]", value) else "dwelling"
    elif not is_place(value):
        return
    else:
        grain = "country" if without_article(value).casefold() in COUNTRIES else None
    previous = clean_value(match.groupdict().get("previous") or "")
    yield state(
        clause, Slot.HOME, value, qualifier=grain, previous=previous or None, replaces=replaces
    )


def _seat(clause: Clause, match: re.Match[str]) -> Built:
    if is_place(match["value"]):
        yield state(clause, Slot.HOME, clean_value(match["value"]), subject=match["what"])


def _moved(clause: Clause, match: re.Match[str]) -> Built:
    previous = match.groupdict().get("previous")
    if previous and not is_place(previous):
        return
    yield from home(clause, match, replaces=True)


def _born(clause: Clause, match: re.Match[str]) -> Built:
    day, place = match["day"], match["place"]
    if day:
        only_year = re.fullmatch(r"\d{4}", day) is not None
        yield state(
            clause, Slot.BIRTHDAY, day, qualifier="year" if only_year else None, polarity=True
        )
    if place and is_place(place):
        yield state(clause, Slot.ORIGIN, clean_value(place), qualifier="birthplace", polarity=True)


def _age(clause: Clause, match: re.Match[str]) -> Built:
    yield state(clause, Slot.AGE, match["value"])
    status = match.groupdict().get("status")
    if status:
        yield state(clause, Slot.MARITAL_STATUS, status)


def _introduced_from(clause: Clause, match: re.Match[str]) -> Built:
    named = list(_introduced(clause, match))
    yield from named
    if named and is_place(match["place"]):
        yield state(clause, Slot.ORIGIN, clean_value(match["place"]))


def _introduced(clause: Clause, match: re.Match[str]) -> Built:
    """ "I'm Daniel", from the speaker only: of others it would say that they are alike."""
    if clause.subject == USER and is_person(match["value"]):
        yield state(clause, Slot.NAME, match["value"])


def _is_current_home(match: re.Match[str]) -> bool:
    """ "lived in" is over, "have lived in" is not."""
    return not match.group().startswith("lived ")


def _named(clause: Clause, match: re.Match[str]) -> Built:
    if is_person(match["value"]):
        yield state(clause, Slot.NAME, match["value"], previous=match["previous"])


PEOPLE: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.HOME,
        rf"be (?:now |currently )?(?:living|based|settled) in (?P<value>{PLACE}|{_DWELLING})",
        build=home,
    ),
    rule(Slot.NAME, rf"be (?P<value>{NAME})(?=$|,)", build=_introduced),
    rule(
        Slot.NAME,
        rf"go by (?:the name )?(?P<value>{NAME})$",
        accepts=is_person,
        qualifier="nickname",
    ),
    rule(
        Slot.NAME,
        "(?:have )?changed (?:my|her|his) (?P<qualifier>(?:last |first |middle |sur)?name) "
        f"(?:from (?P<previous>{NAME}) )?to (?P<value>{NAME})",
    ),
    rule(
        Slot.AGE,
        f"be (?:turning )?(?P<value>{NUMBER})(?:[- ]years?[- ]old)?(?: and (?P<status>single"
        rf"|married|divorced|engaged|widowed))?(?=$|,|\.(?!\d)| now| next| last| in {MONTH}| this"
        "| "
        "today| tomorrow| and )",
        build=_age,
    ),
    rule(
        Slot.AGE,
        rf"(?:have )?turned (?P<value>{NUMBER})\b(?! (?:pages?|tables?|times?|degrees?|of"
        "|percent))",
        build=_age,
    ),
    rule(
        Slot.BIRTHDAY,
        rf"was born(?: (?:on|in) (?P<day>(?:the )?{CALENDAR_DAY}|{MONTH} \d{{4}}|(?:19"
        rf"|20)\d\d\b))?(?: and raised)?(?: in (?P<place>{PLACE}))?",
        build=_born,
    ),
    rule(
        Slot.ORIGIN,
        rf"(?:be|come|came|hail)(?: originally)? from (?P<value>{PLACE}|{_DWELLING})",
        accepts=is_place,
    ),
    rule(
        Slot.ORIGIN,
        rf"(?:grew up|was raised) (?:in|on|near|outside|around) (?P<value>{PLACE}|{_DWELLING})",
        accepts=bool,
        qualifier="upbringing",
    ),
    rule(
        Slot.ORIGIN,
        rf"be (?:half |part |a )?(?P<value>{NATIONALITIES})(?=$|,|\.(?!\d)| and | by | but| "
        "citizen)",
        accepts=bool,
        qualifier="nationality",
    ),
    rule(
        Slot.HOME,
        "(?:live|lives|lived|living|be living|have lived|have living|be based|reside|resides"
        "|have settled|settled)(?: (?:alone|together|happily|right|now|currently|with "
        f"[^,;]{{2,30}}?))? (?:in|near|at|outside|on|out of|by)(?: (?:downtown|central))? "
        f"(?P<value>{PLACE}|{_DWELLING})",
        build=lambda c, m: home(c, m) if _is_current_home(m) or c.ended else (),
    ),
    rule(
        Slot.HOME,
        "(?:have )?(?:moved|relocated|resettled|emigrated|immigrated|retired)(?: back| out| "
        "house| over| all the way| "
        f"permanently)?(?: from (?P<previous>{PLACE}))? to (?P<value>{PLACE}|{_DWELLING})",
        build=_moved,
    ),
    rule(
        Slot.HOME,
        rf"(?:have )?moved in(?:to)? (?P<value>{_DWELLING} in {PLACE})",
        build=_moved,
    ),
    rule(Slot.HOME, rf"call (?P<value>{PLACE}) home", build=home),
    rule(
        Slot.NAME,
        rf"be (?P<value>{NAME}) from (?P<place>{PLACE})",
        build=_introduced_from,
    ),
    rule(
        Slot.HOME,
        r"(?:share|shares|rent|rents|be renting|be sharing) an? (?:[\w-]+ ){0,2}(?:flat"
        "|apartment|house|room|place|studio)"
        rf" (?:in|near) (?P<value>{PLACE})",
        build=home,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.NAME,
        r"(?P<qualifier>last name|first name|middle name|surname|nickname|maiden name) \| be "
        f"(?:now )?(?P<value>{NAME}){NOT_BUT}",
    ),
    rule(
        Slot.NAME,
        r"(?:full |real |legal )?name \| be (?:spelled |spelt |now |actually |pronounced "
        f")?(?P<value>{NAME}){NOT_BUT}",
        build=_named,
    ),
    rule(
        Slot.BIRTHDAY,
        r"(?:date of birth|birthday|birth date|birthdate) \| (?:be|fall|falls)(?: always)?(?: "
        f"(?:on|in))? (?P<value>(?:the )?{CALENDAR_DAY}|{DATE})(?:,? (?:and )?not (?:on "
        f")?(?P<previous>{CALENDAR_DAY}))?",
    ),
    rule(Slot.HOME, rf"home(?: town)? \| be (?:now )?(?:in|near) (?P<value>{PLACE})", build=home),
    rule(Slot.ORIGIN, rf"home ?town \| be (?P<value>{PLACE})", accepts=is_place),
    rule(
        Slot.HOME,
        r"(?:new |home |current |mailing )?address \| be (?P<value>(?!\S*@)[^;]+)",
        accepts=lambda v: is_clear(v) and any(map(str.isdigit, v)),
    ),
    rule(
        Slot.HOME,
        r"(?P<what>office|headquarters|head office|studio|shop|workshop) \| (?:be|moved|have "
        f"moved)(?: based| located| situated| now)* (?:in|to) (?P<value>{PLACE})",
        build=_seat,
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
NICKNAMES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.NAME,
        "(?:(?:(?:[Yy]ou|[Pp]eople|everyone|friends|my friends|everybody) (?:can |usually |all "
        rf"|just |should )?|[Pp]lease |[Jj]ust )*[Cc]all(?:s)? me) (?P<value>{NAME})(?=$|,|\.)",
        accepts=is_person,
        qualifier="nickname",
    ),
)
"""Tried on the text of a clause."""
