"""How the server is: counts, queues, versions; who the caller is; which streams have names."""

import msgspec

from loomem import __version__
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import Empty
from loomem.stores.effects import Work
from loomem.stores.schema import SCHEMA_VERSION


class StreamCounts(msgspec.Struct, kw_only=True):
    """Totals of one stream."""

    live: int
    latest: int
    superseded: int
    deleted: int
    embedded: int


class Queues(msgspec.Struct, kw_only=True):
    """Committed work that indexes have not taken up yet, and writes that wait for their turn."""

    text_pending: int
    embedding_pending: int
    contexts_pending: int
    transcripts_pending: int
    writes_waiting: int
    text_failing: bool


class ReadingView(msgspec.Struct, kw_only=True):
    """How far the reading of a source has come, in fragments."""

    source_id: str
    done: int
    total: int


class ConfigSummary(msgspec.Struct, kw_only=True):
    """What is configured and how much is stored."""

    embedding_model: str
    embedding_dim: int
    vector_enabled: bool
    tantivy_enabled: bool
    tantivy_docs: int
    embeddings_count: int
    chunks: int
    data_bytes: int


class LanguageModels(msgspec.Struct, kw_only=True):
    """Whether a language model is asked, and what stands in the way. ``GET /v1/spend`` has more.

    ``failing_hosts`` failed several times in a row. The flags are about today's costs.
    """

    configured: bool
    failing_hosts: list[str]
    over_alert_threshold: bool
    anomalous: bool


class StatusResult(msgspec.Struct, kw_only=True):
    """The state of the server."""

    status: str
    version: str
    uptime_secs: int
    schema_version: int
    config_summary: ConfigSummary
    queues: Queues
    llm: LanguageModels
    jobs: dict[str, str]
    reading: list[ReadingView]
    streams: dict[str, StreamCounts]


async def status(context: Context, _request: Empty) -> StatusResult:
    """Return counts and queues; nothing here scans the memories."""
    return await context.services.in_thread(_status, context)


def _status(context: Context) -> StatusResult:
    services = context.services
    stores = services.stores
    streams = _streams(context)
    failing = stores.indexer.is_failing
    with stores.env.read() as txn:
        pending = stores.intents.counts(txn)
    return StatusResult(
        status="degraded" if failing else "ok",
        version=__version__,
        uptime_secs=int(services.clock.monotonic() - services.started_monotonic),
        schema_version=SCHEMA_VERSION,
        config_summary=ConfigSummary(
            embedding_model=stores.space.model,
            embedding_dim=stores.space.dim,
            vector_enabled=True,
            tantivy_enabled=True,
            tantivy_docs=stores.text.count(),
            embeddings_count=sum(counts.embedded for counts in streams.values()),
            chunks=sum(counts.live for counts in streams.values()),
            data_bytes=stores.env.disk_bytes(),
        ),
        queues=Queues(
            text_pending=stores.indexer.lag,
            embedding_pending=pending[Work.EMBED],
            contexts_pending=pending[Work.CONTEXT],
            transcripts_pending=pending[Work.INGEST],
            writes_waiting=stores.writer.waiting,
            text_failing=failing,
        ),
        llm=_language_models(context),
        jobs=dict(services.jobs.states()),
        reading=[
            ReadingView(source_id=r.source_id, done=r.done, total=r.total)
            for r in services.transcripts.under_way
        ],
        streams=streams,
    )


def _language_models(context: Context) -> LanguageModels:
    services = context.services
    with services.stores.env.read() as txn:
        today = services.stores.spend.day(txn, services.spend.today)
    return LanguageModels(
        configured=services.llm is not None,
        failing_hosts=services.llm.failing_hosts if services.llm else [],
        over_alert_threshold=today.alerted,
        anomalous=today.anomalous,
    )


def _streams(context: Context) -> dict[str, StreamCounts]:
    stores = context.services.stores
    with stores.env.read() as txn:
        totals = {
            stream: stores.counters.read(txn, stream)
            for stream in stores.counters.streams(txn)
            if context.caller.may_use(stream)
        }
    return {
        stream: StreamCounts(
            live=counts["live"],
            latest=counts["latest"],
            superseded=counts["superseded"],
            deleted=counts["deleted"],
            embedded=counts[stores.embeddings.counter],
        )
        for stream, counts in totals.items()
    }


class WhoAmIResult(msgspec.Struct, kw_only=True):
    """Who the caller is and what they may do."""

    name: str
    stream_id: str
    is_admin: bool
    streams: list[str] | None


async def whoami(context: Context, _request: Empty) -> WhoAmIResult:
    """Describe the caller. ``streams`` is null where all are allowed."""
    allowed = context.caller.streams
    return WhoAmIResult(
        name=context.caller.name,
        stream_id=context.caller.default_stream,
        is_admin=context.caller.is_admin,
        streams=None if allowed is None else sorted(allowed),
    )


class NamespacesResult(msgspec.Struct, kw_only=True):
    """Readable names of streams, from the settings."""

    namespaces: dict[str, str]


async def namespaces(context: Context, _request: Empty) -> NamespacesResult:
    """Return the configured names whose stream the caller may use."""
    configured = context.services.settings.namespaces
    return NamespacesResult(
        namespaces={n: s for n, s in configured.items() if context.caller.may_use(s)}
    )


STATUS = Operation(
    name="status",
    summary="Show counts, queues and versions",
    request=Empty,
    result=StatusResult,
    run=status,
    right="read",
)
WHOAMI = Operation(
    name="whoami",
    summary="Show who the caller is",
    request=Empty,
    result=WhoAmIResult,
    run=whoami,
    right="read",
)
NAMESPACES = Operation(
    name="namespaces",
    summary="List the named streams",
    request=Empty,
    result=NamespacesResult,
    run=namespaces,
    right="read",
)
