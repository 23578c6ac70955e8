"""The real server with a key, over real stores, as OAuth clients meet it."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import aiohttp.web
import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.oauth.client_documents import ClientDocuments
from loomem.operations.context import Services
from loomem.operations.table import OPERATIONS
from loomem.runtime.composition import build_services
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access
from loomem.web.health import Readiness
from loomem.web.rest.routes import REST_ROUTES
from tests.support.fakes import NOW, WordEncoder, open_test_stores
from tests.support.oauth_client import OAuthClient

KEY = "owner's key, long enough"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
async def services(
    tmp_path: Path, clock: FixedClock, settings: Settings
) -> AsyncIterator[Services]:
    encoder = WordEncoder()
    stores = open_test_stores(tmp_path / "data", encoder)
    made = build_services(settings, clock, stores, encoder)
    yield made
    await made.jobs.close()
    stores.close()


@pytest.fixture
def documents(clock: FixedClock) -> ClientDocuments:
    """No document can be fetched: no name has an address."""

    async def nowhere(_host: str, _port: int) -> list[str]:
        return []

    return ClientDocuments(clock, resolver=nowhere)


@pytest.fixture
def key() -> str | None:
    return KEY


@pytest.fixture
async def oauth(
    services: Services, documents: ClientDocuments, key: str | None
) -> AsyncIterator[OAuthClient]:
    app = build_app(
        services,
        OPERATIONS,
        REST_ROUTES,
        access=Access(key),
        readiness=Readiness("ok"),
        documents=documents,
    )
    runner = make_runner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield OAuthClient(session, f"http://127.0.0.1:{runner.addresses[0][1]}", KEY)
    await runner.cleanup()
