"""The two ends of a version link, as records. Both are written in one transaction, always."""

import msgspec

from loomem.errors import ConflictError, DeniedError, NotFoundError
from loomem.model.chunk import Chunk
from loomem.stores.effects import WriteTxn
from loomem.stores.repositories import Repositories


def next_version(old: Chunk, new: Chunk) -> Chunk:
    """Return ``new`` as the version after ``old``."""
    return msgspec.structs.replace(
        new,
        is_latest=True,
        supersedes_id=old.id,
        superseded_by=None,
        root_memory_id=old.root_memory_id or old.id,
        version=old.version + 1,
    )


def closed_version(old: Chunk, new: Chunk, now: int) -> Chunk:
    """Return ``old`` as it is once ``new`` has replaced it: valid until the new one begins."""
    begins = new.valid_from if new.valid_from is not None else now
    return msgspec.structs.replace(
        old,
        is_latest=False,
        superseded_by=new.id,
        updated_at=now,
        valid_until=old.valid_until if old.valid_until is not None else begins,
    )


def replaceable(data: Repositories, write: WriteTxn, chunk_id: str, stream: str | None) -> Chunk:
    """Return the memory that is to be replaced, read in the transaction that will do it.

    Raises NotFoundError for an unknown or deleted one, DeniedError for another stream,
    ConflictError for one that has a newer version (``details.latest``) or is evidence.
    """
    old = data.chunks.get(write.raw, chunk_id)
    if old is None or not old.is_live:
        raise NotFoundError(f"There is no memory {chunk_id[:80]}.", {"id": chunk_id[:200]})
    if stream is not None and old.stream != stream:
        raise DeniedError(
            f"Memory {chunk_id} lies in another stream; a memory is replaced within its own.",
            {"id": chunk_id},
        )
    if old.is_evidence:
        raise ConflictError(
            f"Memory {chunk_id} is a conversation as it was said and cannot be changed; delete it and "
            "ingest the corrected one.",
            {"id": chunk_id},
        )
    if not old.is_latest:
        raise ConflictError(
            f"Memory {chunk_id} already has a newer version; change that one.",
            {"id": chunk_id, "latest": old.superseded_by},
        )
    return old
