"""English rules for what somebody likes, prefers, decides, does regularly, uses and owns."""

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
from loomem.text.statements.english_words import NOT_PEOPLE, TECHNOLOGIES, UPPER, either
from loomem.text.statements.model import USER, Slot

_LASTING_THE = re.compile(
    rf"^the (?:[{UPPER}]|sea\b|ocean|beach|mountains?|outdoors|countryside|city\b|smell|sound|taste|feel|rain|snow|cold\b|heat|piano|violin"
    r"|guitar|colou?r|winter|summer|spring|autumn|dark|forest|woods|desert|night|theatre|theater|opera|ballet|gym|sauna|news|internet|gods)"
)
_NOT_A_TASTE = re.compile(
    r"^(?:the |to (?:think|say|see|hear|know|believe|point|thank|ask|suggest|add|mention|apologi[sz]e|break|bother|admit|inform|interrupt)"
    r"|how |what |when |where |that |if |so |very |my job|working on|being |having to|a lot|much|most|both|each|myself|chatting|talking (?:to|with))"
)
_KINDS: Final = {
    "theme": "dark light",
    "seat": "window aisle middle",
    "drink": "tea coffee water juice beer wine espresso matcha",
    "time": "morning mornings evening evenings afternoon afternoons night nights early late",
    "season": "summer winter spring autumn fall",
    "pet": "cats dogs cat dog",
    "indent": "tabs spaces",
    "channel": "email emails phone call calls chat slack text texts sms",
    "length": "short long brief detailed concise",
    "tone": "formal informal casual",
    "units": "metric imperial celsius fahrenheit",
    "place_of_work": "remote office onsite hybrid remotely",
    "transport": "train trains plane planes car bus buses bike flying driving",
    "book": "paper ebooks e-books audiobooks paperbacks hardcovers",
    "temperature": "hot iced cold warm",
    "meat": "chicken beef pork fish",
    "setting": "mountains sea beach city countryside",
}
_KIND_OF: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_EDITORS = "text_editor code_editor editor ide"
_TOOL_NOUNS: Final = either(
    _EDITORS
    + " browser web_browser phone phone_model laptop computer pc car bike motorcycle os operating_system"
    " terminal terminal_emulator shell email_client mail_client keyboard mouse monitor camera tablet note-taking_app notes_app"
    " search_engine password_manager bank carrier linux_distro distro framework database task_manager todo_app calendar_app"
    " music_app programming_language window_manager e-reader ereader smartwatch watch headphones router"
    " cloud_provider hosting_provider package_manager version_control printer console vpn"
)
_OWNED: Final = either(
    "car house flat apartment motorcycle motorbike bike bicycle boat sailboat piano guitar violin cello drum_kit"
    " camera telescope tent van camper caravan truck farm cabin cottage condo summer_house 3D_printer sewing_machine"
    " record_player turntable kayak canoe surfboard e-bike scooter tractor greenhouse garden allotment"
    " drone synthesizer ukulele vinyl_collection sauna hot_tub Tesla"
)
_ACTIVITY: Final = either(
    "piano guitar violin cello drums bass flute saxophone trumpet clarinet harp ukulele banjo accordion organ keyboard viola oboe"
    " tennis football soccer basketball volleyball badminton squash golf hockey rugby cricket baseball chess poker"
    " go bridge dungeons_and_dragons video_games board_games table_tennis padel ping_pong handball water_polo lacrosse darts pool snooker"
    " bagpipes mandolin"
)
_REGULARLY: Final = (
    r"(?:every|each) (?:single )?(?:day|morning|evening|night|week|month|year|other day|weekend|summer|winter|spring|autumn|mon|tues|wednes|thurs|fri|satur|sun)\w*"
    r"|(?:once|twice|(?:two|three|four|five|six|\d) times) (?:a|per|every) (?:day|week|month|year)|daily|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|weekly|regularly|a day\b|a week\b)(?=$|[,.]| (?:to|with|before|after|in|at|and|as|for|on|by|from|around|without)\b"
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
    r"(?:have|had|be|was|would|will|could|get|got|want|think|thought|feel|felt|know|knew|say|said|see|saw|need|seem|forget|forgot|wonder|ask|end up|wish|hear|heard|learn|expect|like|love|hate"
    r"|look forward|appreciate|cheer|support|try|tried|mean|find|found|believe|make sure|been|lose|did|went|can|should|must)\b|\w+ed\b"
)
_TRIVIAL: Final = re.compile(
    r"^(?:(?:to )?(?:wait|stay in|skip|try|sleep|rest|nap|ignore|order|ask|see|check|take a (?:break|nap|look|walk)|go (?:with|home|for it|out|to bed)|do|give up|leave|let|come|call|write|read|look|share|post)\b|the wrong|wrong)"
)
_FOODS: Final = either(
    "meat pork beef fish seafood dairy gluten sugar carbs eggs red_meat chicken lamb shellfish nuts bread wheat"
    " processed_food fast_food sweets milk cheese soy onions garlic spicy_food caffeine"
)


