"""The methods of the protocol, for both eras. A transport hands in checked messages."""

import traceback
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import structlog

from loomem import __version__
from loomem.mcp.calling import Toolbox
from loomem.mcp.messages import Notification, Request
from loomem.mcp.prompts import PROMPTS, get_prompt
from loomem.mcp.protocol import (
    ALL_VERSIONS,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    LEGACY_VERSIONS,
    META_SERVER,
    METHOD_NOT_FOUND,
    RESOURCE_NOT_FOUND,
    Era,
    Json,
    ProtocolError,
    error_reply,
    result_reply,
)
from loomem.mcp.resources import RESOURCES, TEMPLATES, read_resource
from loomem.mcp.running import Running
from loomem.mcp.tools.model import AnyTool, Progress
from loomem.operations.context import Context

log = structlog.get_logger(__name__)

SERVER_INFO: Json = {"name": "loomem-memory", "title": "Loomem", "version": __version__}
_CAPABILITIES: Json = {"tools": {}, "resources": {}, "prompts": {}}
_FRESH_MS = 300_000
_CACHED = frozenset(
    {
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    }
)
_PAGED = frozenset({"tools/list", "prompts/list", "resources/list", "resources/templates/list"})

_Method = Callable[[Context, Request, Era, Progress], Awaitable[Json]]


async def no_progress(_done: float, _total: float | None, _message: str) -> None:
    """Report nothing: nobody asked."""


class McpServer:
    """Answers messages. It keeps nothing between them but the calls under way."""

    def __init__(
        self, tools: Sequence[AnyTool], shown: Sequence[AnyTool], instructions: str
    ) -> None:
        self._toolbox = Toolbox(tools, shown)
        self._instructions = instructions
        self._running = Running()
        both: dict[str, _Method] = {
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read_resource,
            "prompts/list": self._list_prompts,
            "prompts/get": self._get_prompt,
        }
        self._methods: dict[Era, dict[str, _Method]] = {
            "legacy": both | {"initialize": self._initialize, "ping": self._ping},
            "modern": both | {"server/discover": self._discover},
        }

    async def answer(
        self, context: Context, request: Request, era: Era, progress: Progress = no_progress
    ) -> Json:
        """Return the response to a request: a result, or an error of the protocol."""
        try:
            method = self._method(request, era)
            with self._running.entered(context.caller.name, request.id):
                result = await method(context, request, era, progress)
        except ProtocolError as error:
            return error_reply(error, request.id)
        except Exception as error:  # noqa: BLE001 - the last net: nothing internal may leave
            return _crashed(request, error)
        return result_reply(request.id, _completed(result, request.method, era))

    def _method(self, request: Request, era: Era) -> _Method:
        method = self._methods[era].get(request.method)
        if method is None:
            raise ProtocolError(METHOD_NOT_FOUND, f"Method not found: {request.method[:100]}")
        if request.method in _PAGED and "cursor" in request.params:
            raise ProtocolError(INVALID_PARAMS, "Unknown cursor: there is one page only")
        return method

    def notice(self, context: Context, notification: Notification) -> None:
        """Take note of a notification; the only one that matters cancels a call."""
        if notification.method == "notifications/cancelled":
            self._running.cancel(context.caller.name, notification.params.get("requestId"))

    async def _initialize(
        self, _context: Context, request: Request, _era: Era, _progress: Progress
    ) -> Json:
        wanted = request.params.get("protocolVersion")
        if not isinstance(wanted, str):
            raise ProtocolError(INVALID_PARAMS, "protocolVersion must be a string")
        version = wanted if wanted in LEGACY_VERSIONS else LEGACY_VERSIONS[0]
        return {
            "protocolVersion": version,
            "capabilities": _CAPABILITIES,
            "serverInfo": SERVER_INFO,
            "instructions": self._instructions,
        }

    async def _discover(
        self, _context: Context, _request: Request, _era: Era, _progress: Progress
    ) -> Json:
        return {
            "supportedVersions": list(ALL_VERSIONS),
            "capabilities": _CAPABILITIES,
            "instructions": self._instructions,
        }

    async def _ping(self, *_: Any) -> Json:
        return {}

    async def _list_tools(self, *_: Any) -> Json:
        return {"tools": self._toolbox.listing}

    async def _call_tool(
        self, context: Context, request: Request, _era: Era, progress: Progress
    ) -> Json:
        return await self._toolbox.call(context, request.params, progress)

    async def _list_resources(self, *_: Any) -> Json:
        return {"resources": RESOURCES}

    async def _list_templates(self, *_: Any) -> Json:
        return {"resourceTemplates": TEMPLATES}

    async def _read_resource(
        self, context: Context, request: Request, era: Era, _progress: Progress
    ) -> Json:
        uri = request.params.get("uri")
        if not isinstance(uri, str):
            raise ProtocolError(INVALID_PARAMS, "uri must be a string")
        found = await read_resource(context, uri)
        if found is None:
            code = RESOURCE_NOT_FOUND if era == "legacy" else INVALID_PARAMS
            raise ProtocolError(code, "Resource not found", {"uri": uri[:500]})
        return found

    async def _list_prompts(self, *_: Any) -> Json:
        return {"prompts": PROMPTS}

    async def _get_prompt(
        self, _context: Context, request: Request, _era: Era, _progress: Progress
    ) -> Json:
        name, arguments = request.params.get("name"), request.params.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments or {}, dict):
            raise ProtocolError(INVALID_PARAMS, "name must be a string, arguments an object")
        return get_prompt(name, arguments or {})


def _crashed(request: Request, error: Exception) -> Json:
    """Answer a programming error. Its message may quote memory text, so the log gets its type only."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    log.error(
        "mcp.method_crashed",
        method=request.method[:100],
        error=type(error).__name__,
        where=f"{where.filename}:{where.lineno}",
    )
    broken = ProtocolError(INTERNAL_ERROR, "Something broke inside; the log has more")
    return error_reply(broken, request.id)


def _completed(result: Json, method: str, era: Era) -> Json:
    """Add what the modern revision wants with every result."""
    if era == "legacy":
        return result
    meta = {**result.get("_meta", {}), META_SERVER: SERVER_INFO}
    fresh = {"ttlMs": _FRESH_MS, "cacheScope": "private"} if method in _CACHED else {}
    return {**result, "resultType": "complete", **fresh, "_meta": meta}


def encode(reply: Json | list[Json]) -> bytes:
    """Return the bytes of a reply."""
    return msgspec.json.encode(reply)
