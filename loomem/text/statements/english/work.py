"""English rules for professions, employers, projects and how these stand."""

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
    TECHNOLOGIES,
    UPPER,
    either,
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


_PROJECT_VALUE = r"(?P<value>(?:(?:an?|our|my|the|two|three|some|\w+'s) |[A-Z])[^;]*)"
_NO_PROJECT = re.compile(
    r"(?:(?:the|my|an?) (?:\w+ )?(?:first|second|third|last|next|report|email|answer|fix|bug"
    "|problem|issue|ticket|homework|assignment|laptop|computer|car|weekend|health|mental "
    r"health|self|weekends|patience|fitness|anger|temper|abs|response|reply)\b|I\b|Monday"
    "|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)
_STATES: Final = (
    "(?:blocked|on hold|paused|suspended|cancell?ed|called off|done|finished|completed?"
    "|released|shipped|launched|deployed|live|in beta|in alpha|in progress|underway|under "
    "way|delayed"
    "|archived|deprecated|abandoned|approved|rejected|in production|in review|in testing"
    "|behind schedule|ahead of schedule|on track|on schedule|over budget|stuck|unblocked"
    r"|resumed|ready for (?:launch|release|review|production)|about \d+ ?(?:%|percent) "
    r"(?:done|complete|finished)|\d+ ?(?:%|percent) (?:done|complete|finished)"
    "|half[- ]?(?:way )?(?:done|finished)|merged|rolled out|scrapped|shelved)"
)
_WORK_NOUNS: Final = either(
    "project migration redesign release launch rollout feature app application api sdk "
    "refactoring refactor website site"
    " service thesis dissertation book novel manuscript paper article renovation remodel "
    "sprint milestone prototype dashboard"
    " integration pipeline module rewrite port upgrade campaign audit proposal contract "
    "deployment mvp beta backend frontend plugin"
    " library version course curriculum kitchen extension house bathroom portal platform "
    "product initiative experiment study pilot album"
    " documentary film game mod translation documentation merger acquisition application "
    "grant visa hiring onboarding rebrand report backlog"
    " epic system tool firmware parser engine compiler client server database cluster "
    "program programme"
)
_ENDED = re.compile(r"\bno longer\b|\bany ?more\b")
_DETERMINED = re.compile(
    "(?:The|This|That|Our|My|It|We|I|You|They|He|She|There|Everything|Nothing|Dinner|Lunch"
    r"|All|What|Work|Life|Today|Traffic|Tests?|Tea|Laundry|Support)\b"
)


def _stated(clause: Clause, match: re.Match[str]) -> Built:
    """The state of a piece of work. What may just be a moment's trouble is left alone."""
    subject = thing(match["subject"])
    value = match["value"]
    named = re.match(rf"(?:project )?[{UPPER}]", match["subject"]) is not None
    is_work = re.search(rf"\b{_WORK_NOUNS}\b", match["subject"], re.IGNORECASE) is not None
    if (
        not subject
        or not is_clear(subject)
        or (not is_work and not _has_own_name(match["subject"], named=named))
    ):
        return
    if not clause.negated:
        yield state(
            clause,
            Slot.PROJECT_STATE,
            value,
            subject=subject,
            polarity=_ENDED.search(clause.text) is None,
        )


def _has_own_name(words: str, *, named: bool) -> bool:
    return named and _DETERMINED.match(words) is None and len(words.split()) <= 4


def thing(words: str) -> str:
    """Return the name of a piece of work, without article, version and the word project."""
    plain = re.sub(r"^(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]his|An?|a) ", "", words.strip())
    plain = re.sub(
        r"^(?:[Vv]ersion|v|[Rr]elease) ?\d[\w.]*(?: of (?:the |our |my )?| )", "", plain
    )
    plain = re.sub(r"^[Pp]roject (?=[A-Z])|(?<=\w) project$", "", plain)
    return clean_value(plain)


def _finished(clause: Clause, match: re.Match[str]) -> Built:
    what = thing(match["what"])
    if not is_clear(what) or re.search(rf"\b{_WORK_NOUNS}\b", match["what"]) is None:
        return
    yield state(clause, Slot.PROJECT_STATE, match["value"], subject=what, replaces=True)


_DEEDS: Final = {
    "migrating": "migration", "rewriting": "rewrite", "redesigning": "redesign", "upgrading": "upgrade",
    "refactoring": "refactoring", "porting": "port", "renovating": "renovation", "deploying": "deployment",
    "integrating": "integration", "translating": "translation",
}  # fmt: skip


def _finished_doing(clause: Clause, match: re.Match[str]) -> Built:
    """ "finished migrating the database to Aurora": the migration of the database is finished."""
    deed, what = match["deed"], thing(re.split(r" (?:to|from|into|with|in) ", match["what"])[0])
    if is_clear(what):
        noun = _DEEDS[deed]
        yield state(
            clause, Slot.PROJECT_STATE, match["value"], subject=f"{what} {noun}", replaces=True
        )


_WORK = (
    rf"(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Pp]roject|[Vv]ersion) (?:[\w./-]+ ){{0,4}}?[\w./-]+(?: "
    r"(?:of|for|to) (?:the |our |my )?[\w./-]+(?: [\w./-]+)?)?"
    rf"|[{UPPER}][\w.-]*(?: [{UPPER}\d][\w.-]*){{0,2}}(?: (?:project|release|migration"
    "|redesign|launch|rollout|app|service))?)"
)
_HAVE_BEEN = r"(?:is|was|are|were|has been|have been|got|gets|will be|went)"
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
        Slot.PROJECT,
        "(?:be|have)(?: been)? (?:working on|building|writing|developing|designing|renovating"
        f"|organi[sz]ing) {_PROJECT_VALUE}",
        accepts=lambda v: is_clear(v) and not _NO_PROJECT.match(v),
    ),
    rule(
        Slot.PROJECT_STATE,
        "(?:have )?(?P<value>finished|completed|shipped|released|launched|deployed|cancelled"
        "|canceled|paused|resumed|started|abandoned|archived) (?:building |writing |with "
        ")?(?P<what>(?:the|our|my|version)[^;,]+?)(?= (?:to|last|on|in|yesterday|this|for|ahead"
        r"|after)\b|$)",
        build=_finished,
    ),
    rule(
        Slot.PROJECT_STATE,
        "(?:have )?(?P<value>finished|completed) (?P<deed>migrating|rewriting|redesigning"
        "|refactoring|porting|upgrading|renovating|deploying|integrating|translating) "
        "(?P<what>[^;,]+)",
        build=_finished_doing,
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
_STACK = (
    r"(?:[Oo]ur|[Tt]he|[Mm]y) (?P<what>(?:[\w-]+ ){0,2}?(?:project|app|backend|frontend|front end"
    "|back end|stack|site|website|service|repo|repository|api|API|codebase|server|pipeline"
    "|product"
    r"|platform|blog|cluster|company|startup|CI|database|data warehouse|game|bot|monorepo))"
)


_STACK_KINDS: Final = {"written in": "language", "hosted on": "hosting"}


def _built_with(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and (TECHNOLOGIES.match(value) or re.match(rf"[{UPPER}]", value)):
        kind = _STACK_KINDS.get(match["how"])
        yield state(clause, Slot.TOOL, value, subject=thing(match["what"]), qualifier=kind)


ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PROJECT,
        r"(?:(?:side|current|main|pet|latest|new|thesis) )*project \| be (?P<value>(?:an?|the"
        "|about|called) [^;]+|[A-Z][^;]*)",
        accepts=is_clear,
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.TOOL,
        f"{_STACK} (?:is |are )?(?:now |still |currently |all |mostly )*(?P<how>written in|uses"
        "|runs on"
        "|built (?:with|on|in)|hosted on|deployed (?:on|to)|based on|powered by) "
        "(?P<value>[^;]+)",
        build=_built_with,
    ),
    rule(
        Slot.PROJECT_STATE,
        f"(?P<subject>{_WORK}) {_HAVE_BEEN} (?:now |still |currently |finally |officially "
        f"|almost |already |just |no longer )*(?P<value>{_STATES})(?=$|[,. ])(?! (?:for me|on my "
        "(?:screen|end|computer|phone)|with|to be))",
        build=_stated,
    ),
    rule(
        Slot.PROJECT_STATE,
        f"(?P<subject>{_WORK}) (?:finally |just )?(?P<value>went live|goes live|fell through"
        "|released|launched"
        "|shipped)(?=$|[,. ])",
        build=_stated,
    ),
)
"""Tried on the text of a clause."""
