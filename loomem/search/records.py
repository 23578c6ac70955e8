"""The records of one search, each read and judged by the filter once, however often it is found."""

from collections.abc import Iterable

from loomem.model.chunk import Chunk
from loomem.search.candidate import Query
from loomem.stores.bundle import Stores

Scored = list[tuple[Chunk, float]]


class Records:
    """Belongs to one question. Both channels may use it side by side."""

    def __init__(self, stores: Stores, query: Query) -> None:
        self._stores = stores
        self._query = query
        self._known: dict[str, Chunk | None] = {}

    def admitted(self, found: Iterable[tuple[str, float]]) -> Scored:
        """Return the records that the caller may see and the filter admits, with their scores."""
        pairs = list(found)
        self._read([chunk_id for chunk_id, _ in pairs if chunk_id not in self._known])
        return [
            (chunk, score)
            for chunk_id, score in pairs
            if (chunk := self._known[chunk_id]) is not None
        ]

    def _read(self, ids: list[str]) -> None:
        if not ids:
            return
        with self._stores.env.read_much() as txn:
            records = self._stores.chunks.get_many(txn, ids)
        for chunk_id in ids:
            chunk = records.get(chunk_id)
            self._known[chunk_id] = chunk if chunk and self._admits(chunk) else None

    def _admits(self, chunk: Chunk) -> bool:
        return chunk.stream in self._query.streams and self._query.filter.admits(chunk)
