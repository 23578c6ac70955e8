"""Change a memory: the change becomes a new version, the old one stays in the history."""

from typing import Annotated, Any

import msgspec

from loomem.errors import ConflictError, InvalidRequestError, NotFoundError, TooLargeError
from loomem.model.chunk import Chunk, ExtractionMeta, FactType
from loomem.model.ids import new_chunk_id
from loomem.operations.access import visible_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    Label,
    MemoryId,
    Share,
    checked_content,
    checked_metadata,
)


class UpdateRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What to change; absent fields stay as they are."""

    id: MemoryId
    content: str | None = None
    confidence: Share | None = None
    category: FactType | None = None
    subject: Label | None = None
    importance: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    metadata: dict[str, Any] | None = None


class UpdateResult(msgspec.Struct, kw_only=True):
    """The new version and the one it replaces."""

    id: str
    chunk_id: str
    supersedes: str
    version: int
    updated: bool = True


async def update(context: Context, request: UpdateRequest) -> UpdateResult:
    """Store the next version of a memory."""
    old = visible_memory(context, request.id)
    changes = _changes(context, request)
    vector = None
    if changes.get("content", old.content) != old.content:
        vector = await context.services.persister.embed(changes["content"])
    else:
        vector = context.services.persister.known_vector(old.id)
    now = context.services.clock.now()
    new = await context.services.versions.supersede(
        request.id, lambda current: _next(current, changes, request, now), vector
    )
    return UpdateResult(id=new.id, chunk_id=new.id, supersedes=request.id, version=new.version)


def _changes(context: Context, request: UpdateRequest) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    metadata = checked_metadata(request.metadata)
    if request.content is not None:
        cleaned = context.services.cleaner.clean(checked_content(request.content), metadata)
        changes |= {"content": cleaned.text, "suspicion": cleaned.suspicion, "merged": None}
        metadata = cleaned.metadata
    elif metadata is not None:
        metadata = context.services.cleaner.clean_metadata(metadata)
    if metadata is not None:
        changes["metadata"] = metadata
    if request.importance is not None:
        changes["importance"] = request.importance
    statement = (request.confidence, request.category, request.subject)
    if not changes and all(value is None for value in statement):
        raise InvalidRequestError(
            "nothing to change: send content, confidence, category, subject, importance or metadata"
        )
    return changes


def _next(current: Chunk, changes: dict[str, Any], request: UpdateRequest, now: int) -> Chunk:
    return msgspec.structs.replace(
        current,
        **changes,
        id=new_chunk_id(now),
        timestamp=now,
        valid_from=now,
        valid_until=None,
        updated_at=None,
        access_count=0,
        extraction_meta=_statement(current.extraction_meta, request),
    )


def _statement(old: ExtractionMeta | None, request: UpdateRequest) -> ExtractionMeta | None:
    given = {
        "fact_type": str(request.category) if request.category else None,
        "confidence": request.confidence,
        "subject": request.subject,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        return old
    return msgspec.structs.replace(old or ExtractionMeta(fact_type=str(FactType.FACT)), **changes)


OPERATION = Operation(
    name="update_memory",
    summary="Change a memory by storing its next version",
    request=UpdateRequest,
    result=UpdateResult,
    run=update,
    right="write",
    errors=(NotFoundError, ConflictError, TooLargeError),
)
