"""Joining the channels: cosines spread over the pool and BM25 by its maximum, weighted by view.

Dividing cosines by their maximum would leave them nearly constant and let the words decide alone. A
fragment is compared by its own text and by what stands around it; who said it, its neighbours and its
session add to that. Other memories have their own text only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from loomem.config.values import SearchStage
from loomem.model.chunk import Chunk, ChunkKind
from loomem.search.ageing import freshness
from loomem.search.candidate import VIEWS, Candidate
from loomem.search.options import MEANING, PLAIN, WORDS, Options, Weights
from loomem.search.period import Period
from loomem.search.standing import standing
from loomem.search.sufficiency import relevance
from loomem.stores.embeddings import OWN

_VIEW_WEIGHTS: Final = np.array([0.30, 0.20, 0.15])
"""Of own, near and wide, for words and for meaning alike."""

AUTHOR_SHARE: Final = 0.35
PERIOD_SHARE: Final = 0.25
NEIGHBOUR_SHARE: Final = 0.20
SESSION_SHARE: Final = 0.10
BESIDE_SHARE: Final = 0.30
MOST_BESIDE: Final = 3
_LEAST_SPAN: Final = 0.10
_LEAST_MEANING: Final = 0.3
_RRF_K: Final = 60
"""Reciprocal rank fusion, Cormack, Clarke and Büttcher 2009."""


class Signals(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a question beside its scores.

    ``authors`` are those that it names, ``period`` the days it asks about, ``words_share`` how much of it
    the words could tell, ``now`` the present in seconds.
    """

    now: int
    authors: tuple[str, ...] = ()
    period: Period | None = None
    words_share: float = 1.0


Scored = Iterable[tuple[Chunk, float]]


def join_channels(
    by_words: Mapping[str, Scored], by_meaning: Mapping[str, Scored]
) -> list[Candidate]:
    """Return one candidate per memory with the raw scores of both channels, by view."""
    joined: dict[str, Candidate] = {}
    for view, found in by_words.items():
        for chunk, score in found:
            joined.setdefault(chunk.id, Candidate(chunk=chunk)).words[view] = score
    for view, found in by_meaning.items():
        for chunk, cosine in found:
            joined.setdefault(chunk.id, Candidate(chunk=chunk)).meaning[view] = cosine
    return list(joined.values())


def fuse(
    candidates: Sequence[Candidate], signals: Signals, options: Options = PLAIN
) -> list[Candidate]:
    """Set the shares and the fused score (0 to 1), and return the candidates best first.

    Equal scores are ordered by time, newest first, then by id, so that an answer is repeatable.
    """
    if not candidates:
        return []
    meaning, words = _shares(candidates, options)
    for candidate, vector, bm25 in zip(candidates, meaning, words, strict=True):
        candidate.vector_share, candidate.bm25_share = float(vector[0]), float(bm25[0])
    if options.has(SearchStage.ADAPTIVE_WEIGHTS):
        meaning, words = _by_what_they_can_tell(candidates, meaning, words, signals)
    is_fragment = np.array([candidate.is_fragment for candidate in candidates])
    scores = np.where(
        is_fragment,
        _of_fragments(meaning, words, options.weights),
        _of_others(meaning[:, 0], words[:, 0], options.weights),
    )
    if is_fragment.any() or signals.period is not None:
        scores = _with_surroundings(candidates, scores, words[:, 0], signals, options)
    factors = _factors(candidates, signals.now, options)
    for candidate, score, factor in zip(candidates, scores.tolist(), factors, strict=True):
        candidate.score = min(score * factor, 1.0)
    _lift_what_lies_beside(candidates)
    return in_order(candidates)


def _lift_what_lies_beside(candidates: Sequence[Candidate]) -> None:
    """Lift those few that a link speaks for, and that fit best themselves, to a part of the best score."""
    linked = in_order(candidate for candidate in candidates if candidate.is_beside)
    floor = BESIDE_SHARE * max(candidate.score for candidate in candidates)
    for candidate in linked[:MOST_BESIDE]:
        candidate.score = max(candidate.score, floor)


def _by_what_they_can_tell(
    candidates: Sequence[Candidate], meaning: np.ndarray, words: np.ndarray, signals: Signals
) -> tuple[np.ndarray, np.ndarray]:
    """Weigh the vectors by the best cosine (an identifier has no meaning, and its nearest neighbour proves
    nothing), and the words by how much of the question they hold.
    """
    cosines = [candidate.cosine for candidate in candidates if candidate.cosine is not None]
    sure = max(_LEAST_MEANING, relevance(max(cosines))) if cosines else 1.0
    # What counts more than fully takes from the other, so that no score goes beyond 1.
    most = max(signals.words_share, 1.0)
    return meaning * (sure / most), words * (signals.words_share / most)


