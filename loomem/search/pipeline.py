"""Runs the stages of one search: prepare, retrieve by words and meaning side by side, fuse, cut."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import structlog

from loomem.clock import Clock
from loomem.config.values import SearchStage
from loomem.errors import LoomemError
from loomem.inference.encoder import Encoder
from loomem.search.answers import Answers, Key
from loomem.search.candidate import Candidate, Outcome, Query, QueryVector, StageTrace
from loomem.search.channels import ByWords, Channels, Hits, add_new
from loomem.search.collapse import collapse, without_repeats
from loomem.search.fuse import fuse
from loomem.search.options import PLAIN, Options
from loomem.search.question import QUICK_CHARS, Question, QuestionReader, today_of
from loomem.search.records import Records
from loomem.search.rerank import Reranker, blended
from loomem.stores.bundle import Stores
from loomem.telemetry.metrics import search_stage_seconds
from loomem.text.questions import QueryClass
from loomem.text.synonyms import Synonyms

log = structlog.get_logger(__name__)

NO_WORDS = "The query has no words to search for."
_THREADS = 4
_EMBEDDED_CHARS = 6_000
"""The beginning of a longer question tells what it is about; all its words are looked for."""


class SearchPipeline:
    """Answers questions from the stores. One instance serves all requests."""

    def __init__(
        self,
        stores: Stores,
        encoder: Encoder,
        clock: Clock,
        options: Options = PLAIN,
        synonyms: Synonyms | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._options = options
        self._reader = QuestionReader(
            stores.analyzer, synonyms or Synonyms(stores.analyzer), options
        )
        self._channels = Channels(stores, options)
        self._reranker = reranker
        self._answers = Answers(clock, options.cached_answers)
        # Threads of their own, so that no search waits for maintenance in the shared ones.
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="search")

    async def run(self, query: Query) -> Outcome:
        """Return ranked memories. Everything committed before the call is taken into account."""
        day = today_of(self._clock.now(), self._options)
        key = Key.of(query, day, self._stores.generations.of(query.streams))
        kept = None if query.with_trace else self._answers.get(key)
        if kept is not None:
            return kept
        outcome = await self._answer(query)
        if not query.with_trace and not self._stores.reconciler.is_running:
            self._answers.put(key, outcome)
        return outcome

    def close(self) -> None:
        """Stop what goes on behind the answers."""
        if self._reranker is not None:
            self._reranker.close()

    async def _answer(self, query: Query) -> Outcome:
        run = _Run(self._clock)
        started = run.start()
        terms = await self._terms(query.text)
        run.mark("prepare", started, len(terms))
        if not terms:
            return Outcome(candidates=[], reason=NO_WORDS)
        candidates = await self._retrieve(query, terms, run)
        if self._reranker is not None and len(candidates) > 1:
            candidates = await self._reranked(self._reranker, query, candidates, run)
        return Outcome(
            candidates=candidates[: query.limit],
            is_final=run.is_final,
            total_before_limit=len(candidates),
            notes=run.notes,
            trace=run.trace if query.with_trace else [],
        )

    async def _terms(self, text: str) -> list[str]:
        analyse = self._stores.analyzer.query_terms
        if len(text) <= QUICK_CHARS:
            return analyse(text)
        return await asyncio.to_thread(analyse, text)

    async def _retrieve(self, query: Query, terms: list[str], run: "_Run") -> list[Candidate]:
        records = Records(self._stores, query)
        known = self._encoder.known_query(query.text[:_EMBEDDED_CHARS])
        if known is not None:
            # Side by side both would wait for the interpreter; one after the other is faster.
            whole = self._threads.submit(self._words_then_rank, query, terms, known, records, run)
            return await asyncio.wrap_future(whole)
        words = self._threads.submit(self._by_words, query, terms, records, run)
        try:
            vector = await self._embed(query.text, run)
        except BaseException:
            words.cancel()
            raise
        # It waits for the words, which stand before it in the queue: that cannot go on for ever.
        ranked = self._threads.submit(self._rank, query, vector, words.result, records, run)
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

    async def _reranked(
        self, reranker: Reranker, query: Query, candidates: list[Candidate], run: "_Run"
    ) -> list[Candidate]:
        started = run.start()
        first = candidates[: reranker.first]
        try:
            judged = await reranker.judge(query, first)
        except LoomemError as error:
            log.warning("search.not_reranked", error=error.code)
            run.notes.append("The reranker did not answer; the order is that of the search.")
            return candidates
        run.mark("rerank", started, len(first))
        run.is_final = judged is not None
        return candidates if judged is None else blended(candidates, judged, reranker.weight)

    def _by_words(self, query: Query, terms: list[str], records: Records, run: "_Run") -> ByWords:
        started = run.start()
        if self._stores.indexer.lag and not self._stores.indexer.flush():
            run.notes.append(
                "The text index is behind; the newest memories are found by meaning only."
            )
        now = self._clock.now()
        question = self._reader.read(query, terms, now)
        found = self._channels.by_words(query, question, records, now)
        run.mark("text", started, len(found.known.ids))
        return found

    def _words_then_rank(
        self,
        query: Query,
        terms: list[str],
        vector: QueryVector,
        records: Records,
        run: "_Run",
    ) -> list[Candidate]:
        found = self._by_words(query, terms, records, run)
        return self._rank(query, vector, lambda: found, records, run)

    def _rank(
        self,
        query: Query,
        vector: QueryVector | None,
        by_words: Callable[[], ByWords],
        records: Records,
        run: "_Run",
    ) -> list[Candidate]:
        started = run.start()
        by_meaning: Hits = {}
        if vector is not None:
            by_meaning = self._channels.by_meaning(query, records, vector)
        run.mark("vectors", started, sum(map(len, by_meaning.values())))
        found = by_words()
        started = run.start()
        if vector is not None and found.question.only_days is not None:
            narrow = msgspec.structs.replace(query, filter=found.question.only_days)
            of_days = Records(self._stores, narrow)
            add_new(by_meaning, self._channels.by_meaning(narrow, of_days, vector))
        candidates = self._channels.joined(found, by_meaning, vector)
        ranked = fuse(candidates, found.signals, self._options)
        ranked = self._once(_of_its_days(ranked, found.question), query, found.question)
        run.mark("fuse", started, len(ranked))
        return ranked

    def _once(self, ranked: list[Candidate], query: Query, question: Question) -> list[Candidate]:
        """Leave one place to each thing; where things are counted, only what is one and the same goes."""
        if not self._options.has(SearchStage.COLLAPSE):
            return ranked
        ranked = collapse(ranked)
        if question.kind is QueryClass.AGGREGATION:
            return ranked
        return without_repeats(ranked, query.limit)


def _of_its_days(ranked: list[Candidate], question: Question) -> list[Candidate]:
    """Leave the memories of the days where a question asks for nothing else; all where there are none."""
    days, period = question.only_days, question.period
    if days is None or period is None:
        return ranked
    return [c for c in ranked if period.share(c.chunk) == 1 or days.admits(c.chunk)] or ranked


class _Run:
    """Stage times and notes of one search; stages of one search may run in two threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.trace: list[StageTrace] = []
        self.notes: list[str] = []
        self.is_final = True

    def start(self) -> float:
        return self._clock.monotonic()

    def mark(self, stage: str, started: float, candidates: int) -> None:
        seconds = self._clock.monotonic() - started
        self.trace.append(StageTrace(stage, int(seconds * 1e6), candidates))
        search_stage_seconds.labels(stage).observe(seconds)
