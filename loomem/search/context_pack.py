"""A page of memories for the beginning of a task: who the user is, what fits the question, what is new.

It holds at most so many tokens. Each section has a share; what one leaves is used by the others.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import msgspec

from loomem.clock import Clock
from loomem.inference.encoder import Encoder
from loomem.model.chunk import Chunk
from loomem.search.candidate import Candidate, Query
from loomem.search.pipeline import SearchPipeline
from loomem.search.recall import RECENT_SECONDS, day_told, recent_memories, stable_facts
from loomem.stores.bundle import Stores

Section = Literal["profile", "relevant", "recent", "recent_decisions"]
SECTIONS: Final[tuple[Section, ...]] = ("profile", "relevant", "recent")
_SHARES: Final[dict[Section, float]] = {
    "profile": 0.2,
    "relevant": 0.5,
    "recent": 0.3,
    "recent_decisions": 0.3,
}
_TITLES: Final[dict[Section, str]] = {
    "profile": "## Profile",
    "relevant": "## Relevant",
    "recent": "## Recent",
    "recent_decisions": "## Recent decisions",
}
_MOST_RELEVANT: Final = 40
_LEAST_COSINE: Final = 0.33
"""What shares no word with the question belongs to it from here on. Nine of ten unrelated texts lie below
0.35; what answers in another language lies around 0.40, and a third of it below that.
"""

Row = tuple[Chunk, float | None]


class PackedRow(msgspec.Struct, frozen=True):
    """A memory on the page; ``score`` is that of the search, None where nothing was asked."""

    chunk_id: str
    section: Section
    score: float | None


class Pack(msgspec.Struct, kw_only=True):
    """The page. ``coverage`` is the share of relevant memories that found room (1 without any)."""

    text: str
    tokens: int
    included: list[Section]
    truncated: list[Section]
    rows: list[PackedRow]
    coverage: float


class ContextPacker:
    """Makes pages. Tokens are those of the built-in encoder's tokenizer."""

    def __init__(
        self, stores: Stores, encoder: Encoder, clock: Clock, searcher: SearchPipeline
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._searcher = searcher

    async def pack(
        self, query: str, stream: str, budget: int, sections: Sequence[Section]
    ) -> Pack:
        """Return a page of at most ``budget`` tokens."""
        relevant: list[Row] = []
        if "relevant" in sections and query.strip():
            outcome = await self._searcher.run(
                Query(text=query, streams=(stream,), limit=_MOST_RELEVANT)
            )
            relevant = [(c.chunk, c.score) for c in outcome.candidates if _belongs(c)]
        return await asyncio.to_thread(self._packed, stream, budget, sections, relevant)

    def _packed(
        self, stream: str, budget: int, sections: Sequence[Section], relevant: list[Row]
    ) -> Pack:
        since = self._clock.now() - RECENT_SECONDS
        made: dict[Section, Callable[[], Iterable[Row]]] = {
            "profile": lambda: _unscored(stable_facts(self._stores, stream)),
            "relevant": lambda: relevant,
            "recent": lambda: _unscored(recent_memories(self._stores, stream, since)),
            "recent_decisions": lambda: _unscored(
                recent_memories(self._stores, stream, since, only_decisions=True)
            ),
        }
        rows = _without_repetition({section: made[section]() for section in sections})
        return fill(rows, budget, self._encoder.count_tokens)


def _belongs(candidate: Candidate) -> bool:
    return bool(candidate.words) or (candidate.cosine or 0.0) >= _LEAST_COSINE


def _unscored(chunks: Iterable[Chunk]) -> list[Row]:
    return [(chunk, None) for chunk in chunks]


def _without_repetition(rows: dict[Section, Iterable[Row]]) -> dict[Section, list[Row]]:
    """Leave each memory, and each wording, in the first section that has it."""
    seen: set[str] = set()
    kept: dict[Section, list[Row]] = {}
    for section, candidates in rows.items():
        kept[section] = []
        for chunk, score in candidates:
            if seen.isdisjoint((chunk.id, chunk.content)):
                seen |= {chunk.id, chunk.content}
                kept[section].append((chunk, score))
    return kept


def fill(rows: dict[Section, list[Row]], budget: int, count: Callable[[str], int]) -> Pack:
    """Put rows on the page: each section within its share first, then wherever room is left."""
    page = _Page(budget, count)
    shares = sum(_SHARES[section] for section in rows) or 1.0
    for section, found in rows.items():
        page.take(section, found, int(budget * _SHARES[section] / shares))
    for section in rows:
        page.take_rest(section)
    return page.packed()


class _Page:
    """Lines by section, and what they cost so far."""

    def __init__(self, budget: int, count: Callable[[str], int]) -> None:
        self._budget = budget
        self._count = count
        self._used = 0
        self._lines: dict[Section, list[str]] = {}
        self._left: dict[Section, list[Row]] = {}
        self._rows: list[PackedRow] = []

    def take(self, section: Section, rows: Sequence[Row], room: int) -> None:
        """Begin a section with what has room, in the order of the rows; the others wait."""
        self._lines[section], self._left[section] = [], list(rows)
        self._take(section, min(room, self._budget - self._used))

    def take_rest(self, section: Section) -> None:
        """Use what other sections have left over."""
        self._take(section, self._budget - self._used)

    def _take(self, section: Section, room: int) -> None:
        """Take what fits; one long memory does not keep the shorter ones behind it out."""
        lines, waiting = self._lines[section], self._left[section]
        self._left[section] = []
        for chunk, score in waiting:
            line = _line(chunk)
            cost = self._count(line) + (0 if lines else self._count(_TITLES[section]))
            if cost > room:
                self._left[section].append((chunk, score))
                continue
            lines.append(line)
            self._rows.append(PackedRow(chunk.id, section, score))
            self._used += cost
            room -= cost

    def packed(self) -> Pack:
        """Return the page."""
        blocks = ("\n".join([_TITLES[s], *lines]) for s, lines in self._lines.items() if lines)
        text = "\n\n".join(blocks)
        shown, left = len(self._lines.get("relevant", [])), len(self._left.get("relevant", []))
        return Pack(
            text=text,
            tokens=self._count(text) if text else 0,
            included=[section for section, lines in self._lines.items() if lines],
            truncated=[section for section, rows in self._left.items() if rows],
            rows=self._rows,
            coverage=shown / (shown + left) if shown + left else 1.0,
        )


def _line(chunk: Chunk) -> str:
    """Return a memory with its day; further lines of it stay lines."""
    return f"- [{day_told(chunk)}] " + chunk.content.replace("\n", "\n  ")
