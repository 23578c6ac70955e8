"""The vectors and their index keys. A key is given once, grows for ever and is never reused.

Two tables take turns: one serves, the other is filled by a re-embedding and then becomes the one
that serves. Vectors are kept as f16, unit length.
"""

import struct
from collections import Counter
from collections.abc import Iterator

import msgspec
import numpy as np

from loomem.stores import keys
from loomem.stores.counters import EMBEDDED, CounterStore
from loomem.stores.effects import VectorChange, WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.meta import MetaStore

_U64 = struct.Struct("<Q")
_ROWS_PER_BATCH = 4_096


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


class EmbeddingStore:
    """Vectors of one table. ``suffix`` is empty for the first table and ``_b`` for the second."""

    def __init__(self, env: Env, counters: CounterStore, meta: MetaStore, suffix: str = "") -> None:
        self._env = env
        self._counters = counters
        self._meta = meta
        self.suffix = suffix
        self._vectors = f"embeddings{suffix}"
        self._numbers = f"vector_keys{suffix}"

    def get(self, txn: Transaction, chunk_id: str) -> np.ndarray | None:
        """Return the float32 vector of a memory, or None while it has none."""
        raw = txn.get(keys.embedding_key(chunk_id), db=self._env.db(self._vectors))
        return None if raw is None else np.frombuffer(raw, dtype="<f2", offset=8).astype(np.float32)

    def number(self, txn: Transaction, chunk_id: str) -> int | None:
        """Return the index key of a memory's vector, or None while it has none."""
        raw = txn.get(keys.embedding_key(chunk_id), db=self._env.db(self._vectors))
        return None if raw is None else int(_U64.unpack(raw[:8])[0])

    def put(self, write: WriteTxn, stream: str, chunk_id: str, vector: np.ndarray) -> None:
        """Store a vector under a fresh index key; an older one of the same memory goes away."""
        replaced = self.remove(write, stream, chunk_id)
        number = self._meta.next_number(write.raw, "vector_key")
        value = _U64.pack(number) + vector.astype("<f2").tobytes()
        write.raw.put(keys.embedding_key(chunk_id), value, db=self._env.db(self._vectors))
        row = keys.vector_key(stream, number)
        write.raw.put(row, chunk_id.encode(), db=self._env.db(self._numbers))
        shown = np.frombuffer(value, dtype="<f2", offset=8).astype(np.float32)
        write.effects.vectors.append(VectorChange(self.partition(stream), number, shown))
        if not replaced:
            self._count(write.raw, stream, 1)

    def remove(self, write: WriteTxn, stream: str, chunk_id: str) -> bool:
        """Remove the vector of a memory; says whether there was one."""
        number = self.number(write.raw, chunk_id)
        if number is None:
            return False
        write.raw.delete(keys.embedding_key(chunk_id), db=self._env.db(self._vectors))
        write.raw.delete(keys.vector_key(stream, number), db=self._env.db(self._numbers))
        write.effects.vectors.append(VectorChange(self.partition(stream), number, None))
        self._count(write.raw, stream, -1)
        return True

    def _count(self, txn: Transaction, stream: str, delta: int) -> None:
        self._counters.change(txn, stream, Counter({EMBEDDED + self.suffix: delta}))

    def partition(self, stream: str) -> str:
        """Name of the index partition that holds a stream's vectors."""
        return stream + self.suffix.replace("_", "\x1f")

    def stream_of(self, partition: str) -> str:
        """The stream of a partition name."""
        return partition.partition("\x1f")[0]

    def chunk_ids(self, txn: Transaction, stream: str, numbers: np.ndarray) -> list[str | None]:
        """Return the memory of each index key, None for keys that are gone."""
        db = self._env.db(self._numbers)
        rows = (txn.get(keys.vector_key(stream, int(number)), db=db) for number in numbers)
        return [None if row is None else row.decode() for row in rows]

    def vector_keys(self, partition: str) -> np.ndarray:
        """Return every live index key of a partition, ascending, uint64."""
        with self._env.read() as txn:
            numbers = [n for n, _ in self._rows(txn, self.stream_of(partition), 0)]
        return np.array(numbers, dtype=np.uint64)

    def vector_rows(
        self, partition: str, after_key: int = 0
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield batches (keys [n] uint64 ascending, vectors [n, dim] float32) above ``after_key``.

        Each batch is read in a snapshot of its own, so that no snapshot stays open between them.
        """
        stream = self.stream_of(partition)
        while True:
            numbers, vectors = self._batch(stream, after_key)
            if not numbers:
                return
            yield np.array(numbers, dtype=np.uint64), np.stack(vectors).astype(np.float32)
            after_key = numbers[-1]

    def _batch(self, stream: str, after_key: int) -> tuple[list[int], list[np.ndarray]]:
        numbers: list[int] = []
        vectors: list[np.ndarray] = []
        with self._env.read() as txn:
            for number, chunk_id in self._rows(txn, stream, after_key + 1):
                raw = txn.get(keys.embedding_key(chunk_id), db=self._env.db(self._vectors))
                if raw is not None:
                    numbers.append(number)
                    vectors.append(np.frombuffer(raw, dtype="<f2", offset=8))
                if len(numbers) >= _ROWS_PER_BATCH:
                    break
        return numbers, vectors

    def _rows(self, txn: Transaction, stream: str, first: int) -> Iterator[tuple[int, str]]:
        prefix = keys.stream_prefix(stream)
        cursor = txn.cursor(db=self._env.db(self._numbers))
        found = cursor.set_range(keys.vector_key(stream, first))
        while found and bytes(cursor.key()).startswith(prefix):
            yield keys.vector_number(bytes(cursor.key())), cursor.value().decode()
            found = cursor.next()

    def clear(self, txn: Transaction) -> None:
        """Empty both databases of this table."""
        txn.drop(self._env.db(self._vectors), delete=False)
        txn.drop(self._env.db(self._numbers), delete=False)
