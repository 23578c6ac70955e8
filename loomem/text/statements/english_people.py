"""English rules for who somebody is: name, age, home, origin, family, pets, health, schooling."""

import re
from typing import Final

from loomem.text.statements.english_clauses import Clause
from loomem.text.statements.english_rules import (
    Built,
    ClauseRule,
    Denied,
    rule,
    state,
    without_article,
)
from loomem.text.statements.english_silence import clean_value, is_clear
from loomem.text.statements.english_words import (
    CALENDAR_DAY,
    CHILDREN,
    COUNTRIES,
    DATE,
    KIN,
    LANGUAGES,
    MONTH,
    NAME,
    NATIONALITIES,
    NOT_PEOPLE,
    NUMBER,
    PETS,
    PLACE,
    RELATION,
    SPOUSES,
    TECHNOLOGIES,
    UPPER,
)
from loomem.text.statements.model import USER, Slot, Statement

_DWELLING = (
    r"an? (?:[\w-]+ ){0,3}(?:village|town|city|suburb|farm|island|neighbou?rhood|house|apartment|flat|cottage|houseboat|cabin|studio"
    r"|condo|loft|bungalow|mountains?|country|countryside|place|commune|van|trailer)\b[^,;]*"
)
_CONDITIONS = (
    r"(?:(?:mild|severe|chronic|type [12]|seasonal|childhood|bad|terrible|early|really|moderate|high|low) ){0,3}(?:asthma|diabetes|adhd|add|autism|epilepsy|migraines?|arthritis"
    r"|celiac(?: disease)?|coeliac(?: disease)?|crohn's(?: disease)?|ibs|eczema|psoriasis|hypertension|blood pressure|cholesterol|anemia|anaemia|anxiety"
    r"|depression|insomnia|sleep apnea|tinnitus|scoliosis|fibromyalgia|endometriosis|hypothyroidism|hyperthyroidism|hay fever|dyslexia|ptsd|ocd|bipolar disorder"
    r"|multiple sclerosis|parkinson's(?: disease)?|alzheimer's(?: disease)?|dementia|cancer|leukemia|lupus|gout|glaucoma|a heart condition|a bad back|a bad knee|back pain|vertigo|pcos|rosacea|reflux)\b"
)
_STATUS = r"(?P<value>married|single|divorced|engaged|widowed|separated)(?=$|[,.]| and | since| now| for | for\b| in | last| this| to each other| \d| on | but| again| at )"
_NO_ALLERGEN = re.compile(
    r"^(?:mondays?|mornings?|work|exercise|stupid\w*|bullshit|people|drama|love|fun|commitment|nonsense|meetings|change)\b",
    re.IGNORECASE,
)
_NO_PLACE = re.compile(
    r"^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|I|God|Mars|TV|AI)\b"
)


def _is_person(name: str) -> bool:
    """Not a word that only looks like a name. Written with a capital."""
    first = name.split()[0].casefold() if name else "i"
    is_other = re.fullmatch(NATIONALITIES, name) or TECHNOLOGIES.fullmatch(name)
    return first not in NOT_PEOPLE and not is_other and not _NO_PLACE.match(name)


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
    if value.startswith(("a ", "an ")):
        grain = None if re.search(rf" (?:in|near|outside|of) [{UPPER}]", value) else "dwelling"
    elif not is_place(value):
        return
    else:
        grain = "country" if without_article(value).casefold() in COUNTRIES else None
    previous = clean_value(match.groupdict().get("previous") or "")
    yield state(
        clause, Slot.HOME, value, qualifier=grain, previous=previous or None, replaces=replaces
    )


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


def _introduced(clause: Clause, match: re.Match[str]) -> Built:
    """ "I'm Daniel", from the speaker only: of others it would say that they are alike."""
    if clause.subject == USER and _is_person(match["value"]):
        yield state(clause, Slot.NAME, match["value"])


