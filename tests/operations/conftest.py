"""All services over real stores in a fresh folder."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from loomem.clock import FixedClock
from loomem.operations.context import Context, Services
from tests.support.fakes import NOW, WordEncoder, make_context, make_services, open_test_stores


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def encoder() -> WordEncoder:
    return WordEncoder()


@pytest.fixture
async def services(
    tmp_path: Path, encoder: WordEncoder, clock: FixedClock
) -> AsyncIterator[Services]:
    stores = open_test_stores(tmp_path / "data", encoder)
    made = make_services(stores, encoder, clock)
    yield made
    await made.jobs.close()
    stores.close()


@pytest.fixture
def context(services: Services) -> Context:
    return make_context(services)
