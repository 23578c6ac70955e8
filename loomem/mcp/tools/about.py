"""Tools that tell about the memory itself: status, stats, namespaces."""

import msgspec

from loomem.clock import iso_date
from loomem.mcp.tools.arguments import Arguments, InStream, stream_id
from loomem.mcp.tools.model import READS, Call, Tool, ToolResult
from loomem.operations import stats, status
from loomem.operations.views import Empty, chosen_stream


class Nothing(Arguments, kw_only=True, forbid_unknown_fields=True):
    """No arguments."""


class Status(msgspec.Struct, kw_only=True):
    """How the memory is."""

    status: str
    stream: str
    memories: int
    embedded: int
    pending: int


async def run_status(call: Call, arguments: InStream) -> ToolResult:
    """Tell whether the engine works and how far its indexes are."""
    stream = chosen_stream(call.context.caller, stream_id(call.context, arguments.stream))
    found = await status.STATUS.perform(call.context, Empty())
    counts = found.streams.get(stream)
    live, embedded = (counts.live, counts.embedded) if counts else (0, 0)
    pending = max(live - embedded, 0)
    data = Status(
        status=found.status, stream=stream, memories=live, embedded=embedded, pending=pending
    )
    lines = [
        f"Loomem Status: {data.status}",
        f"Your stream: {stream}",
        f"Your memories: {live}",
        f"Embeddings (this stream): {_readiness(live, embedded, pending)}",
        f"Waiting: text={found.queues.text_pending}, transcripts={found.queues.transcripts_pending}",
        f"Version: {found.version}",
    ]
    return ToolResult("\n".join(lines), data)


def _readiness(live: int, embedded: int, pending: int) -> str:
    if live == 0:
        return "ready (no memories yet)"
    if pending == 0:
        return f"ready ({embedded}/{live} indexed)"
    share = 100 * embedded // live
    return f"warming up ({embedded}/{live} indexed, {pending} pending, {share}%)"


async def run_stats(call: Call, arguments: InStream) -> ToolResult:
    """Count what a stream holds."""
    found = await stats.OPERATION.perform(
        call.context, stats.StatsRequest(stream=stream_id(call.context, arguments.stream))
    )
    lines = [
        f"Loomem Stats — stream {found.stream}",
        f"[health] live={found.live} deleted={found.deleted} superseded={found.superseded}",
        f"[age] oldest={_day(found.oldest)} newest={_day(found.newest)}",
        f"[levels] {_counts(found.levels)}",
        f"[retrieval] embedded={found.embedded}",
        f"[kinds] {_counts(found.kinds)}",
        f"[fact_types] {_counts(found.fact_types)}",
        f"[trust] {_counts(found.trust)}",
        f"[sources] {_counts(found.sources)}",
    ]
    return ToolResult("\n".join(lines), found)


def _day(instant: int | None) -> str:
    return "n/a" if instant is None else iso_date(instant)


def _counts(counts: dict[str, int]) -> str:
    return " ".join(f"{name}={count}" for name, count in counts.items()) or "n/a"


class Namespaces(msgspec.Struct, kw_only=True):
    """Names of memory spaces and their ids."""

    namespaces: dict[str, str]
    default: str


async def run_namespaces(call: Call, _arguments: Nothing) -> ToolResult:
    """List the memory spaces that the caller may use."""
    found = await status.NAMESPACES.perform(call.context, Empty())
    data = Namespaces(namespaces=found.namespaces, default=call.context.caller.default_stream)
    return ToolResult(msgspec.json.format(msgspec.json.encode(data)).decode(), data)


TOOLS = (
    Tool(
        name="memory_status",
        title="Status of the memory",
        description="Tell whether the memory works, how much it holds and whether its indexes are up to "
        "date. Use it when other tools fail or find nothing unexpectedly.",
        arguments=InStream,
        result=Status,
        hints=READS,
        run=run_status,
    ),
    Tool(
        name="memory_stats",
        title="Counts of the memory",
        description="Count what a memory space holds by level, kind, type, source and trust. Never shows "
        "any text.",
        arguments=InStream,
        result=stats.StatsResult,
        hints=READS,
        run=run_stats,
    ),
    Tool(
        name="memory_namespaces",
        title="List memory spaces",
        description="List the names and ids of the memory spaces you may pass as stream.",
        arguments=Nothing,
        result=Namespaces,
        hints=READS,
        run=run_namespaces,
    ),
)
