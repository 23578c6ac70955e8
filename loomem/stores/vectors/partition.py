"""The live state of one partition: what is loaded, what changed since, what to build next.

Changes take a lock for microseconds; searches take it only to see one consistent moment. A
change that arrives while the partition is being read from its source is kept and applied after.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from threading import Lock

import numpy as np

from loomem.stores.vectors.generations import Generations
from loomem.stores.vectors.graph import Graph
from loomem.stores.vectors.layers import Layers, alive
from loomem.stores.vectors.rows import ExactRows
from loomem.stores.vectors.source import Floats, Hits, Keys, VectorSource

_ROWS_PER_GRAPH = 0.10
_DEAD_PER_GRAPH = 0.20
_RETRY_AFTER_GROWTH = 1.25


class Step(Enum):
    """What a build does."""

    GROW = "add the exact rows to the graph"
    REBUILD = "make the graph anew from the source, without the dead"
    FLATTEN = "go back to exact rows"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a build starts from; ``keys`` and ``vectors`` are the exact rows to add."""

    step: Step
    base: Graph | None
    keys: Keys
    vectors: Floats


class Partition:
    """Vectors of one partition.

    ``building`` and ``retired`` belong to the registry that owns the partition: a retired one
    may finish its searches but never touches the files again. ``files`` guards the folder.
    """

    def __init__(
        self,
        name: str,
        source: VectorSource,
        generations: Generations,
        *,
        dim: int,
        exact_limit: int,
    ) -> None:
        self.name = name
        self.source = source
        self.generations = generations
        self.dim = dim
        self.files = Lock()
        self.building = False
        self.retired = False
        self._exact_limit = exact_limit
        self._lock = Lock()
        self._rows = ExactRows(dim)
        self._graph: Graph | None = None
        self._dead: set[int] = set()
        self._waiting: list[Callable[[], None]] | None = []
        self._removed_in_build: set[int] | None = None
        self._retry_at = 0
        self._renews = False

    def __len__(self) -> int:
        with self._lock:
            return self._size()

    def is_loaded(self) -> bool:
        """Whether the partition can be searched."""
        return self._waiting is None

    @property
    def capacity(self) -> int:
        """Rows of memory held."""
        return self._rows.capacity

    def load(self) -> None:
        """Read graph and rows once. Raises what the source raises; then it can be tried again."""
        if self.is_loaded():
            return
        with self.files:
            if self.is_loaded():
                return
            graph = None if self.retired else self.generations.open_newest()
            rows, dead = self._read(graph)
            with self._lock:
                self._graph, self._rows, self._dead = graph, rows, dead
                for change in self._waiting or ():
                    change()
                self._waiting = None

    def add(self, keys: Keys, vectors: Floats) -> None:
        """Add vectors ``[n, dim]`` under new keys; keys already held stay as they are."""
        with self._lock:
            if self._waiting is None:
                self._add(keys, vectors)
            else:
                self._waiting.append(partial(self._add, keys.copy(), vectors.copy()))

    def remove(self, keys: Sequence[int]) -> None:
        """Forget keys; unknown ones do not matter."""
        with self._lock:
            if self._waiting is None:
                self._remove(keys)
            else:
                self._waiting.append(partial(self._remove, list(keys)))

    def search(self, vector: Floats, limit: int, *, exact: bool, quick: bool) -> Hits:
        """Return up to ``limit`` live (keys, cosines), best first."""
        with self._lock:
            layers = Layers(self._rows.snapshot(), self._graph, self._dead)
        return layers.search(vector, limit, exact=exact, quick=quick)

    def vectors(self, keys: Sequence[int]) -> Floats:
        """Return the exact vectors ``[n, dim]`` of keys, rows of NaN for those not held."""
        found = np.full((len(keys), self.dim), np.nan, np.float32)
        with self._lock:
            graph = self._graph
            in_rows = [at for at, key in enumerate(keys) if key in self._rows]
            in_graph = [] if graph is None else self._in_graph(graph, keys)
            found[in_rows] = self._rows.vectors_of([keys[at] for at in in_rows])
        if graph is not None and in_graph:
            wanted = np.array([keys[at] for at in in_graph], np.uint64)
            found[in_graph] = graph.vectors_of(wanted)
        return found

    def keys(self) -> Keys:
        """Return the live keys, ascending."""
        with self._lock:
            keys = self._rows.keys()
            if self._graph is not None:
                in_graph = self._graph.keys
                keys = np.concatenate((keys, in_graph[alive(in_graph, self._dead)]))
        return np.sort(keys)

    def renew(self) -> bool:
        """Ask for a build that leaves nothing of removed vectors; False when there are none."""
        with self._lock:
            self._renews = self._graph is not None and bool(self._dead)
            return self._renews

    def next_step(self) -> Step | None:
        """Return what should be built now, if anything."""
        with self._lock:
            return None if self._waiting is not None else self._next_step()

    def begin_build(self) -> Draft | None:
        """Start to note removals, and return what to build; None when nothing is to be done."""
        with self._lock:
            step = self._next_step()
            if step is None:
                return None
            self._removed_in_build = set()
            snapshot = self._rows.snapshot()
            live = np.flatnonzero(snapshot.live)
            if len(live) < len(snapshot.keys):
                return Draft(step, self._graph, snapshot.keys[live], snapshot.vectors[live])
            return Draft(step, self._graph, snapshot.keys, snapshot.vectors)

    def finish_with_graph(self, graph: Graph, step: Step) -> None:
        """Put a built graph in place; what changed meanwhile stays in rows and dead keys."""
        with self._lock:
            dead = set(self._removed_in_build or ())
            if step is Step.GROW:
                dead |= self._dead
            candidates = np.fromiter(dead, np.uint64, len(dead))
            dead = set(candidates[graph.has(candidates)].tolist())
            keys = self._rows.keys()
            kept = keys[~graph.has(keys) | ~alive(keys, dead)]
            rows = ExactRows(self.dim, len(kept))
            rows.append(kept, self._rows.vectors_of(kept.tolist()))
            self._graph, self._rows, self._dead = graph, rows, dead
            self._retry_at = 0
            self._renews = self._renews and bool(dead)

    def finish_with_rows(self, rows: ExactRows) -> None:
        """Put rows read from the source in place of the graph."""
        with self._lock:
            for key in self._removed_in_build or ():
                rows.discard(key)
            keys = self._rows.keys()
            rows.append(keys, self._rows.vectors_of(keys.tolist()))
            self._graph, self._rows, self._dead = None, rows, set()
            self._retry_at = 0
            self._renews = False

    def end_build(self) -> None:
        """Stop to note removals, whether the build came to its end or not."""
        with self._lock:
            self._removed_in_build = None

    def postpone_build(self) -> None:
        """Build again only after a good number of further changes."""
        with self._lock:
            changes = len(self._rows) + len(self._dead)
            self._retry_at = int(changes * _RETRY_AFTER_GROWTH) + 1

    def _size(self) -> int:
        in_graph = 0 if self._graph is None else len(self._graph) - len(self._dead)
        return len(self._rows) + in_graph

    def _read(self, graph: Graph | None) -> tuple[ExactRows, set[int]]:
        live = self.source.vector_keys(self.name)
        if graph is None:
            return self._read_rows(len(live), None, 0), set()
        dead = set(np.setdiff1d(graph.keys, live, assume_unique=True).tolist())
        missing = live[~graph.has(live)]
        if not len(missing):
            return ExactRows(self.dim), dead
        return self._read_rows(len(missing), graph, int(missing[0]) - 1), dead

    def _read_rows(self, count: int, graph: Graph | None, after_key: int) -> ExactRows:
        rows = ExactRows(self.dim, count)
        for keys, vectors in self.source.vector_rows(self.name, max(after_key, 0)):
            if graph is None:
                rows.append(keys, vectors)
            else:
                fresh = ~graph.has(keys)
                rows.append(keys[fresh], vectors[fresh])
        return rows

    def _add(self, keys: Keys, vectors: Floats) -> None:
        if self._graph is not None:
            fresh = ~self._graph.has(keys) | ~alive(keys, self._dead)
            keys, vectors = keys[fresh], vectors[fresh]
        self._rows.append(keys, vectors)

    def _remove(self, keys: Sequence[int]) -> None:
        if self._removed_in_build is not None:
            self._removed_in_build.update(keys)
        rest = [key for key in keys if not self._rows.discard(key)]
        if self._graph is not None and rest:
            gone = np.array(rest, np.uint64)
            self._dead.update(gone[self._graph.has(gone)].tolist())

    def _in_graph(self, graph: Graph, keys: Sequence[int]) -> list[int]:
        wanted = np.array(keys, np.uint64)
        return np.flatnonzero(graph.has(wanted) & alive(wanted, self._dead)).tolist()

    def _next_step(self) -> Step | None:
        if len(self._rows) + len(self._dead) < self._retry_at:
            return None
        if self._graph is None:
            return Step.GROW if len(self._rows) > self._exact_limit else None
        if self._renews or len(self._dead) > _DEAD_PER_GRAPH * len(self._graph):
            return Step.REBUILD if self._size() > self._exact_limit else Step.FLATTEN
        if len(self._rows) > max(self._exact_limit // 4, _ROWS_PER_GRAPH * len(self._graph)):
            again = bool(self._graph.has(self._rows.keys()).any())
            return Step.REBUILD if again else Step.GROW
        return None
