"""English rules for deadlines, meetings, plans and dated events."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.projects import thing
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    rule,
    state,
    without_article,
)
from loomem.text.statements.english.silence import clean_value, cut_value, is_clear
from loomem.text.statements.english.words import (
    DATE,
    PETS,
    UPPER,
    either,
)
from loomem.text.statements.model import USER, Slot

_DUE_NOUNS: Final = either(
    "launch release rollout submission migration redesign go-live demo delivery deployment "
    "thesis report paper project"
    " deadline grant proposal exam beta application cutover handover review audit"
)
_MEETINGS: Final = either(
    "meeting appointment interview call checkup check-up sync standup stand-up demo review "
    "one-on-one 1:1 session consultation"
    " lunch dinner coffee date lesson catch-up workshop playdate retro retrospective kickoff"
)
_OCCASIONS: Final = either(
    "flight train trip vacation holiday wedding surgery operation exam test concert move "
    "defense defence conference party"
    " graduation recital race marathon course class festival cruise visit shower reunion "
    "ceremony funeral game match hike tour retreat"
    " driving_test honeymoon baptism christening bar_mitzvah housewarming internship sabbatical"
)
_MOVED: Final = ((Slot.DEADLINE, _DUE_NOUNS), (Slot.MEETING, _MEETINGS), (Slot.PLAN, _OCCASIONS))
_NOT_IN_GENERAL = (
    "(?!(?:least )?(?:favou?rite|usual|ideal|perfect|dream|typical|average|best|worst|first"
    r"|last)\b)"
)
_BY = r"(?:by|before|on|until|no later than|,)"
_DAY = rf"(?P<value>(?:the )?(?:end of )?{DATE})"


def _due(clause: Clause, match: re.Match[str]) -> Built:
    what = thing(match["what"])
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
    if slot is None or not is_clear(thing(words)):
        return
    about = re.sub(r"^deadline (?:for|of) ", "", thing(words))
    yield state(
        clause,
        slot,
        _day(match["value"]),
        subject=USER,
        qualifier=thing(about),
        polarity=True,
        replaces=True,
    )


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


_FUTURE: Final = rf"(?:{DATE})"
_ERRAND = re.compile(
    "(?:to )?(?:bed|sleep|make|cook|eat|get|take a (?:look|nap|shower|break)|check|look"
    "|call|write|send|work|go to bed|ask|try|be|do|watch|sit|have (?:lunch|dinner|breakfast"
    "|a look)|the (?:shop|store|gym|bathroom|toilet|supermarket)|leave (?:now|soon)|talk"
    r"|come back|read|need|bring)\b"
)


def _planned(clause: Clause, match: re.Match[str]) -> Built:
    value = cut_value(match["value"])
    dated = re.search(rf"\b{_FUTURE}", value) or clause.lead
    if re.fullmatch(rf"\w+ (?:the day after )?(?:{DATE})", value):
        return
    if not dated or not is_clear(value) or _ERRAND.match(value):
        return
    yield state(clause, Slot.PLAN, value)


_PAST = either(
    "visited attended ran finished completed married launched opened closed founded bought "
    "sold broke tore sprained passed"
    " failed won lost signed presented defended climbed hiked ran_in published gave_birth "
    "went traveled travelled flew met adopted"
    " celebrated hosted performed released started joined retired graduated proposed "
    "moved_in saw took_part participated competed swam"
    " cycled sailed volunteered donated received underwent converted immigrated emigrated "
    "quit signed_up came_back got_back organized organised had_surgery had_an_operation had_a_baby"
    " got_married got_engaged got_divorced got_promoted got_fired got_laid_off got_my "
    "got_our earned crashed totaled built planted"
    " witnessed welcomed was_promoted was_fired was_laid_off was_hospitalized "
    "was_in_hospital had_a_car_accident had_a_heart_attack had_my had_our"
)
_NO_EVENT = re.compile(
    "(?:went (?:to (?:bed|sleep|the (?:shop|store|bathroom|toilet|supermarket|office|gym"
    "|doctor))|well|fine|wrong|home|out|back|on|ahead|crazy|over)|lost (?:my (?:mind|temper"
    "|keys|train|patience|place)|track|it)"
    "|saw (?:the|a) (?:message|email|error|bug|note|typo)|met the deadline|ran (?:the "
    "(?:script|tests?|command|code|build|query)|into|out|late|some)|started (?:to|the "
    "(?:script|server|app|timer))|passed the (?:salt|test suite|file)|broke the build"
    r"|finished (?:my (?:coffee|lunch|dinner|homework)|work|reading the))\b"
)


def _befell(clause: Clause, match: re.Match[str]) -> Built:
    """What happened to somebody else; with an animal's death there is one pet less."""
    if clause.subject == USER:
        return
    yield state(clause, Slot.EVENT, cut_value(match["value"]))
    is_pet = re.match(rf"(?:[Mm]y|[Oo]ur) {PETS}\b", clause.text) is not None
    if is_pet and re.match("passed|died|drowned", match["value"]):
        yield state(clause, Slot.PET, clause.subject, subject=USER, polarity=False, replaces=True)


