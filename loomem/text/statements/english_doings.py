"""English rules for work, projects, deadlines, meetings, plans and dated events."""

import re
from typing import Final

from loomem.text.statements.english_clauses import Clause
from loomem.text.statements.english_people import is_place
from loomem.text.statements.english_rules import Built, ClauseRule, rule, state, without_article
from loomem.text.statements.english_silence import clean_value, cut_value, is_clear
from loomem.text.statements.english_words import DATE, PLACE, PROFESSIONS, UPPER, either
from loomem.text.statements.model import USER, Slot

_ROLE = rf"(?:[\w-]+(?:'s)? ){{0,4}}?(?i:{PROFESSIONS})"
_ROLE_ENDS = r"(?=$|,|\.| at | in | for | with | and | by | from | of | on | now| who | working| specializing| specialising| but|/)"
_FIRM = rf"(?:an? (?:[\w'-]+ ){{1,5}}?[^,;]*|(?:the |my |our )?(?:[\w-]+ ){{0,3}}?[{UPPER}][^;,]*|my (?:dad|father|mother|mom|uncle|family)[^;,]*)"
_NO_FIRM = re.compile(
    r"(?:an? (?:living|while|bit|long|lot|few|couple|moment|year|month|week|day|time|desk|coffee|café table|good|better|raise|promotion)\b"
    r"|the (?:moment|time|weekend|same)|I\b|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|my (?:own|desk|laptop|computer))"
)
_FIRM_ENDS = re.compile(
    r" (?:since|for|in|as|until|from|on|back in|after|before|last|this|next) (?:the )?(?:\d|about|almost|over|nearly|more|years?|months?|now|an? (?:\w+ )?(?:nurse|year|decade|while|engineer|developer)"
    rf"|two|three|four|five|six|seven|eight|nine|ten|last|next|early|late|{DATE}).*$"
)


