"""Memories as resources: one by its id, the newest of a stream, and what is known of the owner."""

from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from msgspec import ValidationError, convert

from loomem.clock import iso_date
from loomem.errors import DeniedError, InvalidRequestError, NotFoundError
from loomem.mcp.protocol import Json
from loomem.mcp.tools.arguments import stream_id
from loomem.mcp.tools.bounded import share_out
from loomem.model.ids import DEFAULT_STREAM
from loomem.operations import context_pack, get, list_memories
from loomem.operations.context import Context
from loomem.operations.context_pack import MAX_BUDGET
from loomem.operations.views import ById
from loomem.search.context_pack import Section

PROFILE = "memory://profile"
CONTEXT = "memory://context"
_ABOUT = CONTEXT + "/"
_CHUNK = "memory://chunk/"
_STREAM = "memory://stream/"
_RECENT = "/recent"
_SHOWN = 20
_ALL_THE_SAME_TO_THE_CALLER = (NotFoundError, DeniedError, InvalidRequestError, ValidationError)

RESOURCES: tuple[Json, ...] = (
    {
        "uri": PROFILE,
        "name": "profile",
        "title": "What is known of you",
        "description": "Lasting facts and preferences, newest first.",
        "mimeType": "text/markdown",
    },
    {
        "uri": CONTEXT,
        "name": "context",
        "title": "Context for the beginning",
        "description": "Who the owner is, and what the last seven days brought.",
        "mimeType": "text/markdown",
    },
    {
        "uri": f"{_STREAM}{DEFAULT_STREAM}{_RECENT}",
        "name": "recent",
        "title": "Newest memories",
        "description": "The newest memories of your own space.",
        "mimeType": "text/markdown",
    },
)
TEMPLATES: tuple[Json, ...] = (
    {
        "uriTemplate": _ABOUT + "{query}",
        "name": "context-about",
        "title": "Context for a task",
        "description": "The same page with what fits a query, percent-encoded.",
        "mimeType": "text/markdown",
    },
    {
        "uriTemplate": _CHUNK + "{id}",
        "name": "memory",
        "title": "One memory",
        "description": "A memory in full, by its id.",
        "mimeType": "text/plain",
    },
    {
        "uriTemplate": _STREAM + "{id}" + _RECENT,
        "name": "stream-recent",
        "title": "Newest memories of a space",
        "description": "The newest memories of a space, by its name or id.",
        "mimeType": "text/markdown",
    },
)


async def read_resource(context: Context, uri: str) -> Json | None:
    """Return the contents of a resource, None where there is no such one."""
    reader, name = _reader(uri)
    if reader is None:
        return None
    try:
        text = await reader(context, name)
    except _ALL_THE_SAME_TO_THE_CALLER:
        return None
    kind = "text/plain" if uri.startswith(_CHUNK) else "text/markdown"
    return {"contents": [{"uri": uri, "mimeType": kind, "text": text}]}


def _reader(uri: str) -> tuple[Callable[[Context, str], Awaitable[str]] | None, str]:
    if uri == PROFILE:
        return _profile, ""
    if uri == CONTEXT or uri.startswith(_ABOUT):
        return _context, unquote(uri.removeprefix(CONTEXT).removeprefix("/"))
    if uri.startswith(_CHUNK):
        return _chunk, unquote(uri.removeprefix(_CHUNK))
    if uri.startswith(_STREAM) and uri.endswith(_RECENT):
        return _recent, unquote(uri.removeprefix(_STREAM).removesuffix(_RECENT))
    return None, ""


async def _chunk(context: Context, name: str) -> str:
    found = await get.OPERATION.perform(context, ById(id=name))
    return found.content[: context.services.settings.mcp.max_output_chars]


async def _recent(context: Context, name: str) -> str:
    page = await list_memories.OPERATION.perform(
        context, list_memories.ListRequest(stream=stream_id(context, name), limit=_SHOWN)
    )
    rows = [(iso_date(item.created_at), item.content) for item in page.items]
    return _listed(context, "Newest memories", rows)


async def _profile(context: Context, _name: str) -> str:
    return await _page(context, "Profile", "", ["profile"])


async def _context(context: Context, query: str) -> str:
    return await _page(context, "Context", query, None)


async def _page(context: Context, title: str, query: str, sections: list[Section] | None) -> str:
    """Return a page of the context pack, as long as an answer may be."""
    most = context.services.settings.mcp.max_output_chars
    request = convert(
        {"query": query, "sections": sections, "budget_tokens": min(most // 4, MAX_BUDGET)},
        context_pack.ContextPackRequest,
    )
    found = await context_pack.OPERATION.perform(context, request)
    return f"# {title}\n\n{found.context or 'Nothing yet.'}"[:most]


def _listed(context: Context, title: str, rows: list[tuple[str, str]]) -> str:
    room = context.services.settings.mcp.max_output_chars - 20 * len(rows) - 100
    texts = share_out([text for _, text in rows], room)
    lines = [f"- [{day}] {text}" for (day, _), text in zip(rows, texts, strict=True)]
    return "\n".join([f"# {title}", "", *(lines or ["Nothing yet."])])