def in_order(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates best first; of equal ones the newest, then by id."""
    return sorted(candidates, key=lambda c: (-c.score, -c.chunk.timestamp, c.chunk.id))


def _factors(candidates: Sequence[Candidate], now: int, options: Options) -> list[float]:
    """Return what age and use make of each score."""
    factors = [1.0] * len(candidates)
    if options.has(SearchStage.DECAY):
        factors = [freshness(candidate.chunk, now, options.decay) for candidate in candidates]
    if options.has(SearchStage.USE):
        pairs = zip(factors, candidates, strict=True)
        factors = [factor * standing(candidate.chunk) for factor, candidate in pairs]
    return factors


def _shares(candidates: Sequence[Candidate], options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Return the shares of meaning and of words, each ``[candidates, views]``, 0 to 1."""
    meaning = _table(candidate.meaning for candidate in candidates)
    words = _table(candidate.words for candidate in candidates)
    if options.fusion == "rrf":
        return _by_rank(meaning), _by_rank(words)
    return _spread(meaning), _by_maximum(words)


def _table(rows: Iterable[Mapping[str, float]]) -> np.ndarray:
    """Return scores ``[candidates, views]``, NaN where there is none."""
    return np.array([[row.get(view, np.nan) for view in VIEWS] for row in rows], np.float64)


def _spread(cosines: np.ndarray) -> np.ndarray:
    """Return cosines up to 1 (highest of the pool), by view; 0 where there is none.

    The lowest gets 0, unless all are nearly alike: small differences are no reason to set one far
    above the others.
    """
    known = ~np.isnan(cosines)
    low = np.where(known, cosines, np.inf).min(axis=0)
    high = np.where(known, cosines, -np.inf).max(axis=0)
    span = np.maximum(high - low, _LEAST_SPAN)
    with np.errstate(invalid="ignore"):
        shares = 1.0 - (high - cosines) / span
    return np.where(known, shares, 0.0)


def _by_rank(scores: np.ndarray) -> np.ndarray:
    """Return (k + 1) / (k + rank), which is 1 for the first, by view; 0 where there is no score."""
    known = ~np.isnan(scores)
    order = np.argsort(-np.where(known, scores, -np.inf), axis=0, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, len(scores) + 1)[:, None], axis=0)
    return np.where(known, (_RRF_K + 1) / (_RRF_K + ranks), 0.0)


def _by_maximum(scores: np.ndarray) -> np.ndarray:
    known = np.nan_to_num(scores, nan=0.0)
    highest = known.max(axis=0)
    return np.asarray(known / np.where(highest > 0, highest, 1.0))


def _of_others(vector: np.ndarray, bm25: np.ndarray, weights: Weights) -> np.ndarray:
    return (weights.vector * vector + weights.bm25 * bm25) / (weights.vector + weights.bm25)


def _of_fragments(meaning: np.ndarray, words: np.ndarray, weights: Weights) -> np.ndarray:
    vector, bm25 = weights.vector / MEANING, weights.bm25 / WORDS
    total = (vector + bm25) * _VIEW_WEIGHTS.sum()
    summed = vector * (meaning @ _VIEW_WEIGHTS) + bm25 * (words @ _VIEW_WEIGHTS)
    return np.asarray(summed / total)


def _with_surroundings(
    candidates: Sequence[Candidate],
    scores: np.ndarray,
    words: np.ndarray,
    signals: Signals,
    options: Options,
) -> np.ndarray:
    """Add what author, day, session and neighbours are worth; the highest possible score stays 1."""
    highest = 2 * float(_VIEW_WEIGHTS.sum())
    added = scores * highest
    for share, worth in _around(candidates, words, signals, options):
        added = added + share * np.array(worth)
        highest += share
    if options.has(SearchStage.NEIGHBOURS):
        added = added + NEIGHBOUR_SHARE * _best_neighbours(candidates, added)
        highest *= 1 + NEIGHBOUR_SHARE
    return np.asarray(np.minimum(added / highest, 1.0))


def _around(
    candidates: Sequence[Candidate], words: np.ndarray, signals: Signals, options: Options
) -> Iterator[tuple[float, list[float]]]:
    """Yield each share with what it is worth for every candidate, 0 to 1."""
    chunks = [candidate.chunk for candidate in candidates]
    yield AUTHOR_SHARE, [float(chunk.author in signals.authors) for chunk in chunks]
    if signals.period is not None:
        yield PERIOD_SHARE, [signals.period.share(chunk) for chunk in chunks]
    if options.has(SearchStage.SESSIONS):
        sessions = _session_shares(candidates, words)
        yield SESSION_SHARE, [sessions.get(chunk.source_id or "", 0.0) for chunk in chunks]


def _session_shares(candidates: Sequence[Candidate], words: np.ndarray) -> dict[str, float]:
    """Return, for each source among the candidates, its own share in words."""
    shares = {
        candidate.chunk.id: share
        for candidate, share in zip(candidates, words.tolist(), strict=True)
        if candidate.chunk.kind == ChunkKind.SOURCE.value and OWN in candidate.words
    }
    highest = max(shares.values(), default=0.0)
    return {i: share / highest for i, share in shares.items()} if highest > 0 else {}


def _best_neighbours(candidates: Sequence[Candidate], scores: np.ndarray) -> np.ndarray:
    by_id = {
        candidate.chunk.id: score
        for candidate, score in zip(candidates, scores.tolist(), strict=True)
        if candidate.is_fragment
    }
    return np.array([_best_neighbour(candidate, by_id) for candidate in candidates])


def _best_neighbour(candidate: Candidate, scores: Mapping[str, float]) -> float:
    if not candidate.is_fragment:
        return 0.0
    head, _, number = candidate.chunk.id.rpartition(":f")
    beside = (f"{head}:f{int(number) + step}" for step in (-1, 1))
    return max((scores.get(chunk_id, 0.0) for chunk_id in beside), default=0.0)
