"""Tools that change something: store, ingest, update, delete, restore, rate."""

import asyncio
from typing import Annotated

import msgspec

from loomem.errors import TooLargeError
from loomem.mcp.tools.arguments import Arguments, ChunkId, Content, InStream, Metadata, stream_id
from loomem.mcp.tools.model import Call, Hints, Tool, ToolResult
from loomem.operations import delete, feedback, ingest, restore, store, update
from loomem.operations.store import StatedRelation
from loomem.operations.views import ById

_MAX_CONTENT_BYTES = 102_400
_SHOWN_CHARS = 80
_SHOWN_FACTS = 20
_INGEST_SECONDS = 45.0
_TICK_SECONDS = 1.0


class StoreArguments(InStream, kw_only=True, forbid_unknown_fields=True):
    """One fact, and what is known about it."""

    content: Annotated[
        str,
        msgspec.Meta(min_length=1, description="One self-contained fact, up to 102,400 bytes."),
    ]
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=128)] = "mcp"
    subject: Annotated[
        str, msgspec.Meta(min_length=1, max_length=200, description="Who or what it is about.")
    ] = "user"
    metadata: Metadata | None = None
    relations: Annotated[
        list[StatedRelation], msgspec.Meta(description="Connections it states; 64 are used.")
    ] = msgspec.field(default_factory=list)
    supersedes: ChunkId | None = None


