"""POST /mcp: reads the message, finds out its era, and sends the reply in the form the client takes."""

from functools import partial
from typing import Any

from aiohttp import web

from loomem.errors import MalformedError
from loomem.mcp.era import VERSION_HEADER, check_modern, era_of
from loomem.mcp.messages import Notification, Request, read_message
from loomem.mcp.protocol import (
    INVALID_REQUEST,
    PARSE_ERROR,
    VERSION_WITH_BATCHES,
    Era,
    Json,
    ProtocolError,
    error_reply,
)
from loomem.mcp.server import McpServer, encode
from loomem.operations.context import Context, Services
from loomem.web.body import read_json
from loomem.web.capacity import Slots
from loomem.web.health import Readiness
from loomem.web.keys import CALLER, REQUEST_ID
from loomem.web.mcp.cors import Pages, is_rebound
from loomem.web.mcp.statuses import status_of_reply
from loomem.web.mcp.stream import stream_answer

_ALLOW = "POST, OPTIONS"
_MAX_BATCH = 50
_BYTES_PER_MB = 1024 * 1024
_LONG = frozenset({"tools/call"})


class McpEndpoint:
    """The one address of the protocol. Nothing is remembered between requests."""

    def __init__(
        self,
        server: McpServer,
        services: Services,
        slots: Slots,
        readiness: Readiness,
        pages: Pages,
    ) -> None:
        self._server = server
        self._services = services
        self._slots = slots
        self._readiness = readiness
        self._pages = pages
        self._limit_bytes = services.settings.server.max_body_mb * _BYTES_PER_MB

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one HTTP request."""
        if request.method == "OPTIONS":
            return self._pages.preflight(request)
        if is_rebound(request) or not self._pages.admits(request):
            return _plain(403, "forbidden_origin", "This page may not use the memory")
        if request.method != "POST":
            refused = _plain(405, "method_not_allowed", "Send POST")
            refused.headers["Allow"] = _ALLOW
            return refused
        self._readiness.check()
        try:
            return await self._answer(request)
        except ProtocolError as error:
            return self._json(request, error_reply(error), 400)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await self._body(request)
        if isinstance(body, list):
            return await self._answer_batch(request, body)
        message = read_message(body)
        if isinstance(message, Request):
            return await self._answer_request(request, message)
        if isinstance(message, Notification):
            self._server.notice(self._context(request), message)
        return web.Response(status=202, headers=self._pages.headers_for(request))

    async def _body(self, request: web.Request) -> Any:
        try:
            return await read_json(request, self._limit_bytes)
        except MalformedError as error:
            raise ProtocolError(PARSE_ERROR, error.message) from error

    async def _answer_request(self, request: web.Request, message: Request) -> web.StreamResponse:
        headers = _headers(request)
        era = era_of(message, headers)
        if era == "modern":
            check_modern(message, headers)
        # Taken before a stream begins: its status could not tell any more.
        with self._slots.take():
            return await self._respond(request, message, era)

    async def _respond(
        self, request: web.Request, message: Request, era: Era
    ) -> web.StreamResponse:
        context = self._context(request)
        token = message.progress_token
        if _wants_stream(request, message) and token is not None:
            run = partial(self._server.answer, context, message, era)
            return await stream_answer(request, token, run, self._pages.headers_for(request))
        reply = await self._server.answer(context, message, era)
        return self._json(request, reply, status_of_reply(reply, era))

    async def _answer_batch(self, request: web.Request, body: list[Any]) -> web.Response:
        """Only one old revision has batches, and only a client that names it gets them."""
        version = request.headers.get(VERSION_HEADER)
        if version != VERSION_WITH_BATCHES or not 0 < len(body) <= _MAX_BATCH:
            raise ProtocolError(INVALID_REQUEST, "Send one message at a time")
        context = self._context(request)
        messages = [read_message(item) for item in body]
        with self._slots.take():
            replies = [
                await self._server.answer(context, message, "legacy")
                for message in messages
                if isinstance(message, Request)
            ]
        if not replies:
            return web.Response(status=202, headers=self._pages.headers_for(request))
        return self._json(request, replies, 200)

    def _context(self, request: web.Request) -> Context:
        return Context(
            caller=request[CALLER], services=self._services, request_id=request[REQUEST_ID]
        )

    def _json(self, request: web.Request, reply: Json | list[Json], status: int) -> web.Response:
        return web.Response(
            body=encode(reply),
            status=status,
            content_type="application/json",
            headers=self._pages.headers_for(request),
        )


def _headers(request: web.Request) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in request.headers.items():
        found.setdefault(name.lower(), []).append(value.strip())
    return found


def _wants_stream(request: web.Request, message: Request) -> bool:
    accepted = request.headers.get("Accept", "")
    return message.method in _LONG and "text/event-stream" in accepted


def _plain(status: int, code: str, text: str) -> web.Response:
    return web.json_response({"error": code, "error_description": text}, status=status)
