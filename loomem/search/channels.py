"""Looks in the words and in the vectors, and gives every candidate the scores of both."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from loomem.config.values import SearchStage
from loomem.model.chunk import Chunk
from loomem.search.associations import beside, named_entities, other_spellings
from loomem.search.candidate import VIEWS, Candidate, Query, QueryVector
from loomem.search.frequencies import Frequencies
from loomem.search.fuse import Signals, join_channels
from loomem.search.lexical import find_by_words
from loomem.search.options import Options
from loomem.search.people import named_authors, without_names
from loomem.search.question import Question
from loomem.search.records import Records
from loomem.search.semantic import KnownVectors, find_by_meaning, vectors_of
from loomem.stores.bundle import Stores
from loomem.stores.embeddings import NEAR, OWN

_POOL_OF_FRAGMENTS = 120
_MAX_ENTITY_MATCHES = 10_000
_MOST_RARE = 20
"""Memories that a rare word brings in, beside those of the pool."""

Hits = dict[str, list[tuple[Chunk, float]]]
"""(record, score) pairs by view."""


class ByWords(NamedTuple):
    """What the words found, what lies beside what the question names, the vectors of both, and what else
    is known by now.
    """

    question: Question
    hits: Hits
    known: KnownVectors
    beside: list[Chunk]
    signals: Signals


class Channels:
    """Reads stores; every method may run in any thread."""

    def __init__(self, stores: Stores, options: Options) -> None:
        self._stores = stores
        self._options = options

    def by_words(self, query: Query, question: Question, records: Records, now: int) -> ByWords:
        """Find candidates by their words, and read their vectors while the encoder is still busy."""
        scope = self._scope(query)
        named = named_entities(self._stores, query) if self._options.has(SearchStage.GRAPH) else []
        search = _WordSearch(self._stores, query, records, scope, self._also(question, named))
        hits = search.find(question.terms)
        authors: list[str] = []
        if scope.has_contexts and self._options.has(SearchStage.AUTHORS):
            # Elsewhere a name is a word like others.
            authors = named_authors(self._stores.analyzer, question.terms, chunks_of(hits))
        if authors:
            question = question.about(
                without_names(self._stores.analyzer, question.terms, authors)
            )
            hits = search.find(question.terms)
        frequencies = Frequencies.read(self._stores, question.words, question.meant)
        if self._options.has(SearchStage.RARE_TERMS):
            search.add_rare(hits, frequencies.rare(question.words))
        linked = beside(self._stores, query, named)
        chunks = {chunk.id: chunk for chunk in (*chunks_of(hits), *linked)}
        return ByWords(
            question=question,
            hits=hits,
            known=vectors_of(self._stores, chunks.values()),
            beside=linked,
            signals=Signals(
                now=now,
                authors=tuple(authors) if len(authors) == 1 else (),
                period=question.period,
                words_share=frequencies.share_told(hits[OWN][0][1] if hits[OWN] else 0.0),
            ),
        )

    def by_meaning(self, query: Query, records: Records, vector: QueryVector) -> Hits:
        """Find candidates by their vectors."""
        allowed, scope = self._mentions(query), self._scope(query)
        return {
            view: find_by_meaning(self._stores, query, records, vector, scope.pool, allowed, view)
            for view in scope.views
        }

    def joined(
        self, found: ByWords, by_meaning: Hits, vector: QueryVector | None
    ) -> list[Candidate]:
        """Return one candidate per memory, each with the cosines that no list told."""
        candidates = join_channels(found.hits, by_meaning)
        linked = {chunk.id for chunk in found.beside}
        for candidate in candidates:
            candidate.is_beside = candidate.chunk.id in linked
        present = {candidate.chunk.id for candidate in candidates}
        candidates += [
            Candidate(chunk=c, is_beside=True) for c in found.beside if c.id not in present
        ]
        if vector is not None:
            self._complete(candidates, vector, found.known)
        return candidates

    def _also(self, question: Question, named: Sequence[tuple[str, str]]) -> list[str]:
        """Return terms that count less: other words for those asked for, other names of who is named."""
        terms = [term for word in question.meant for term in word]
        terms += other_spellings(self._stores, named)
        asked = set(question.terms)
        return [term for term in dict.fromkeys(terms) if term not in asked]

    def _complete(
        self, candidates: list[Candidate], vector: QueryVector, known: KnownVectors
    ) -> None:
        _set_cosines(candidates, OWN, known.cosines(vector))
        fragments = [candidate for candidate in candidates if candidate.is_fragment]
        views = VIEWS if self._options.has(SearchStage.CONTEXTS) else (OWN,)
        for view in views if fragments else ():
            unknown = [c for c in fragments if view not in c.meaning]
            read = vectors_of(self._stores, (c.chunk for c in unknown), view)
            _set_cosines(unknown, view, read.cosines(vector))

    def _mentions(self, query: Query) -> set[str] | None:
        if not query.filter.entity:
            return None
        required = self._stores.analyzer.query_groups(query.filter.entity)
        terms = list(dict.fromkeys(term for group in required for term in group))
        hits = self._stores.text.search(
            terms, streams=query.streams, limit=_MAX_ENTITY_MATCHES, required=required
        )
        return {chunk_id for chunk_id, _ in hits}

    def _scope(self, query: Query) -> "_Scope":
        """Return what memories are compared by: where no conversation was read, their own text only."""
        stores = self._stores
        has_contexts = self._options.has(SearchStage.CONTEXTS) and any(
            stores.vectors.size(stores.embeddings.partition(stream, NEAR))
            for stream in query.streams
        )
        pool = max(self._options.weights.pool, 3 * query.limit)
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


class _WordSearch(NamedTuple):
    """The word channel for one question."""

    stores: Stores
    query: Query
    records: Records
    scope: _Scope
    also: Sequence[str]

    def find(self, terms: Sequence[str]) -> Hits:
        """Return the best hits in each view."""
        return {view: self._in_view(terms, view, self.scope.pool) for view in self.scope.views}

    def add_rare(self, hits: Hits, terms: Sequence[str]) -> None:
        """Add memories with words that hardly any other has, where they are not among the hits."""
        if terms:
            add_new(hits, {OWN: self._in_view(terms, OWN, _MOST_RARE)})

    def _in_view(self, terms: Sequence[str], view: str, pool: int) -> list[tuple[Chunk, float]]:
        also = () if view else self.also
        return find_by_words(
            self.stores, self.query, self.records, terms, pool, self._required, view, also
        )

    @property
    def _required(self) -> list[tuple[str, ...]]:
        """Each word of the entity's name must occur, in any of the forms it may stand for."""
        entity = self.query.filter.entity
        return self.stores.analyzer.query_groups(entity) if entity else []


def add_new(hits: Hits, more: Hits) -> None:
    """Put hits behind those that are there, each record once in a view."""
    for view, found in more.items():
        present = {chunk.id for chunk, _ in hits.setdefault(view, [])}
        hits[view].extend(pair for pair in found if pair[0].id not in present)


def chunks_of(hits: Hits) -> Iterator[Chunk]:
    """Yield the records of all views."""
    return (chunk for scored in hits.values() for chunk, _ in scored)


def _set_cosines(candidates: Iterable[Candidate], view: str, cosines: dict[str, float]) -> None:
    for candidate in candidates:
        cosine = cosines.get(candidate.chunk.id)
        if cosine is not None:
            candidate.meaning.setdefault(view, cosine)