class Stored(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where the memory is; ``status`` is stored, duplicate or merged."""

    id: str
    status: str
    stream: str
    content: str
    supersedes: str | None = None
    notes: list[str] = msgspec.field(default_factory=list)


async def run_store(call: Call, arguments: StoreArguments) -> ToolResult:
    """Store one fact durably."""
    size = len(arguments.content.encode("utf-8", "surrogatepass"))
    if size > _MAX_CONTENT_BYTES:
        raise TooLargeError(
            f"Content too large: {size} bytes (max {_MAX_CONTENT_BYTES}); use memory_ingest"
        )
    saved = await store.OPERATION.perform(
        call.context,
        store.StoreRequest(
            content=arguments.content,
            stream=stream_id(call.context, arguments.stream),
            source=arguments.source,
            subject=arguments.subject,
            metadata=arguments.metadata,
            relations=arguments.relations[:64],
            supersedes=arguments.supersedes,
            persistent=True,
        ),
    )
    data = Stored(
        id=saved.id,
        status=saved.status,
        stream=saved.stream,
        content=saved.content,
        supersedes=saved.supersedes,
        notes=saved.notes,
    )
    return ToolResult(_stored_text(data), data)


def _stored_text(data: Stored) -> str:
    verb = {"stored": "Stored", "duplicate": "Already stored", "merged": "Merged"}[data.status]
    replaced = f", supersedes: {data.supersedes}" if data.supersedes else ""
    first = f'{verb}: "{data.content[:_SHOWN_CHARS]}..." (id: {data.id}{replaced})'
    return "\n".join([first, *data.notes])


class IngestArguments(InStream, kw_only=True, forbid_unknown_fields=True):
    """A conversation or document."""

    content: Content
    conversation_date: (
        Annotated[
            str, msgspec.Meta(max_length=32, description="Its day, YYYY-MM-DD, where known.")
        ]
        | None
    ) = None
    metadata: Metadata | None = None


class IngestedFact(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One fact that was found."""

    id: str
    content: str
    fact_type: str
    event_date: str | None = None
    supersedes: str | None = None


class Ingested(msgspec.Struct, kw_only=True):
    """The source, and what came of it so far."""

    source_id: str
    status: str
    fragments: int
    facts: list[IngestedFact]
    degraded: bool
    notes: list[str]


async def run_ingest(call: Call, arguments: IngestArguments) -> ToolResult:
    """Store the source, then read it; tell how far that is."""
    request = ingest.IngestRequest(
        content=arguments.content,
        conversation_date=arguments.conversation_date,
        metadata=arguments.metadata,
        stream=stream_id(call.context, arguments.stream),
        source="mcp-ingest",
    )
    accepted = await ingest.OPERATION.perform(call.context, request)
    result = await _until_read(call, accepted)
    data = Ingested(
        source_id=result.source_id,
        status=result.status,
        fragments=result.fragments,
        facts=[
            IngestedFact(
                id=fact.id,
                content=fact.content,
                fact_type=fact.fact_type,
                event_date=fact.event_date,
                supersedes=fact.supersedes,
            )
            for fact in result.facts[:_SHOWN_FACTS]
        ],
        degraded=result.degraded,
        notes=result.notes,
    )
    return ToolResult(_ingested_text(call, data, len(result.facts)), data)


async def _until_read(call: Call, accepted: ingest.IngestResult) -> ingest.IngestResult:
    """Wait for the reading as long as clients are patient; it goes on without us."""
    transcripts = call.context.services.transcripts
    clock = call.context.services.clock
    future = transcripts.expect(accepted.source_id)
    until = clock.monotonic() + _INGEST_SECONDS
    while not future.done() and clock.monotonic() < until:
        await asyncio.wait([future], timeout=_TICK_SECONDS)
        for reading in transcripts.under_way:
            if reading.source_id == accepted.source_id and not future.done():
                await call.progress(reading.done, reading.total or None, "fragments stored")
    if not future.done():
        return accepted
    return ingest.result_of(accepted.stream, future.result())


def _ingested_text(call: Call, data: Ingested, found: int) -> str:
    if data.status != "complete":
        return (
            f"The source is stored (source id: {data.source_id}). Reading goes on in the background; "
            "its facts can be searched soon."
        )
    lines = [f"Extracted {found} facts from conversation (source id: {data.source_id})."]
    is_told = any(note.startswith("Stored 0 fragments") for note in data.notes)
    if call.context.services.settings.fragments.enabled and not is_told:
        lines.append(f"Stored {data.fragments} fragments.")
    for fact in data.facts:
        day = f"[event:{fact.event_date}] " if fact.event_date else ""
        lines.append(f"- {day}{fact.content} ({fact.fact_type}) (id: {fact.id})")
    return "\n".join([*lines, *data.notes])


class UpdateArguments(Arguments, kw_only=True, forbid_unknown_fields=True):
    """Which memory, and its new wording or data; what is absent stays."""

    chunk_id: ChunkId
    content: Content | None = None
    subject: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    importance: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    metadata: Metadata | None = None


async def run_update(call: Call, arguments: UpdateArguments) -> ToolResult:
    """Store the next version."""
    done = await update.OPERATION.perform(
        call.context,
        update.UpdateRequest(
            id=arguments.chunk_id,
            content=arguments.content,
            subject=arguments.subject,
            importance=arguments.importance,
            metadata=arguments.metadata,
        ),
    )
    text = f"Updated: version {done.version} (id: {done.id}, supersedes: {done.supersedes})"
    return ToolResult(text, done)


class OneMemory(Arguments, kw_only=True, forbid_unknown_fields=True):
    """Which memory."""

    chunk_id: ChunkId


async def run_delete(call: Call, arguments: OneMemory) -> ToolResult:
    """Hide a memory; it can be restored."""
    done = await delete.OPERATION.perform(call.context, ById(id=arguments.chunk_id))
    lines = [f"Deleted memory {done.id}."]
    if done.derived_deleted:
        lines.append(f"With it went {done.derived_deleted} memories that were drawn from it.")
    if done.kept_source_id:
        lines.append(
            f"Its source stays: {done.kept_source_id}. Delete that id to remove all of it."
        )
    lines.append("memory_restore brings it back.")
    return ToolResult(" ".join(lines), done)


async def run_restore(call: Call, arguments: OneMemory) -> ToolResult:
    """Undo a deletion."""
    done = await restore.OPERATION.perform(call.context, ById(id=arguments.chunk_id))
    return ToolResult(f"Restored memory {done.id} ({done.restored} in all).", done)


class FeedbackArguments(InStream, kw_only=True, forbid_unknown_fields=True):
    """One memory, and of what use it was."""

    chunk_id: ChunkId
    usefulness: Annotated[
        int, msgspec.Meta(ge=0, le=4, description="0: of no use, 4: it decided the answer.")
    ]
    harmful: Annotated[bool, msgspec.Meta(description="It misled: wrong or out of date.")] = False
    justification: feedback.Justification | None = None
    model_version: feedback.Label = "unknown"
    prompt_version: feedback.Label = "loomem-feedback-v1"
    trajectory_id: feedback.Label | None = None


async def run_feedback(call: Call, arguments: FeedbackArguments) -> ToolResult:
    """Count one rating."""
    rating = feedback.RatingRequest(
        chunk_id=arguments.chunk_id,
        usefulness=arguments.usefulness,
        harmful=arguments.harmful,
        justification=arguments.justification,
    )
    request = feedback.FeedbackRequest(
        ratings=[rating],
        stream=stream_id(call.context, arguments.stream),
        model_version=arguments.model_version,
        prompt_version=arguments.prompt_version,
        trajectory_id=arguments.trajectory_id,
    )
    done = await feedback.OPERATION.perform(call.context, request)
    return ToolResult(msgspec.json.format(msgspec.json.encode(done)).decode(), done)


TOOLS = (
    Tool(
        name="memory_store",
        title="Store one fact",
        description="Remember one confirmed fact, decision or preference, in a sentence that is "
        "understood by itself. Use memory_ingest for conversations and documents. A fact that is "
        "stored already is not stored twice; a changed one replaces the older version. Returns the id.",
        arguments=StoreArguments,
        result=Stored,
        hints=Hints(idempotent=True),
        run=run_store,
        is_core=True,
    ),
    Tool(
        name="memory_ingest",
        title="Hand in a conversation",
        description="Remember a conversation or document: it is kept as it was said, cut into turns, and "
        "facts are drawn from it. Give conversation_date where you know it; relative dates count from "
        "it. Returns the source id and the facts.",
        arguments=IngestArguments,
        result=Ingested,
        hints=Hints(),
        run=run_ingest,
        is_core=True,
    ),
    Tool(
        name="memory_update",
        title="Correct a memory",
        description="Change a memory. The change becomes a new version; the old one stays in its "
        "history. Returns the id of the new version.",
        arguments=UpdateArguments,
        result=update.UpdateResult,
        hints=Hints(),
        run=run_update,
        is_core=True,
    ),
    Tool(
        name="memory_delete",
        title="Delete a memory",
        description="Hide a memory from all searches; memory_restore brings it back. Deleting a source "
        "takes along what was drawn from it. Ask the user before you delete.",
        arguments=OneMemory,
        result=delete.DeleteResult,
        hints=Hints(destructive=True, idempotent=True),
        run=run_delete,
        is_core=True,
    ),
    Tool(
        name="memory_restore",
        title="Restore a memory",
        description="Bring a deleted memory back, and with a source what went with it.",
        arguments=OneMemory,
        result=restore.RestoreResult,
        hints=Hints(idempotent=True),
        run=run_restore,
    ),
    Tool(
        name="memory_feedback",
        title="Rate a memory",
        description="After a task, say of what use a memory was: useful ones come first in later "
        "answers, harmful ones sink. Rate only what clearly helped or misled.",
        arguments=FeedbackArguments,
        result=feedback.FeedbackResult,
        hints=Hints(),
        run=run_feedback,
    ),
)
