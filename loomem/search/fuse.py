"""Joining the channels: cosines spread over the pool and BM25 by its maximum, weighted by view.

Dividing cosines by their maximum would leave them nearly constant and let the words decide alone. A
fragment is compared by its own text and by what stands around it; who said it, its neighbours and its
session add to that. Other memories have their own text only.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from loomem.model.chunk import Chunk, ChunkKind
from loomem.search.candidate import VIEWS, Candidate
from loomem.search.period import Period
from loomem.search.standing import standing
from loomem.stores.embeddings import OWN

_VIEW_WEIGHTS: Final = np.array([0.30, 0.20, 0.15])
"""Of own, near and wide, for words and for meaning alike."""

AUTHOR_SHARE: Final = 0.35
PERIOD_SHARE: Final = 0.25
NEIGHBOUR_SHARE: Final = 0.20
SESSION_SHARE: Final = 0.10
_LEAST_SPAN: Final = 0.10
_MEANING, _WORDS = 0.6, 0.4
"""The weights of the settings at which fragments are compared by both channels alike."""


class Weights(msgspec.Struct, frozen=True):
    """How much each channel counts, and how many candidates each proposes at least."""

    vector: float = _MEANING
    bm25: float = _WORDS
    pool: int = 100


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
    candidates: Sequence[Candidate],
    weights: Weights,
    authors: Collection[str] = (),
    period: Period | None = None,
) -> list[Candidate]:
    """Set the shares and the fused score (0 to 1), and return the candidates best first.

    ``authors`` are those that the question names, ``period`` the days it asks about. Equal scores are
    ordered by time, newest first, then by id, so that an answer is repeatable.
    """
    if not candidates:
        return []
    meaning = _spread(_table(candidate.meaning for candidate in candidates))
    words = _by_maximum(_table(candidate.words for candidate in candidates))
    for candidate, vector, bm25 in zip(candidates, meaning, words, strict=True):
        candidate.vector_share, candidate.bm25_share = float(vector[0]), float(bm25[0])
    is_fragment = np.array([candidate.is_fragment for candidate in candidates])
    scores = np.where(
        is_fragment,
        _of_fragments(meaning, words, weights),
        _of_others(meaning[:, 0], words[:, 0], weights),
    )
    if is_fragment.any() or period is not None:
        scores = _with_surroundings(candidates, scores, words[:, 0], authors, period)
    for candidate, score in zip(candidates, scores.tolist(), strict=True):
        candidate.score = min(score * standing(candidate.chunk), 1.0)
    return sorted(candidates, key=lambda c: (-c.score, -c.chunk.timestamp, c.chunk.id))


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


def _by_maximum(scores: np.ndarray) -> np.ndarray:
    known = np.nan_to_num(scores, nan=0.0)
    highest = known.max(axis=0)
    return np.asarray(known / np.where(highest > 0, highest, 1.0))


def _of_others(vector: np.ndarray, bm25: np.ndarray, weights: Weights) -> np.ndarray:
    return (weights.vector * vector + weights.bm25 * bm25) / (weights.vector + weights.bm25)


def _of_fragments(meaning: np.ndarray, words: np.ndarray, weights: Weights) -> np.ndarray:
    vector, bm25 = weights.vector / _MEANING, weights.bm25 / _WORDS
    total = (vector + bm25) * _VIEW_WEIGHTS.sum()
    summed = vector * (meaning @ _VIEW_WEIGHTS) + bm25 * (words @ _VIEW_WEIGHTS)
    return np.asarray(summed / total)


def _with_surroundings(
    candidates: Sequence[Candidate],
    scores: np.ndarray,
    words: np.ndarray,
    authors: Collection[str],
    period: Period | None,
) -> np.ndarray:
    """Add what author, day, session and neighbours are worth; the highest possible score stays 1."""
    base = 2 * float(_VIEW_WEIGHTS.sum())
    added = scores * base
    added = added + AUTHOR_SHARE * np.array(
        [candidate.chunk.author in authors for candidate in candidates]
    )
    if period is not None:
        added = added + PERIOD_SHARE * np.array(
            [period.share(candidate.chunk) for candidate in candidates]
        )
    sessions = _session_shares(candidates, words)
    added = added + SESSION_SHARE * np.array(
        [sessions.get(candidate.chunk.source_id or "", 0.0) for candidate in candidates]
    )
    by_id = {
        candidate.chunk.id: score
        for candidate, score in zip(candidates, added.tolist(), strict=True)
        if candidate.is_fragment
    }
    added = added + NEIGHBOUR_SHARE * np.array(
        [_best_neighbour(candidate, by_id) for candidate in candidates]
    )
    highest = base + AUTHOR_SHARE + SESSION_SHARE + (PERIOD_SHARE if period else 0.0)
    highest *= 1 + NEIGHBOUR_SHARE
    return np.asarray(np.minimum(added / highest, 1.0))


def _session_shares(candidates: Sequence[Candidate], words: np.ndarray) -> dict[str, float]:
    """Return, for each source among the candidates, its own share in words."""
    shares = {
        candidate.chunk.id: share
        for candidate, share in zip(candidates, words.tolist(), strict=True)
        if candidate.chunk.kind == ChunkKind.SOURCE.value and OWN in candidate.words
    }
    highest = max(shares.values(), default=0.0)
    return {i: share / highest for i, share in shares.items()} if highest > 0 else {}


def _best_neighbour(candidate: Candidate, scores: Mapping[str, float]) -> float:
    if not candidate.is_fragment:
        return 0.0
    head, _, number = candidate.chunk.id.rpartition(":f")
    beside = (f"{head}:f{int(number) + step}" for step in (-1, 1))
    return max((scores.get(chunk_id, 0.0) for chunk_id in beside), default=0.0)
