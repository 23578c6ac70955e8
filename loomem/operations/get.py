"""Fetch one memory by id, superseded ones included."""

from loomem.errors import NotFoundError
from loomem.operations.access import visible_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import ById, MemoryView, memory_view


async def get(context: Context, request: ById) -> MemoryView:
    """Return a live memory; NotFoundError where there is none."""
    return memory_view(visible_memory(context, request.id))


OPERATION = Operation(
    name="get_memory",
    summary="Fetch one memory by id",
    request=ById,
    result=MemoryView,
    run=get,
    right="read",
    errors=(NotFoundError,),
)
