"""Data of older versions is brought to the present schema, also when that is interrupted."""

from pathlib import Path

import numpy as np
import pytest

from loomem.model.chunk import Chunk, Source
from loomem.stores import migrations
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.stores.embeddings import TABLES
from loomem.stores.meta import SchemaVersion
from tests.support.fakes import open_test_stores

COUNT = 25


def chunk(number: int) -> Chunk:
    return Chunk(
        id=f"memory-{number:03}",
        content=f"memory number {number}",
        timestamp=1_700_000_000 + number,
        valid_from=1_700_000_000,
        source=Source(agent="api"),
    )


def vector(number: int, dim: int) -> np.ndarray:
    row = np.zeros(dim, np.float32)
    row[number % dim] = 1.0
    return row


def write_as_schema_1(stores: Stores, *, upto: int) -> None:
    """Put the number before the vector again, in the last rows up to all of them."""

    def job(write: WriteTxn) -> None:
        for table in TABLES:
            vectors = stores.env.db(f"embeddings{table}")
            numbers = stores.env.db(f"vector_numbers{table}")
            rows = [(bytes(k), bytes(v)) for k, v in write.raw.cursor(db=numbers)]
            for key, number in rows[-upto:]:
                write.raw.put(key, number + bytes(write.raw.get(key, db=vectors)), db=vectors)
                write.raw.delete(key, db=numbers)
        stores.meta.put(write.raw, "schema", SchemaVersion(written=1, readable_from=1))

    stores.writer.submit(job).result()


@pytest.mark.parametrize("left", [COUNT, 10, 1])
def test_vectors_of_the_first_schema_are_found_after_an_update(
    tmp_path: Path, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "_BATCH", 4)
    stores = open_test_stores(tmp_path)
    dim = stores.space.dim

    def fill(write: WriteTxn) -> None:
        for number in range(COUNT):
            stores.memories.save(write, chunk(number), vector(number, dim))

    stores.writer.submit(fill).result()
    write_as_schema_1(stores, upto=left)
    stores.close()
    stores = open_test_stores(tmp_path)
    try:
        with stores.env.read() as txn:
            for number in range(COUNT):
                held = stores.embeddings.get(txn, f"memory-{number:03}")
                assert held is not None
                assert held.tolist() == vector(number, dim).tolist()
                assert stores.embeddings.number(txn, f"memory-{number:03}") == number + 1
            assert stores.meta.schema(txn) is not None
        stream = chunk(0).stream
        assert stores.vectors.size(stores.embeddings.partition(stream)) == COUNT
    finally:
        stores.close()
