"""A page of memories for the beginning of a task, within a budget of tokens."""

from typing import Annotated

import msgspec

from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import StreamName, chosen_stream
from loomem.search.context_pack import SECTIONS, Section

MAX_BUDGET = 32_000


class ContextPackRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the task is about, and how much room there is. Without a query: profile and recent only."""

    query: Annotated[str, msgspec.Meta(max_length=10_000)] = ""
    stream: StreamName | None = None
    budget_tokens: Annotated[int, msgspec.Meta(ge=50, le=MAX_BUDGET)] = 4_000
    sections: Annotated[list[Section], msgspec.Meta(min_length=1, max_length=4)] | None = None
    format: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class PackSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A memory on the page."""

    chunk_id: str
    section: Section
    score: float | None = None


class ContextPackResult(msgspec.Struct, kw_only=True):
    """The page as Markdown. ``token_count`` is of the built-in encoder's tokenizer.

    ``coverage_score`` is the share of the relevant memories that found room.
    """

    context: str
    token_count: int
    sections_included: list[Section]
    sections_truncated: list[Section]
    sources: list[PackSource]
    coverage_score: float


async def context_pack(context: Context, request: ContextPackRequest) -> ContextPackResult:
    """Make the page."""
    stream = chosen_stream(context.caller, request.stream)
    sections = tuple(dict.fromkeys(request.sections or SECTIONS))
    pack = await context.services.packer.pack(
        request.query, stream, request.budget_tokens, sections
    )
    return ContextPackResult(
        context=pack.text,
        token_count=pack.tokens,
        sections_included=pack.included,
        sections_truncated=pack.truncated,
        sources=[
            PackSource(
                chunk_id=row.chunk_id,
                section=row.section,
                score=None if row.score is None else round(row.score, 6),
            )
            for row in pack.rows
        ],
        coverage_score=round(pack.coverage, 4),
    )


OPERATION = Operation(
    name="context_pack",
    summary="Make a page of memories for the beginning of a task",
    request=ContextPackRequest,
    result=ContextPackResult,
    run=context_pack,
    right="read",
    category="search",
)
