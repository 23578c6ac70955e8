"""Around every request: its id, one log line, its metrics, and the headers of every answer.

A line holds method, route template, status and time; never an address, a query or a body.
"""

import asyncio
import re
import uuid

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from loomem.clock import Clock
from loomem.telemetry.logs import bind_request_id
from loomem.telemetry.metrics import observe_request
from loomem.web.auth import OPEN_PATHS
from loomem.web.keys import REQUEST_ID

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
CLIENT_GONE = 499

_SANE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})

_log = structlog.get_logger()


def observe(clock: Clock) -> Middleware:
    """Return the outermost middleware."""

    @web.middleware
    async def watch(request: web.Request, handler: Handler) -> web.StreamResponse:
        request[REQUEST_ID] = _request_id(request)
        start = clock.monotonic()
        status = CLIENT_GONE
        with bind_request_id(request[REQUEST_ID]):
            try:
                response = await handler(request)
                status = response.status
            finally:
                # Told once the answer is on its way: a client need not wait for a log line.
                seconds = clock.monotonic() - start
                asyncio.get_running_loop().call_soon(_report, request, status, seconds)
        return response

    return watch


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Complete the headers of any answer, errors included; what a handler set stays."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "loomem"
    if REQUEST_ID in request:
        response.headers["X-Request-Id"] = request[REQUEST_ID]


def _request_id(request: web.Request) -> str:
    given = request.headers.get("X-Request-Id", "")
    return given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex


def _report(request: web.Request, status: int, seconds: float) -> None:
    resource = request.match_info.route.resource
    route = resource.canonical if resource is not None else "unmatched"
    method = request.method if request.method in _METHODS else "OTHER"
    observe_request(route, method, status, seconds)
    write = _log.debug if route in OPEN_PATHS else _log.info
    write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 2))
