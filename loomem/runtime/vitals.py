"""Signs of life for the supervisor, and gauges, from a look at the stores every few seconds."""

import asyncio

import structlog

from loomem.errors import LoomemError
from loomem.operations.context import Services
from loomem.runtime.allocator import return_unused
from loomem.runtime.notify import notify_alive, watchdog_interval
from loomem.telemetry import metrics

log = structlog.get_logger(__name__)

_SECONDS = 1.0
"""A burst of writes leaves tens of megabytes with the C library; so long it keeps them at most."""


async def watch_vitals(services: Services) -> None:
    """Look until cancelled. A sign of life is given only after the stores have answered."""
    while True:
        try:
            await asyncio.to_thread(measure, services)
            await asyncio.to_thread(return_unused)
            notify_alive()
        except LoomemError as error:
            log.warning("vitals.failed", error=error.code)
        await asyncio.sleep(min(watchdog_interval() or _SECONDS, _SECONDS))


def measure(services: Services) -> None:
    """Set the gauges from the counters; raises StoreError where the stores do not answer."""
    stores = services.stores
    with stores.env.read() as txn:
        metrics.chunks.set(stores.counters.total(txn, "live"))
        metrics.vectors.set(stores.counters.total(txn, stores.embeddings.counter))
    metrics.outbox_lag.set(stores.indexer.lag)
    metrics.embedding_queue_depth.set(services.embedding_queue.pending)
