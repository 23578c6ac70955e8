"""The real server with a key, over real stores, as OAuth clients meet it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.oauth.client_documents import ClientDocuments
from loomem.operations.context import Services
from loomem.runtime.composition import build_services
from tests.support.fakes import NOW, WordEncoder, open_test_stores
from tests.support.oauth_client import OAuthClient
from tests.support.serving import serving

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
    async with serving(services, key, documents=documents) as (session, address):
        yield OAuthClient(session, address, KEY)
