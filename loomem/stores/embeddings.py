"""The vectors and their index keys. A key is given once, grows for ever and is never reused.

A memory has a vector of its own text, and a fragment two more of the text around it: each such view
has an index partition of its own.

Two tables take turns: one serves, the other is filled by a re-embedding and then becomes the one
that serves. Vectors are kept as f16, unit length.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from loomem.stores import keys
from loomem.stores.counters import EMBEDDED, CounterStore
from loomem.stores.effects import VectorChange, WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.meta import MetaStore

_U64 = struct.Struct("<Q")
_ROWS_PER_BATCH = 4_096
_MARK = "\x1f"


class EmbeddingSpace(msgspec.Struct, frozen=True):
    """Which model the stored vectors come from, and which table serves."""

    model: str
    dim: int
    digest: str
    table: str = ""

    def same_vectors(self, other: "EmbeddingSpace") -> bool:
        """Say whether vectors of both can be compared."""
        return (self.model, self.dim, self.digest) == (other.model, other.dim, other.digest)

    @property
    def other_table(self) -> str:
        """The suffix of the table that does not serve."""
        return "" if self.table else "_b"


TABLES = ("", "_b")

OWN, NEAR, WIDE = "", "near", "wide"
VIEWS = (OWN, NEAR, WIDE)
"""What a vector is made of: the text itself, with its neighbours, with a wider part of its source."""

REEMBEDDING = "reembedding"
"""Meta row of a re-embedding under way: the space that is being filled."""


class EmbeddingStore:
    """Vectors of both tables. ``serving`` is the suffix of the one that searches use."""

    def __init__(
        self, env: Env, counters: CounterStore, meta: MetaStore, serving: str = ""
    ) -> None:
        self._env = env
        self._counters = counters
        self._meta = meta
        self.serving = serving

    def _raw(self, txn: Transaction, chunk_id: str, table: str, view: str = OWN) -> bytes | None:
        return self._env.fetch(txn, f"embeddings{table}", keys.embedding_key(chunk_id, view))

    def _vectors(self, table: str) -> Any:
        return self._env.db(f"embeddings{table}")

    def _numbers(self, table: str) -> Any:
        return self._env.db(f"vector_numbers{table}")

    def _owners(self, table: str) -> Any:
        return self._env.db(f"vector_keys{table}")

    def get(self, txn: Transaction, chunk_id: str) -> np.ndarray | None:
        """Return the float32 vector of a memory, or None while it has none."""
        raw = self._raw(txn, chunk_id, self.serving)
        return None if raw is None else _floats(raw)

    def number(
        self, txn: Transaction, chunk_id: str, table: str | None = None, view: str = OWN
    ) -> int | None:
        """Return the index key of a memory's vector, or None while it has none."""
        chosen = self.serving if table is None else table
        raw = self._env.fetch(txn, f"vector_numbers{chosen}", keys.embedding_key(chunk_id, view))
        return None if raw is None else int(_U64.unpack(raw)[0])

    def put(
        self,
        write: WriteTxn,
        stream: str,
        chunk_id: str,
        vector: np.ndarray,
        table: str | None = None,
        view: str = OWN,
    ) -> None:
        """Store a vector under a fresh index key; an older one of the same memory goes away."""
        chosen = self.serving if table is None else table
        replaced = self._remove_from(write, stream, chunk_id, chosen, view)
        number = self._meta.next_number(write.raw, "vector_key")
        key, value = keys.embedding_key(chunk_id, view), vector.astype("<f2").tobytes()
        _put_densely(write.raw, key, value, self._vectors(chosen))
        write.raw.put(key, _U64.pack(number), db=self._numbers(chosen))
        row = keys.vector_key(_lane(stream, view), number)
        write.raw.put(row, chunk_id.encode(), db=self._owners(chosen))
        if chosen == self.serving:
            write.effects.streams.add(stream)
            write.effects.vectors.append(
                VectorChange(partition(stream, chosen, view), number, _floats(value))
            )
        if not replaced and view == OWN:
            self._count(write.raw, stream, chosen, 1)

    def remove(self, write: WriteTxn, stream: str, chunk_id: str) -> None:
        """Remove the vectors of a memory, of all views, from both tables."""
        for table in TABLES:
            for view in VIEWS:
                self._remove_from(write, stream, chunk_id, table, view)

    def _remove_from(
        self, write: WriteTxn, stream: str, chunk_id: str, table: str, view: str
    ) -> bool:
        number = self.number(write.raw, chunk_id, table, view)
        if number is None:
            return False
        key, row = keys.embedding_key(chunk_id, view), keys.vector_key(_lane(stream, view), number)
        write.raw.delete(key, db=self._vectors(table))
        write.raw.delete(key, db=self._numbers(table))
        write.raw.delete(row, db=self._owners(table))
        write.effects.vectors.append(VectorChange(partition(stream, table, view), number, None))
        if view == OWN:
            self._count(write.raw, stream, table, -1)
        return True

    def _count(self, txn: Transaction, stream: str, table: str, delta: int) -> None:
        self._counters.change(txn, stream, Counter({EMBEDDED + table: delta}))

    @property
    def counter(self) -> str:
        """Name of the total that counts the serving vectors."""
        return EMBEDDED + self.serving

    def partition(self, stream: str, view: str = OWN) -> str:
        """Name of the index partition that serves a view of a stream."""
        return partition(stream, self.serving, view)

    def partitions(self, stream: str) -> list[str]:
        """Names of all index partitions that serve a stream."""
        return [self.partition(stream, view) for view in VIEWS]

    def chunk_ids(
        self, txn: Transaction, stream: str, numbers: np.ndarray, view: str = OWN
    ) -> list[str | None]:
        """Return the memory of each index key, None for keys that are gone."""
        table, lane = f"vector_keys{self.serving}", _lane(stream, view)
        rows = (
            self._env.fetch(txn, table, keys.vector_key(lane, number))
            for number in numbers.tolist()
        )
        return [None if row is None else row.decode() for row in rows]

    def vector_keys(self, partition: str) -> np.ndarray:
        """Return every live index key of a partition, ascending, uint64."""
        lane, table, _ = _parts(partition)
        with self._env.read() as txn:
            numbers = [number for number, _ in self._rows(txn, lane, table, 0)]
        return np.array(numbers, dtype=np.uint64)

    def vector_rows(
        self, partition: str, after_key: int = 0
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield batches (keys [n] uint64 ascending, vectors [n, dim] float32) above ``after_key``.

        Each batch is read in a snapshot of its own, so that none stays open between them.
        """
        lane, table, view = _parts(partition)
        while True:
            numbers, vectors = self._batch(lane, table, view, after_key)
            if not numbers:
                return
            yield np.array(numbers, dtype=np.uint64), np.stack(vectors)
            after_key = numbers[-1]

    def _batch(
        self, lane: str, table: str, view: str, after_key: int
    ) -> tuple[list[int], list[np.ndarray]]:
        numbers: list[int] = []
        vectors: list[np.ndarray] = []
        with self._env.read() as txn:
            for number, chunk_id in self._rows(txn, lane, table, after_key + 1):
                raw = self._raw(txn, chunk_id, table, view)
                if raw is not None:
                    numbers.append(number)
                    vectors.append(_floats(raw))
                if len(numbers) >= _ROWS_PER_BATCH:
                    break
        return numbers, vectors

    def _rows(
        self, txn: Transaction, lane: str, table: str, first: int
    ) -> Iterator[tuple[int, str]]:
        prefix = keys.stream_prefix(lane)
        cursor = txn.cursor(db=self._owners(table))
        found = cursor.set_range(keys.vector_key(lane, first))
        while found and bytes(cursor.key()).startswith(prefix):
            yield keys.vector_number(bytes(cursor.key())), bytes(cursor.value()).decode()
            found = cursor.next()

    def clear(self, txn: Transaction, table: str) -> None:
        """Empty one table."""
        for stream in self._counters.streams(txn):
            held = self._counters.read(txn, stream)[EMBEDDED + table]
            self._count(txn, stream, table, -held)
        for rows in (self._vectors(table), self._numbers(table), self._owners(table)):
            txn.drop(rows, delete=False)


def _put_densely(txn: Transaction, key: bytes, value: bytes, db: Any) -> None:
    """Put a row; one that comes after all others (new ids do) fills the last page to its end.

    The engine would leave a quarter of every page free, and this is the largest table.
    """
    cursor = txn.cursor(db=db)
    is_last = not cursor.last() or bytes(cursor.key()) < key
    cursor.put(key, value, append=is_last)


def _floats(raw: bytes) -> np.ndarray:
    return np.frombuffer(raw, dtype="<f2").astype(np.float32)


def _lane(stream: str, view: str) -> str:
    return f"{stream}{_MARK}{view}" if view else stream


def partition(stream: str, table: str, view: str = OWN) -> str:
    """Name of the index partition for a view of a stream in one table."""
    return _MARK.join((stream, view, table)) if view or table else stream


def _parts(name: str) -> tuple[str, str, str]:
    stream, view, table = (*name.split(_MARK), "", "")[:3]
    return _lane(stream, view), table, view
