"""Counters, gauges and histograms, in a registry of their own, and their Prometheus text.

Labels hold route templates, methods, statuses and stage names only: their number is bounded, and
none can carry memory text.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.5, 1, 2.5, 10)
_STAGE_SECONDS = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.1, 0.5, 2)
_GROUP_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)

http_requests = Counter(
    "loomem_http_requests",
    "Answered requests.",
    ["route", "method", "status"],
    registry=REGISTRY,
)
http_seconds = Histogram(
    "loomem_http_request_seconds",
    "Time from the first byte of a request to its answer, in seconds.",
    ["route", "method"],
    buckets=_REQUEST_SECONDS,
    registry=REGISTRY,
)
search_stage_seconds = Histogram(
    "loomem_search_stage_seconds",
    "Time of one stage of a search, in seconds.",
    ["stage"],
    buckets=_STAGE_SECONDS,
    registry=REGISTRY,
)
commit_seconds = Histogram(
    "loomem_commit_seconds",
    "Time of one durable commit, in seconds.",
    buckets=_STAGE_SECONDS,
    registry=REGISTRY,
)
commit_group_size = Histogram(
    "loomem_commit_group_size",
    "Changes that went into one durable commit.",
    buckets=_GROUP_SIZES,
    registry=REGISTRY,
)
stored = Counter("loomem_stored_memories", "Memories stored.", registry=REGISTRY)
searches = Counter("loomem_searches", "Searches answered.", registry=REGISTRY)
deleted = Counter("loomem_deleted_memories", "Memories deleted.", registry=REGISTRY)
embedding_queue_depth = Gauge(
    "loomem_embedding_queue_depth", "Memories that wait for their vector.", registry=REGISTRY
)
outbox_lag = Gauge(
    "loomem_outbox_lag", "Committed changes that the indexes still lack.", registry=REGISTRY
)
chunks = Gauge("loomem_chunks", "Memories that are stored and not deleted.", registry=REGISTRY)
vectors = Gauge("loomem_vectors", "Vectors that are stored.", registry=REGISTRY)


def observe_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count one answer. ``route`` is the template, such as ``/api/memories/{id}``."""
    http_requests.labels(route, method, str(status)).inc()
    http_seconds.labels(route, method).observe(seconds)


def observe_commit(group_size: int, seconds: float) -> None:
    """Count one durable commit of so many changes."""
    commit_seconds.observe(seconds)
    commit_group_size.observe(group_size)


@contextmanager
def time_stage(stage: str) -> Iterator[None]:
    """Measure one stage of a search, also when it fails."""
    start = perf_counter()
    try:
        yield
    finally:
        search_stage_seconds.labels(stage).observe(perf_counter() - start)


def render_metrics() -> bytes:
    """Return the page that Prometheus reads; its type is ``CONTENT_TYPE``."""
    return generate_latest(REGISTRY)
