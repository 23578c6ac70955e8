"""Count the entities and links that live memories support."""

import msgspec

from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import StreamName, chosen_stream
from loomem.stores.graph_reading import GraphStats


class GraphStatsRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which stream; all that the caller may use when absent."""

    stream: StreamName | None = None


class GraphStatsResult(msgspec.Struct, kw_only=True):
    """``mentions`` counts pairs of entity and memory. ``pending`` wait for the language model."""

    entities: int
    edges: int
    mentions: int
    by_type: dict[str, int]
    pending: int


async def graph_stats(context: Context, request: GraphStatsRequest) -> GraphStatsResult:
    """Count; this looks at every entity."""
    counted = await context.services.in_thread(_count, context, request.stream)
    return GraphStatsResult(
        entities=counted.entities,
        edges=counted.edges,
        mentions=counted.mentions,
        by_type={name.lower(): count for name, count in counted.by_type.items()},
        pending=context.services.entity_queue.pending,
    )


def _count(context: Context, stream: str | None) -> GraphStats:
    stores, caller = context.services.stores, context.caller
    with stores.env.read_much() as txn:
        if stream is not None:
            return stores.graph.stats(txn, [chosen_stream(caller, stream)])
        known = [s for s in stores.counters.streams(txn) if caller.may_use(s)]
        return stores.graph.stats(txn, known)


OPERATION = Operation(
    name="graph_stats",
    summary="Count entities and links",
    request=GraphStatsRequest,
    result=GraphStatsResult,
    run=graph_stats,
    right="read",
)
