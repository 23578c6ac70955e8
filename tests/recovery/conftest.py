"""A server process of its own for each test, ended with the test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.server import ServerProcess

Serve = Callable[..., ServerProcess]


@pytest.fixture
def serve(tmp_path: Path, models_dir: Path) -> Iterator[Serve]:
    """Return a maker of servers, by default over one data folder; none outlives the test."""
    with ExitStack() as stack:

        def make(data_dir: Path = tmp_path / "data", **settings: str) -> ServerProcess:
            settings.setdefault("LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB", "0")
            return stack.enter_context(ServerProcess(data_dir, models_dir, **settings))

        yield make
