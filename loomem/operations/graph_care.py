"""Care of the graph: build it again by rules, have a language model read what it has not read yet."""

import asyncio
from functools import partial

import msgspec

from loomem.errors import ConflictError, UnavailableError
from loomem.operations.context import Context
from loomem.operations.maintenance import StartedResult
from loomem.operations.registry import Operation
from loomem.operations.views import Empty

_JOB = "build_graph"
_MODEL_JOB = "extract_entities"
_MARKERS = 5_000


async def build_graph(context: Context, _request: Empty) -> StartedResult:
    """Start reading every memory for entities again; the present graph serves meanwhile."""
    services = context.services
    if not services.jobs.start(_JOB, services.graph_builder.rebuild):
        raise ConflictError("The graph is being built already; see GET /v1/status.")
    return StartedResult(message="All memories are read for entities again; see GET /v1/status.")


class RetagResult(msgspec.Struct, kw_only=True):
    """``retagged_count`` memories were read, ``changed_count`` of them name other things now."""

    retagged_count: int
    changed_count: int
    status: str = "completed"


async def retag_all(context: Context, _request: Empty) -> RetagResult:
    """Read every memory for entities again, and answer when that is done."""
    services = context.services
    done: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

    async def work() -> None:
        try:
            progress = await services.graph_builder.rebuild()
        except BaseException as error:
            if not done.done():
                done.set_exception(error)
            raise
        if not done.done():
            done.set_result((progress.seen, progress.changed))

    if not services.jobs.start(_JOB, work):
        raise ConflictError("The graph is being built already; see GET /v1/status.")
    seen, changed = await done
    return RetagResult(retagged_count=seen, changed_count=changed)


async def extract_entities(context: Context, _request: Empty) -> StartedResult:
    """Queue for the language model what it has not read yet."""
    services = context.services
    if not services.entity_queue.has_model:
        raise UnavailableError(
            "No language model finds entities here. Set its key (llm.api_key_env) and "
            "entity_extraction.enabled = true, and start again; rules find entities without it."
        )
    if not services.jobs.start(_MODEL_JOB, services.entity_queue.queue_all):
        raise ConflictError("Memories are being queued already; see GET /v1/status.")
    return StartedResult(message="Memories that the model has not read are being queued.")


class ResetBackfillResult(msgspec.Struct, kw_only=True):
    """How many memories count as not read by the language model again."""

    markers_deleted: int
    status: str = "reset"


async def reset_backfill(context: Context, _request: Empty) -> ResetBackfillResult:
    """Forget which memories the language model has read; what it found stays."""
    stores, deleted = context.services.stores, 0
    while count := await stores.writer.write(
        partial(stores.graph_writer.clear_markers, limit=_MARKERS)
    ):
        deleted += count
    return ResetBackfillResult(markers_deleted=deleted)


BUILD_GRAPH = Operation(
    name="build_graph",
    summary="Build the entity graph again in the background",
    request=Empty,
    result=StartedResult,
    run=build_graph,
    right="admin",
    errors=(ConflictError,),
)
RETAG_ALL = Operation(
    name="retag_all",
    summary="Read all memories for entities again",
    request=Empty,
    result=RetagResult,
    run=retag_all,
    right="admin",
    errors=(ConflictError,),
)
EXTRACT_ENTITIES = Operation(
    name="extract_entities",
    summary="Have a language model find entities in what it has not read",
    request=Empty,
    result=StartedResult,
    run=extract_entities,
    right="admin",
    errors=(ConflictError, UnavailableError),
)
RESET_BACKFILL = Operation(
    name="reset_backfill",
    summary="Forget which memories a language model has read for entities",
    request=Empty,
    result=ResetBackfillResult,
    run=reset_backfill,
    right="admin",
)
