"""English rules for family, pets, health, languages and schooling."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.people import is_person
from loomem.text.statements.english.rules import (
    Builder,
    Built,
    ClauseRule,
    Denied,
    rule,
    state,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    CHILDREN,
    DATE,
    KIN,
    LANGUAGES,
    NAME,
    NOT_BUT,
    NUMBER,
    PETS,
    PLACE,
    RELATION,
    SPOUSES,
    UPPER,
)
from loomem.text.statements.model import USER, Slot, Statement

_CONDITIONS = (
    "(?:(?:mild|severe|chronic|type [12]|seasonal|childhood|bad|terrible|early|really"
    "|moderate|high|low) ){0,3}(?:asthma|diabetes|adhd|add|autism|epilepsy|migraines?"
    "|arthritis"
    "|celiac(?: disease)?|coeliac(?: disease)?|crohn's(?: disease)?|ibs|eczema|psoriasis"
    "|hypertension|blood pressure|cholesterol|anemia|anaemia|anxiety"
    "|depression|insomnia|sleep apnea|tinnitus|scoliosis|fibromyalgia|endometriosis"
    "|hypothyroidism|hyperthyroidism|hay fever|dyslexia|ptsd|ocd|bipolar disorder"
    "|multiple sclerosis|parkinson's(?: disease)?|alzheimer's(?: disease)?|dementia|cancer"
    "|leukemia|lupus|gout|glaucoma|a heart condition|a bad back|a bad knee|back pain"
    r"|vertigo|pcos|rosacea|reflux)\b"
)
_STATUS = (
    r"(?P<value>married|single|divorced|engaged|widowed|separated)\b"
    "(?! (?:in (?:an?|the) (?!church)|into|with|out|file|by|from the|player|mode|person "
    "(?!now))|-| to (?!each))"
)
_NO_ALLERGEN = re.compile(
    r"^(?:mondays?|mornings?|work|exercise|stupid\w*|bullshit|people|drama|love|fun"
    r"|commitment|nonsense|meetings|change)\b",
    re.IGNORECASE,
)


def _partner(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if re.match(rf"(?:an? |the |my )?(?:\w+ ){{0,3}}[{UPPER}]|an? ", value) and is_clear(value):
        yield state(clause, Slot.PARTNER, value, qualifier="spouse")


def _relative(slot: Slot) -> ClauseRule:
    nouns = {Slot.CHILD: CHILDREN, Slot.RELATIVE: KIN, Slot.PET: PETS}[slot]
    of_pets = (
        "(?:pet |rescue |golden |german |border |black |white |orange |tabby |siamese |maine "
        "|guinea |yorkshire |french |english )?"
    )
    kind = (
        rf"(?P<value>(?:(?:an?|{NUMBER}|some|any|three|no) )?(?:[\w-]+ "
        rf"){{0,3}}{of_pets if slot is Slot.PET else ''}{nouns}\b(?![- ](?:allergy|food|person"
        "|problem|story|question|fever|of|for))[^;]*)"
    )
    return rule(
        slot,
        rf"(?:have|have got|got|am raising|be raising) {kind}",
        denied=Denied.DENIES,
        build=_kept(slot),
    )


def _kept(slot: Slot) -> Builder:
    def build(clause: Clause, match: re.Match[str]) -> Built:
        value = clean_value(match["value"])
        is_bare = re.match(rf"(?:an?|{NUMBER}|some|any|three|no) ", match["value"]) is None
        if is_bare and not clause.ended and slot is not Slot.PET:
            return
        if is_clear(value) and not (clause.negated and not clause.ended):
            yield state(clause, slot, value)

    return build


_CALLED: Final = ((Slot.PARTNER, SPOUSES), (Slot.CHILD, CHILDREN), (Slot.PET, PETS))


def _called(clause: Clause, match: re.Match[str]) -> Built:
    """State the name of one of the speaker's people or animals."""
    if is_person(match["value"]):
        previous = match.groupdict().get("previous")
        yield _named_relation(clause, match["noun"], match["value"], previous)


def _is_called(clause: Clause, match: re.Match[str]) -> Built:
    """ "My manager is Sarah": what a name says of a word for a relation."""
    if re.fullmatch(rf"{RELATION}|{PETS}", clause.subject) and is_person(match["value"]):
        yield _named_relation(clause, clause.subject, match["value"])


