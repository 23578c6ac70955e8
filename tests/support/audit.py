"""Looks through a stopped data folder and finds every disagreement between its parts.

The folder is opened as a server would open it, so what the outbox holds is applied first.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from loomem.model.chunk import Chunk
from loomem.runtime.stored_data import read_data
from loomem.stores import keys
from loomem.stores.bundle import StoreOptions, Stores, open_stores
from loomem.stores.chunks import _secondary_rows
from loomem.stores.counters import EMBEDDED, NAMES, weight_of
from loomem.stores.effects import Work
from loomem.stores.embeddings import TABLES, EmbeddingSpace
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon

_SECONDARY = ("by_time", "by_root", "by_source", "by_subject", "by_fingerprint")
_EVERYTHING = 10**9


@dataclass(frozen=True, slots=True)
class Findings:
    """What a folder holds after the outbox was applied."""

    chunks: dict[str, Chunk]
    without_vector: set[str]


def audit(data_dir: Path, models_dir: Path, *, exact_limit: int = 20_000) -> Findings:
    """Check a folder that no process holds; raises AssertionError for what disagrees."""
    with opened(data_dir, models_dir, exact_limit=exact_limit) as stores:
        assert stores.indexer.flush(60), "the outbox could not be applied"
        stores.reconciler.wait()
        stores.writer.submit(lambda _write: None).result()
        chunks = _chunks(stores)
        _check_rows(stores, chunks)
        _check_text(stores, chunks)
        without = _check_vectors(stores, chunks)
        _check_counters(stores, chunks)
        return Findings(chunks, without)


@contextmanager
def opened(data_dir: Path, models_dir: Path, *, exact_limit: int = 20_000) -> Iterator[Stores]:
    """The stores of a folder, opened without an encoder."""
    report = read_data(data_dir)
    space = report.space if report else None
    stores = open_stores(
        data_dir,
        Analyzer(load_lexicon(models_dir / "polish-lemmas" / "lexicon.marisa")),
        space or EmbeddingSpace(model="none", dim=384, digest="none"),
        StoreOptions(what="audit", exact_limit=exact_limit),
    )
    try:
        yield stores
    finally:
        stores.close()


def _chunks(stores: Stores) -> dict[str, Chunk]:
    with stores.env.read() as txn:
        ids = stores.chunks.ids_after(txn, None, _EVERYTHING)
        return stores.chunks.get_many(txn, ids)


def _rows(stores: Stores, database: str, prefix: bytes = b"") -> dict[bytes, bytes]:
    with stores.env.read() as txn:
        cursor = txn.cursor(db=stores.env.db(database))
        rows = ((bytes(key), bytes(value)) for key, value in cursor)
        return {key: value for key, value in rows if key.startswith(prefix)}


def _check_rows(stores: Stores, chunks: dict[str, Chunk]) -> None:
    records = {keys.chunk_key(chunk.level, chunk.id) for chunk in chunks.values()}
    assert set(_rows(stores, "default", b"chunk:")) == records
    expected: dict[str, set[bytes]] = {name: set() for name in _SECONDARY}
    for chunk in chunks.values():
        for name, key in _secondary_rows(chunk):
            expected[name].add(key)
    for name in _SECONDARY:
        assert set(_rows(stores, name)) == expected[name], name


def _check_text(stores: Stores, chunks: dict[str, Chunk]) -> None:
    with stores.env.read() as txn:
        assert not stores.intents.pending(txn, Work.TEXT), "text intents are left"
    live = sorted(chunk.id for chunk in chunks.values() if chunk.is_live)
    assert sorted(stores.text.ids()) == live
    assert stores.text.count() == len(live)


def _check_vectors(stores: Stores, chunks: dict[str, Chunk]) -> set[str]:
    """Check both tables and the index; returns live memories that the encoder still owes."""
    for table in TABLES:
        _check_table(stores, chunks, table)
    live = {chunk.id for chunk in chunks.values() if chunk.is_live}
    embedded = {key.decode() for key in _rows(stores, f"embeddings{stores.embeddings.serving}")}
    with stores.env.read() as txn:
        owed = stores.intents.waiting_for_vector(txn)
    assert embedded <= live, "a vector without its memory"
    assert live - embedded <= owed, "a memory without a vector that nobody is going to make"
    for stream in {chunk.stream for chunk in chunks.values()}:
        partition = stores.embeddings.partition(stream)
        held = stores.vectors.keys(partition).tolist()
        assert held == stores.embeddings.vector_keys(partition).tolist(), stream
        assert stores.vectors.size(partition) == len(held)
    return live - embedded


def _check_table(stores: Stores, chunks: dict[str, Chunk], table: str) -> None:
    vectors = _rows(stores, f"embeddings{table}")
    numbers = _rows(stores, f"vector_numbers{table}")
    owners = _rows(stores, f"vector_keys{table}")
    assert set(vectors) == set(numbers), f"vectors and numbers of table {table!r}"
    expected = {
        keys.vector_key(chunks[key.decode()].stream, int.from_bytes(number, "little")): key
        for key, number in numbers.items()
    }
    assert owners == expected, f"vector keys of table {table!r}"
    with stores.env.read() as txn:
        following = int(stores.meta.get(txn, "next_vector_key") or 1)
    assert all(keys.vector_number(key) < following for key in owners), "a key could be reused"


def _check_counters(stores: Stores, chunks: dict[str, Chunk]) -> None:
    expected: dict[str, Counter[str]] = {}
    for chunk in chunks.values():
        expected.setdefault(chunk.stream, Counter()).update(weight_of(chunk))
    for table in TABLES:
        for key in _rows(stores, f"embeddings{table}"):
            expected[chunks[key.decode()].stream][EMBEDDED + table] += 1
    with stores.env.read() as txn:
        for stream in {*stores.counters.streams(txn), *expected}:
            wanted = expected.get(stream, Counter())
            assert stores.counters.read(txn, stream) == {n: wanted[n] for n in NAMES}, stream