def _role(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if not is_clear(value) or re.match(
        r"(?:good|bad|great|terrible|lousy|better|fast|slow|quick|decent|big|huge|heavy|light|poor|lazy|early|late|natural|born|fast|visual|careful|self|amazing|excellent|horrible|awful)\b",
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


def _employed(clause: Clause, match: re.Match[str]) -> Built:
    role = match.groupdict().get("role")
    if role:
        yield state(clause, Slot.PROFESSION, without_article(role))
    firm = _firm(match["firm"])
    if firm:
        yield state(clause, Slot.EMPLOYER, without_article(firm))


_IS_FIRM: Final = re.compile(
    rf"(?!the )(?:[{UPPER}](?![^ ]*(?:day|club)\b)|an? (?:[\w-]+ ){{0,3}}(?:startup|start-up|company|firm|agency|bank|hospital|law firm|studio|consultancy|school|university|newspaper)\b)"
)


def _joined(clause: Clause, match: re.Match[str]) -> Built:
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
    r"(?:(?:the|my|an?) (?:\w+ )?(?:first|second|third|last|next|report|email|answer|fix|bug|problem|issue|ticket|homework|assignment|laptop|computer|car|weekend|health|mental health|self|weekends|patience|fitness|anger|temper|abs|response|reply)\b|I\b|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)

_STATES: Final = (
    r"(?:blocked|on hold|paused|suspended|cancell?ed|called off|done|finished|completed?|released|shipped|launched|deployed|live|in beta|in alpha|in progress|underway|under way|delayed"
    r"|archived|deprecated|abandoned|approved|rejected|in production|in review|in testing|behind schedule|ahead of schedule|on track|on schedule|over budget|stuck|unblocked|resumed|ready for (?:launch|release|review|production)|about \d+ ?(?:%|percent) (?:done|complete|finished)|\d+ ?(?:%|percent) (?:done|complete|finished)|half[- ]?(?:way )?(?:done|finished)|merged|rolled out|scrapped|shelved)"
)
_WORK_NOUNS: Final = either(
    "project migration redesign release launch rollout feature app application api sdk refactoring refactor website site"
    " service thesis dissertation book novel manuscript paper article renovation remodel sprint milestone prototype dashboard"
    " integration pipeline module rewrite port upgrade campaign audit proposal contract deployment mvp beta backend frontend plugin"
    " library version course curriculum kitchen extension house bathroom portal platform product initiative experiment study pilot album"
    " documentary film game mod translation documentation merger acquisition application grant visa hiring onboarding rebrand report backlog"
    " epic system tool firmware parser engine compiler client server database cluster program programme"
)
_DUE_NOUNS: Final = either(
    "launch release rollout submission migration redesign go-live demo delivery deployment thesis report paper project"
    " deadline grant proposal exam beta application cutover handover review audit"
)
_MEETINGS: Final = either(
    "meeting appointment interview call checkup check-up sync standup stand-up demo review one-on-one 1:1 session consultation"
    " lunch dinner coffee date lesson catch-up workshop playdate retro retrospective kickoff"
)
_OCCASIONS: Final = either(
    "flight train trip vacation holiday wedding surgery operation exam test concert move defense defence conference party"
    " graduation recital race marathon course class festival cruise visit shower reunion ceremony funeral game match hike tour retreat"
    " driving_test honeymoon baptism christening bar_mitzvah housewarming internship sabbatical"
)
_BY = r"(?:by|before|on|until|no later than|,)"
_DAY = rf"(?P<value>(?:the )?(?:end of )?{DATE})"


def _stated(clause: Clause, match: re.Match[str]) -> Built:
    """The state of a piece of work. What may just be a moment's trouble is left alone."""
    subject = _thing(match["subject"])
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


_ENDED = re.compile(r"\bno longer\b|\bany ?more\b")
_DETERMINED = re.compile(
    r"(?:The|This|That|Our|My|It|We|I|You|They|He|She|There|Everything|Nothing|Dinner|Lunch|All|What|Work|Life|Today|Traffic|Tests?|Tea|Laundry|Support)\b"
)


def _has_own_name(words: str, *, named: bool) -> bool:
    return named and _DETERMINED.match(words) is None and len(words.split()) <= 4


def _thing(words: str) -> str:
    """Return the name of a piece of work, without article, version and the word project."""
    plain = re.sub(r"^(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]his|An?|a) ", "", words.strip())
    plain = re.sub(
        r"^(?:[Vv]ersion|v|[Rr]elease) ?\d[\w.]*(?: of (?:the |our |my )?| )", "", plain
    )
    plain = re.sub(r"^[Pp]roject (?=[A-Z])|(?<=\w) project$", "", plain)
    return clean_value(plain)


def _finished(clause: Clause, match: re.Match[str]) -> Built:
    what = _thing(match["what"])
    if not is_clear(what) or re.search(rf"\b{_WORK_NOUNS}\b", match["what"]) is None:
        return
    yield state(clause, Slot.PROJECT_STATE, match["value"], subject=what, replaces=True)


def _finished_doing(clause: Clause, match: re.Match[str]) -> Built:
    """ "finished migrating the database to Aurora": the migration of the database is finished."""
    deed, what = match["deed"], _thing(re.split(r" (?:to|from|into|with|in) ", match["what"])[0])
    if is_clear(what):
        noun = _DEEDS[deed]
        yield state(
            clause, Slot.PROJECT_STATE, match["value"], subject=f"{what} {noun}", replaces=True
        )


_DEEDS: Final = {
    "migrating": "migration", "rewriting": "rewrite", "redesigning": "redesign", "upgrading": "upgrade",
    "refactoring": "refactoring", "porting": "port", "renovating": "renovation", "deploying": "deployment",
    "integrating": "integration", "translating": "translation",
}  # fmt: skip


def _due(clause: Clause, match: re.Match[str]) -> Built:
    what = _thing(match["what"])
    if is_clear(what):
        yield state(
            clause,
            Slot.DEADLINE,
            _day(match["value"]),
            subject=USER,
            qualifier=what,
            polarity=True,
            replaces=bool(
                re.search(
                    r"moved|pushed|extended|postponed|rescheduled|delayed|brought forward|changed|slipped",
                    match.group(),
                )
            ),
        )


def _day(text: str) -> str:
    return clean_value(re.sub(r"^(?:by|on|before) ", "", text))


def _moved(clause: Clause, match: re.Match[str]) -> Built:
    """Something was moved to another day: a deadline, a meeting or a plan, as its noun says."""
    words = match["what"]
    slot = next(
        (s for s, nouns in _MOVED if re.search(rf"\b{nouns}\b", words, re.IGNORECASE)), None
    )
    if slot is None or not is_clear(_thing(words)):
        return
    about = re.sub(r"^deadline (?:for|of) ", "", _thing(words))
    yield state(
        clause,
        slot,
        _day(match["value"]),
        subject=USER,
        qualifier=_thing(about),
        polarity=True,
        replaces=True,
    )


_MOVED: Final = ((Slot.DEADLINE, _DUE_NOUNS), (Slot.MEETING, _MEETINGS), (Slot.PLAN, _OCCASIONS))


def _meets(clause: Clause, match: re.Match[str]) -> Built:
    what = without_article(clean_value(match["what"]))
    who = clean_value(match.groupdict().get("after") or "")
    if is_clear(what) and not clause.negated:
        yield state(
            clause,
            Slot.MEETING,
            clean_value(match["value"]),
            subject=USER,
            qualifier=f"{what} {who}".strip(),
            polarity=True,
        )


def _occasion(clause: Clause, match: re.Match[str]) -> Built:
    what = without_article(clean_value(match["what"]))
    if is_clear(what) and not clause.negated:
        yield state(
            clause,
            Slot.PLAN,
            clean_value(match["value"]),
            subject=USER,
            qualifier=what,
            polarity=True,
        )


def _planned(clause: Clause, match: re.Match[str]) -> Built:
    value = cut_value(match["value"])
    dated = re.search(rf"\b{_FUTURE}", value) or clause.lead
    if re.fullmatch(rf"\w+ (?:the day after )?(?:{DATE})", value):
        return
    if not dated or not is_clear(value) or _ERRAND.match(value):
        return
    yield state(clause, Slot.PLAN, value)


_FUTURE: Final = rf"(?:{DATE})"
_ERRAND = re.compile(
    r"(?:to )?(?:bed|sleep|make|cook|eat|get|take a (?:look|nap|shower|break)|check|look|call|write|send|work|go to bed|ask|try|be|do|watch|sit|have (?:lunch|dinner|breakfast|a look)|the (?:shop|store|gym|bathroom|toilet|supermarket)|leave (?:now|soon)|talk|come back|read|need|bring)\b"
)
_PAST = either(
    "visited attended ran finished completed married launched opened closed founded bought sold broke tore sprained passed"
    " failed won lost signed presented defended climbed hiked ran_in published gave_birth went traveled travelled flew met adopted"
    " celebrated hosted performed released started joined retired graduated proposed moved_in saw took_part participated competed swam"
    " cycled sailed volunteered donated received underwent converted immigrated emigrated had_surgery had_an_operation had_a_baby"
    " got_married got_engaged got_divorced got_promoted got_fired got_laid_off got_my got_our earned crashed totaled built planted"
    " witnessed welcomed was_promoted was_fired was_laid_off was_hospitalized was_in_hospital had_a_car_accident had_a_heart_attack had_my had_our"
)
_NO_EVENT = re.compile(
    r"(?:went (?:to (?:bed|sleep|the (?:shop|store|bathroom|toilet|supermarket|office|gym|doctor))|well|fine|wrong|home|out|back|on|ahead|crazy|over)|lost (?:my (?:mind|temper|keys|train|patience|place)|track|it)"
    r"|saw (?:the|a) (?:message|email|error|bug|note|typo)|met the deadline|ran (?:the (?:script|tests?|command|code|build|query)|into|out|late|some)|started (?:to|the (?:script|server|app|timer))|passed the (?:salt|test suite|file)|broke the build|finished (?:my (?:coffee|lunch|dinner|homework)|work|reading the))\b"
)


def _happened(clause: Clause, match: re.Match[str]) -> Built:
    value = cut_value(match["value"])
    dated = re.search(rf"(?:{DATE})", value) or (clause.lead and re.search(DATE, clause.lead))
    if not dated or not is_clear(value) or _NO_EVENT.match(value):
        return
    if re.fullmatch(rf"\w+ (?:{DATE})", value):
        return
    if clause.lead and not re.search(rf"(?:{DATE})", value):
        value = f"{value} {clause.lead[0].lower()}{clause.lead[1:]}"
    yield state(clause, Slot.EVENT, value)


WORK: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PROFESSION,
        rf"(?:be|became|have become)(?: \w+ing as)? (?:an?|the|our) (?P<value>{_ROLE}){_ROLE_ENDS}(?:[^;]{{0,30}}? (?:at|for|of|with) (?P<firm>{_FIRM}))?",
        build=_role,
    ),
    rule(
        Slot.PROFESSION,
        rf"(?:work|works|be working|have worked|have working|got a job|started|started working|start) (?:full-time |part-time |mostly )?as (?:an? |the |our )?(?P<value>[^;,]+?)(?=$|,| at | in | for (?!the\b)| on | and )(?:[^;]{{0,30}}? (?:at|for) (?P<firm>{_FIRM}))?",
        build=_role,
    ),
    rule(
        Slot.PROFESSION,
        r"be (?P<value>retired|unemployed|self-employed|freelancing|semi-retired)\b",
    ),
    rule(
        Slot.PROFESSION,
        r"(?:got|was|have been|be|be being) promoted(?: from (?P<previous>[^;]+?))? to (?P<value>[^;]+)",
        build=_promoted,
    ),
    rule(
        Slot.PROFESSION,
        r"(?P<value>(?:teach|teaches|be teaching|have been teaching) (?!myself|you|him|her|them|me|us|my|how)[^;]+)",
        accepts=is_clear,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:work|works|be working|have worked|have working|be employed|intern|interns|be interning)(?: (?:full-time|part-time|remotely|there|now|currently|in [\w ]{{2,25}}))? (?:at|for|by) (?P<firm>{_FIRM})",
        build=_employed,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:have )?(?:joined|started working (?:at|for)|started (?:at|with)|got hired (?:at|by)|was hired by|(?:got|started|landed|took|have|accepted) (?:an?|my) (?:new )?(?:job|position|role)(?: as an? (?P<role>{_ROLE}))? (?:at|with)) (?P<firm>{_FIRM})",
        build=_joined,
    ),
    rule(
        Slot.EMPLOYER,
        rf"(?:have )?(?:quit|left|resigned from|lost) (?:my |her |his )?(?:job|position|role) (?:at|with) (?P<firm>{_FIRM})",
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
        rf"(?:be|have)(?: been)? (?:working on|building|writing|developing|designing|renovating|organi[sz]ing) {_PROJECT_VALUE}",
        accepts=lambda v: is_clear(v) and not _NO_PROJECT.match(v),
    ),
    rule(
        Slot.PROJECT_STATE,
        r"(?:have )?(?P<value>finished|completed|shipped|released|launched|deployed|cancelled|canceled|paused|resumed|started|abandoned|archived) (?:building |writing |with )?(?P<what>(?:the|our|my|version)[^;,]+?)(?= (?:to|last|on|in|yesterday|this|for|ahead|after)\b|$)",
        build=_finished,
    ),
    rule(
        Slot.PROJECT_STATE,
        r"(?:have )?(?P<value>finished|completed) (?P<deed>migrating|rewriting|redesigning|refactoring|porting|upgrading|renovating|deploying|integrating|translating) (?P<what>[^;,]+)",
        build=_finished_doing,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?:have|need|be supposed|must|have got) ?(?:to )?(?:submit|deliver|finish|ship|hand in|file|turn in|release|launch|complete|return|pay|send in|renew) (?P<what>(?:the|my|our|an?|all|both|version)[^;,]+?) {_BY} {_DAY}",
        build=_due,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""

