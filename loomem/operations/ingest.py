"""Hand in a conversation or a document: its source is kept as it was said, then it is read."""

from typing import Annotated, Any

import msgspec

from loomem.errors import StoreFullError, TooLargeError
from loomem.ingest.fact_writing import WrittenFact
from loomem.ingest.transcripts import Reading, Transcript
from loomem.knowledge.trust import trust_of_agent
from loomem.model.chunk import Source
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import (
    Agent,
    Day,
    Label,
    StreamName,
    checked_content,
    checked_day,
    checked_metadata,
    chosen_stream,
)


class IngestRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A transcript. Relative dates in it count from ``conversation_date``, and only from that."""

    content: Annotated[str, msgspec.Meta(description="The text, up to 1,000,000 characters.")]
    conversation_date: Day | None = None
    stream: StreamName | None = None
    metadata: dict[str, Any] | None = None
    source: Agent | None = None
    source_agent: Agent | None = None
    source_session: Label | None = None
    source_channel: Label | None = None
    user_id: Label | None = None
    wait: bool = False


class IngestResult(msgspec.Struct, kw_only=True):
    """``status`` is accepted (reading follows) or complete. ``fragments`` and ``facts`` are what is
    stored so far; ``degraded`` tells that something could not be done, and ``notes`` what.
    """

    source_id: str
    stream: str
    status: str
    fragments: int
    facts: list[WrittenFact]
    degraded: bool
    notes: list[str]


async def ingest(context: Context, request: IngestRequest) -> IngestResult:
    """Store the source durably; with ``wait`` also read it before answering."""
    transcripts = context.services.transcripts
    source = await transcripts.accept(_transcript(context, request))
    if not request.wait:
        return IngestResult(
            source_id=source.id,
            stream=source.stream,
            status="accepted",
            fragments=0,
            facts=[],
            degraded=False,
            notes=[],
        )
    reading = await transcripts.expect(source.id)
    return result_of(source.stream, reading)


def _transcript(context: Context, request: IngestRequest) -> Transcript:
    checked_day(request.conversation_date, "conversation_date")
    agent = request.source_agent or request.source or "api"
    return Transcript(
        content=checked_content(request.content),
        stream=chosen_stream(context.caller, request.stream),
        source=Source(agent=agent, session=request.source_session, channel=request.source_channel),
        trust_level=trust_of_agent(agent).value,
        conversation_date=request.conversation_date,
        metadata=checked_metadata(request.metadata),
        user_id=request.user_id,
    )


def result_of(stream: str, reading: Reading) -> IngestResult:
    """Return how a complete reading is answered."""
    return IngestResult(
        source_id=reading.source_id,
        stream=stream,
        status="complete",
        fragments=reading.done,
        facts=reading.facts,
        degraded=reading.degraded,
        notes=reading.notes,
    )


OPERATION = Operation(
    name="ingest",
    summary="Store a conversation or document and read it",
    request=IngestRequest,
    result=IngestResult,
    run=ingest,
    right="write",
    category="store",
    errors=(TooLargeError, StoreFullError),
)
