"""Liveness for supervisors and browsers: open to everyone, says nothing about memories."""

from typing import Literal

import msgspec
from aiohttp import web

from loomem import __version__
from loomem.errors import UnavailableError

Phase = Literal["starting", "ok", "stopping"]


class Health(msgspec.Struct, kw_only=True):
    """The body of GET /health; ``status`` is ``ok`` with 200 and otherwise comes with 503."""

    status: Phase
    version: str = __version__


class Readiness:
    """Whether the server takes work; the process that runs it moves it on."""

    def __init__(self, phase: Phase = "starting") -> None:
        self.phase: Phase = phase

    def check(self) -> None:
        """Raise UnavailableError unless the server is ready."""
        if self.phase != "ok":
            raise UnavailableError(f"The server is {self.phase}; try again in a second")

    async def handle(self, _request: web.Request) -> web.Response:
        """Answer GET /health."""
        ready = self.phase == "ok"
        return web.Response(
            status=200 if ready else 503,
            body=msgspec.json.encode(Health(status=self.phase)),
            content_type="application/json",
            headers={} if ready else {"Retry-After": "1"},
        )
