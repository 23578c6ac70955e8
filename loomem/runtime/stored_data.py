"""Looks into a data folder that no server holds: counts, versions, whose vectors these are.

The indexes themselves are not opened, because opening a damaged one starts its rebuild.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from loomem.stores.counters import CounterStore
from loomem.stores.embeddings import EmbeddingSpace, EmbeddingStore
from loomem.stores.env import Env
from loomem.stores.folder import DataFolder
from loomem.stores.intents import IntentStore
from loomem.stores.meta import MetaStore, check_schema


class DataReport(msgspec.Struct, frozen=True, kw_only=True):
    """What LMDB counts. ``waiting`` is committed work the indexes take up at the next start."""

    memories: int
    vectors: int
    waiting: int
    has_text_index: bool
    space: EmbeddingSpace | None


def read_data(root: Path) -> DataReport | None:
    """Report on a folder, or return None where nothing was ever stored there.

    Holds the folder's lock meanwhile. Raises StoreLockedError, SchemaTooNewError, StoreError.
    """
    if not (root / "lmdb" / "data.mdb").is_file():
        return None
    with _held(root) as folder, closing(Env(folder.lmdb)) as env:
        meta, counters = MetaStore(env), CounterStore(env)
        with env.read() as txn:
            check_schema(meta.schema(txn))
            recorded = meta.get(txn, "embedding")
            space = None if recorded is None else msgspec.convert(recorded, EmbeddingSpace)
            table = space.table if space else ""
            return DataReport(
                memories=counters.total(txn, "live"),
                vectors=counters.total(txn, EmbeddingStore(env, counters, meta, table).counter),
                waiting=len(IntentStore(env, meta).pending(txn)),
                has_text_index=folder.text.is_dir(),
                space=space,
            )


@contextmanager
def _held(root: Path) -> Iterator[DataFolder]:
    folder = DataFolder(root, what="doctor")
    try:
        yield folder
    finally:
        folder.release()
