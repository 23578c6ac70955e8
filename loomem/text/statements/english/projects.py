"""English rules for projects, what they are made with and how they stand."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    rule,
    state,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    TECHNOLOGIES,
    UPPER,
    either,
)
from loomem.text.statements.model import Slot

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


PROJECTS: Final[tuple[ClauseRule, ...]] = (
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
)
"""Tried on the predicate of a clause about the speaker or a person."""
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
