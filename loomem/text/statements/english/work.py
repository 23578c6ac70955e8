"""English rules for professions and employers."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.people import is_person, is_place
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    rule,
    state,
    without_article,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    DATE,
    NAME,
    PLACE,
    PROFESSIONS,
    UPPER,
)
from loomem.text.statements.model import USER, Slot

_ROLE = rf"(?:[\w-]+(?:'s)? ){{0,4}}?(?i:{PROFESSIONS})"
_ROLE_ENDS = (
    r"(?=$|,|\.| at | in | for | with | and | by | from | of | on | now| who | working| "
    "specializing| specialising| but|/)"
)
_FIRM = (
    rf"(?:an? (?:[\w'-]+ ){{1,5}}?[^,;]*|(?:the |my |our )?(?:[\w-]+ ){{0,3}}?[{UPPER}][^;,]*"
    "|my (?:dad|father|mother|mom|uncle|family)[^;,]*"
    r"|the (?:[\w-]+ ){0,2}(?:council|government|university|post office|hospital|ministry"
    "|police|army|navy|fire department|city|county|state|school district|railway|airport"
    r"|library|museum|embassy|court|bank|zoo|church|school|station)\b[^;,]*)"
)
_NO_FIRM = re.compile(
    "(?:an? (?:living|while|bit|long|lot|few|couple|moment|year|month|week|day|time|desk"
    r"|coffee|café table|good|better|raise|promotion)\b"
    r"|the (?:moment|time|weekend|same)|I\b|Monday|Tuesday|Wednesday|Thursday|Friday"
    "|Saturday|Sunday|my (?:own|desk|laptop|computer))"
)
_FIRM_ENDS = re.compile(
    r" (?:since|for|in|as|until|from|on|back in|after|before|last|this|next) (?:the )?(?:\d"
    r"|about|almost|over|nearly|more|years?|months?|now|an? (?:\w+ )?(?:nurse|year|decade"
    "|while|engineer|developer)"
    rf"|two|three|four|five|six|seven|eight|nine|ten|last|next|early|late|{DATE}).*$"
)


def _role(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if not is_clear(value) or re.match(
        "(?:good|bad|great|terrible|lousy|better|fast|slow|quick|decent|big|huge|heavy|light"
        "|poor|lazy|early|late|natural|born|fast|visual|careful|self|amazing|excellent|horrible"
        r"|awful)\b",
        value,
    ):
        return
    yield state(clause, Slot.PROFESSION, value)
    firm = _firm(match.groupdict().get("firm") or "")
    if firm:
        yield state(clause, Slot.EMPLOYER, without_article(firm))


def _firm(text: str) -> str:
    value = _FIRM_ENDS.sub("", clean_value(_FIRM_ENDS.sub("", text)))
    return value if is_clear(value) and not _NO_FIRM.match(value) else ""


_AS: Final = re.compile(rf" as (?:an? |the |our )?(?P<role>{_ROLE})\b")


def _employed(clause: Clause, match: re.Match[str]) -> Built:
    as_role = _AS.search(match["firm"])
    if as_role:
        yield state(clause, Slot.PROFESSION, as_role["role"])
    firm = _firm(_AS.split(match["firm"])[0])
    if firm:
        yield state(clause, Slot.EMPLOYER, without_article(firm))


_IS_FIRM: Final = re.compile(
    rf"(?!the )(?:[{UPPER}](?![^ ]*(?:day|club)\b)|an? (?:[\w-]+ ){{0,3}}(?:startup|start-up"
    "|company|firm|agency|bank|hospital|law firm|studio|consultancy|school|university"
    r"|newspaper)\b)"
)


def _introduced(clause: Clause, match: re.Match[str]) -> Built:
    """ "I'm Tomasz, a civil engineer from Wrocław" """
    if clause.subject != USER or not is_person(match["value"]):
        return
    yield state(clause, Slot.NAME, match["value"])
    yield state(clause, Slot.PROFESSION, match["role"])
    if match["firm"] and (firm := _firm(match["firm"])):
        yield state(clause, Slot.EMPLOYER, without_article(firm))
    if match["place"] and is_place(match["place"]):
        yield state(clause, Slot.ORIGIN, match["place"])


def _joined(clause: Clause, match: re.Match[str]) -> Built:
    role = match.groupdict().get("role")
    if role:
        yield state(clause, Slot.PROFESSION, without_article(role), replaces=True)
    firm = _firm(match["firm"])
    if firm and (re.match(r"(?:have )?joined", match.group()) is None or _IS_FIRM.match(firm)):
        yield state(clause, Slot.EMPLOYER, without_article(firm), replaces=True)


def _resigned(clause: Clause, match: re.Match[str]) -> Built:
    firm = _firm(match["firm"])
    if firm:
        yield state(clause, Slot.EMPLOYER, without_article(firm), polarity=False, replaces=True)


def _promoted(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if is_clear(value):
        yield state(clause, Slot.PROFESSION, value, replaces=True)


INTRODUCTIONS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.NAME,
        rf"be (?P<value>{NAME}), (?:an?|the) (?P<role>{_ROLE})\b(?:[^;,]{{0,30}}? (?:at|for) "
        f"(?P<firm>{_FIRM}))?"
        rf"(?: from (?P<place>{PLACE}))?",
        build=_introduced,
    ),
)
"""Tried on the predicate of a clause about the speaker, before anything else."""
WORK: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PROFESSION,
        r"(?:be|became|have become)(?: \w+ing as)? (?:an?|the|our) "
        f"(?P<value>{_ROLE}){_ROLE_ENDS}(?:[^;]{{0,30}}? (?:at|for|of|with) (?P<firm>{_FIRM}))?",
        build=_role,
    ),
    rule(
        Slot.PROFESSION,
        "(?:work|works|be working|have worked|have working|got a job|started|started working"
        "|start) (?:full-time |part-time |mostly )?as (?:an? |the |our )?(?P<value>[^;,]+?)(?=$"
        rf"|,| at | in | for (?!the\b)| on | and )(?:[^;]{{0,30}}? (?:at|for) (?P<firm>{_FIRM}))?",
        build=_role,
    ),
    rule(
        Slot.PROFESSION,
        r"be (?P<value>retired|unemployed|self-employed|freelancing|semi-retired)\b",
    ),
    rule(
        Slot.PROFESSION,
        "(?:got|was|have been|be|be being) promoted(?: from (?P<previous>[^;]+?))? to "
        "(?P<value>[^;]+)",
        build=_promoted,
    ),
    rule(
        Slot.PROFESSION,
        "(?P<value>(?:teach|teaches|be teaching|have been teaching) (?!myself|you|him|her|them"
        "|me|us|my|how)[^;]+)",
        accepts=is_clear,
        qualifier="teaching",
    ),
    rule(
        Slot.EMPLOYER,
        "(?:work|works|be working|have worked|have working|be employed|intern|interns|be "
        "interning)(?: (?:full-time|part-time|nights|days|weekends|shifts|evenings|night shifts"
        rf"|remotely|there|now|currently|in [\w ]{{2,25}}))? "
        f"(?:at|for|by) (?P<firm>{_FIRM})",
        build=_employed,
    ),
    rule(
        Slot.EMPLOYER,
        "(?:have )?(?:joined|started working (?:at|for)|started (?:at|with)|got hired (?:at|by)"
        "|was hired by|(?:got|started|landed|took|have|accepted) (?:an?|my) (?:new )?(?:job"
        f"|position|role)(?: as an? (?P<role>{_ROLE}))? (?:at|with)) (?P<firm>{_FIRM})",
        build=_joined,
    ),
    rule(
        Slot.EMPLOYER,
        "(?:have )?(?:quit|left|resigned from|lost) (?:my |her |his )?(?:job|position|role) "
        f"(?:at|with) (?P<firm>{_FIRM})",
        build=_resigned,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:got|was|have been) (?:laid off|fired|let go) (?:from|by) (?P<firm>{_FIRM})",
        build=_resigned,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:have )?(?:resigned from|quit) (?P<firm>(?:the )?[{UPPER}][^;,]*)",
        build=_resigned,
    ),
    rule(
        Slot.EMPLOYER,
        rf"be (?:on the [\w -]{{2,20}} team|an? (?:intern|trainee|apprentice|contractor)|doing an "
        f"internship|interning) (?:at|with|for) (?P<firm>{_FIRM})",
        build=_employed,
    ),
    rule(Slot.PROFESSION, r"do (?P<value>[^;]+?) for a living"),
    rule(
        Slot.PROFESSION,
        "(?P<value>(?:run|runs|own|owns|manage|manages) (?:an? |my own |our own |her own |his "
        r"own |the family )(?:[\w-]+ ){0,3}(?:business|company|shop|store|bakery"
        "|restaurant|café|cafe|bar|pub|vineyard|winery|farm|studio|agency|startup|clinic"
        "|practice|hotel|hostel|b&b|school|salon|gym|brewery|bookshop|bookstore|nonprofit"
        "|charity|foundation|nursery|garage|workshop|gallery|firm|consultancy|kindergarten"
        r"|daycare|food truck|publishing house)\b[^;]*)",
        qualifier="business",
    ),
    rule(
        Slot.PROFESSION,
        "(?:work|works|be working|be) in (?P<value>(?:finance|marketing|sales|IT|tech|real "
        "estate|HR|human resources|logistics|construction|healthcare|academia|insurance|banking"
        "|advertising|publishing|hospitality|retail|consulting|education|agriculture|law|public "
        "relations|PR|customer support|cybersecurity|biotech|pharma|law enforcement|journalism"
        r"|fashion|film))\b(?! school)",
        qualifier="field",
        accepts=bool,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
