"""The HNSW engine: one immutable graph over memory-mapped bytes, and the builder of such files.

The only importer of usearch. The graph keeps vectors in eight bits: that finds candidates twice as
fast as half precision. The exact vectors lie beside it, in the order of their keys.
"""

import mmap
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Semaphore

import numpy as np
from numpy.typing import NDArray
from usearch.index import Index

from loomem.errors import StoreCorruptError, StoreError
from loomem.stores.vectors.row_file import ROW_TYPE, Halves, RowFile
from loomem.stores.vectors.source import Floats, Keys

# Chosen by benchmarks/vector_recall.py: recall@10 against exact search at 100,000 x 384.
CONNECTIVITY = 32
EXPANSION_ADD = 512
EXPANSION_SEARCH = 192
EXPANSION_QUICK = 64
"""For those who look for what is nearly the same: it is found on the shortest way."""

READERS = 4
_SCALAR = "i8"


def _empty_index(dim: int) -> Index:
    return Index(
        ndim=dim,
        metric="ip",
        dtype=_SCALAR,
        connectivity=CONNECTIVITY,
        expansion_add=EXPANSION_ADD,
        expansion_search=EXPANSION_SEARCH,
    )


class Graph:
    """A finished graph. Any number of threads may search it.

    The engine lets one thread at a time into an index object, so several objects are opened over
    the same bytes and lent out. It keeps no reference to those bytes and does not check them:
    the caller has verified them, and they live here as long as the graph.
    """

    def __init__(self, mapped: mmap.mmap, rows: RowFile, dim: int) -> None:
        self._mapped = mapped
        self._rows = rows
        self._dim = dim
        self._slots = Semaphore(READERS)
        self._idle: deque[Index] = deque()
        with self._reader() as index:
            self.keys: Keys = np.sort(np.asarray(index.keys, np.uint64))

    def __len__(self) -> int:
        return len(self.keys)

    def has(self, keys: Keys) -> NDArray[np.bool_]:
        """Say for each key whether the graph was built with it."""
        if not len(self.keys):
            return np.zeros(len(keys), np.bool_)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.asarray(self.keys[at] == keys, np.bool_)

    def nearest(self, vector: Floats, limit: int, *, quick: bool = False) -> Keys:
        """Return the keys of about the ``limit`` nearest vectors, removed ones included.

        ``quick`` looks at a third of the graph's nodes and misses more of those that are far.

        Raises StoreError when the engine fails.
        """
        if not len(self.keys):
            return np.empty(0, np.uint64)
        with self._reader() as index:
            width = EXPANSION_QUICK if quick else EXPANSION_SEARCH
            index.expansion_search = width  # type: ignore[misc]  # it has a setter
            return np.array(index.search(vector, limit, threads=1).keys, np.uint64)

    def vectors_of(self, keys: Keys) -> Floats:
        """Return the exact vectors ``[n, dim]`` of keys that the graph was built with."""
        return self._rows.read(np.searchsorted(self.keys, keys)).astype(np.float32)

    def all_vectors(self) -> Halves:
        """Return the exact vectors ``[n, dim]`` in the order of ``keys``."""
        return self._rows.read(np.arange(len(self.keys)))

    @property
    def mapped(self) -> mmap.mmap:
        """The verified bytes, for a builder that continues from them."""
        return self._mapped

    @contextmanager
    def _reader(self) -> Iterator[Index]:
        """Lend an index object, opening another one while fewer than READERS are open."""
        with self._slots:
            try:
                index = self._idle.pop()
            except IndexError:
                index = self._open()
            try:
                yield index
            except (RuntimeError, ValueError) as error:
                raise StoreError(f"The vector index failed: {error}") from error
            finally:
                self._idle.append(index)

    def _open(self) -> Index:
        index = _empty_index(self._dim)
        try:
            index.view(memoryview(self._mapped))
        except (RuntimeError, ValueError) as error:
            raise StoreCorruptError(f"The vector index cannot be opened: {error}") from error
        return index


class GraphBuilder:
    """Builds a graph in memory, from nothing or from an earlier graph, and saves it."""

    def __init__(self, dim: int, base: Graph | None = None) -> None:
        self._index = _empty_index(dim)
        self._keys: list[Keys] = []
        self._rows: list[Halves] = []
        if base is not None:
            self._keys.append(base.keys)
            self._rows.append(base.all_vectors())
            try:
                self._index.load(memoryview(base.mapped))
            except (RuntimeError, ValueError) as error:
                raise StoreError(f"The vector index could not be continued: {error}") from error

    def __len__(self) -> int:
        return len(self._index)

    def add(self, keys: Keys, vectors: Floats) -> None:
        """Add new keys with vectors ``[n, dim]``, on the calling thread only."""
        try:
            self._index.add(keys, np.ascontiguousarray(vectors, np.float32), threads=1)
        except (RuntimeError, ValueError) as error:
            raise StoreError(f"The vector index could not grow: {error}") from error
        self._keys.append(keys)
        self._rows.append(vectors.astype(ROW_TYPE))

    def save_rows(self, path: Path) -> None:
        """Write the exact vectors in the order of their keys."""
        order = np.argsort(np.concatenate(self._keys))
        path.write_bytes(np.concatenate(self._rows)[order].tobytes())

    def save(self, path: Path) -> None:
        """Write the file. Raises StoreError when it is not there in full afterwards."""
        try:
            self._index.save(str(path))
        except (RuntimeError, ValueError) as error:
            raise StoreError(f"The vector index could not be saved: {error}") from error
        if path.stat().st_size < self._index.serialized_length:
            raise StoreError("The vector index was saved in part; free some disk space.")
