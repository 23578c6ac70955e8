"""One real server per module; every test has a stream of its own on it."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.api import Api
from tests.support.server import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> Iterator[ServerProcess]:
    """A running server that the tests of a module share."""
    data_dir = tmp_path_factory.mktemp("served") / "data"
    settings = {"LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB": "0"}
    with ServerProcess(data_dir, models_dir, **settings) as process:
        yield process.start()
        assert process.stop() == 0
        assert not process.events("Traceback"), process.log()


@pytest.fixture
async def api(server: ServerProcess) -> AsyncIterator[Api]:
    """A client of the module's server."""
    async with server.client() as client:
        yield client


@pytest.fixture
def stream(request: pytest.FixtureRequest) -> str:
    """The name of a stream that no other test uses."""
    return f"s-{hashlib.blake2b(request.node.nodeid.encode(), digest_size=8).hexdigest()}"
