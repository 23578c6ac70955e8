"""Care of the derived data: missing vectors, new vectors, the text index, and how far they agree."""

from functools import partial

import msgspec

from loomem.errors import ConflictError
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import Empty
from loomem.stores.effects import WriteTxn

_BATCH = 500


class EmbedMissingResult(msgspec.Struct, kw_only=True):
    """Memories without a vector; they are in the encoder's queue now."""

    total_missing: int
    queued: int
    status: str = "queued"


async def embed_missing(context: Context, _request: Empty) -> EmbedMissingResult:
    """Queue every live memory that has no vector and is not queued yet."""
    missing = queued = 0
    last: str | None = None
    while True:
        last, found, added = await context.services.stores.writer.write(
            partial(_queue_missing, context, start=last)
        )
        missing += found
        queued += added
        if last is None:
            return EmbedMissingResult(total_missing=missing, queued=queued)


def _queue_missing(
    context: Context, write: WriteTxn, start: str | None
) -> tuple[str | None, int, int]:
    stores = context.services.stores
    ids = stores.chunks.ids_after(write.raw, start, _BATCH)
    waiting = stores.intents.waiting_for_vector(write.raw)
    missing = [
        chunk
        for chunk in stores.chunks.get_many(write.raw, ids).values()
        if chunk.is_live and stores.embeddings.number(write.raw, chunk.id) is None
    ]
    new = [chunk for chunk in missing if chunk.id not in waiting]
    for chunk in new:
        stores.memories.request_embedding(write, chunk)
    return (ids[-1] if ids else None), len(missing), len(new)


class StartedResult(msgspec.Struct, kw_only=True):
    """A pass has begun in the background; the status page tells how far it is."""

    message: str
    status: str = "started"


async def re_embed_all(context: Context, _request: Empty) -> StartedResult:
    """Start making all vectors anew; the present ones serve until the new ones are complete."""
    services = context.services
    if not services.jobs.start("re_embed", services.reembedding.run):
        raise ConflictError("Re-embedding is under way; see GET /v1/status.")
    return StartedResult(message="New vectors are being made; the present ones serve meanwhile.")


async def rebuild_text(context: Context, _request: Empty) -> StartedResult:
    """Start writing the whole text index again; searches go on meanwhile."""
    started = await context.services.in_thread(context.services.stores.reconciler.start)
    if not started:
        raise ConflictError("The text index is being rebuilt already; see GET /v1/status.")
    return StartedResult(message="The text index is being written again; searches go on.")


class IndexSyncResult(msgspec.Struct, kw_only=True):
    """Counts of the truth and of what is derived from it."""

    chunks: int
    text_documents: int
    embeddings: int
    text_pending: int
    embedding_pending: int
    drift_pct: float
    in_sync: bool
    rebuilding: bool


async def index_sync(context: Context, _request: Empty) -> IndexSyncResult:
    """Compare the counts of LMDB, text index and vectors."""
    return await context.services.in_thread(_compare, context)


def _compare(context: Context) -> IndexSyncResult:
    stores = context.services.stores
    with stores.env.read() as txn:
        live = stores.counters.total(txn, "live")
        embedded = stores.counters.total(txn, stores.embeddings.counter)
        waiting = len(stores.intents.waiting_for_vector(txn))
    text_pending = stores.indexer.lag
    documents = stores.text.count()
    drift = abs(documents - live) * 100.0 / max(live, 1)
    return IndexSyncResult(
        chunks=live,
        text_documents=documents,
        embeddings=embedded,
        text_pending=text_pending,
        embedding_pending=waiting,
        drift_pct=round(drift, 3),
        in_sync=documents == live == embedded and not text_pending and not waiting,
        rebuilding=stores.reconciler.is_running,
    )


EMBED_MISSING = Operation(
    name="embed_missing",
    summary="Queue memories that have no vector",
    request=Empty,
    result=EmbedMissingResult,
    run=embed_missing,
    right="admin",
)
RE_EMBED_ALL = Operation(
    name="reembed_all",
    summary="Make all vectors anew in the background",
    request=Empty,
    result=StartedResult,
    run=re_embed_all,
    right="admin",
    errors=(ConflictError,),
)
REBUILD_TEXT = Operation(
    name="rebuild_tantivy",
    summary="Write the text index again in the background",
    request=Empty,
    result=StartedResult,
    run=rebuild_text,
    right="admin",
    errors=(ConflictError,),
)
INDEX_SYNC = Operation(
    name="index_sync",
    summary="Compare memories, text index and vectors",
    request=Empty,
    result=IndexSyncResult,
    run=index_sync,
    right="read",
)
