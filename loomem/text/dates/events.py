"""When what a sentence tells happened: one day, or unknown."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from loomem.text.dates.finding import scan
from loomem.text.dates.model import BEGINNING, END, DateKind, DateMention, Direction, ResolvedDate
from loomem.text.dates.spelling import Spelling

_HABIT: Final = re.compile(
    r"\b(?:used to|usually|normally|typically|whenever|zwykle|zazwyczaj|na ogol|miewam)\b"
    r"|通常|经常|总是|平时|以前常|过去常"
)


def resolve_event_date(
    sentence: str, anchor: date | None, language: str | None = None
) -> ResolvedDate:
    """Return the day a sentence is about, if it says exactly one and says it for certain.

    ``anchor`` is the day it was said. Of a week, month, season or year, the first day is given, with
    the kind as precision. Habits ("on Mondays", "used to"), periods without an end, vague words and
    two different dates give no day.
    """
    if is_habit(sentence):
        return ResolvedDate()
    mentions = scan(sentence, anchor, language, Direction.EITHER)
    if len(mentions) == 1 and _is_all(sentence, mentions[0]):
        mentions = scan(sentence, anchor, language, Direction.PAST)
    mention = pick_single(mentions)
    if mention is None or not mention.is_certain or _is_window(mention, anchor):
        return ResolvedDate()
    return ResolvedDate(
        day=mention.first.isoformat(),
        context=sentence[mention.start : mention.end],
        precision=mention.kind,
        last=mention.last.isoformat(),
    )


def is_habit(text: str) -> bool:
    """Say whether a text tells what is usual rather than what happened."""
    return _HABIT.search(Spelling(text).plain) is not None


def pick_single(mentions: Sequence[DateMention]) -> DateMention | None:
    """Return the one date: the narrowest, if all others lie around it; else None."""
    if not mentions:
        return None
    narrowest = min(mentions, key=lambda mention: mention.last - mention.first)
    for mention in mentions:
        if not mention.first <= narrowest.first <= narrowest.last <= mention.last:
            return None
    return narrowest


def _is_all(sentence: str, mention: DateMention) -> bool:
    rest = sentence[: mention.start] + sentence[mention.end :]
    return not any(char.isalnum() for char in rest)


def _is_window(mention: DateMention, anchor: date | None) -> bool:
    """Say whether a mention is open, or a stretch up to or from the anchor: no day of its own."""
    if mention.first == BEGINNING or mention.last == END:
        return True
    return (
        mention.kind is DateKind.RANGE
        and mention.first != mention.last
        and anchor in (mention.first, mention.last)
    )
