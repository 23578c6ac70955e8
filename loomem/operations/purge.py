"""Erase memories for good: one by id, or a whole stream."""

import asyncio
from typing import Annotated, Literal

import msgspec

from loomem.errors import NotFoundError
from loomem.operations.access import existing_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import MemoryId, StreamName, chosen_stream

_MAX_LISTED = 10_000
_TRACES_SECONDS = 5.0

Traces = Literal["removed", "being_removed"]
"""Whether the words are out of all files already; in a large store the files take minutes to be
written anew. ``jobs.scrub`` of the status page tells when.
"""


class PurgeRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which memory, and why (kept in the log without the text)."""

    id: MemoryId
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class PurgeResult(msgspec.Struct, kw_only=True):
    """What is gone."""

    id: str
    purged: bool = True
    traces: Traces = "removed"


async def purge(context: Context, request: PurgeRequest) -> PurgeResult:
    """Erase a memory, a deleted one too; NotFoundError where there is none."""
    existing_memory(context, request.id)
    if await context.services.deletion.erase(request.id) is None:
        raise NotFoundError(f"There is no memory {request.id}.", {"id": request.id})
    return PurgeResult(id=request.id, traces=await _remove_traces(context))


async def _remove_traces(context: Context) -> Traces:
    """Have the files written anew, and wait a moment for that."""
    services = context.services
    try:
        async with asyncio.timeout(_TRACES_SECONDS):
            while await services.in_thread(services.scrubber.is_wanted):
                services.jobs.start("scrub", services.scrubber.run)
                await services.jobs.wait("scrub")
    except TimeoutError:
        return "being_removed"
    return "removed"


class PurgeStreamRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which stream. Nothing is erased without ``confirmed``."""

    stream: StreamName
    dry_run: bool = False
    confirmed: bool = False


class PurgeStreamResult(msgspec.Struct, kw_only=True):
    """``status`` is dry_run, purged or confirmation_required. Ids are listed by a dry run only."""

    status: str
    stream: str
    dry_run: bool
    deleted_count: int
    deleted_ids: list[str] | None = None
    traces: Traces | None = None


async def purge_stream(context: Context, request: PurgeStreamRequest) -> PurgeStreamResult:
    """Erase a stream, or tell what would be erased."""
    stream = chosen_stream(context.caller, request.stream)
    if request.dry_run or not request.confirmed:
        ids = await context.services.in_thread(_ids, context, stream)
        return PurgeStreamResult(
            status="dry_run" if request.dry_run else "confirmation_required",
            stream=stream,
            dry_run=request.dry_run,
            deleted_count=len(ids),
            deleted_ids=ids[:_MAX_LISTED] if request.dry_run else None,
        )
    count = await context.services.deletion.erase_stream(stream)
    traces = await _remove_traces(context)
    return PurgeStreamResult(
        status="purged", stream=stream, dry_run=False, deleted_count=count, traces=traces
    )


def _ids(context: Context, stream: str) -> list[str]:
    stores = context.services.stores
    with stores.env.read() as txn:
        return list(stores.chunks.ids_of_stream(txn, stream))


PURGE = Operation(
    name="purge_memory",
    summary="Erase one memory for good",
    request=PurgeRequest,
    result=PurgeResult,
    run=purge,
    right="admin",
    category="delete",
    errors=(NotFoundError,),
)

PURGE_STREAM = Operation(
    name="purge_namespace",
    summary="Erase every memory of a stream for good",
    request=PurgeStreamRequest,
    result=PurgeStreamResult,
    run=purge_stream,
    right="admin",
    category="delete",
)
