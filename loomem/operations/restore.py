"""Bring a deleted memory back."""

import msgspec

from loomem.errors import ConflictError, NotFoundError
from loomem.operations.access import existing_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import ById


class RestoreResult(msgspec.Struct, kw_only=True):
    """What is back; ``restored`` counts what went with a source too."""

    id: str
    restored: int


async def restore(context: Context, request: ById) -> RestoreResult:
    """Undo a deletion; NotFoundError for an unknown memory, ConflictError for a live one."""
    existing_memory(context, request.id)
    restored = await context.services.deletion.restore(request.id)
    if not restored:
        raise ConflictError(f"Memory {request.id} is not deleted.", {"id": request.id})
    return RestoreResult(id=request.id, restored=restored)


OPERATION = Operation(
    name="restore_memory",
    summary="Bring a deleted memory back",
    request=ById,
    result=RestoreResult,
    run=restore,
    right="write",
    errors=(NotFoundError, ConflictError),
)
