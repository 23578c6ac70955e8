"""The text channel: terms against the full-text index, records that the filter admits."""

from collections.abc import Sequence

from loomem.model.chunk import Chunk
from loomem.search.candidate import Query
from loomem.search.records import Records
from loomem.stores.bundle import Stores
from loomem.stores.embeddings import OWN
from loomem.stores.fulltext import TERM_FIELDS


def find_by_words(
    stores: Stores,
    query: Query,
    records: Records,
    terms: Sequence[str],
    pool: int,
    required: Sequence[tuple[str, ...]] = (),
    view: str = OWN,
    also: Sequence[str] = (),
) -> list[tuple[Chunk, float]]:
    """Return up to ``pool`` (record, BM25 score) pairs, best first.

    The index applies what it knows of the filter; the rest is checked on the records, and the
    search widens until the pool is full or the index has nothing more.
    """
    width = pool
    while True:
        hits = stores.text.search(
            terms,
            streams=query.streams,
            limit=width,
            filter=query.filter,
            required=required,
            fields=(view,) if view else TERM_FIELDS,
            also=also,
        )
        found = records.admitted(hits)
        if len(found) >= pool or len(hits) < width or width >= _WIDEST:
            return found[:pool]
        width = min(width * 8, _WIDEST)


_WIDEST = 20_000
