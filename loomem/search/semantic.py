"""The vector channel: nearest vectors of each stream, records that the filter admits."""

import math
from collections.abc import Collection, Iterable
from typing import NamedTuple

import numpy as np

from loomem.model.chunk import Chunk
from loomem.search.candidate import Query, QueryVector
from loomem.search.records import Records
from loomem.stores.bundle import Stores
from loomem.stores.embeddings import OWN
from loomem.stores.vectors.ranking import dots


def find_by_meaning(
    stores: Stores,
    query: Query,
    records: Records,
    vector: QueryVector,
    pool: int,
    allowed: Collection[str] | None = None,
    view: str = OWN,
) -> list[tuple[Chunk, float]]:
    """Return up to ``pool`` (record, cosine) pairs over all streams, best first.

    Where the filter is selective the search widens, at last to the whole stream and exactly, so
    that a matching memory is never missed for being far down. ``allowed`` limits to those ids.
    """
    found: list[tuple[Chunk, float]] = []
    for stream in query.streams:
        found.extend(_find_in_stream(stores, records, stream, vector, pool, allowed, view))
    found.sort(key=lambda pair: -pair[1])
    return found[:pool]


def _find_in_stream(
    stores: Stores,
    records: Records,
    stream: str,
    vector: QueryVector,
    pool: int,
    allowed: Collection[str] | None,
    view: str,
) -> list[tuple[Chunk, float]]:
    partition = stores.embeddings.partition(stream, view)
    size = stores.vectors.size(partition)
    width = pool
    while size:
        wide = width > _EXACT_ABOVE
        numbers, cosines = stores.vectors.search(partition, vector, min(width, size), exact=wide)
        found = _admitted(stores, records, stream, numbers, cosines, allowed, view)
        if len(found) >= pool or width >= size:
            return found[:pool]
        width *= 8
    return []


_EXACT_ABOVE = 2_000


def _admitted(
    stores: Stores,
    records: Records,
    stream: str,
    numbers: np.ndarray,
    cosines: np.ndarray,
    allowed: Collection[str] | None,
    view: str,
) -> list[tuple[Chunk, float]]:
    with stores.env.read_much() as txn:
        ids = stores.embeddings.chunk_ids(txn, stream, numbers, view)
    wanted = (
        (chunk_id, float(cosine))
        for chunk_id, cosine in zip(ids, cosines, strict=True)
        if chunk_id is not None and (allowed is None or chunk_id in allowed)
    )
    return [
        (chunk, cosine) for chunk, cosine in records.admitted(wanted) if chunk.stream == stream
    ]


class KnownVectors(NamedTuple):
    """Vectors ``[n, dim]`` of memories, read before the question has one; NaN where there is none."""

    ids: list[str]
    vectors: QueryVector

    def cosines(self, vector: QueryVector) -> dict[str, float]:
        """Return the exact cosine of each memory that has a vector, by id."""
        if not self.ids:
            return {}
        pairs = zip(self.ids, dots(self.vectors, vector).tolist(), strict=True)
        return {i: cosine for i, cosine in pairs if not math.isnan(cosine)}


def vectors_of(stores: Stores, chunks: Iterable[Chunk], view: str = OWN) -> KnownVectors:
    """Read the vectors of memories, in one view."""
    ids: list[str] = []
    rows: list[QueryVector] = []
    for stream, numbers in _numbers_by_stream(stores, chunks, view).items():
        partition = stores.embeddings.partition(stream, view)
        ids.extend(numbers)
        rows.append(stores.vectors.vectors(partition, list(numbers.values())))
    return KnownVectors(ids, np.concatenate(rows) if rows else np.empty((0, 0), np.float32))


def _numbers_by_stream(
    stores: Stores, chunks: Iterable[Chunk], view: str
) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    with stores.env.read_much() as txn:
        for chunk in chunks:
            number = stores.embeddings.number(txn, chunk.id, view=view)
            if number is not None:
                found.setdefault(chunk.stream, {})[chunk.id] = number
    return found
