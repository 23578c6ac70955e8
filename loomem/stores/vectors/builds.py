"""Builds of graphs: the work itself, and the one quiet thread that does it."""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, Lock, get_native_id

from loomem.stores.vectors.graph import GraphBuilder
from loomem.stores.vectors.partition import Draft, Partition, Step
from loomem.stores.vectors.rows import ExactRows
from loomem.stores.vectors.source import Floats, Keys

_BATCH = 256  # about a third of a second of work: how soon a stop is noticed
_NICENESS = 10


def build(partition: Partition, stop: Event) -> None:
    """Do the next step of a partition while it is being searched and changed.

    Raises StoreError or OSError; the partition then serves on from what it had.
    """
    draft = partition.begin_build()
    if draft is None:
        return
    try:
        if draft.step is Step.FLATTEN:
            _flatten(partition, stop)
        else:
            _build_graph(partition, draft, stop)
    finally:
        partition.end_build()


def _build_graph(partition: Partition, draft: Draft, stop: Event) -> None:
    growing = draft.step is Step.GROW
    builder = GraphBuilder(partition.dim, draft.base if growing else None)
    rows = iter([(draft.keys, draft.vectors)])
    if not growing:
        rows = partition.source.vector_rows(partition.name)
    for keys, vectors in _batches(rows):
        if stop.is_set() or partition.retired:
            return
        builder.add(keys, vectors)
    with partition.files:
        if partition.retired:
            return
        graph = partition.generations.publish(builder)
    partition.finish_with_graph(graph, draft.step)


def _flatten(partition: Partition, stop: Event) -> None:
    rows = ExactRows(partition.dim, len(partition))
    for keys, vectors in partition.source.vector_rows(partition.name):
        if stop.is_set() or partition.retired:
            return
        rows.append(keys, vectors)
    partition.finish_with_rows(rows)
    with partition.files:
        if not partition.retired:
            partition.generations.remove()


def _batches(rows: Iterator[tuple[Keys, Floats]]) -> Iterator[tuple[Keys, Floats]]:
    for keys, vectors in rows:
        for start in range(0, len(keys), _BATCH):
            yield keys[start : start + _BATCH], vectors[start : start + _BATCH]


class BuildQueue:
    """Runs jobs one after another on a thread of low priority, or at once in the caller's."""

    def __init__(self, *, background: bool) -> None:
        self._lock = Lock()
        self._closed = False
        self._pending: set[Future[None]] = set()
        self._pool = (
            ThreadPoolExecutor(1, "vector-build", initializer=_lower_priority)
            if background
            else None
        )

    def submit(self, job: Callable[[], None]) -> None:
        """Run a job, now or soon."""
        if self._pool is None:
            job()
            return
        with self._lock:
            if self._closed:
                return
            future = self._pool.submit(job)
            self._pending.add(future)
        future.add_done_callback(self._forget)

    def wait(self) -> None:
        """Return when nothing is waiting or running, and raise what a job raised."""
        while True:
            with self._lock:
                pending = set(self._pending)
            if not pending:
                return
            for future in wait(pending).done:
                future.result()
                self._forget(future)

    def close(self) -> None:
        """Drop the jobs that wait and wait for the one that runs."""
        with self._lock:
            self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _forget(self, future: Future[None]) -> None:
        with self._lock:
            self._pending.discard(future)


def _lower_priority() -> None:
    """Let searches go first. On Linux a thread has a niceness of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICENESS)