TIMES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.MEETING,
        rf"(?:have|have got|booked|scheduled|set up|will have) (?P<what>(?:an?|my|the|our) (?:[\w'-]+ ){{0,3}}{_MEETINGS}(?: (?:with|about) [^;,]+?)?) (?:on |for |at |this |coming up )?(?P<value>(?:the )?{DATE})(?P<after> with [^;,]+)?",
        build=_meets,
    ),
    rule(
        Slot.MEETING,
        rf"be (?:meeting|seeing|having (?:lunch|dinner|coffee) with) (?P<what>(?:my |the |our )?[^;,]+?) (?:on |for |at )?(?P<value>(?:the )?{DATE})",
        build=lambda c, m: (
            _meets(c, m)
            if re.search(rf"[{UPPER}]|dentist|doctor|boss|manager|lawyer|therapist", m["what"])
            else ()
        ),
    ),
    rule(
        Slot.PLAN,
        rf"(?:have|have got|booked|will have) (?P<what>(?:an?|my|the|our) (?:[\w'-]+ ){{0,3}}{_OCCASIONS}(?: (?:to|in|at|for|with) [^;,]+?)?) (?:booked |scheduled |planned )?(?:on |for |at |in |coming up )?(?P<value>(?:the )?{DATE})",
        build=_occasion,
    ),
    rule(
        Slot.PLAN,
        r"be (?P<value>(?:flying|travell?ing|moving|getting married|visiting|leaving|starting|running|taking|hosting|having|expecting|retiring|graduating|going|heading|driving|presenting|speaking|launching|attending|meeting|celebrating|defending|returning|joining|due) [^;]+)",
        build=_planned,
    ),
    rule(Slot.PLAN, r"be going to (?P<value>(?!to\b)[^;]+)", build=_planned),
    rule(
        Slot.PLAN,
        r"(?:be planning|plan|plans|have plans|be scheduled|be set) (?:to|on) (?P<value>[^;]+)",
        build=_planned,
    ),
    rule(
        Slot.PLAN,
        r"will (?:be )?(?P<value>(?:starting|start|moving|move|travell?ing|travel|flying|fly|visiting|visit|graduating|graduate|retiring|retire|get married|getting married|marry|run a|running a|attend|attending|join|joining|launch|launching|turn|turning|have surgery|present|presenting|host|hosting|in (?=[A-Z])) [^;]+)",
        build=_planned,
    ),
    rule(Slot.EVENT, rf"(?:have )?(?P<value>{_PAST}\b[^;]*)", build=_happened),
    rule(
        Slot.EVENT,
        r"(?P<value>(?:passed away|died|was born|was diagnosed|gave birth|drowned)\b[^;]*)",
        build=lambda c, m: (
            [state(c, Slot.EVENT, cut_value(m["value"]))] if c.subject != USER else ()
        ),
    ),
)
"""Tried on the predicate of a clause about the speaker or a person, after everything else."""

