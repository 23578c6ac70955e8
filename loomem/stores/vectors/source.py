"""What the vector index reads its vectors from, and the array types it speaks."""

from collections.abc import Iterator
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float32]
Hits: TypeAlias = tuple[Keys, Floats]


class VectorSource(Protocol):
    """The durable store of vectors. Keys are positive, never reused for another vector."""

    def vector_rows(self, partition: str, after_key: int = 0) -> Iterator[tuple[Keys, Floats]]:
        """Yield batches of (keys ascending ``[n]``, unit vectors ``[n, dim]``) past a key."""
        ...

    def vector_keys(self, partition: str) -> Keys:
        """Return the keys of all live vectors, ascending."""
        ...


def best(keys: Keys, cosines: Floats, limit: int) -> Hits:
    """Return the ``limit`` highest cosines, best first; equal ones in the order of their keys."""
    if len(keys) > limit:
        top = np.argpartition(-cosines, limit - 1)[:limit]
        keys, cosines = keys[top], cosines[top]
    order = np.lexsort((keys, -cosines))
    return keys[order], cosines[order]


def no_hits() -> Hits:
    """Return the empty answer."""
    return np.empty(0, np.uint64), np.empty(0, np.float32)
