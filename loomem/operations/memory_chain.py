"""The history of a memory: its versions, oldest first."""

from typing import Annotated

import msgspec

from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import MemoryId


class ChainRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Any version of the memory."""

    id: MemoryId
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20


class ChainLink(msgspec.Struct, kw_only=True):
    """One version."""

    id: str
    content: str
    version: int
    is_latest: bool
    supersedes_id: str | None
    superseded_by: str | None
    root_memory_id: str | None
    timestamp: int
    valid_from: int | None
    valid_until: int | None
    memory_type: str | None


class ChainResult(msgspec.Struct, kw_only=True):
    """The newest ``limit`` versions; empty for an unknown id."""

    chunk_id: str
    chain_length: int
    chain: list[ChainLink]


async def memory_chain(context: Context, request: ChainRequest) -> ChainResult:
    """Return the versions that the caller may see."""
    found = context.services.versions.chain(request.id, request.limit)
    chain = [
        ChainLink(
            id=chunk.id,
            content=chunk.content,
            version=chunk.version,
            is_latest=chunk.is_latest,
            supersedes_id=chunk.supersedes_id,
            superseded_by=chunk.superseded_by,
            root_memory_id=chunk.root_memory_id,
            timestamp=chunk.timestamp,
            valid_from=chunk.valid_from,
            valid_until=chunk.valid_until,
            memory_type=chunk.memory_type,
        )
        for chunk in found
        if context.caller.may_use(chunk.stream)
    ]
    return ChainResult(chunk_id=request.id, chain_length=len(chain), chain=chain)


OPERATION = Operation(
    name="memory_chain",
    summary="Show the versions of a memory",
    request=ChainRequest,
    result=ChainResult,
    run=memory_chain,
    right="read",
)
