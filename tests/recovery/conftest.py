"""A server process of its own for each test, ended with the test."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.server import ServerProcess
from tests.support.stock import Stock, make_stock

Serve = Callable[..., ServerProcess]


@pytest.fixture
def serve(tmp_path: Path, models_dir: Path) -> Iterator[Serve]:
    """Return a maker of servers, by default over one data folder; none outlives the test."""
    servers: list[ServerProcess] = []
    with ExitStack() as stack:

        def make(data_dir: Path = tmp_path / "data", **settings: str) -> ServerProcess:
            settings.setdefault("LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB", "0")
            servers.append(stack.enter_context(ServerProcess(data_dir, models_dir, **settings)))
            return servers[-1]

        yield make
    for server in servers:
        sys.stdout.write(f"{server.log()}\n")


@pytest.fixture(scope="session")
def stock(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> Stock:
    """A stopped folder full of memories. Tests work on copies of it."""
    return make_stock(tmp_path_factory.mktemp("stock") / "data", models_dir)


@pytest.fixture
def copied(stock: Stock, tmp_path: Path) -> Path:
    """A copy of the stock's folder, where ``serve`` looks by default."""
    return stock.copy_to(tmp_path / "data")
