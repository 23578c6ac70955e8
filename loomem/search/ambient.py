"""What a client may put beside a conversation unasked. Rather nothing than something that does not belong.

A search compares its hits with each other, so its best hit proves nothing; here a hit must be near the
conversation in absolute terms first.
"""

import asyncio
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import msgspec

from loomem.clock import Clock
from loomem.model.chunk import Chunk, ChunkKind
from loomem.search.ageing import said_at
from loomem.search.candidate import Candidate, Outcome, Query
from loomem.search.pipeline import SearchPipeline
from loomem.search.recall import RECENT_SECONDS, day_told
from loomem.search.sufficiency import HIGH, relevance

Tier = Literal["high", "medium"]
Reason = Literal["nothing_asked", "zero_chunks", "all_low_tier", "degraded_retrieval", "timeout"]

MOST_SNIPPETS: Final = 5
MOST_TOKENS: Final = 1_500
MOST_TOKENS_OF_ONE: Final = 200
DEADLINE_SECONDS: Final = 0.5
"""A client waits with its own answer for this one; a small computer encodes a long turn in about 0.1 s."""
_LOOKED_AT: Final = 20
_FLOOR: Final = HIGH
_HIGH_TIER: Final = 0.75
_RELEVANCE, _RECENCY, _AGREEMENT = 0.70, 0.15, 0.15
_ALIKE: Final = 0.05
_MOST_CHARS: Final = 1_200

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


class Snippet(msgspec.Struct, kw_only=True, frozen=True):
    """The first sentence of a memory; ``confidence`` is 0 to 1, ``day`` that of the event or the talk."""

    chunk_id: str
    stream: str
    text: str
    day: str
    tier: Tier
    confidence: float


class Ambience(msgspec.Struct, kw_only=True):
    """Snippets, the surest first, or the reason why there are none."""

    snippets: list[Snippet]
    reason: Reason | None = None


class Ambient:
    """Finds what belongs beside a conversation."""

    def __init__(
        self, searcher: SearchPipeline, clock: Clock, count_tokens: Callable[[str], int]
    ) -> None:
        self._searcher = searcher
        self._clock = clock
        self._count = count_tokens

    async def beside(self, text: str, streams: Sequence[str], *, fresh: bool = False) -> Ambience:
        """Return what is surely about ``text``, within the deadline."""
        if not text.strip():
            return Ambience(snippets=[], reason="nothing_asked")
        query = Query(text=text, streams=tuple(streams), limit=_LOOKED_AT, with_trace=fresh)
        try:
            async with asyncio.timeout(DEADLINE_SECONDS):
                outcome = await self._searcher.run(query)
        except TimeoutError:
            return Ambience(snippets=[], reason="timeout")
        return await asyncio.to_thread(self._judged, outcome)

    def _judged(self, outcome: Outcome) -> Ambience:
        near = [c for c in outcome.candidates if _may_be_shown(c.chunk) and _is_near(c)]
        snippets = self._within_budget(self._snippet(c, near) for c in near)
        if snippets:
            return Ambience(snippets=snippets)
        if outcome.notes:
            return Ambience(snippets=[], reason="degraded_retrieval")
        found: Reason = "all_low_tier" if outcome.candidates else "zero_chunks"
        return Ambience(snippets=[], reason=found)

    def _snippet(self, candidate: Candidate, near: Sequence[Candidate]) -> Snippet:
        chunk, cosine = candidate.chunk, candidate.cosine or 0.0
        alike = sum(abs((other.cosine or 0.0) - cosine) <= _ALIKE for other in near) - 1
        age = max(self._clock.now() - said_at(chunk), 0)
        confidence = (
            _RELEVANCE * relevance(cosine)
            + _RECENCY * math.exp(-age / RECENT_SECONDS)
            + _AGREEMENT * min(alike, 2) / 2
        )
        return Snippet(
            chunk_id=chunk.id,
            stream=chunk.stream,
            text=first_sentence(chunk),
            day=day_told(chunk),
            tier="high" if confidence >= _HIGH_TIER else "medium",
            confidence=round(confidence, 4),
        )

    def _within_budget(self, snippets: Iterable[Snippet]) -> list[Snippet]:
        kept: list[Snippet] = []
        left = MOST_TOKENS
        for snippet in sorted(snippets, key=lambda s: (-s.confidence, s.chunk_id)):
            cost = self._count(snippet.text)
            if cost > min(MOST_TOKENS_OF_ONE, left) or len(kept) >= MOST_SNIPPETS:
                continue
            kept.append(snippet)
            left -= cost
        return kept


def _may_be_shown(chunk: Chunk) -> bool:
    """A text that gives orders to a model, and a whole transcript, are no company for an answer."""
    return not chunk.suspicion and chunk.kind != ChunkKind.SOURCE


def _is_near(candidate: Candidate) -> bool:
    return candidate.cosine is not None and relevance(candidate.cosine) >= _FLOOR


def first_sentence(chunk: Chunk) -> str:
    """Return the first sentence of a memory, with who said it where that is known."""
    parts = (part.strip() for part in _SENTENCE_END.split(chunk.content[:_MOST_CHARS]))
    sentence = next((part for part in parts if part), "")
    return f"{chunk.author}: {sentence}" if chunk.author else sentence
