"""Facts found in what somebody said. Those of the rules are one verbatim sentence each, never a
rewording.
"""

from collections.abc import Iterator
from datetime import date
from typing import Protocol

import msgspec

from loomem.model.chunk import Chunk, FactType
from loomem.text.dates import resolve_event_date
from loomem.text.language import guess_language
from loomem.text.sentences import sentences_of
from loomem.text.statements import USER, Statement, language_read, read_statements

MAX_CONFIDENCE = 0.7
"""What a rule finds is never as sure as what the owner stored by hand."""

RULE_MODEL = "rules"


class FoundFact(msgspec.Struct, kw_only=True, frozen=True):
    """A fact and where it stands. Offsets are characters of the text it was found in."""

    content: str
    fact_type: FactType
    confidence: float
    subject: str | None
    start: int
    end: int
    event_date: str | None = None
    event_date_context: str | None = None
    attributed_to: str | None = None
    topic: str | None = None


class Extraction(msgspec.Struct, kw_only=True):
    """What a model found. Offsets, also those of the parts it could not read, are characters of the
    source.
    """

    facts: list[FoundFact]
    model: str
    prompt_version: int | None = None
    notes: list[str] = msgspec.field(default_factory=list)
    degraded: bool = False
    unread: list[tuple[int, int]] = msgspec.field(default_factory=list)


class Extractor(Protocol):
    """A model that finds facts; raises LoomemError when it cannot be asked."""

    async def extract(self, source: Chunk) -> Extraction:
        """Return the facts of a whole source."""
        ...


def facts_of(fragment: Chunk) -> Iterator[FoundFact]:
    """Yield the facts of one fragment. What an assistant says is not the owner's fact.

    A sentence that states several things yields one fact, under the surest of them.
    """
    if fragment.attributed_to in ("assistant", "system"):
        return
    text = fragment.content
    language = language_read(text, guess_language(text))
    anchor = _day(fragment.conversation_date)
    for start, end in sentences_of(text):
        statements = read_statements(text[start:end], language)
        if statements:
            best = max(statements, key=lambda s: s.confidence)
            yield _fact(fragment, best, start, end, anchor)


def _fact(
    fragment: Chunk, statement: Statement, start: int, end: int, anchor: date | None
) -> FoundFact:
    sentence = fragment.content[start:end]
    resolved = resolve_event_date(sentence, anchor)
    return FoundFact(
        content=sentence,
        fact_type=statement.fact_type,
        confidence=min(statement.confidence, MAX_CONFIDENCE),
        subject=_subject(fragment, statement),
        start=start,
        end=end,
        event_date=resolved.day,
        event_date_context=resolved.context or None,
        attributed_to=fragment.attributed_to,
    )


def _subject(fragment: Chunk, statement: Statement) -> str:
    """Return who the fact is about: the named one, the speaker where that is not the user."""
    if statement.subject != USER:
        return statement.subject
    is_user = fragment.attributed_to == "user" or fragment.author is None
    return USER if is_user else str(fragment.author)


def _day(iso: str | None) -> date | None:
    return date.fromisoformat(iso) if iso else None