def _partner(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if re.match(rf"(?:an? |the |my )?(?:\w+ ){{0,3}}[{UPPER}]|an? ", value) and is_clear(value):
        yield state(clause, Slot.PARTNER, value, qualifier="spouse")


def _relative(slot: Slot) -> ClauseRule:
    nouns = {Slot.CHILD: CHILDREN, Slot.RELATIVE: KIN, Slot.PET: PETS}[slot]
    of_pets = r"(?:pet |rescue |golden |german |border |black |white |orange |tabby |siamese |maine |guinea |yorkshire |french |english )?"
    kind = rf"(?P<value>(?:an?|{NUMBER}|some|three|no) (?:[\w-]+ ){{0,3}}{of_pets if slot is Slot.PET else ''}{nouns}\b(?![- ](?:allergy|food|person|problem|story|question|fever|of|for))[^;]*)"
    return rule(
        slot,
        rf"(?:have|have got|got|am raising|be raising) {kind}",
        denied=Denied.DENIES,
        build=_kept(slot),
    )


def _kept(slot: Slot):  # type: ignore[no-untyped-def]
    def build(clause: Clause, match: re.Match[str]) -> Built:
        value = clean_value(match["value"])
        if is_clear(value) and not (clause.negated and not clause.ended):
            yield state(clause, slot, value)

    return build


def _called(clause: Clause, match: re.Match[str]) -> Built:
    """State the name of one of the speaker's people or animals."""
    noun, name = match["noun"], match["value"]
    slot = next(
        (s for s, words in _CALLED if re.fullmatch(rf"(?:[\w-]+ )*{words}", noun)), Slot.RELATIVE
    )
    if _is_person(name):
        previous = match.groupdict().get("previous")
        yield state(clause, slot, name, subject=USER, qualifier=noun, previous=previous)


_CALLED: Final = ((Slot.PARTNER, SPOUSES), (Slot.CHILD, CHILDREN), (Slot.PET, PETS))
_NOT_BUT: Final = rf"(?:,? (?:and )?not (?P<previous>{NAME}))?"


def _is_current_home(match: re.Match[str]) -> bool:
    """ "lived in" is over, "have lived in" is not."""
    return not match.group().startswith("lived ")


def _named(clause: Clause, match: re.Match[str]) -> Built:
    if _is_person(match["value"]):
        yield state(clause, Slot.NAME, match["value"], previous=match["previous"])


def _parted(clause: Clause, match: re.Match[str]) -> Statement:
    return state(
        clause, Slot.PARTNER, match["value"], qualifier="spouse", polarity=False, replaces=True
    )


def _cured(clause: Clause, match: re.Match[str]) -> Statement:
    return state(clause, Slot.ALLERGY, match["value"], polarity=False, replaces=True)


PEOPLE: Final[tuple[ClauseRule, ...]] = (
    rule(Slot.NAME, rf"be (?P<value>{NAME})(?=$|,)", build=_introduced),
    rule(
        Slot.NAME,
        rf"go by (?:the name )?(?P<value>{NAME})$",
        accepts=_is_person,
        qualifier="nickname",
    ),
    rule(
        Slot.NAME,
        rf"(?:have )?changed (?:my|her|his) (?P<qualifier>(?:last |first |middle |sur)?name) (?:from (?P<previous>{NAME}) )?to (?P<value>{NAME})",
    ),
    rule(
        Slot.AGE,
        rf"be (?:turning )?(?P<value>{NUMBER})(?:[- ]years?[- ]old)?(?: and (?P<status>single|married|divorced|engaged|widowed))?(?=$|,|\.| now| next| last| in {MONTH}| this| today| tomorrow| and )",
        build=_age,
    ),
    rule(
        Slot.AGE,
        rf"(?:have )?turned (?P<value>{NUMBER})\b(?! (?:pages?|tables?|times?|degrees?|of|percent))",
        build=_age,
    ),
    rule(
        Slot.BIRTHDAY,
        rf"was born(?: (?:on|in) (?P<day>(?:the )?{CALENDAR_DAY}|{MONTH} \d{{4}}|(?:19|20)\d\d\b))?(?: and raised)?(?: in (?P<place>{PLACE}))?",
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
        rf"be (?:half |part |a )?(?P<value>{NATIONALITIES})(?=$|,|\.| and | by | but| citizen)",
        accepts=bool,
        qualifier="nationality",
    ),
    rule(
        Slot.HOME,
        rf"(?:live|lives|lived|living|be living|have lived|have living|be based|reside|resides|have settled|settled)(?: (?:alone|together|happily|right|now|currently|with [^,;]{{2,30}}?))? (?:in|near|at|outside|on|out of|by)(?: (?:downtown|central))? (?P<value>{PLACE}|{_DWELLING})",
        build=lambda c, m: home(c, m) if _is_current_home(m) or c.ended else (),
    ),
    rule(
        Slot.HOME,
        rf"(?:have )?(?:moved|relocated|resettled)(?: back| out| house| over| all the way| permanently)?(?: from (?P<previous>{PLACE}))? to (?P<value>{PLACE}|{_DWELLING})",
        build=_moved,
    ),
    rule(Slot.HOME, rf"call (?P<value>{PLACE}) home", build=home),
    rule(
        Slot.PARTNER,
        r"(?:be|got|have been|have) (?:happily )?(?:married|engaged) to (?P<value>[^,;]+)",
        build=_partner,
    ),
    rule(
        Slot.PARTNER,
        rf"(?:be dating|be in a relationship with|married) (?P<value>an? [^,;]+|{NAME})",
        build=_partner,
    ),
    rule(
        Slot.PARTNER,
        rf"(?:have )?(?:broke|broken|split) up with (?P<value>{NAME})",
        build=lambda c, m: [_parted(c, m)],
    ),
    rule(
        Slot.MARITAL_STATUS,
        rf"(?:be|got|have gotten|have got|got back|became)(?: happily| finally)? {_STATUS}",
    ),
    _relative(Slot.CHILD),
    _relative(Slot.RELATIVE),
    _relative(Slot.PET),
    rule(
        Slot.PET,
        rf"(?:have )?(?:adopted|rescued|got|brought home) (?P<value>(?:an?|{NUMBER}|our|my) (?:[\w-]+ ){{0,3}}{PETS}\b[^;]*)",
    ),
    rule(Slot.PET, rf"(?:have )?named (?:the|our|my) (?:[\w-]+ ){{0,2}}{PETS} (?P<value>{NAME})"),
    rule(
        Slot.ALLERGY,
        r"be(?: \w+ly)? allergic to (?P<value>[^;]+)",
        accepts=lambda v: is_clear(v) and not _NO_ALLERGEN.match(v),
        denied=Denied.DENIES,
    ),
    rule(
        Slot.ALLERGY,
        r"have (?:an?|my) (?:[\w-]+ ){0,2}?(?P<value>(?!allerg)[\w-]+(?: [\w-]+)?) allergy",
        denied=Denied.DENIES,
    ),
    rule(Slot.ALLERGY, r"have an? (?:[\w-]+ )?allergy to (?P<value>[^;]+)", denied=Denied.DENIES),
    rule(
        Slot.ALLERGY,
        r"(?:have )?(?:outgrew|outgrown|got over|got rid of) (?:my|her|his) (?P<value>[\w -]{2,30}?) allergy",
        build=lambda c, m: [_cured(c, m)],
    ),
    rule(
        Slot.ALLERGY,
        r"be (?P<value>lactose|gluten|fructose|histamine)[- ]intolerant",
        denied=Denied.DENIES,
    ),
    rule(Slot.ALLERGY, r"be intolerant to (?P<value>[^;]+)", denied=Denied.DENIES),
    rule(
        Slot.HEALTH,
        r"(?:have |was |be |got )(?:been )?diagnosed with (?P<value>[^;]+?)(?= (?:two|a|an|three|four|five|six|\d+|in|at|last|when|as|by) |$)",
    ),
    rule(Slot.HEALTH, r"(?:suffer|suffers|have suffered|be suffering) from (?P<value>[^;]+)"),
    rule(Slot.HEALTH, rf"(?:have|have had) (?P<value>(?i:{_CONDITIONS}))"),
    rule(
        Slot.HEALTH,
        r"be (?P<value>diabetic|asthmatic|epileptic|dyslexic|colou?r[- ]?blind|autistic|deaf|hard of hearing|anemic|pregnant|bipolar|legally blind)\b",
    ),
    rule(
        Slot.LANGUAGE,
        rf"(?:can )?(?:speak|speaks)(?: (?:fluent|some|native|good|decent|basic|a little(?: bit of)?|a bit of|both))? (?P<value>{LANGUAGES}\b[^;]*)",
    ),
    rule(Slot.LANGUAGE, rf"be (?:fluent|native|bilingual) in (?P<value>{LANGUAGES}\b[^;]*)"),
    rule(
        Slot.LANGUAGE,
        rf"(?:be|have)(?: been)? (?:learning|studying)(?: to speak)? (?P<value>{LANGUAGES}\b[^;]*)",
    ),
    rule(
        Slot.EDUCATION,
        rf"(?:have )?graduated (?:from|in|with) (?P<value>(?:the |a |an )?[^;]{{2,60}}?)(?=,? (?:in|last|back in) (?:{DATE})|$)",
    ),
    rule(
        Slot.EDUCATION,
        r"(?:have|hold|holds|got|earned|have got|did|finished|completed) (?:my |an? )(?P<value>(?i:phd|ph\.d\.?|doctorate|mba|msc|bsc|ba|ma|master'?s?(?: degree)?|bachelor'?s?(?: degree)?|law degree|degree|diploma) (?:in|from|of) [^;]+)",
    ),
    rule(
        Slot.EDUCATION,
        r"(?:be studying|study|studies|studied|be majoring in|major in|majored in|be doing a phd in|read)(?! (?:for|at night|best|hard|a lot|the|this|that|how|it|with|better)\b) (?P<value>[\w-]+(?: (?!at\b|in\b)[\w-]+){0,3}(?: (?:at|in) (?:the )?"
        + rf"[{UPPER}][^;,]*)?)(?=$|,| and | to become)",
    ),
    rule(
        Slot.EDUCATION,
        rf"be an? (?P<value>(?:[\w-]+ ){{0,3}}student (?:at|of) (?:the )?[{UPPER}][^;,]*)",
    ),
    rule(
        Slot.EDUCATION,
        rf"(?:go|goes|went) to (?P<value>(?:the )?(?:University of )?{PLACE} (?:University|College|Academy|High School|Institute)|University of {PLACE})",
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""

ATTRIBUTES_OF_PEOPLE: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.NAME,
        rf"(?P<qualifier>last name|first name|middle name|surname|nickname|maiden name) \| be (?:now )?(?P<value>{NAME}){_NOT_BUT}",
    ),
    rule(
        Slot.NAME,
        rf"(?:full |real |legal )?name \| be (?:spelled |spelt |now |actually |pronounced )?(?P<value>{NAME}){_NOT_BUT}",
        build=_named,
    ),
    rule(
        Slot.BIRTHDAY,
        rf"(?:date of birth|birthday|birth date|birthdate) \| (?:be|fall|falls)(?: always)?(?: (?:on|in))? (?P<value>(?:the )?{CALENDAR_DAY}|{DATE})(?:,? (?:and )?not (?:on )?(?P<previous>{CALENDAR_DAY}))?",
    ),
    rule(
        Slot.ALLERGY,
        r"(?P<value>[\w -]{2,30}?) allergy \| (?:be|have) (?:completely )?(?:gone|disappeared|cured|over|cleared up)",
        build=lambda c, m: [_cured(c, m)],
    ),
    rule(Slot.HOME, rf"home(?: town)? \| be (?:now )?(?:in|near) (?P<value>{PLACE})", build=home),
    rule(Slot.ORIGIN, rf"home ?town \| be (?P<value>{PLACE})", accepts=is_place),
    rule(
        Slot.HOME,
        r"(?:new |home |current |mailing )?address \| be (?P<value>(?!\S*@)[^;]+)",
        accepts=lambda v: is_clear(v) and any(map(str.isdigit, v)),
    ),
    rule(
        Slot.PROFESSION,
        r"(?:job|profession|occupation|job title|new job title|title|role) \| be (?:an? |now )?(?P<value>[^;]+)",
        accepts=lambda v: (
            is_clear(v)
            and not re.match(
                r"(?:to |so |very |too |the |really |boring|hard|great|stressful|done|\w+ing\b)", v
            )
        ),
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""

CALLED: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.RELATIVE,
        rf"[Mm]y (?P<noun>(?:\w+[- ]){{0,2}}?(?:{RELATION}|{PETS}))(?:'s name is| is (?:called|named)|'s called) (?P<value>{NAME}){_NOT_BUT}",
        build=_called,
    ),
    rule(
        Slot.RELATIVE,
        rf"[Oo]ur (?P<noun>(?:\w+[- ]){{0,2}}?(?:{RELATION}|{PETS}))(?:'s name is| is (?:called|named)) (?P<value>{NAME}){_NOT_BUT}",
        build=_called,
    ),
    rule(
        Slot.NAME,
        rf"(?:(?:(?:[Yy]ou|[Pp]eople|everyone|friends|my friends|everybody) (?:can |usually |all |just |should )?|[Pp]lease |[Jj]ust )*[Cc]all(?:s)? me) (?P<value>{NAME})(?=$|,|\.)",
        accepts=_is_person,
        qualifier="nickname",
    ),
)
"""Tried on the text of a clause, before anything else."""
