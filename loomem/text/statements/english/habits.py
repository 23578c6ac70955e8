"""English rules for hobbies, diets and what somebody does regularly."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    Denied,
    rule,
    state,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    LANGUAGES,
    either,
)
from loomem.text.statements.model import USER, Slot

_ACTIVITY: Final = either(
    "piano guitar violin cello drums bass flute saxophone trumpet clarinet harp ukulele "
    "banjo accordion organ keyboard viola oboe"
    " tennis football soccer basketball volleyball badminton squash golf hockey rugby "
    "cricket baseball chess poker"
    " go bridge dungeons_and_dragons video_games board_games table_tennis padel ping_pong "
    "handball water_polo lacrosse darts pool snooker"
    " bagpipes mandolin harmonica trombone tuba double_bass recorder theremin synth "
    "ice_hockey field_hockey beach_volleyball"
)
_REGULARLY: Final = (
    "(?:every|each) (?:single )?(?:day|morning|evening|night|week|month|year|other day"
    r"|weekend|summer|winter|spring|autumn|mon|tues|wednes|thurs|fri|satur|sun)\w*"
    r"|(?:once|twice|(?:two|three|four|five|six|\d) times) (?:a|per|every) (?:day|week|month"
    "|year)|daily|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|weekly"
    r"|regularly|a day\b|a week\b)(?=$|[,.]| (?:to|with|before|after|in|at|and|as|for|on|by"
    r"|from|around|without)\b"
)
_ROUTINE: Final = frozenset(
    {
        "always",
        "usually",
        "often",
        "generally",
        "normally",
        "typically",
        "regularly",
        "mostly",
        "rarely",
        "seldom",
        "frequently",
        "never",
    }
)
_NO_ROUTINE: Final = re.compile(
    r"(?:have(?! [^,]{2,40} for (?:breakfast|lunch|dinner|supper)\b)|have to|had|be|was"
    "|would|will|could|get|got|want|think|thought|feel|felt|know|knew|say"
    "|said|see|saw|need|seem|forget|forgot|wonder|ask|end up|wish|hear|heard|learn|expect"
    "|like|love|hate"
    "|look forward|appreciate|cheer|support|try|tried|mean|find|found|believe|make sure"
    r"|been|lose|did|went|can|should|must)\b|\w+ed\b"
)
_FOODS: Final = either(
    "meat pork beef fish seafood dairy gluten sugar carbs eggs red_meat chicken lamb "
    "shellfish nuts bread wheat"
    " processed_food fast_food sweets milk cheese soy onions garlic spicy_food caffeine"
)
_VAGUE_HABIT: Final = re.compile(
    "(?:appreciate|enjoy|started|start|look forward|supporting|support|(?:go|do|see|play"
    r"|meet|talk|come|happen) (?:a few|once|twice|at least|every|each|two|three|four|\d"
    r"|daily|regularly))\b"
)


def _habit(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and not _VAGUE_HABIT.match(value):
        yield state(clause, Slot.HABIT, value)


def _is_named(clause: Clause) -> bool:
    """A name may be that of a program, and programs "always" do something, too."""
    return clause.subject[:1].isupper()


def _routine(clause: Clause, match: re.Match[str]) -> Built:
    if not clause.adverbs & _ROUTINE or _NO_ROUTINE.match(match["value"]) or _is_named(clause):
        return
    polarity = not (clause.ended or clause.negated or clause.adverbs & {"rarely", "seldom"})
    value = clean_value(match["value"])
    if is_clear(value):
        yield state(clause, Slot.HABIT, value, polarity=polarity)


def _abstains(clause: Clause, match: re.Match[str]) -> Built:
    """ "I don't drink" is about alcohol, "I don't smoke" about smoking."""
    value = clean_value(match["value"])
    if clause.negated or clause.ended:
        yield state(clause, Slot.HABIT, "drink alcohol" if value == "drink" else value)
    elif value in {"smoke", "vape", "smokes", "vapes"}:
        yield state(clause, Slot.HABIT, value)


def _not_eaten(clause: Clause, match: re.Match[str]) -> Built:
    if clause.negated or clause.ended or match.groupdict().get("again"):
        yield state(
            clause, Slot.DIET, match["value"], replaces=bool(match.groupdict().get("again"))
        )


def _unlearned(clause: Clause, match: re.Match[str]) -> Built:
    yield state(clause, Slot.LANGUAGE, match["value"], polarity=False, replaces=True)


def _stopped(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and not re.match(
        r"(?:the|a|an|for|by|at|to|and|on|in|my job|working at)\b", value
    ):
        yield state(clause, Slot.HABIT, value, polarity=False, replaces=True)


def _in_free_time(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if re.search(r"\b(?:free|spare) time|weekends", clause.lead) and is_clear(value):
        yield state(clause, Slot.HOBBY, value)


def _on_such_days(clause: Clause, match: re.Match[str]) -> Built:
    """ "On Sundays I bake bread" """
    value = clean_value(match["value"])
    if not re.match(r"(?i:on \w+days\b|(?:every|each) (?!time)|in the \w+s$)", clause.lead):
        return
    if is_clear(value) and not _NO_ROUTINE.match(value):
        lead = clause.lead[0].lower() + clause.lead[1:]
        yield state(clause, Slot.HABIT, f"{value} {lead}")


def _lasting(clause: Clause, match: re.Match[str]) -> Built:
    """ "I've been taking piano lessons for years": what goes on, where the words say how long."""
    value = clean_value(_DURATION.split(match["value"])[0])
    is_told = _DURATION.search(match["value"]) is not None and " " in value
    if clause.lasting and is_told and is_clear(value) and not _PASSING.match(value):
        yield state(clause, Slot.HABIT, value)


_DURATION: Final = re.compile(
    r" (?:for (?:[\w-]+ ){0,4}(?:years?|months?|weeks?|decades?|ages)\b|since (?!we|you"
    r"|they)|(?:every|each(?! other)|once a|twice a|\w+ times a|regularly|daily)\b)"
)
_PASSING: Final = re.compile(
    "(?:think|try|wonder|look|wait|feel|hav|gett|struggl|mean|deal|go|com|look|hop|want"
    "|need|hear|see|read|sitt"
    "|stand|stuck|debat|consider|search|fight|avoid|ask|talk|lov|enjoy|hat|lik|liv|work|us"
    r"|be)ing\b"
)


def _switched(clause: Clause, match: re.Match[str]) -> Built:
    value, previous = clean_value(match["value"]), clean_value(match["previous"] or "")
    if is_clear(value) and len(value.split()) <= _MAX_SWITCHED:
        yield state(clause, Slot.HABIT, value, previous=previous or None, replaces=True)


_MAX_SWITCHED: Final = 4


def _when_over(clause: Clause, match: re.Match[str]) -> Built:
    """A plain "I go to the gym" may be about today; "no longer" or "used to" is not."""
    value = clean_value(match["value"])
    if clause.ended and is_clear(value) and not (_NO_ROUTINE.match(value) or _is_named(clause)):
        yield state(clause, Slot.HABIT, value)


HABITS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.LANGUAGE,
        "(?:have )?(?:stopped|quit|gave up|given up)(?: learning| studying)? "
        rf"(?P<value>{LANGUAGES})\b",
        build=_unlearned,
    ),
    rule(
        Slot.HABIT,
        "(?:take|takes|drink|drinks|like|likes) (?:my|her|his) (?P<qualifier>coffee|tea|steak"
        "|eggs|pizza|whisky) (?P<value>[^;]+)",
    ),
    rule(Slot.HABIT, r"be (?:completely |totally |clean and )?(?P<value>sober)\b"),
    rule(
        Slot.HABIT,
        "(?P<value>(?:commute|commutes|bike|bikes|cycle|cycles|walk|walks|ride (?:my|a) bike"
        "|drive|drives)"
        " (?:to (?:work|school|the office|campus)|by (?:train|bus|bike|car|tram|metro"
        r"|subway))\b)(?! today)",
    ),
    rule(
        Slot.HABIT,
        "(?P<value>(?P<qualifier>(?:wake|get|go to|wakes|gets|goes to) (?:up|bed)) (?:at|around"
        "|before|after)"
        r" (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|four|five|six|seven|eight|nine|ten|eleven"
        r"|midnight|noon|dawn))\b",
    ),
    rule(Slot.HABIT, r"(?P<value>[a-z]+ [^;]+)", build=_on_such_days),
    rule(
        Slot.HOBBY,
        "(?:play|plays|be learning to play|be learning|be playing|have played) "
        rf"(?:the |in a |an? )?(?P<value>{_ACTIVITY})\b(?! before)",
        accepts=bool,
    ),
    rule(
        Slot.HOBBY,
        r"(?:be )?(?:collect|collects|collecting) (?P<value>[^;]+)",
        accepts=lambda v: is_clear(v) and not v.startswith(("the ", "my ", "data")),
    ),
    rule(Slot.HOBBY, r"(?P<value>[a-z]+ [^;]+|[a-z]+)$", build=_in_free_time),
    rule(Slot.HOBBY, r"(?:have )?(?:taken|took) up (?P<value>[^;]+)"),
    rule(
        Slot.HOBBY,
        "(?:do|practice|practise) (?P<value>yoga|pilates|karate|judo|ballet|pottery|archery"
        r"|taekwondo|aikido|kickboxing|crossfit|photography|calligraphy|origami|ceramics)\b",
        accepts=bool,
    ),
    rule(
        Slot.HOBBY,
        "(?:be|have) learning (?:how )?to (?P<value>(?:knit|sew|cook|bake|paint|draw|swim|ski"
        r"|surf|dance|sing|code|program|drive|sail|crochet|juggle|weld)\b[^;]*)",
    ),
    rule(
        Slot.HOBBY,
        r"(?:be taking|take|takes|have taking|have started) (?P<value>(?:an? )?(?:[\w-]+ ){1,2}"
        r"(?:classes|lessons|class))\b(?! on)",
    ),
    rule(
        Slot.HABIT,
        r"(?:be )?(?P<value>(?:volunteer|volunteers|volunteering) (?:at|with|for) [^;]+)",
    ),
    rule(
        Slot.HABIT,
        r"(?:be )?(?P<value>(?:work|works|working) (?:from home|remotely|part-time|full-time"
        r"|(?:the )?(?:night|early|late|day|evening|weekend|morning) shifts?|nights|in shifts)\b)"
        r"(?! today| this| tomorrow)",
    ),
    rule(
        Slot.HABIT,
        r"be an? (?P<value>morning person|night owl|early bird|early riser|evening person"
        r"|night person|late riser|heavy sleeper|light sleeper)\b",
    ),
    rule(
        Slot.DIET,
        "(?:be|became|have become|went|turned|have gone|have)(?: been)? (?:an? "
        ")?(?P<value>(?:strict |mostly |lifelong )?(?:vegans?|vegetarians?|pescatarian|pescetarian"
        r"|flexitarian|carnivore|gluten-free|keto|kosher|halal|dairy-free|plant-based)\b)",
        accepts=bool,
    ),
    rule(
        Slot.DIET,
        rf"(?:can )?(?:eat|eats|touch|digest|tolerate|consume|do) (?:any )?(?P<value>{_FOODS})\b"
        "(?P<again> again| now)?",
        build=_not_eaten,
        denied=Denied.DENIES,
    ),
    rule(
        Slot.DIET,
        "(?:tend to avoid|avoid|avoids|be avoiding|stay away from|try to avoid) "
        rf"(?P<value>{_FOODS})\b",
        accepts=bool,
    ),
    rule(Slot.DIET, r"(?:be|went|have gone) on an? (?P<value>(?:[\w-]+ ){1,3}diet)\b"),
    rule(
        Slot.DIET,
        "(?:keep|keeps|eat|eats) (?P<value>kosher|halal|keto|paleo|vegan|vegetarian"
        r"|plant-based)\b",
        accepts=bool,
    ),
    rule(
        Slot.HABIT,
        r"(?:have )?(?:stopped|quit|given up|gave up) (?P<value>[\w-]+ing\b[^;]*|(?:smoking"
        "|alcohol|coffee|sugar|caffeine|cigarettes|meat|gambling|drinking|social media|nicotine"
        r"|soda)\b[^;]*)",
        build=_stopped,
    ),
    rule(
        Slot.HABIT,
        r"(?P<value>(?:smoke|smokes|drink|drinks|vape)\b)(?=$|,| anymore)",
        build=_abstains,
        denied=Denied.DENIES,
    ),
    rule(
        Slot.HABIT,
        r"(?P<value>(?!have\b|be\b|was\b|had\b|did\b|learn\b|will\b|would\b|need\b|want\b)[a-z]+ "
        rf"(?:[^;,]*?\b)??(?:{_REGULARLY}))",
        build=_habit,
    ),
    rule(
        Slot.HABIT,
        "(?P<value>(?:drink|drinks|eat|eats|smoke|cycle|jog|swim|run|meditate|commute|walk|go "
        r"to the gym|work out|journal|fast|volunteer|go)\b[^;]*)",
        build=_when_over,
    ),
    rule(Slot.HABIT, r"(?P<value>[a-z]+ [^;]+)", build=_routine, denied=Denied.DENIES),
    rule(Slot.HABIT, r"be (?P<value>[a-z]+ing [^;]+)", build=_lasting),
    rule(Slot.HABIT, r"(?P<value>[a-z]+ [^;]+)", build=_when_over),
    rule(
        Slot.HABIT,
        r"(?:have )?switched (?:from (?P<previous>[^;]+?) )?to (?P<value>(?!the\b|my\b|an?\b"
        r"|using\b)[a-z][^;]*)",
        build=_switched,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(Slot.HOBBY, r"(?:main |biggest |new |only )?hobb(?:y|ies) \| be (?P<value>[^;]+)"),
    rule(Slot.DIET, r"doctor \| (?:have )?put me on an? (?P<value>(?:[\w-]+ ){1,3}diet)"),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.DIET,
        r"[Mm]y doctor (?:has )?put me on an? (?P<value>(?:[\w-]+ ){1,3}diet)",
        build=lambda c, m: [state(c, Slot.DIET, m["value"], subject=USER)],
    ),
)
"""Tried on the text of a clause."""
