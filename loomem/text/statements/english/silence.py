"""English sentences and values that say nothing durable."""

import re
from typing import Final

_SILENT: Final = re.compile(
    r"\b(?:if|unless|i wish|wish i|imagine|suppose|supposing|pretend|hypothetically|in "
    "theory|what if"
    r"|maybe|perhaps|probably|possibly|presumably|apparently|supposedly|allegedly|rumou?rs?"
    "|i guess|i bet|i doubt|i assume|i wonder|not sure|unsure|not certain|no idea|not "
    "saying|not that i"
    "|(?:do not|don't|doesn't|didn't|dunno) (?:really |even |actually )?(?:know|think"
    "|remember|believe|mean)"
    r"|i (?:think|thought|believe|believed|suspect|feel like|dreamed|dreamt|hope)"
    "|(?:he|she|they|who|someone|somebody|people|everyone|guy|woman|man|[a-z]+ (?:just "
    ")?(?:said|says|claims?|claimed|told|tells|thinks|thought))"
    " (?:said|says|told|claims?|claimed|thinks?|mentioned|reckons?)|said that|says that"
    "|told me|tells me|thinks that|claims that|mentioned that"
    r"|according to|heard that|i(?:'ve)? heard|i read that|i see, so|so you (?!know)|let's say"
    "|in the (?:story|novel|movie|film|book|game|play|dream|show|song|series)|as an ai"
    "|language model|my character|role-?play"
    r"|for example|for instance|e\.g\.|lol|lmao|rofl|haha+|hehe+|jk|just kidding|only joking"
    r"|joking|kidding)\b"
    r"|😂|🤣|😜|😉|^[\"“'‘«].*[\"”'’»]|(?:,|\s)(?:right|no|eh|huh|you know|isn't it|don't you)\?*$",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"\?[\s\"'”’)]*$|^(?:\w+, )?(?:do|does|did|are|is|was|were|have|has|can|could|would|will"
    "|should|shall|may|what|who|whom|whose"
    r"|when|where|why|which|how|let's|lets|let me) (?!a\b|\d)",
    re.IGNORECASE,
)
_COMMAND: Final = re.compile(
    "^(?:please |kindly |can you |go |just )*(?:tell|show|give|send|write|explain|help"
    "|remind|find|make|create|fix|add|remove|translate|summarize"
    "|summarise|consider|try|check|look|open|run|use|stop|start|keep going|say|read|list"
    r"|describe|compare|think)\b",
    re.IGNORECASE,
)
_UNRESOLVED: Final = re.compile(
    r"\b(?:you|your|yours|this|that|these|those|it|its|him|them|us|one|ones|thing|things"
    "|stuff|something|anything|everything|someone|anyone"
    "|everyone|nobody|nothing|here|there|same|way|idea|question|joke|nonsense|myself"
    "|yourself|wrong|former|latter|option|above|below|her|his|their|me|everywhere|itself"
    r"|themselves|It|They|This|That|You)\b|^(?:to|I)$|^I "
)
_REDACTED: Final = re.compile(r"\[(?:PHONE|EMAIL|ID|REDACTED|SECRET)\]")
_TAIL: Final = re.compile(
    ",? (?:now|today|these days|nowadays|too|also|as well|though|anyway|again|currently|at "
    "the moment|right now|by the way|btw|actually"
    "|honestly|after all|already|recently|lately|yesterday|a lot|very much|so much|the most"
    "|more than anything|any ?more|at all|either|instead"
    "|last (?:week|month|year|night|summer|spring|autumn|fall|winter|weekend)|this (?:week"
    "|month|year)|full[- ]time|part[- ]time|and such|or so|please|though|really|personally"
    "|at heart|by trade|by profession|for a living|for life|all my life|my whole life|all "
    "the time|for years|for ages|over the years|as usual|in general|for sure|for now|for "
    r"the time being|(?:a few|a couple of|two|three|four|five|six|\d+|a|an|one) (?:days?"
    "|weeks?|months?|years?) ago)$",
    re.IGNORECASE,
)
_SUBORDINATE: Final = re.compile(
    ",? (?:because|since|so that|although|though|whenever|when|while|which|who|whose|where"
    "|as long as|until|unless|thanks to|due to|given that|except|especially|but|and (?:I|we"
    r"|my|he|she|they|it|so|that|am|have)\b)\b"
    "|, (?:so|nice|thanks|thank|and then|by the way|btw|lucky|not|to be|he|she|it|they|I|we"
    r"|you|just|mainly|mostly|right|please|like|even|after|before|the|as)\b|\s*\(|\s*:"
)
_MAX_VALUE: Final = 90
_MAX_TAILS: Final = 3


def is_silent(sentence: str) -> bool:
    """Say whether a sentence asks, doubts, supposes, jokes, commands or reports hearsay."""
    plain = sentence.replace("’", "'")
    return bool(_QUESTION.search(plain) or _COMMAND.match(plain) or _SILENT.search(plain))


def cut_value(value: str) -> str:
    """Cut off a clause that follows the value itself; empty where it is too long."""
    cut = _SUBORDINATE.search(value)
    value = (value[: cut.start()] if cut else value).strip(' ,.!;:-–—"“”')
    return value if len(value) <= _MAX_VALUE else ""


def clean_value(value: str) -> str:
    """Cut off what follows the value, also times and fillers ("these days", "a lot")."""
    value = cut_value(value)
    for _ in range(_MAX_TAILS):
        tail = _TAIL.search(value)
        if tail is None:
            break
        value = value[: tail.start()].rstrip(" ,")
    return value


def is_clear(value: str) -> bool:
    """Say whether a value means the same outside its conversation."""
    return bool(value) and not _UNRESOLVED.search(value) and not _REDACTED.search(value)
