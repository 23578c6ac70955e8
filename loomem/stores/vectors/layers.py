"""Reads over the two layers of a partition: a graph on disk and exact rows in memory."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loomem.stores.vectors.graph import Graph
from loomem.stores.vectors.ranking import best, dots, no_hits
from loomem.stores.vectors.rows import RowsSnapshot
from loomem.stores.vectors.source import Floats, Hits, Keys

_WALK_AT_MOST = 2_048
_SCAN_BATCH = 8_192


@dataclass(frozen=True, slots=True)
class Layers:
    """One moment of a partition. ``dead`` are the keys of the graph that were removed."""

    rows: RowsSnapshot
    graph: Graph | None
    dead: AbstractSet[int]

    def search(self, vector: Floats, limit: int, *, exact: bool) -> Hits:
        """Return up to ``limit`` live (keys, cosines), best first."""
        keys, cosines = self.rows.nearest(vector, limit)
        if self.graph is None:
            return keys, cosines
        find = _scan if exact or limit > _WALK_AT_MOST else _walk
        more_keys, more_cosines = find(self.graph, self.dead, vector, limit)
        return best(
            np.concatenate((keys, more_keys)), np.concatenate((cosines, more_cosines)), limit
        )


def alive(keys: Keys, dead: AbstractSet[int]) -> NDArray[np.bool_]:
    """Say for each key whether it is not among the dead."""
    if not dead:
        return np.ones(len(keys), np.bool_)
    return np.fromiter((key not in dead for key in keys.tolist()), np.bool_, len(keys))


def _walk(graph: Graph, dead: AbstractSet[int], vector: Floats, limit: int) -> Hits:
    """Search the graph, wider while the dead take the places of the living."""
    wanted = limit + min(len(dead), limit)
    enough = min(limit, len(graph) - len(dead))
    while wanted <= _WALK_AT_MOST:
        keys, cosines = graph.nearest(vector, wanted)
        living = alive(keys, dead)
        if np.count_nonzero(living) >= enough:
            return keys[living][:limit], cosines[living][:limit]
        wanted *= 4
    return _scan(graph, dead, vector, limit)


def _scan(graph: Graph, dead: AbstractSet[int], vector: Floats, limit: int) -> Hits:
    """Compare with every vector of the graph."""
    keys, cosines = no_hits()
    for start in range(0, len(graph), _SCAN_BATCH):
        batch = graph.keys[start : start + _SCAN_BATCH]
        batch = batch[alive(batch, dead)]
        near = dots(graph.vectors_of(batch), vector)
        keys, cosines = best(np.concatenate((keys, batch)), np.concatenate((cosines, near)), limit)
    return keys, cosines
