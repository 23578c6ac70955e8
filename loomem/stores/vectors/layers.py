"""Reads over the two layers of a partition: a graph on disk and exact rows in memory.

The graph only proposes keys; what is answered are cosines with the exact vectors.
"""

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
_SPARE, _SPARE_QUICK = 40, 8
"""Keys proposed beyond those asked for: eight bits do not tell near neighbours in order."""


@dataclass(frozen=True, slots=True)
class Layers:
    """One moment of a partition. ``dead`` are the keys of the graph that were removed."""

    rows: RowsSnapshot
    graph: Graph | None
    dead: AbstractSet[int]

    def search(
        self, vector: Floats, limit: int, *, exact: bool = False, quick: bool = False
    ) -> Hits:
        """Return up to ``limit`` live (keys, cosines), best first."""
        keys, cosines = self.rows.nearest(vector, limit)
        if self.graph is None:
            return keys, cosines
        if exact or limit > _WALK_AT_MOST:
            more_keys, more_cosines = self._scan(self.graph, vector, limit)
        else:
            more_keys, more_cosines = self._walk(self.graph, vector, limit, quick=quick)
        return best(
            np.concatenate((keys, more_keys)), np.concatenate((cosines, more_cosines)), limit
        )

    def _walk(self, graph: Graph, vector: Floats, limit: int, *, quick: bool) -> Hits:
        """Search the graph, wider while the dead take the places of the living."""
        spare = _SPARE_QUICK if quick else max(_SPARE_QUICK, _SPARE + 10 - limit)
        wanted = limit + spare + min(len(self.dead), limit)
        enough = min(limit, len(graph) - len(self.dead))
        while wanted <= _WALK_AT_MOST:
            keys = graph.nearest(vector, wanted, quick=quick)
            keys = keys[alive(keys, self.dead)]
            if len(keys) >= enough:
                return _compare(graph, keys, vector, limit)
            wanted *= 4
        return self._scan(graph, vector, limit)

    def _scan(self, graph: Graph, vector: Floats, limit: int) -> Hits:
        """Compare with every vector of the graph."""
        keys, cosines = no_hits()
        for start in range(0, len(graph), _SCAN_BATCH):
            batch = graph.keys[start : start + _SCAN_BATCH]
            near, scores = _compare(graph, batch[alive(batch, self.dead)], vector, limit)
            keys, cosines = best(
                np.concatenate((keys, near)), np.concatenate((cosines, scores)), limit
            )
        return keys, cosines


def _compare(graph: Graph, keys: Keys, vector: Floats, limit: int) -> Hits:
    if not len(keys):
        return no_hits()
    return best(keys, dots(graph.vectors_of(keys), vector), limit)


def alive(keys: Keys, dead: AbstractSet[int]) -> NDArray[np.bool_]:
    """Say for each key whether it is not among the dead."""
    if not dead:
        return np.ones(len(keys), np.bool_)
    return np.fromiter((key not in dead for key in keys.tolist()), np.bool_, len(keys))
