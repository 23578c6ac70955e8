"""Mark a memory as deleted. It leaves every search at once and stays restorable for a while."""

import msgspec

from loomem.errors import NotFoundError
from loomem.operations.access import visible_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import ById


class DeleteResult(msgspec.Struct, kw_only=True):
    """What became of the memory. With a source goes what was drawn from it; a fact leaves its
    source, which ``kept_source_id`` names.
    """

    id: str
    status: str = "deleted"
    deleted: bool = True
    derived_deleted: int = 0
    kept_source_id: str | None = None


async def delete(context: Context, request: ById) -> DeleteResult:
    """Hide a live memory; NotFoundError where there is none."""
    visible_memory(context, request.id)
    hidden = await context.services.deletion.hide(request.id)
    if hidden is None:
        raise NotFoundError(f"There is no memory {request.id}.", {"id": request.id})
    return DeleteResult(
        id=request.id, derived_deleted=hidden.derived, kept_source_id=hidden.kept_source
    )


OPERATION = Operation(
    name="delete_memory",
    summary="Delete a memory (soft)",
    request=ById,
    result=DeleteResult,
    run=delete,
    right="write",
    category="delete",
    errors=(NotFoundError,),
)
