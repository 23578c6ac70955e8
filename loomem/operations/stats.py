"""What a stream holds, counted: levels, kinds of facts, sources, trust, age. Never any text."""

from collections import Counter
from collections.abc import Callable

import msgspec

from loomem.model.chunk import Chunk
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import StreamName, chosen_stream


class StatsRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which stream."""

    stream: StreamName | None = None


class StatsResult(msgspec.Struct, kw_only=True):
    """Totals of one stream. Instants are seconds since the epoch, None where there is nothing."""

    stream: str
    live: int = 0
    deleted: int = 0
    superseded: int = 0
    embedded: int = 0
    oldest: int | None = None
    newest: int | None = None
    levels: dict[str, int]
    kinds: dict[str, int]
    fact_types: dict[str, int]
    trust: dict[str, int]
    sources: dict[str, int]


async def stats(context: Context, request: StatsRequest) -> StatsResult:
    """Count; reads every record of the stream once, in a thread."""
    stream = chosen_stream(context.caller, request.stream)
    return await context.services.in_thread(_count, context, stream)


def _count(context: Context, stream: str) -> StatsResult:
    stores = context.services.stores
    counted: dict[str, Counter[str]] = {name: Counter() for name in _FACETS}
    first: int | None = None
    last: int | None = None
    with stores.env.read() as txn:
        totals = stores.counters.read(txn, stream)
        embedded = totals[stores.embeddings.counter]
        for chunk in stores.chunks.newest_first(txn, stream):
            if chunk.is_live:
                last = chunk.timestamp if last is None else last
                first = chunk.timestamp
                for name, facet in _FACETS.items():
                    counted[name][facet(chunk)] += 1
    tables = {name: dict(counter.most_common(50)) for name, counter in counted.items()}
    return StatsResult(
        stream=stream,
        live=totals["live"],
        deleted=totals["deleted"],
        superseded=totals["superseded"],
        embedded=embedded,
        oldest=first,
        newest=last,
        **tables,
    )


def _fact_type(chunk: Chunk) -> str:
    return chunk.extraction_meta.fact_type if chunk.extraction_meta else "none"


_FACETS: dict[str, Callable[[Chunk], str]] = {
    "levels": lambda chunk: f"L{chunk.level}",
    "kinds": lambda chunk: chunk.kind or "memory",
    "fact_types": _fact_type,
    "trust": lambda chunk: chunk.trust_level or "a1",
    "sources": lambda chunk: chunk.agent,
}

OPERATION = Operation(
    name="stats",
    summary="Count what a stream holds",
    request=StatsRequest,
    result=StatsResult,
    run=stats,
    right="read",
)
