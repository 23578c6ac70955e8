"""Data of older versions is brought to the present schema, also when that is interrupted."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from loomem.model.chunk import Chunk, Source
from loomem.stores import keys, migrations
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


def write_as_schema_2(stores: Stores, *, upto: int) -> None:
    """Put the old first bytes before keys again, and every root into its own chain."""

    def job(write: WriteTxn) -> None:
        for table in TABLES:
            for name in (f"embeddings{table}", f"vector_numbers{table}"):
                db = stores.env.db(name)
                rows = [(bytes(k), bytes(v)) for k, v in write.raw.cursor(db=db)]
                for key, value in rows[-upto:]:
                    write.raw.put(b"emb:" + key, value, db=db)
                    write.raw.delete(key, db=db)
        for number in range(COUNT)[-upto:]:
            name = f"memory-{number:03}"
            write.raw.put(keys.root_key(name, 1, name), b"", db=stores.env.db("by_root"))
        stores.meta.put(write.raw, "schema", SchemaVersion(written=2, readable_from=2))

    stores.writer.submit(job).result()


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


def make_older(stores: Stores, schema: int, left: int) -> None:
    write_as_schema_2(stores, upto=COUNT if schema == 1 else left)
    if schema == 1:
        write_as_schema_1(stores, upto=left)


@pytest.mark.parametrize("schema", [1, 2])
@pytest.mark.parametrize("left", [COUNT, 10, 1])
def test_vectors_of_an_older_schema_are_found_after_an_update(
    tmp_path: Path, schema: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "_BATCH", 4)
    stores = open_test_stores(tmp_path)
    dim = stores.space.dim

    def fill(write: WriteTxn) -> None:
        for number in range(COUNT):
            stores.memories.save(write, chunk(number), vector(number, dim))
        later = msgspec.structs.replace(
            chunk(0), id="later", version=2, root_memory_id="memory-000"
        )
        stores.memories.save(write, later)

    stores.writer.submit(fill).result()
    make_older(stores, schema, left)
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
            assert stores.chunks.versions(txn, "memory-000") == ["memory-000", "later"]
            assert txn.stat(stores.env.db("by_root"))["entries"] == 1
        stream = chunk(0).stream
        assert stores.vectors.size(stores.embeddings.partition(stream)) == COUNT
    finally:
        stores.close()
