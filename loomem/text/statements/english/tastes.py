"""English rules for what somebody likes, prefers, decides and has learned."""

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
    NOT_PEOPLE,
    UPPER,
)
from loomem.text.statements.model import USER, Slot

_LASTING_THE = re.compile(
    rf"^the (?:[{UPPER}]|sea\b|ocean|beach|mountains?|outdoors|countryside|city\b|smell|sound"
    r"|taste|feel|rain|snow|cold\b|heat|piano|violin"
    "|guitar|colou?r|winter|summer|spring|autumn|dark|forest|woods|desert|night|theatre"
    "|theater|opera|ballet|gym|sauna|news|internet|gods)"
)
_NOT_A_TASTE = re.compile(
    "^(?:the |to (?:think|say|see|hear|know|believe|point|thank|ask|suggest|add|mention"
    "|apologi[sz]e|break|bother|admit|inform|interrupt)"
    "|all the |how |what |when |where |that |if |so |very |my job|working on|having "
    "to|a lot"
    "|much|most|both|each|myself|chatting|talking (?:to|with))"
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
_TRIVIAL: Final = re.compile(
    "^(?:(?:to )?(?:wait|stay in|skip|try|sleep|rest|nap|ignore|order|ask|see|check|take a "
    "(?:break|nap|look|walk)|go (?:with|home|for it|out|to bed)|do|give up|leave|let|come"
    r"|call|write|read|look|share|post)\b|the wrong|wrong)"
)
_ENJOY = r"(?:do )?(?:like|likes|love|loves|enjoy|enjoys|adore|adores)"
_FAN = (
    "be (?:an? (?:big |huge |massive |great |real |lifelong |long-time |die-hard )?fan of"
    "|fond of|into|keen on|big on|hooked on|a sucker for|partial to|nuts about|in love with"
    "|crazy about|passionate about|obsessed with|addicted to|mad "
    "about|an? (?:big |firm |strong |great )?(?:believer in|admirer of|devotee of))"
)
_FAVOURITE = (
    "(?:new |current |all-time |absolute )?favou?rite (?!part|thing|bit|moment|line|scene"
    "|one|way|aspect"
    r"|feature of|quote|answer|person|place to|time)(?P<qualifier>[\w' -]{2,30}?)(?: "
    "(?:these days|right now|at the moment|now|of all time|ever))?"
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


def _uncared_for(clause: Clause, match: re.Match[str]) -> Built:
    value = clean_value(match["value"])
    if (clause.negated or match.group().startswith("have")) and _taste(value):
        yield state(clause, Slot.DISLIKES, value, polarity=not clause.ended)


def _more_of(clause: Clause, match: re.Match[str]) -> Built:
    value = match["value"]
    yield state(clause, Slot.PREFERENCE, value, previous=match["previous"], qualifier=_kind(value))


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
    for word in words:
        kind = _KIND_OF.get(word)
        if kind is not None:
            return " ".join([f"{kind}kind", *(w for w in words if _KIND_OF.get(w) != kind)])
    return None


def _decided(clause: Clause, match: re.Match[str]) -> Built:
    found = match["value"]
    gone = re.split(r",? (?:instead of|over|rather than) ", found, maxsplit=1)
    purpose = re.search(
        r" (?:for|as) (?:the |our |my )(?P<what>[\w -]{2,40}?)(?=$|[,.;]| instead| over| rather| "
        "because)",
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


TASTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.PREFERENCE,
        "(?:prefer|prefers|(?:like|likes|love|loves) (?=.{2,40}? (?:more|better) than )) "
        "?(?P<value>[^;]+?) (?:over|rather than|instead of|(?:more|better) than|than) "
        "(?P<previous>[^;]+)",
        build=_compared,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:prefer|prefers) (?P<value>(?!to )[^;]+?) to (?P<previous>(?!be\b|have\b|get\b|use\b"
        r"|do\b|see\b|go\b|make\b|work\b)[^;]+)",
        build=_compared,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:prefer|prefers|have always preferred|favou?r) (?P<value>[^;]+)",
        build=_preferred,
    ),
    rule(
        Slot.LIKES,
        f"(?:{_ENJOY}|have (?:always |really )?(?:loved|liked)|have (?:grown|come) to (?:like"
        f"|love)|{_FAN}) (?P<value>[^;]+)",
        build=_likes,
        denied=Denied.DENIES,
    ),
    rule(
        Slot.LIKES,
        r"be an? (?:big |huge |real |total )?(?P<value>[\w -]{2,25}) (?:lover|enthusiast"
        r"|fanatic|addict|nerd|buff|geek|aficionado|(?<=cat )person|(?<=dog )person"
        r"|(?<=coffee )person|(?<=tea )person|(?<=beach )person|(?<=mountain )person)\b",
        accepts=lambda v: (
            is_clear(v)
            and not re.search(
                r"\b(?:good|bad|nice|people|happy|honest|private|busy|social|different|new|old|young"
                r"|real|very|normal|kind)\b",
                v,
            )
        ),
    ),
    rule(
        Slot.DISLIKES,
        "(?:have )?(?:always )?(?:hated?|hates|dislikes?|detests?|despises?|loathes?) "
        "(?P<value>[^;]+)",
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
        "(?:have |be )?(?:decided|resolved|made up (?:my|our) minds?)(?: (?:on|to)) "
        "(?P<value>[^;]+)",
        build=_decided,
    ),
    rule(
        Slot.DECISION,
        "(?:have )?(?:chose|chosen|opted for|settled on|picked|went with|gone with|selected) "
        "(?P<value>[^;]+)",
        build=_decided,
    ),
    rule(Slot.DECISION, r"be going with (?P<value>[^;]+)", build=_decided),
    rule(
        Slot.LIKES,
        "(?:have (?:a soft spot|a thing|a passion|a weakness) for|can get enough of|could "
        "listen to) "
        "(?P<value>[^;]+?)(?= all day|$)",
        accepts=_taste,
        denied=Denied.SAYS_THE_SAME,
    ),
    rule(
        Slot.DISLIKES,
        "(?:care for|have no patience for) (?P<value>[^;]+)",
        build=_uncared_for,
        denied=Denied.SAYS_THE_SAME,
    ),
    rule(
        Slot.PREFERENCE,
        r"(?:choose|chooses|pick|picks|take|takes) (?P<value>[^;]+?) over (?P<previous>[^;]+)",
        build=lambda c, m: (
            _compared(c, m) if "always" in c.adverbs or "usually" in c.adverbs else ()
        ),
    ),
    rule(
        Slot.PREFERENCE,
        r"be more of an? (?P<value>[\w-]+) (?:person|guy|girl|drinker|lover)(?: than an? "
        r"(?P<previous>[\w-]+)(?: \w+)?)?",
        build=_more_of,
    ),
    rule(
        Slot.DECISION,
        "(?:be|have been) (?:sticking with|going for (?=[A-Z])|switching over to) "
        "(?P<value>[^;]+)",
        build=_decided,
    ),
    rule(Slot.DECISION, r"(?:have )?agreed (?:to|on) (?P<value>[^;]+)", build=_decided),
    rule(
        Slot.DISLIKES,
        "find (?P<value>[^;]+?) (?:very |really |so |pretty |quite |absolutely |totally "
        "|incredibly )?(?:disgusting|boring|annoying|unbearable|gross|awful|overrated|tedious"
        r"|revolting|irritating|exhausting|horrible|terrible|too sweet|too spicy|dull)$",
        accepts=_taste,
    ),
    rule(
        Slot.LIKES,
        "find (?P<value>[^;]+?) (?:very |really |so |pretty |quite |absolutely |totally "
        "|incredibly )?(?:fascinating|relaxing|soothing|delicious|therapeutic|calming|addictive"
        "|beautiful)$",
        accepts=_taste,
    ),
    rule(
        Slot.DISLIKES,
        r"be (?:afraid|scared|terrified|frightened) of (?P<value>[^;]+)",
        accepts=_taste,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.FAVOURITE,
        rf"{_FAVOURITE} \| (?:be|have(?: always)? been)(?: always| probably| still| now| "
        "definitely)* (?P<value>[^;]+)",
        accepts=lambda v: (
            is_clear(v) and not re.match(r"(?:the (?!\w*[A-Z])|when |how |so |not )", v)
        ),
    ),
    rule(
        Slot.FAVOURITE,
        r"go-to (?P<qualifier>[\w -]{2,30}?) \| be(?: always| still)? (?P<value>[^;]+)",
        accepts=is_clear,
    ),
    rule(
        Slot.FAVOURITE,
        r"(?P<qualifier>[\w-]{2,20}) of choice \| be(?: always| still)? (?P<value>[^;]+)",
        accepts=is_clear,
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
TEXTS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.FAVOURITE,
        rf"(?P<value>[{UPPER}][^;,]{{1,40}}?) is (?:still |now )?my {_FAVOURITE}$",
        build=_named_favourite,
    ),
    rule(
        Slot.EXPERIENCE,
        "(?:I|we|We) (?:have )?(?:learned|learnt)(?: the hard way)? (?:that|to) "
        "(?P<value>(?!the hard way).{8,})",
        build=lambda c, m: (
            [state(c, Slot.EXPERIENCE, m["value"][:200], subject=USER)]
            if re.search(r"always|never|should|must|not\b|hard way|every|before|to ", m.group())
            else []
        ),
    ),
    rule(
        Slot.EXPERIENCE,
        "(?i:lessons? learned|my takeaway|the takeaway|takeaway) ?(?:is|was|:|-)?(?: that)? "
        "?(?P<value>.{8,})",
        build=lambda c, m: [state(c, Slot.EXPERIENCE, m["value"][:200], subject=USER)],
    ),
    rule(
        Slot.DISLIKES,
        rf"(?P<value>[{UPPER}][\w ]{{2,30}}?) (?:is|are) not (?:really )?(?:my thing|my cup of "
        "tea|for me)$",
        accepts=lambda v: is_clear(v) and v.split()[0].casefold() not in NOT_PEOPLE,
        denied=Denied.SAYS_THE_SAME,
    ),
)
"""Tried on the text of a clause."""
