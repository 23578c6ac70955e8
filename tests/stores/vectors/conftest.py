"""A source of vectors that is a dictionary, and indexes over it that are closed at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

import numpy as np
import pytest

from loomem.stores.vectors import VectorIndexes

DIM = 16
EXACT_LIMIT = 200


class DictSource:
    """What LMDB is in the product: every change is here before the index hears of it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: dict[str, dict[int, np.ndarray]] = {}
        self.reads = 0

    def put(self, partition: str, keys: list[int], vectors: np.ndarray) -> None:
        with self._lock:
            self._rows.setdefault(partition, {}).update(zip(keys, vectors, strict=True))

    def forget(self, partition: str, keys: list[int]) -> None:
        with self._lock:
            for key in keys:
                self._rows[partition].pop(key, None)

    def vector_rows(
        self, partition: str, after_key: int = 0
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        self.reads += 1
        while True:
            with self._lock:
                rows = self._rows.get(partition, {})
                keys = sorted(key for key in rows if key > after_key)[:100]
                vectors = [rows[key] for key in keys]
            if not keys:
                return
            yield np.array(keys, np.uint64), np.stack(vectors)
            after_key = keys[-1]

    def vector_keys(self, partition: str) -> np.ndarray:
        with self._lock:
            return np.array(sorted(self._rows.get(partition, {})), np.uint64)

    def nearest(self, partition: str, vector: np.ndarray, limit: int) -> list[int]:
        """Brute force over the truth."""
        with self._lock:
            rows = dict(self._rows.get(partition, {}))
        return sorted(rows, key=lambda key: (-float(rows[key] @ vector), key))[:limit]


class Shelf:
    """Indexes and their source, changed together as the writer of the product does."""

    def __init__(self, root: Path, source: DictSource, **options: object) -> None:
        self.root = root
        self.source = source
        settings = {"dim": DIM, "digest": "encoder-1", "exact_limit": EXACT_LIMIT} | options
        self.indexes = VectorIndexes(root, source, **settings)  # type: ignore[arg-type]

    def put(self, partition: str, keys: list[int], vectors: np.ndarray) -> None:
        self.source.put(partition, keys, vectors)
        self.indexes.add(partition, keys, vectors)

    def forget(self, partition: str, keys: list[int]) -> None:
        self.source.forget(partition, keys)
        self.indexes.remove(partition, keys)

    def found(self, vector: np.ndarray, limit: int = 10, **options: bool) -> list[int]:
        return self.indexes.search("home", vector, limit, **options)[0].tolist()

    def recall(self, queries: np.ndarray, partition: str = "home") -> float:
        hits = 0
        for query in queries:
            keys, _ = self.indexes.search(partition, query, 10)
            hits += len(set(keys.tolist()) & set(self.source.nearest(partition, query, 10)))
        return hits / (10 * len(queries))

    def graph_files(self) -> list[Path]:
        return sorted(self.root.glob("*/generation-*/graph.usearch"))


OpenShelf = Callable[..., Shelf]


def unit_vectors(count: int, seed: int = 0, dim: int = DIM) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((count, dim), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    # The product keeps half precision, so that every layer holds the very same numbers.
    return vectors.astype(np.float16).astype(np.float32)


@pytest.fixture
def vectors() -> Callable[..., np.ndarray]:
    return unit_vectors


@pytest.fixture
def source() -> DictSource:
    return DictSource()


@pytest.fixture
def open_shelf(tmp_path: Path, source: DictSource) -> Iterator[OpenShelf]:
    """Open indexes over the same source and folder, as often as a test likes."""
    opened: list[Shelf] = []

    def open_one(**options: object) -> Shelf:
        shelf = Shelf(tmp_path / "vectors", source, **options)
        opened.append(shelf)
        return shelf

    yield open_one
    for shelf in opened:
        shelf.indexes.close()


@pytest.fixture
def shelf(open_shelf: OpenShelf) -> Shelf:
    return open_shelf()


@pytest.fixture
def large(open_shelf: OpenShelf) -> Shelf:
    """Indexes with a partition ``home`` of 1,000 vectors, keys from 1, and its graph built."""
    large = open_shelf()
    large.put("home", list(range(1, 1001)), unit_vectors(1000))
    large.indexes.size("home")
    large.indexes.wait_for_builds()
    assert len(large.graph_files()) == 1
    return large
