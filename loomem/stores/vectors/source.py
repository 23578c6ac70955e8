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
