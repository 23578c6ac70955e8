"""Vectors held in memory and searched exactly.

A row is written once and never moved within its array, so a snapshot can be searched without
a lock while the owner, who holds one, goes on adding and discarding.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loomem.stores.vectors.ranking import best, dots
from loomem.stores.vectors.source import Floats, Hits, Keys

SMALLEST_CAPACITY = 16


@dataclass(frozen=True, slots=True)
class RowsSnapshot:
    """The rows written so far. ``live`` is shared: a row discarded later turns false in it."""

    keys: Keys
    vectors: Floats
    live: NDArray[np.bool_]

    def nearest(self, vector: Floats, limit: int) -> Hits:
        """Return the best live rows by dot product."""
        cosines = dots(self.vectors, vector)
        # A copy: numpy counts, then collects, and a row discarded in between would spoil that.
        alive = np.flatnonzero(self.live.copy())
        return best(self.keys[alive], cosines[alive], limit)


class ExactRows:
    """A growing matrix of unit vectors with their keys. Writers take turns by themselves."""

    def __init__(self, dim: int, capacity: int = SMALLEST_CAPACITY) -> None:
        self._dim = dim
        self._row_of: dict[int, int] = {}
        self._used = 0
        self._allocate(max(capacity, SMALLEST_CAPACITY))

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, key: int) -> bool:
        return key in self._row_of

    @property
    def capacity(self) -> int:
        """Rows of memory taken, in use or not."""
        return len(self._keys)

    def append(self, keys: Keys, vectors: Floats) -> None:
        """Add rows ``[n, dim]``; keys already held are left as they are."""
        fresh = [row for row, key in enumerate(keys.tolist()) if key not in self._row_of]
        if not fresh:
            return
        if self._used + len(fresh) > self.capacity:
            self._make_room(len(fresh))
        start, end = self._used, self._used + len(fresh)
        self._keys[start:end] = keys[fresh]
        self._vectors[start:end] = vectors[fresh]
        self._live[start:end] = True
        self._row_of.update(zip(self._keys[start:end].tolist(), range(start, end), strict=True))
        self._used = end

    def discard(self, key: int) -> bool:
        """Forget a key; say whether it was held."""
        row = self._row_of.pop(key, None)
        if row is None:
            return False
        self._live[row] = False
        return True

    def snapshot(self) -> RowsSnapshot:
        """Return the rows written so far, without copying them."""
        used = self._used
        return RowsSnapshot(self._keys[:used], self._vectors[:used], self._live[:used])

    def keys(self) -> Keys:
        """Return the live keys, in the order they were added."""
        return self._keys[: self._used][self._live[: self._used]]

    def vectors_of(self, keys: Sequence[int]) -> Floats:
        """Return the vectors ``[n, dim]`` of keys that are all held."""
        return self._vectors[[self._row_of[key] for key in keys]]

    def _make_room(self, wanted: int) -> None:
        """Move the live rows to new arrays, half as large again as needed now."""
        live = np.flatnonzero(self._live[: self._used])
        keys, vectors = self._keys[live], self._vectors[live]
        self._allocate(max((len(live) + wanted) * 3 // 2, SMALLEST_CAPACITY))
        self._used = len(live)
        self._keys[: self._used] = keys
        self._vectors[: self._used] = vectors
        self._live[: self._used] = True
        self._row_of = dict(zip(keys.tolist(), range(len(live)), strict=True))

    def _allocate(self, capacity: int) -> None:
        self._keys: Keys = np.zeros(capacity, np.uint64)
        self._vectors: Floats = np.zeros((capacity, self._dim), np.float32)
        self._live: NDArray[np.bool_] = np.zeros(capacity, np.bool_)
