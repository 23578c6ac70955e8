"""One endpoint per route: read the request, run the operation, encode the result."""

import re
from typing import Any

import msgspec
from aiohttp import web

from loomem.errors import InvalidRequestError
from loomem.operations.context import Context, Services
from loomem.web.body import read_object
from loomem.web.capacity import Slots
from loomem.web.health import Readiness
from loomem.web.keys import CALLER, REQUEST_ID
from loomem.web.rest.route import BoundRoute

_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_BYTES_PER_MB = 1024 * 1024


class Endpoint:
    """Answers one route. It knows nothing of what its operation does."""

    def __init__(
        self, bound: BoundRoute, services: Services, slots: Slots, readiness: Readiness
    ) -> None:
        self._bound = bound
        self._services = services
        self._slots = slots
        self._readiness = readiness
        self._limit_bytes = services.settings.server.max_body_mb * _BYTES_PER_MB

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request; errors are raised for the middleware to translate."""
        self._readiness.check()
        context = self._context(request)
        value = await self._read(request)
        with self._slots.take():
            result = await self._bound.operation.perform(context, value)
        return web.Response(
            status=self._bound.route.status,
            # The encoder holds the interpreter lock, so a thread would free nobody.
            body=msgspec.json.encode(result),
            content_type="application/json",
        )

    def _context(self, request: web.Request) -> Context:
        return Context(
            caller=request[CALLER],
            services=self._services,
            request_id=request[REQUEST_ID],
            idempotency_key=_idempotency_key(request),
        )

    async def _read(self, request: web.Request) -> Any:
        path = dict(request.match_info)
        if not self._bound.route.has_body:
            return self._bound.shape.from_query(path, request.query.items())
        _refuse_query(request)
        body = await read_object(request, self._limit_bytes)
        return self._bound.shape.from_body(path, body)


def _refuse_query(request: web.Request) -> None:
    for name in request.query:
        raise InvalidRequestError(
            f"Send {name} in the JSON body, not in the address", {"path": name}
        )


def _idempotency_key(request: web.Request) -> str | None:
    keys = request.headers.getall("Idempotency-Key", [])
    if not keys:
        return None
    if len(keys) > 1 or not _IDEMPOTENCY_KEY.fullmatch(keys[0]):
        raise InvalidRequestError(
            "Idempotency-Key is one value of 1 to 255 visible ASCII characters",
            {"path": "Idempotency-Key"},
        )
    return keys[0]