def _named_relation(
    clause: Clause, noun: str, name: str, previous: str | None = None
) -> Statement:
    """One has several friends and brothers: only those of whom there is one are told apart."""
    slot = _slot_of(noun)
    has_many = slot is Slot.RELATIVE and _ONE_OF_A_KIND.fullmatch(noun) is None
    qualifier = None if has_many else noun
    return state(clause, slot, name, subject=USER, qualifier=qualifier, previous=previous)


_ONE_OF_A_KIND: Final = re.compile(
    "boss|manager|landlord|mentor|therapist|(?:best )?friend(?<=best friend)|mother|father"
    "|mom|mum|dad"
    r"|supervisor|team lead"
)


def _slot_of(noun: str) -> Slot:
    matching = (s for s, words in _CALLED if re.fullmatch(rf"(?:[\w-]+ )*{words}", noun))
    return next(matching, Slot.RELATIVE)


def _parted(clause: Clause, match: re.Match[str]) -> Statement:
    return state(clause, Slot.PARTNER, match["value"], polarity=False, replaces=True)


def _cured(clause: Clause, match: re.Match[str]) -> Statement:
    return state(clause, Slot.ALLERGY, match["value"], polarity=False, replaces=True)


FAMILY: Final[tuple[ClauseRule, ...]] = (
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
    rule(Slot.RELATIVE, rf"be (?P<value>{NAME})(?=$|,)", build=_is_called),
    rule(
        Slot.CHILD,
        "be (?:an? |the )?(?:(?:proud|single|working|stay-at-home) )*(?P<value>(?:father|mother"
        "|mom"
        rf"|mum|dad|parent|parents) (?:of|to) {NUMBER}\b[^;]*)",
    ),
    _relative(Slot.CHILD),
    _relative(Slot.RELATIVE),
    _relative(Slot.PET),
    rule(
        Slot.PET,
        f"(?:have )?(?:adopted|rescued|got|brought home) (?P<value>(?:an?|{NUMBER}|our|my) "
        rf"(?:[\w-]+ ){{0,3}}{PETS}\b[^;]*)",
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
        "(?:have )?(?:outgrew|outgrown|got over|got rid of) (?:my|her|his) "
        r"(?P<value>[\w -]{2,30}?) allergy",
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
        "(?:have |was |be |got )(?:been )?diagnosed with (?P<value>[^;]+?)(?= (?:two|a|an|three"
        r"|four|five|six|\d+|in|at|last|when|as|by) |$)",
    ),
    rule(Slot.HEALTH, r"(?:suffer|suffers|have suffered|be suffering) from (?P<value>[^;]+)"),
    rule(Slot.HEALTH, rf"(?:have|have had) (?P<value>(?i:{_CONDITIONS}))"),
    rule(
        Slot.HEALTH,
        "be (?P<value>diabetic|asthmatic|epileptic|dyslexic|colou?r[- ]?blind|autistic|deaf"
        r"|hard of hearing|anemic|pregnant|bipolar|legally blind)\b",
    ),
    rule(
        Slot.LANGUAGE,
        "(?:can )?(?:speak|speaks)(?: (?:fluent|some|native|good|decent|basic|a little(?: bit "
        rf"of)?|a bit of|both))? (?P<value>{LANGUAGES}\b[^;]*)",
    ),
    rule(Slot.LANGUAGE, rf"be (?:fluent|native|bilingual) in (?P<value>{LANGUAGES}\b[^;]*)"),
    rule(
        Slot.LANGUAGE,
        "(?:be|have)(?: been)? (?:learning|studying)(?: to speak)? "
        rf"(?P<value>{LANGUAGES}\b[^;]*)",
    ),
    rule(
        Slot.EDUCATION,
        f"(?:have )?graduated (?:from|in|with) (?P<value>(?:the |a |an )?[^;]{{2,60}}?)(?=,? "
        f"(?:in|last|back in) (?:{DATE})|$)",
    ),
    rule(
        Slot.EDUCATION,
        "(?:have|hold|holds|got|earned|have got|did|finished|completed) (?:my |an? "
        r")(?P<value>(?i:phd|ph\.d\.?|doctorate|mba|msc|bsc|ba|ma|master'?s?(?: degree)?"
        "|bachelor'?s?(?: degree)?|law degree|degree|diploma) (?:in|from|of) [^;]+)",
    ),
    rule(
        Slot.EDUCATION,
        "(?:be studying|study|studies|studied|be majoring in|major in|majored in|be doing a phd "
        r"in|read)(?! (?:for|at night|best|hard|a lot|the|this|that|how|it|with|better)\b) "
        r"(?P<value>[\w-]+(?: (?!at\b|in\b)[\w-]+){0,3}(?: (?:at|in) (?:the )?"
        rf"[{UPPER}][^;,]*)?)(?=$|,| and | to become)",
    ),
    rule(
        Slot.EDUCATION,
        rf"be an? (?P<value>(?:[\w-]+ ){{0,3}}student (?:at|of) (?:the )?[{UPPER}][^;,]*)",
    ),
    rule(
        Slot.EDUCATION,
        f"(?:go|goes|went) to (?P<value>(?:the )?(?:University of )?{PLACE} (?:University"
        f"|College|Academy|High School|Institute)|University of {PLACE})",
    ),
    rule(
        Slot.MARITAL_STATUS,
        r"be an? (?P<value>widow|widower|divorcee|divorcé|divorcée|newlywed|bachelor)\b",
    ),
    rule(
        Slot.HEALTH,
        "(?:wear|wears|have|use|uses) (?P<value>(?:glasses|contact lenses|contacts|hearing aids"
        "|an? (?:hearing"
        r" aid|pacemaker|prosthetic leg|wheelchair|insulin pump|cpap(?: machine)?))\b)",
    ),
    rule(
        Slot.HEALTH,
        "(?:take|takes|be on|be taking) (?P<value>(?:insulin|metformin|statins|antidepressants"
        "|blood thinners"
        "|blood pressure (?:medication|meds|pills)|thyroid medication|birth control|beta "
        r"blockers|antihistamines)\b)",
    ),
    rule(
        Slot.EDUCATION,
        r"be in (?:my |her |his )?(?P<value>(?:\w+ (?:year|semester) (?:of|at) [^;]+|(?:medical"
        "|law|grad|graduate"
        r"|business|nursing|art|high|middle|primary|elementary) school))\b",
    ),
    rule(
        Slot.EDUCATION,
        rf"(?:have )?(?P<value>dropped out of (?:[\w-]+ ){{0,2}}(?:school|college|university|uni"
        rf"|[{UPPER}]\w+))\b",
    ),
    rule(
        Slot.EDUCATION,
        "be (?:doing|pursuing|finishing|getting|working on|completing) (?:my |an? "
        ")(?P<value>(?i:phd|doctorate|mba"
        "|msc|bsc|master'?s?(?: degree)?|bachelor'?s?(?: degree)?|law degree|degree) (?:in|at) "
        "[^;]+)",
    ),
    rule(
        Slot.EDUCATION,
        "be an? (?P<value>(?:phd|PhD|doctoral|master's|graduate|exchange) (?:student"
        "|candidate)(?: (?:in|at) (?:the )?[^;,]+)?)",
    ),
    rule(
        Slot.EDUCATION,
        r"(?:go|goes) to (?P<value>an? (?:[\w-]+ ){1,3}(?:school|university|college|kindergarten"
        r"|academy))\b",
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.ALLERGY,
        r"(?P<value>[\w -]{2,30}?) allergy \| (?:be|have) (?:completely )?(?:gone|disappeared"
        "|cured|over|cleared up)",
        build=lambda c, m: [_cured(c, m)],
    ),
    rule(
        Slot.LANGUAGE,
        rf"(?:native|first|mother|second|home) (?:language|tongue) \| be (?P<value>{LANGUAGES})\b",
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
CALLED: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.RELATIVE,
        rf"[Mm]y (?:new |current )?(?P<noun>(?:\w+[- ]){{0,2}}?(?:{RELATION}|{PETS}))(?:'s name "
        "is| is (?:called"
        f"|named)|'s called) (?P<value>{NAME}){NOT_BUT}",
        build=_called,
    ),
    rule(
        Slot.RELATIVE,
        rf"[Oo]ur (?:new |current )?(?P<noun>(?:\w+[- ]){{0,2}}?(?:{RELATION}|{PETS}))(?:'s name "
        "is| is (?:called"
        f"|named)) (?P<value>{NAME}){NOT_BUT}",
        build=_called,
    ),
)
"""Tried on the text of a clause."""
