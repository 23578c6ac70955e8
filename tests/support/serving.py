"""The whole application over services of a test, on a free port of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import web

from loomem.operations.context import Services
from loomem.operations.table import OPERATIONS
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access
from loomem.web.health import Readiness
from loomem.web.rest.routes import REST_ROUTES


@asynccontextmanager
async def serving(
    services: Services, key: str | None, **options: Any
) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """Serve; yields a client session that keeps no cookies, and the address."""
    access, readiness = Access(key), Readiness("ok")
    app = build_app(
        services, OPERATIONS, REST_ROUTES, access=access, readiness=readiness, **options
    )
    runner = make_runner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session, f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()