def _taste(value: str) -> bool:
    is_passing = value.startswith("the ") and not _LASTING_THE.match(value)
    return (
        is_clear(value)
        and not is_passing
        and not (_NOT_A_TASTE.match(value) and not _LASTING_THE.match(value))
    )


def _likes(clause: Clause, match: re.Match[str]) -> Built:
    """Not liking is disliking; liking no longer is not."""
    value = clean_value(re.split(r" (?:more than|better than) ", match["value"])[0])
    if not _taste(value):
        return
    is_dislike = clause.negated and not clause.ended
    yield state(
        clause, Slot.DISLIKES if is_dislike else Slot.LIKES, value, polarity=not clause.ended
    )


def _unbearable(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if clause.negated and _taste(value):
        yield state(clause, Slot.DISLIKES, value, polarity=not clause.ended)


def _compared(clause: Clause, match: re.Match[str]) -> Built:
    """ "X over Y": the less liked one is what a later preference of Y takes back."""
    value, previous = clean_value(match["value"]), clean_value(match["previous"])
    if is_clear(value) and is_clear(previous):
        yield state(clause, Slot.PREFERENCE, value, previous=previous)


def _preferred(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if value.startswith("to ") and not clause.negated:
        value = value[3:]
    if _taste(value) and not value.startswith(("if ", "not ")):
        yield state(clause, Slot.PREFERENCE, value, qualifier=_kind(value))


def _kind(value: str) -> str | None:
    """Say among what a preference chooses: its kind and the words around it, None where unknown."""
    words = value.casefold().split()
    for i, word in enumerate(words):
        kind = _KIND_OF.get(word)
        if kind is not None:
            return " ".join([f"{kind}kind", *words[:i], *words[i + 1 :]])
    return None


def _decided(clause: Clause, match: re.Match[str]) -> Built:
    found = match["value"]
    gone = re.split(r",? (?:instead of|over|rather than) ", found, maxsplit=1)
    purpose = re.search(
        r" (?:for|as) (?:the |our |my )(?P<what>[\w -]{2,40}?)(?=$|[,.;]| instead| over| rather| because)",
        found,
    )
    value = clean_value(gone[0])
    if purpose and (at := value.find(purpose.group())) > 0 and len(gone) > 1:
        value = value[:at]
    if not value or _TRIVIAL.match(value) or not is_clear(value):
        return
    yield state(
        clause,
        Slot.DECISION,
        value,
        qualifier=purpose["what"] if purpose else None,
        previous=(clean_value(gone[1]) or None) if len(gone) > 1 else None,
    )


def _is_named(value: str) -> bool:
    return is_clear(value) and bool(
        re.match(rf"(?:an? |the |my )?(?:\w+ ){{0,3}}[{UPPER}]|i[A-Z]", value)
        or TECHNOLOGIES.match(value)
    )


def _used(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if _is_named(value):
        yield state(
            clause, Slot.TOOL, value, qualifier=_tool_kind(match.groupdict().get("qualifier"))
        )


def _tool_kind(noun: str | None) -> str | None:
    return "editor" if noun and re.fullmatch(either(_EDITORS), noun) else noun


def _changed_tool(clause: Clause, match: re.Match[str]) -> Built:
    value, previous = (
        without_article(clean_value(match["value"])),
        without_article(clean_value(match["previous"] or "")),
    )
    if is_clear(value) and (_is_named(value) or (previous and _is_named(previous))):
        yield state(
            clause,
            Slot.TOOL,
            value,
            previous=previous or None,
            replaces=True,
            qualifier=_tool_kind(match.groupdict().get("qualifier")),
        )


_VAGUE_HABIT: Final = re.compile(
    r"(?:appreciate|enjoy|started|start|look forward|supporting|support|(?:go|do|see|play|meet|talk|come|happen) (?:a few|once|twice|at least|every|each|two|three|four|\d|daily|regularly))\b"
)


def _habit(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and not _VAGUE_HABIT.match(value):
        yield state(clause, Slot.HABIT, value)


def _routine(clause: Clause, match: re.Match[str]) -> Built:
    if not clause.adverbs & _ROUTINE or _NO_ROUTINE.match(match["value"]):
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


def _stopped(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and not re.match(
        r"(?:the|a|an|for|by|at|to|and|on|in|my job|working at)\b", value
    ):
        yield state(clause, Slot.HABIT, value, polarity=False, replaces=True)


def _has(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if is_clear(value):
        yield state(clause, Slot.POSSESSION, value)


def _gave_away(clause: Clause, match: re.Match[str]) -> Built:
    yield state(
        clause, Slot.POSSESSION, clean_value(match["value"]), polarity=False, replaces=True
    )


_ENJOY = r"(?:do )?(?:like|likes|love|loves|enjoy|enjoys|adore|adores)"
_FAN = r"be (?:an? (?:big |huge |massive |great |real |lifelong |long-time |die-hard )?fan of|fond of|into|keen on|crazy about|passionate about|obsessed with|addicted to|mad about)"


def _in_free_time(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if re.search(r"\b(?:free|spare) time|weekends", clause.lead) and is_clear(value):
        yield state(clause, Slot.HOBBY, value)


def _driven(clause: Clause, match: re.Match[str]) -> Built:
    value = re.sub(
        r"^(?:an?|my) (?:(?:old|new|used|second-hand|beat-up|red|blue|white|black|silver|rusty) )*",
        "",
        clean_value(match["value"]),
    )
    if _is_named(value):
        yield state(clause, Slot.TOOL, value, qualifier="car")


def _when_over(clause: Clause, match: re.Match[str]) -> Built:
    """A plain "I go to the gym" may be about today; "no longer" or "used to" is not."""
    value = clean_value(match["value"])
    if clause.ended and is_clear(value):
        yield state(clause, Slot.HABIT, value)


TASTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PREFERENCE,
        r"(?:prefer|prefers|(?:like|likes|love|loves) (?=.{2,40}? (?:more|better) than )) ?(?P<value>[^;]+?) (?:over|rather than|instead of|(?:more|better) than|than) (?P<previous>[^;]+)",
        build=_compared,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:prefer|prefers) (?P<value>(?!to )[^;]+?) to (?P<previous>(?!be\b|have\b|get\b|use\b|do\b|see\b|go\b|make\b|work\b)[^;]+)",
        build=_compared,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:prefer|prefers|have always preferred|favou?r) (?P<value>[^;]+)",
        build=_preferred,
    ),
    rule(
        Slot.LIKES,
        rf"(?:{_ENJOY}|have (?:always |really )?(?:loved|liked)|have (?:grown|come) to (?:like|love)|{_FAN}) (?P<value>[^;]+)",
        build=_likes,
        denied=Denied.DENIES,
    ),
    rule(
        Slot.LIKES,
        r"be an? (?:big |huge |real |total )?(?P<value>[\w -]{2,25}) (?:lover|enthusiast|person|fanatic|addict|nerd|buff|geek|aficionado)\b",
        accepts=lambda v: (
            is_clear(v)
            and not re.search(
                r"\b(?:good|bad|nice|people|happy|honest|private|busy|social|different|new|old|young|real|very|normal|kind)\b",
                v,
            )
        ),
    ),
    rule(
        Slot.DISLIKES,
        r"(?:have )?(?:always )?(?:hated?|hates|dislikes?|detests?|despises?|loathes?) (?P<value>[^;]+)",
        accepts=_taste,
    ),
    rule(
        Slot.DISLIKES,
        r"can (?:stand|bear) (?P<value>[^;]+)",
        build=_unbearable,
        denied=Denied.SAYS_THE_SAME,
    ),
    rule(
        Slot.LIKES,
        r"(?:have )?(?:went|gone) off (?P<value>[^;]+)",
        build=lambda c, m: [
            state(c, Slot.LIKES, clean_value(m["value"]), polarity=False, replaces=True)
        ],
    ),
    rule(
        Slot.DECISION,
        r"(?:have |be )?(?:decided|resolved|made up (?:my|our) minds?)(?: (?:on|to)) (?P<value>[^;]+)",
        build=_decided,
    ),
    rule(
        Slot.DECISION,
        r"(?:have )?(?:chose|chosen|opted for|settled on|picked|went with|gone with|selected) (?P<value>[^;]+)",
        build=_decided,
    ),
    rule(Slot.DECISION, r"be going with (?P<value>[^;]+)", build=_decided),
    rule(
        Slot.TOOL,
        rf"(?:have )?(?:switched|migrated|moved|changed|converted|upgraded)(?: (?:my|our) (?P<qualifier>{_TOOL_NOUNS}))?(?: over)? from (?P<previous>[^;]+?) to (?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        rf"(?:have )?(?:switched|migrated|changed|upgraded|converted)(?: (?:my|our) (?P<qualifier>{_TOOL_NOUNS}))?(?: over| back)? to (?P<previous>)(?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        r"(?:have )?(?:replaced|swapped|traded|ditched|dropped) (?:my |our |the )?(?P<previous>[^;]+?) (?:with|for|in favou?r of) (?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        rf"(?:use|uses|be using|have used|have using|be been using) (?P<value>[^;,]+?) as (?:my|our|an?|the|his|her) (?:(?:main|default|primary|daily|everyday|work|personal|go-to|new) )*(?P<qualifier>{_TOOL_NOUNS})\b",
        build=_used,
    ),
    rule(Slot.TOOL, r"(?:drive|drives|be driving) (?P<value>an? [^;]+|my [^;]+)", build=_driven),
    rule(
        Slot.TOOL,
        rf"(?:run|runs|be running) (?P<value>[^;]+?) on (?:my|our|his|her|the|all my) (?P<qualifier>{_TOOL_NOUNS}|desktop|server|home server|machines?|computers|work laptop)\b",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        r"(?:use|uses|be using|have using) (?P<value>[^;]+?)(?= (?:for|to|at|on|in|with|daily|every)\b|$|,)",
        build=_used,
    ),
    rule(
        Slot.HOBBY,
        rf"(?:play|plays|be learning to play|be learning|have (?:been )?(?:playing|played)) (?:the |in a )?(?P<value>{_ACTIVITY})\b(?! before)",
        accepts=bool,
    ),
    rule(
        Slot.HOBBY,
        r"(?:collect|collects) (?P<value>[^;]+)",
        accepts=lambda v: is_clear(v) and not v.startswith(("the ", "my ", "data")),
    ),
    rule(Slot.HOBBY, r"(?P<value>[a-z]+ [^;]+|[a-z]+)$", build=_in_free_time),
    rule(Slot.HOBBY, r"(?:have )?(?:taken|took) up (?P<value>[^;]+)"),
    rule(
        Slot.HOBBY,
        r"(?:do|practice|practise) (?P<value>yoga|pilates|karate|judo|ballet|pottery|archery|taekwondo|aikido|kickboxing|crossfit|photography|calligraphy|origami|ceramics)\b",
        accepts=bool,
    ),
    rule(
        Slot.HOBBY,
        r"(?:be|have) learning (?:how )?to (?P<value>(?:knit|sew|cook|bake|paint|draw|swim|ski|surf|dance|sing|code|program|drive|sail|crochet|juggle|weld)\b[^;]*)",
    ),
    rule(
        Slot.DIET,
        r"(?:be|became|have become|went|turned|have gone|have)(?: been)? (?:an? )?(?P<value>(?:strict |mostly |lifelong )?(?:vegan|vegetarian|pescatarian|pescetarian|flexitarian|carnivore|gluten-free|keto|kosher|halal|dairy-free|plant-based)\b)",
        accepts=bool,
    ),
    rule(
        Slot.DIET,
        rf"(?:eat|eats|touch) (?:any )?(?P<value>{_FOODS})\b(?P<again> again| now)?",
        build=_not_eaten,
        denied=Denied.DENIES,
    ),
    rule(
        Slot.DIET,
        rf"(?:tend to avoid|avoid|avoids|be avoiding|stay away from|try to avoid) (?P<value>{_FOODS})\b",
        accepts=bool,
    ),
    rule(Slot.DIET, r"(?:be|went|have gone) on an? (?P<value>(?:[\w-]+ ){1,3}diet)\b"),
    rule(
        Slot.DIET,
        r"(?:keep|keeps|eat|eats) (?P<value>kosher|halal|keto|paleo|vegan|vegetarian|plant-based)\b",
        accepts=bool,
    ),
    rule(
        Slot.HABIT,
        r"(?:have )?(?:stopped|quit|given up|gave up) (?P<value>[\w-]+ing\b[^;]*|(?:smoking|alcohol|coffee|sugar|caffeine|cigarettes|meat|gambling|drinking|social media|nicotine|soda)\b[^;]*)",
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
        rf"(?P<value>(?!have\b|be\b|was\b|had\b|did\b|learn\b|will\b|would\b|need\b|want\b)[a-z]+ (?:[^;,]*?\b)??(?:{_REGULARLY}))",
        build=_habit,
    ),
    rule(
        Slot.HABIT,
        r"(?P<value>(?:drink|drinks|eat|eats|smoke|cycle|jog|swim|run|meditate|commute|walk|go to the gym|work out|journal|fast|volunteer|go)\b[^;]*)",
        build=_when_over,
    ),
    rule(Slot.HABIT, r"(?P<value>[a-z]+ [^;]+)", build=_routine, denied=Denied.DENIES),
    rule(
        Slot.POSSESSION,
        rf"(?:own|owns|have|have got) (?P<value>(?:an?|two|three|my own) (?:[\w-]+ ){{0,3}}{_OWNED}\b[^;]*)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        r"(?:own|owns) (?P<value>(?:an?|two|three|several|some) [^;]+)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        rf"(?:have )?(?:bought|purchased|got|inherited) (?P<value>(?:an?|our first|my first|our own|my own) (?:[\w'-]+ ){{0,3}}{_OWNED}\b[^;]*)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        rf"(?:have )?(?:sold|gave away|got rid of|scrapped) (?:my|our) (?P<value>(?:[\w-]+ ){{0,2}}{_OWNED})\b",
        build=_gave_away,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""

_FAVOURITE = r"(?:all-time |absolute )?favou?rite (?!part|thing|bit|moment|line|scene|one|way|aspect|feature of|quote|answer|person|place to|time)(?P<qualifier>[\w' -]{2,30}?)(?: (?:these days|right now|at the moment|now|of all time|ever))?"


def _is_tool(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if re.match(r"(?:\w+ ){0,2}" + rf"[{UPPER}\d]|i[A-Z]", value) or TECHNOLOGIES.match(value):
        yield from _used(clause, match)


def _contact(clause: Clause, match: re.Match[str]) -> Built:
    noun, value = match["qualifier"], match["value"].rstrip(".,")
    is_number = re.fullmatch(r"[+\d().-]+(?: [\d().-]+)*", value) is not None
    if noun == "phone" and not is_number:
        return
    if is_clear(value) and (
        is_number or re.search(r"[@._\d/]", value) or "handle" in noun or "username" in noun
    ):
        yield state(clause, Slot.CONTACT, value, qualifier="email" if "mail" in noun else noun)


ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.FAVOURITE,
        rf"{_FAVOURITE} \| (?:be|have(?: always)? been)(?: always| probably| still| now| definitely)* (?P<value>[^;]+)",
        accepts=lambda v: (
            is_clear(v) and not re.match(r"(?:the (?!\w*[A-Z])|when |how |so |not )", v)
        ),
    ),
    rule(
        Slot.TOOL,
        rf"(?:(?:main|default|primary|daily|everyday|work|personal|go-to|new|current|preferred|old) )*(?P<qualifier>{_TOOL_NOUNS}) \| be(?: now| still| currently)* (?P<value>[^;]+)",
        build=_is_tool,
    ),
    rule(
        Slot.CONTACT,
        r"(?:new |work |personal |home |current )*(?P<qualifier>phone number|mobile number|cell number|number|phone|email|e-mail|email address|github handle|twitter handle|instagram handle|instagram|telegram|skype|discord|github username|username|handle|website|blog) \| be (?:now )?(?P<value>\S*[\d@._/-]\S*(?: [\d-]+)*|@?\w+$)",
        build=_contact,
    ),
    rule(Slot.HOBBY, r"(?:main |biggest |new |only )?hobb(?:y|ies) \| be (?P<value>[^;]+)"),
    rule(Slot.DIET, r"doctor \| (?:have )?put me on an? (?P<value>(?:[\w-]+ ){1,3}diet)"),
    rule(
        Slot.POSSESSION,
        rf"(?P<value>(?:[\w-]+ ){{0,2}}{_OWNED}) \| was (?:stolen|sold|totalled|totaled|scrapped)",
        build=_gave_away,
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""


def _named_favourite(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if is_clear(value) and value.split()[0].casefold() not in NOT_PEOPLE:
        yield state(
            clause,
            Slot.FAVOURITE,
            value,
            subject=USER,
            qualifier=match["qualifier"],
            polarity=True,
        )


TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.FAVOURITE,
        rf"(?P<value>[{UPPER}][^;,]{{1,40}}?) is (?:still |now )?my {_FAVOURITE}$",
        build=_named_favourite,
    ),
    rule(
        Slot.DIET,
        r"[Mm]y doctor (?:has )?put me on an? (?P<value>(?:[\w-]+ ){1,3}diet)",
        build=lambda c, m: [state(c, Slot.DIET, m["value"], subject=USER)],
    ),
    rule(
        Slot.EXPERIENCE,
        r"(?:I|we|We) (?:have )?(?:learned|learnt)(?: the hard way)? (?:that|to) (?P<value>(?!the hard way).{8,})",
        build=lambda c, m: (
            [state(c, Slot.EXPERIENCE, m["value"][:200], subject=USER)]
            if re.search(r"always|never|should|must|not\b|hard way|every|before|to ", m.group())
            else []
        ),
    ),
    rule(
        Slot.EXPERIENCE,
        r"(?i:lessons? learned|my takeaway|the takeaway|takeaway) ?(?:is|was|:|-)?(?: that)? ?(?P<value>.{8,})",
        build=lambda c, m: [state(c, Slot.EXPERIENCE, m["value"][:200], subject=USER)],
    ),
)
"""Tried on the text of a clause."""
