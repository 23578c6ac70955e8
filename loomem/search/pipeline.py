"""Runs the stages of one search: prepare, retrieve by words and meaning side by side, fuse, cut."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, tzinfo
from typing import NamedTuple

import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError
from loomem.inference.encoder import Encoder
from loomem.model.chunk import Chunk
from loomem.search.candidate import VIEWS, Candidate, Outcome, Query, QueryVector, StageTrace
from loomem.search.collapse import collapse
from loomem.search.fuse import Weights, fuse, join_channels
from loomem.search.lexical import find_by_words
from loomem.search.people import named_authors, without_names
from loomem.search.period import Period, asked_period
from loomem.search.semantic import KnownVectors, find_by_meaning, vectors_of
from loomem.stores.bundle import Stores
from loomem.stores.embeddings import NEAR, OWN
from loomem.telemetry.metrics import search_stage_seconds

log = structlog.get_logger(__name__)

NO_WORDS = "The query has no words to search for."
_THREADS = 8
_MAX_ENTITY_MATCHES = 10_000
_QUICK_QUERY_CHARS = 1_000
_POOL_OF_FRAGMENTS = 120
_EMBEDDED_CHARS = 6_000
"""The beginning of a longer question tells what it is about; all its words are looked for."""


class SearchPipeline:
    """Answers questions from the stores. One instance serves all requests."""

    def __init__(
        self,
        stores: Stores,
        encoder: Encoder,
        clock: Clock,
        weights: Weights,
        zone: tzinfo = UTC,
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._weights = weights
        self._zone = zone
        # Threads of their own, so that no search waits for maintenance in the shared ones.
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="search")

    async def run(self, query: Query) -> Outcome:
        """Return ranked memories. Everything committed before the call is taken into account."""
        run = _Run(self._clock)
        started = run.start()
        terms = await self._terms(query.text)
        run.mark("prepare", started, len(terms))
        if not terms:
            return Outcome(candidates=[], reason=NO_WORDS)
        candidates = await self._retrieve(query, terms, run)
        return Outcome(
            candidates=candidates[: query.limit],
            total_before_limit=len(candidates),
            notes=run.notes,
            trace=run.trace if query.with_trace else [],
        )

    async def _terms(self, text: str) -> list[str]:
        analyse = self._stores.analyzer.query_terms
        if len(text) <= _QUICK_QUERY_CHARS:
            return analyse(text)
        return await asyncio.to_thread(analyse, text)

    async def _retrieve(self, query: Query, terms: Sequence[str], run: "_Run") -> list[Candidate]:
        words = self._threads.submit(self._by_words, query, terms, run)
        try:
            vector = await self._embed(query.text, run)
        except BaseException:
            words.cancel()
            raise
        # It waits for the words, which stand before it in the queue: that cannot go on for ever.
        ranked = self._threads.submit(self._rank, query, vector, words, run)
        return await asyncio.wrap_future(ranked)

    async def _embed(self, text: str, run: "_Run") -> QueryVector | None:
        started = run.start()
        try:
            vector: QueryVector = await self._encoder.embed_query(text[:_EMBEDDED_CHARS])
        except LoomemError as error:
            log.warning("search.no_query_vector", error=error.code)
            run.notes.append("The encoder did not answer; this result is by words only.")
            return None
        run.mark("embed", started, 1)
        return vector

    def _by_words(self, query: Query, terms: Sequence[str], run: "_Run") -> "_ByWords":
        started = run.start()
        if self._stores.indexer.lag and not self._stores.indexer.flush():
            run.notes.append(
                "The text index is behind; the newest memories are found by meaning only."
            )
        scope = self._scope(query)
        hits = self._find(query, terms, scope)
        authors = []
        if scope.has_contexts:  # elsewhere a name is a word like others
            authors = named_authors(self._stores.analyzer, terms, _chunks_of(hits))
        if authors:
            terms = without_names(self._stores.analyzer, terms, authors)
            hits = self._find(query, terms, scope)
        period = asked_period(query.text[:_QUICK_QUERY_CHARS], self._clock.now(), self._zone)
        # Their vectors too, while the encoder is still busy with the question.
        chunks = {chunk.id: chunk for chunk in _chunks_of(hits)}
        known = vectors_of(self._stores, chunks.values())
        run.mark("text", started, len(chunks))
        return _ByWords(hits, known, authors if len(authors) == 1 else [], period)

    def _find(
        self, query: Query, terms: Sequence[str], scope: "_Scope"
    ) -> dict[str, list[tuple[Chunk, float]]]:
        required = self._entity_terms(query)
        return {
            view: find_by_words(self._stores, query, terms, scope.pool, required, view)
            for view in scope.views
        }

    def _entity_terms(self, query: Query) -> list[tuple[str, ...]]:
        """Each word of the name must occur, in any of the forms it may stand for."""
        entity = query.filter.entity
        return self._stores.analyzer.query_groups(entity) if entity else []

    def _rank(
        self,
        query: Query,
        vector: QueryVector | None,
        by_words: "Future[_ByWords]",
        run: "_Run",
    ) -> list[Candidate]:
        started = run.start()
        by_meaning: dict[str, list[tuple[Chunk, float]]] = {}
        if vector is not None:
            allowed, scope = self._mentions(query), self._scope(query)
            for view in scope.views:
                by_meaning[view] = find_by_meaning(
                    self._stores, query, vector, scope.pool, allowed, view
                )
        run.mark("vectors", started, sum(map(len, by_meaning.values())))
        found = by_words.result()
        started = run.start()
        candidates = join_channels(found.hits, by_meaning)
        if vector is not None:
            self._complete(candidates, vector, found.known)
        ranked = collapse(fuse(candidates, self._weights, found.authors, found.period))
        run.mark("fuse", started, len(ranked))
        return ranked

    def _complete(
        self, candidates: list[Candidate], vector: QueryVector, known: KnownVectors
    ) -> None:
        """Give each candidate the cosines that no list told: those of fragments in every view."""
        _set_cosines(candidates, OWN, known.cosines(vector))
        fragments = [candidate for candidate in candidates if candidate.is_fragment]
        for view in VIEWS if fragments else ():
            unknown = [c for c in fragments if view not in c.meaning]
            read = vectors_of(self._stores, (c.chunk for c in unknown), view)
            _set_cosines(unknown, view, read.cosines(vector))

    def _mentions(self, query: Query) -> set[str] | None:
        if not query.filter.entity:
            return None
        required = self._entity_terms(query)
        terms = list(dict.fromkeys(term for group in required for term in group))
        hits = self._stores.text.search(
            terms, streams=query.streams, limit=_MAX_ENTITY_MATCHES, required=required
        )
        return {chunk_id for chunk_id, _ in hits}

    def _scope(self, query: Query) -> "_Scope":
        """Return what memories are compared by: where no conversation was read, their own text only."""
        stores = self._stores
        has_contexts = any(
            stores.vectors.size(stores.embeddings.partition(stream, NEAR))
            for stream in query.streams
        )
        pool = max(self._weights.pool, 3 * query.limit)
        if not has_contexts:
            return _Scope((OWN,), pool)
        return _Scope(VIEWS, max(pool, _POOL_OF_FRAGMENTS))


class _Scope(NamedTuple):
    """What memories are compared by, and how many each channel proposes in each view: fragments are
    told apart in a wider pool.
    """

    views: tuple[str, ...]
    pool: int

    @property
    def has_contexts(self) -> bool:
        """Whether there are conversations, and so more to compare than the own text."""
        return len(self.views) > 1


class _ByWords(NamedTuple):
    """What the words found: (record, BM25 score) pairs by view, the vectors of these records, the one
    author whom the question names, and the days it asks about.
    """

    hits: dict[str, list[tuple[Chunk, float]]]
    known: KnownVectors
    authors: list[str]
    period: Period | None


def _chunks_of(hits: dict[str, list[tuple[Chunk, float]]]) -> Iterator[Chunk]:
    return (chunk for scored in hits.values() for chunk, _ in scored)


def _set_cosines(candidates: list[Candidate], view: str, cosines: dict[str, float]) -> None:
    for candidate in candidates:
        cosine = cosines.get(candidate.chunk.id)
        if cosine is not None:
            candidate.meaning.setdefault(view, cosine)


class _Run:
    """Stage times and notes of one search; stages of one search may run in two threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.trace: list[StageTrace] = []
        self.notes: list[str] = []

    def start(self) -> float:
        return self._clock.monotonic()

    def mark(self, stage: str, started: float, candidates: int) -> None:
        seconds = self._clock.monotonic() - started
        self.trace.append(StageTrace(stage, int(seconds * 1e6), candidates))
        search_stage_seconds.labels(stage).observe(seconds)