_SUBJECT = r"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y|[A-Z])[^;,]{1,50}?)"
_WORK = (
    rf"(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Pp]roject|[Vv]ersion) (?:[\w./-]+ ){{0,4}}?[\w./-]+(?: (?:of|for|to) (?:the |our |my )?[\w./-]+(?: [\w./-]+)?)?"
    rf"|[{UPPER}][\w.-]*(?: [{UPPER}\d][\w.-]*){{0,2}}(?: (?:project|release|migration|redesign|launch|rollout|app|service))?)"
)
_HAVE_BEEN = r"(?:is|was|are|were|has been|have been|got|gets|will be|went)"

WORK_TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.DEADLINE,
        rf"(?:[Tt]he|[Mm]y|[Oo]ur) (?:\w+ )?(?:deadline|due date|cutoff|cut-off) (?:for|of|on) (?P<what>[^;,]{{2,50}}?) (?:is|was|has been|got|falls|moved|slipped|changed)(?: (?:now|still|been|moved|pushed|extended|postponed|changed|set|back|out|up|forward))*(?: (?:on|to|by|for|is))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        rf"{_SUBJECT} (?:is|are) (?:now |still |officially )?due(?: (?:on|by|in|at))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?:[Mm]y|[Oo]ur|[Tt]he) (?P<what>[\w -]{{2,40}}?)(?:'s)? deadline (?:is|was|has been|got)(?: (?:now|still|moved|pushed|extended|postponed|changed|back|out))*(?: (?:on|to))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        rf"{_SUBJECT} (?:has been |have been |was |were |got |is being |is |has )?(?:now )?(?:moved|pushed|postponed|rescheduled|delayed|shifted|brought forward|pushed back|moved up|moved back|slipped)(?: (?:back|out|up|forward))? (?:to|until|till) {_DAY}",
        build=_moved,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?:I|[Ww]e|[Tt]hey|[Ww]e have|I have) (?:have )?(?:moved|pushed|postponed|rescheduled|delayed|shifted) (?P<what>(?:the|our|my) [^;,]{{2,50}}?)(?: (?:back|out|forward))? (?:to|until) {_DAY}",
        build=_moved,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\w.-]+ ){{0,4}}(?:launch|release|rollout|go-live|cutover|submission)(?: of [^;,]{{2,40}}?)?) (?:is|has been)(?: now)? (?:scheduled |planned |set )?(?:for|on) {_DAY}",
        build=_due,
    ),
    rule(
        Slot.MEETING,
        rf"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\w'-]+ ){{0,3}}{_MEETINGS}(?: (?:with|about) [^;,]+?)?) (?:is|will be)(?: now)?(?: (?:scheduled|set|planned))?(?: (?:on|for|at))? (?P<value>(?:the )?{DATE})",
        build=_meets,
    ),
    rule(
        Slot.PLAN,
        rf"(?P<what>(?:[Oo]ur|[Mm]y|[Tt]he) (?:[\w'-]+ ){{0,3}}{_OCCASIONS}(?: (?:to|in|at|for|with) [^;,]+?)?) (?:is|are|starts?|begins?|departs?|leaves|will be)(?: now)?(?: (?:scheduled|set|planned|booked))?(?: (?:on|for|at|in))? (?P<value>(?:the )?{DATE})",
        build=_occasion,
    ),
    rule(
        Slot.PROJECT_STATE,
        rf"(?P<subject>{_WORK}) (?:{_HAVE_BEEN} )?(?:now |still |currently |finally |officially |almost |already |just |no longer )*(?P<value>{_STATES})(?=$|[,. ])(?! (?:for me|on my (?:screen|end|computer|phone)|with|to be))",
        build=_stated,
    ),
    rule(
        Slot.PROJECT_STATE,
        rf"(?P<subject>{_WORK}) (?:finally )?(?P<value>went live|goes live|fell through|shipped)(?=$|[,. ])",
        build=_stated,
    ),
)
"""Tried on the text of a clause."""

__all__ = ["PLACE", "TIMES", "WORK", "WORK_TEXTS", "is_place"]