def _signed_up(clause: Clause, match: re.Match[str]) -> Built:
    """Only with a day to come: "signed up last week" is past."""
    value = cut_value(match["value"])
    if re.search(rf"(?:{DATE})", value) and not re.search(r"\b(?:last|ago|yesterday)\b", value):
        yield from _planned(clause, match)


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


_SUBJECT = r"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y|[A-Z])[^;,]{1,50}?)"
APPOINTMENTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.DEADLINE,
        "(?:have|need|be supposed|must|have got) ?(?:to )?(?:submit|deliver|finish|ship|hand in"
        "|file|turn in|release|launch|complete|return|pay|send in|renew) (?P<what>(?:the|my|our"
        f"|an?|all|both|version)[^;,]+?) {_BY} {_DAY}",
        build=_due,
    ),
    rule(
        Slot.MEETING,
        "(?:have|have got|booked|scheduled|set up|will have) (?P<what>(?:an?|my|the|our) "
        rf"(?:[\w'-]+ ){{0,3}}{_MEETINGS}(?: (?:with|about) [^;,]+?)?) (?:on |for |at |this "
        f"|coming up )?(?P<value>(?:the )?{DATE})(?P<after> with [^;,]+)?",
        build=_meets,
    ),
    rule(
        Slot.MEETING,
        "be (?:meeting|seeing|having (?:lunch|dinner|coffee) with) (?P<what>(?:my |the |our "
        f")?[^;,]+?) (?:on |for |at )?(?P<value>(?:the )?{DATE})",
        build=lambda c, m: (
            _meets(c, m)
            if re.search(
                rf"[{UPPER}]|dentist|doctor|boss|manager|lawyer|therapist|ologist\b|physio|\bvet\b"
                "|optician|accountant|tutor|coach|midwife|surgeon|landlord|advisor|supervisor",
                m["what"],
            )
            else ()
        ),
    ),
    rule(
        Slot.PLAN,
        r"(?:have|have got|booked|will have) (?P<what>(?:an?|my|the|our) (?:[\w'-]+ "
        f"){{0,3}}{_OCCASIONS}(?: (?:to|in|at|for|with) [^;,]+?)?) (?:booked |scheduled |planned "
        f")?(?:on |for |at |in |coming up )?(?P<value>(?:the )?{DATE})",
        build=_occasion,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person. Tried before tastes."""
PLANS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PLAN,
        "be (?P<value>(?:flying|travell?ing|moving|getting (?:married|an?|our|my)|(?:training"
        "|preparing|studying) for|visiting|relocating|leaving"
        "|starting"
        "|running|taking|hosting|having|expecting|retiring|graduating|going|heading|driving"
        "|presenting|speaking|launching|attending|meeting|celebrating|defending|returning"
        "|joining|due) [^;]+)",
        build=_planned,
    ),
    rule(
        Slot.PLAN,
        "(?P<value>(?:starts?|begins?|turns?|graduates?|leaves?|retires?|fly|flies|arrives?"
        "|returns?"
        r"|moves?|travels?|gets? married) (?!at\b|every\b|with\b)[^;]+)",
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
        "will (?:be )?(?P<value>(?:starting|start|moving|move|travell?ing|travel|flying|fly"
        "|visiting|visit|graduating|graduate|retiring|retire|get married|getting married|marry"
        "|run a|running a|attend|attending|join|joining|launch|launching|turn|turning|have "
        "surgery|present|presenting|host|hosting|in (?=[A-Z])) [^;]+)",
        build=_planned,
    ),
    rule(Slot.EVENT, rf"(?:have )?(?P<value>{_PAST}\b[^;]*)", build=_happened),
    rule(
        Slot.EVENT,
        r"(?P<value>(?:passed away|died|was born|was diagnosed|gave birth|drowned)\b[^;]*)",
        build=_befell,
    ),
    rule(
        Slot.PLAN,
        "(?P<value>(?:be off to|have booked|booked|signed up for|have signed up for|have "
        "registered for|registered for) [^;]+)",
        build=_signed_up,
    ),
    rule(
        Slot.DEADLINE,
        f"(?:have|have got) until {_DAY} to (?:finish|submit|deliver|complete|pay|file|hand in"
        "|turn in|renew|ship) (?P<what>(?:the|my|our) [^;,]+)",
        build=_due,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.DEADLINE,
        f"{_SUBJECT} (?:has to|have to|needs? to|must) be (?:done|finished|submitted|delivered"
        "|ready"
        "|completed|shipped|filed|handed in|turned in|paid|renewed|signed) (?:by|before|on) "
        f"{_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        r"(?:[Tt]he|[Mm]y|[Oo]ur) (?:\w+ )?(?:deadline|due date|cutoff|cut-off) (?:for|of|on) "
        f"(?P<what>[^;,]{{2,50}}?) (?:is|was|has been|got|falls|moved|slipped|changed)(?: (?:now"
        "|still|been|moved|pushed|extended|postponed|changed|set|back|out|up|forward))*(?: "
        f"(?:on|to|by|for|is))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        rf"{_SUBJECT} (?:is|are) (?:now |still |officially )?due(?: (?:on|by|in|at))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?:[Mm]y|[Oo]ur|[Tt]he) (?P<what>[\w -]{{2,40}}?)(?:'s)? deadline (?:is|was|has been"
        "|got)(?: (?:now|still|moved|pushed|extended|postponed|changed|back|out))*(?: (?:on"
        f"|to))? {_DAY}",
        build=_due,
    ),
    rule(
        Slot.DEADLINE,
        f"{_SUBJECT} (?:has been |have been |was |were |got |is being |is |has )?(?:now "
        ")?(?:moved|pushed|postponed|rescheduled|delayed|shifted|brought forward|pushed back"
        f"|moved up|moved back|slipped)(?: (?:back|out|up|forward))? (?:to|until|till) {_DAY}",
        build=_moved,
    ),
    rule(
        Slot.DEADLINE,
        "(?:I|[Ww]e|[Tt]hey|[Ww]e have|I have) (?:have )?(?:moved|pushed|postponed|rescheduled"
        "|extended"
        f"|delayed|shifted) (?P<what>(?:the|our|my) [^;,]{{2,50}}?)(?: (?:back|out|forward))? "
        f"(?:to|until) {_DAY}",
        build=_moved,
    ),
    rule(
        Slot.DEADLINE,
        rf"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y) (?:[\w.-]+ ){{0,4}}(?:launch|release|rollout|go-live"
        f"|cutover|submission)(?: of [^;,]{{2,40}}?)?) (?:is|has been)(?: now)? (?:scheduled "
        f"|planned |set )?(?:for|on) {_DAY}",
        build=_due,
    ),
    rule(
        Slot.MEETING,
        rf"(?P<what>(?:[Tt]he|[Oo]ur|[Mm]y) {_NOT_IN_GENERAL}(?:[\w'-]+ ){{0,3}}{_MEETINGS}(?: "
        "(?:with|about) "
        "[^;,]+?)?) (?:is|will be)(?: now)?(?: (?:scheduled|set|planned))?(?: (?:on|for|at))? "
        f"(?P<value>(?:the )?{DATE})",
        build=_meets,
    ),
    rule(
        Slot.PLAN,
        rf"(?P<what>(?:[Oo]ur|[Mm]y|[Tt]he) {_NOT_IN_GENERAL}(?:[\w'-]+ ){{0,3}}{_OCCASIONS}(?: "
        "(?:to|in|at|for"
        "|with) [^;,]+?)?) (?:is|are|starts?|begins?|departs?|leaves|will be)(?: now)?(?: "
        f"(?:scheduled|set|planned|booked))?(?: (?:on|for|at|in))? (?P<value>(?:the )?{DATE})",
        build=_occasion,
    ),
)
"""Tried on the text of a clause."""
