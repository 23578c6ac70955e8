"""Mark a memory as deleted. It leaves every search at once and stays restorable for a while."""

import msgspec

from loomem.errors import NotFoundError
from loomem.operations.access import visible_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import ById


class DeleteResult(msgspec.Struct, kw_only=True):
    """What became of the memory."""

    id: str
    status: str = "deleted"
    deleted: bool = True


async def delete(context: Context, request: ById) -> DeleteResult:
    """Hide a live memory; NotFoundError where there is none."""
    visible_memory(context, request.id)
    if await context.services.deletion.hide(request.id) is None:
        raise NotFoundError(f"There is no memory {request.id}.", {"id": request.id})
    return DeleteResult(id=request.id)


OPERATION = Operation(
    name="delete_memory",
    summary="Delete a memory (soft)",
    request=ById,
    result=DeleteResult,
    run=delete,
    right="write",
    errors=(NotFoundError,),
)
