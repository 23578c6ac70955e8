"""Reaching a memory by id: it must exist and lie in a stream the caller may use."""

from loomem.errors import NotFoundError
from loomem.model.chunk import Chunk
from loomem.operations.context import Context


def existing_memory(context: Context, chunk_id: str) -> Chunk:
    """Return a memory, a deleted one too, or raise NotFoundError; a foreign stream looks the same."""
    stores = context.services.stores
    with stores.env.read() as txn:
        chunk = stores.chunks.get(txn, chunk_id)
    if chunk is None or not context.caller.may_use(chunk.stream):
        raise NotFoundError(f"There is no memory {chunk_id[:80]}.", {"id": chunk_id[:200]})
    return chunk


def visible_memory(context: Context, chunk_id: str) -> Chunk:
    """Return a live memory, or raise NotFoundError."""
    chunk = existing_memory(context, chunk_id)
    if not chunk.is_live:
        raise NotFoundError(f"There is no memory {chunk_id[:80]}.", {"id": chunk_id[:200]})
    return chunk
