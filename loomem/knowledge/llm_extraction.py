"""Facts that a language model finds in a source. It proposes; what it cannot quote is not taken.

Dates are counted here and not by the model wherever the words allow it, and who said something is
read from the marks of the conversation.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date

import msgspec
import structlog

from loomem.errors import BudgetError, LoomemError
from loomem.knowledge.facts import Extraction, FoundFact
from loomem.llm.client import Completion, LlmClient, Prompt, Purpose, Untrusted
from loomem.llm.json_reply import parse_reply, valid_items
from loomem.llm.prompt_files import load_prompt
from loomem.model.chunk import Chunk, FactType
from loomem.text.dates import resolve_event_date
from loomem.text.fingerprint import fingerprint
from loomem.text.quotes import QuoteFinder
from loomem.text.statements import USER
from loomem.text.turns.dialogue import split_turns
from loomem.text.turns.model import Turn

log = structlog.get_logger(__name__)

_BYTES_PER_TOKEN = 4
_OVERLAP = 10  # one part in ten of a window is read twice
_MAX_CONTENT_CHARS = 1_000
_MAX_SUBJECT_CHARS = 120
_YEARS = range(1900, 2101)
_OWNER = frozenset({"user", "the user", "i", "me", "użytkownik", "ja", "用户", "我"})
_TYPES = frozenset(kind.value for kind in FactType)


_TYPE_LINES = """\
  "preference_or_decision": what somebody likes, avoids, has chosen or decided;
  "project_state": where a project stands, its deadlines, its parts, its owners;
  "event": what happened or will happen to somebody at a time. Prefer it to "fact" where there is a time;
  "experience": a lesson that helps others too;
  "fact": anything else that lasts: name, home, work, family, pets, health, belongings."""


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of fact that the owner asks for; ``fact_type`` is what such facts are kept as."""

    name: str
    description: str
    fact_type: FactType = FactType.FACT


class ExtractionLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much is sent at once, and what is kept of the answer."""

    max_transcript_tokens: int = 20_000
    max_facts: int = 20
    min_confidence: float = 0.5
    topics: tuple[Topic, ...] = ()

    def type_lines(self) -> str:
        """Return the part of the instructions that lists the types; topics take their place."""
        if not self.topics:
            return _TYPE_LINES
        return "\n".join(f'  "{topic.name}": {topic.description};' for topic in self.topics)

    def typed(self, answered: str) -> tuple[FactType, str | None]:
        """Return type and topic of an answer; a type that was not asked for counts as a fact."""
        topic = next((topic for topic in self.topics if topic.name == answered), None)
        if topic is not None:
            return topic.fact_type, topic.name
        return FactType(answered) if answered in _TYPES else FactType.FACT, None


class _Proposal(msgspec.Struct):
    content: str
    quote: str
    fact_type: str = FactType.FACT.value
    subject: str | None = None
    event_date: str | None = None
    event_date_context: str | None = None
    confidence: float = 0.7


class _Reply(msgspec.Struct):
    facts: list[object]


class LlmExtractor:
    """Reads a source window by window. One window that fails does not lose the others."""

    def __init__(self, client: LlmClient, limits: ExtractionLimits | None = None) -> None:
        self._client = client
        self._limits = limits or ExtractionLimits()
        self._prompt = load_prompt("extract_facts")

    async def extract(self, source: Chunk) -> Extraction:
        """Return the facts of a source; raises LoomemError where no part of it could be read."""
        reading = await asyncio.to_thread(_SourceReading, source, self._limits)
        failures: list[LoomemError] = []
        for number, (start, end) in enumerate(reading.windows):
            if reading.is_full:
                reading.note_end(number)
                break
            try:
                await self._read(source, reading, start, end)
            except BudgetError as error:
                failures.append(error)
                reading.unread += reading.windows[number:]
                break
            except LoomemError as error:
                failures.append(error)
                reading.unread.append((start, end))
        if len(reading.unread) == len(reading.windows):
            raise failures[-1]
        return reading.extraction(self._prompt.version, failures)

    async def _read(self, source: Chunk, reading: "_SourceReading", start: int, end: int) -> None:
        completion = await self._client.complete(
            Prompt(
                purpose=Purpose.EXTRACTION,
                instructions=self._prompt,
                data=(Untrusted("1", source.content[start:end]),),
                fields={
                    "conversation_date": source.conversation_date or "unknown",
                    "max_facts": str(self._limits.max_facts),
                    "types": self._limits.type_lines(),
                },
                stream=source.stream,
            )
        )
        await asyncio.to_thread(reading.take, completion, start, end)


class _SourceReading:
    """What is known of one source while it is read."""

    def __init__(self, source: Chunk, limits: ExtractionLimits) -> None:
        self._source = source
        self._limits = limits
        self._turns = split_turns(source.content)
        self._starts = [turn.start for turn in self._turns]
        self._known: set[bytes] = set()
        self._model = ""
        self._unproven = 0
        self._malformed = 0
        self._facts: list[FoundFact] = []
        self._notes: list[str] = []
        self.windows = windows_of(source.content, limits.max_transcript_tokens)
        self.unread: list[tuple[int, int]] = []

    @property
    def is_full(self) -> bool:
        return len(self._facts) >= self._limits.max_facts

    def note_end(self, read: int) -> None:
        """Tell that the rest was not read, because there are facts enough."""
        rest = len(self.windows) - read
        self._notes.append(
            f"{self._limits.max_facts} facts were found; the last {rest} of "
            f"{len(self.windows)} parts were not searched for more."
        )

    def take(self, completion: Completion, start: int, end: int) -> None:
        """Keep the facts of an answer that its window bears out."""
        self._model = completion.model
        reply = parse_reply(completion.text, _Reply)
        proposals, malformed = valid_items(reply.facts, _Proposal)
        self._malformed += malformed
        if completion.is_cut:
            self._notes.append(
                "An answer of the language model was cut off; its whole part counts."
            )
        finder = QuoteFinder(self._source.content[start:end])
        for proposal in proposals:
            if not self.is_full:
                self._consider(proposal, finder, start)

    def _consider(self, proposal: _Proposal, finder: QuoteFinder, offset: int) -> None:
        content = " ".join(proposal.content.split())
        if not content or len(content) > _MAX_CONTENT_CHARS:
            self._malformed += 1
            return
        if not self._limits.min_confidence <= proposal.confidence <= 1:
            return
        span = finder.find(proposal.quote)
        if span is None:
            self._unproven += 1
            return
        mark = fingerprint(content)
        if mark not in self._known:
            self._known.add(mark)
            self._facts.append(self._fact(proposal, content, offset + span[0], offset + span[1]))

    def _fact(self, proposal: _Proposal, content: str, start: int, end: int) -> FoundFact:
        turn = self._turn(start)
        day, context = _event(proposal, self._source.content[start:end], self._anchor(turn))
        fact_type, topic = self._limits.typed(proposal.fact_type)
        return FoundFact(
            content=content,
            fact_type=fact_type,
            topic=topic,
            confidence=proposal.confidence,
            subject=_subject(proposal.subject, turn),
            start=start,
            end=end,
            event_date=day,
            event_date_context=context,
            attributed_to=turn.role if turn and turn.role in ("user", "assistant") else None,
        )

    def _turn(self, at: int) -> Turn | None:
        number = bisect_right(self._starts, at) - 1
        return self._turns[number] if number >= 0 else None

    def _anchor(self, turn: Turn | None) -> date | None:
        day = (turn.day if turn else None) or self._source.conversation_date
        return date.fromisoformat(day) if day else None

    def extraction(self, version: int, failures: Sequence[LoomemError]) -> Extraction:
        """Return the outcome, with a note for everything that is missing."""
        if self.unread:
            self._notes.append(
                f"{len(self.unread)} of {len(self.windows)} parts could not be read by the language "
                f"model ({failures[-1].code}); rules were used there."
            )
        if self._unproven:
            self._notes.append(
                f"{self._unproven} facts were left out: their words are not in the text."
            )
        if self._malformed:
            self._notes.append(f"{self._malformed} facts were left out: they were malformed.")
        log.info("extraction.done", facts=len(self._facts), unproven=self._unproven)
        return Extraction(
            facts=self._facts,
            model=self._model,
            prompt_version=version,
            notes=list(dict.fromkeys(self._notes)),
            degraded=bool(self.unread),
            unread=self.unread,
        )


def windows_of(text: str, max_tokens: int) -> list[tuple[int, int]]:
    """Return overlapping windows over a text, cut at line ends or spaces where there are any."""
    size = len(text.encode("utf-8", "surrogatepass")) or 1
    room = max(200, max_tokens * _BYTES_PER_TOKEN * len(text) // size)
    return list(_windows(text, room))


def _windows(text: str, room: int) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > room:
        end = _cut(text, start + room - room // _OVERLAP, start + room)
        yield start, end
        start = _cut(text, end - room // _OVERLAP, end - room // (2 * _OVERLAP))
    yield start, len(text)


def _cut(text: str, first: int, last: int) -> int:
    """Return the best place for a cut between two offsets."""
    for sign in ("\n", " "):
        at = text.rfind(sign, first, last)
        if at >= 0:
            return at + 1
    return last


def _event(proposal: _Proposal, quote: str, anchor: date | None) -> tuple[str | None, str | None]:
    """Return the day of an event and its words. A date needs the day it is counted from, or its own
    year in the quotation.
    """
    resolved = resolve_event_date(quote, anchor)
    if resolved.day is not None:
        return resolved.day, resolved.context or None
    day = _valid_day(proposal.event_date)
    if day is None or (anchor is None and str(day.year) not in quote):
        return None, None
    return day.isoformat(), _context(proposal.event_date_context)


def _valid_day(iso: str | None) -> date | None:
    try:
        day = date.fromisoformat(iso.strip()) if iso else None
    except ValueError:
        return None
    return day if day is not None and day.year in _YEARS else None


def _context(words: str | None) -> str | None:
    return " ".join(words.split())[:_MAX_SUBJECT_CHARS] if words and words.strip() else None


def _subject(named: str | None, turn: Turn | None) -> str | None:
    """Return who a fact is about; what other speakers say of themselves is about them."""
    plain = " ".join((named or "").split())[:_MAX_SUBJECT_CHARS]
    if not plain:
        return None
    if plain.casefold() not in _OWNER:
        return plain
    is_owner = turn is None or turn.author is None or turn.role == "user"
    return USER if is_owner else turn.author if turn else USER
