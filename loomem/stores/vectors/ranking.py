"""Comparing unit vectors and choosing the best."""

import numpy as np

from loomem.stores.vectors.source import Floats, Hits, Keys


def dots(vectors: Floats, query: Floats) -> Floats:
    """Return the dot product of each row ``[n, dim]`` with a query ``[dim]``.

    Not ``@``: that wakes the threads of the linear algebra library for every query, and when
    several searches run at once they wait for one another (measured: 20 times slower).
    """
    return np.asarray(np.einsum("ij,j->i", vectors, query), np.float32)


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
