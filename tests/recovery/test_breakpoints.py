"""The process dies at each named point in turn; the next start must make everything right."""

import asyncio
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import loomem
from loomem.runtime.stored_data import read_data
from loomem.stores import breakpoints
from tests.recovery.conftest import Serve
from tests.support.api import Api, eventually
from tests.support.audit import audit
from tests.support.ledger import Ledger
from tests.support.load import Load, check_searches
from tests.support.server import ServerProcess
from tests.support.stock import Stock, enlarge, expect_stock

WRITING = [name for name in breakpoints.POINTS if name.startswith(("writer.", "indexer."))]
REEMBEDDING = [name for name in breakpoints.POINTS if name.startswith("reembed.")]
REBUILDING = [name for name in breakpoints.POINTS if name.startswith("reconcile.")]
MORE_ANSWERS_THAN_NEEDED = 2_000
# Start-up writes the schema and the state of the text index before it answers requests.
OPENING_VISITS = {
    "writer.in_transaction": 2,
    "writer.before_commit": 2,
    "writer.after_commit": 2,
    "writer.after_hooks": 2,
}


def test_every_point_has_a_test_and_a_place_in_the_code() -> None:
    assert sorted(WRITING + REEMBEDDING + REBUILDING) == sorted(breakpoints.POINTS)
    root = Path(loomem.__file__).parent
    calls = re.compile(r"breakpoints\.reach\(\"([\w.]+)\"\)")
    used = [name for path in root.rglob("*.py") for name in calls.findall(path.read_text())]
    assert sorted(used) == sorted(breakpoints.POINTS)


@pytest.mark.parametrize("visit", [1, 9])
@pytest.mark.parametrize("point", WRITING)
async def test_a_crash_while_writing_loses_nothing_acknowledged(
    serve: Serve, models_dir: Path, point: str, visit: int
) -> None:
    server, ledger = serve().start(), Ledger()
    await run_load(server, ledger, 16)
    assert server.stop() == 0
    server.start(crash_at=f"{point}:{visit + OPENING_VISITS.get(point, 0)}")
    await run_load(server, ledger, MORE_ANSWERS_THAN_NEEDED)
    assert server.wait() == -signal.SIGKILL
    assert ledger.doubts, "the crash met no request in flight"
    await expect_all_is_well(server.start(), ledger)
    audit(server.data_dir, models_dir)


async def run_load(server: ServerProcess, ledger: Ledger, limit: int) -> None:
    """Change memories with many clients until the limit or the crash."""
    async with server.client() as api:
        load = Load(api, ledger, random.Random(7), prefix=f"p{len(ledger.live)}")
        await load.run(limit)


async def expect_all_is_well(server: ServerProcess, ledger: Ledger) -> None:
    """Compare a restarted server with the ledger and stop it."""
    async with server.client() as api:
        await ledger.settle(api)
        await api.wait_until_in_sync()
        gone = sorted(ledger.gone.values())[:10]
        await check_searches(api, ledger, sorted(ledger.live)[:40], gone)
    assert server.stop() == 0


@pytest.mark.parametrize("point", REEMBEDDING)
async def test_a_crash_while_reembedding_leaves_one_complete_set_of_vectors(
    serve: Serve, stock: Stock, copied: Path, models_dir: Path, point: str
) -> None:
    server = serve().start(crash_at=point)
    async with server.client() as api:
        assert (await api.post("/v1/re-embed-all")).status == 202
        assert await asyncio.to_thread(server.wait) == -signal.SIGKILL
    await expect_stock_served(server, stock, expected_table(point))
    await expect_reembedding_works(server, stock)
    audit(copied, models_dir)


@pytest.mark.parametrize("point", REEMBEDDING)
async def test_the_command_that_was_killed_can_be_run_again(
    serve: Serve, stock: Stock, copied: Path, models_dir: Path, point: str
) -> None:
    server = serve()
    assert run_reembed(server, crash_at=point).returncode == -signal.SIGKILL
    await expect_stock_served(server, stock, expected_table(point))
    finished = run_reembed(server)
    assert finished.returncode == 0, finished.stderr
    assert f"{len(stock.contents)} memories" in finished.stdout
    await expect_stock_served(server, stock, "" if point == "reembed.after_swap" else "_b")
    audit(copied, models_dir)


async def test_a_crash_while_rebuilding_the_text_index_does_not_begin_a_second_rebuild(
    serve: Serve, stock: Stock, copied: Path, models_dir: Path
) -> None:
    enlarge(copied, models_dir, 1_500)
    shutil.rmtree(copied / "text")
    server = serve()
    server.launch(crash_at="reconcile.half_way")
    assert server.wait() == -signal.SIGKILL
    assert len(server.events("text_index.started_empty")) == 1
    await expect_stock_served(server, stock, "")
    assert not server.events("text_index.started_empty")
    assert len(server.events("text_index.reconciled")) == 1
    await expect_stock_served(server, stock, "")
    assert not server.events("text_index.reconciled")
    audit(copied, models_dir)


def expected_table(point: str) -> str:
    """Which of the two tables of vectors serves after a crash at a point."""
    return "_b" if point == "reembed.after_swap" else ""


async def expect_stock_served(server: ServerProcess, stock: Stock, table: str) -> None:
    """Start, want everything found with the vectors of one table, and stop."""
    server.start()
    async with server.client() as api:
        await api.wait_until_in_sync()
        await expect_stock(api, stock)
    assert server.stop() == 0
    report = read_data(server.data_dir)
    assert report is not None
    assert report.space is not None
    assert report.space.table == table


async def expect_reembedding_works(server: ServerProcess, stock: Stock) -> None:
    """Run a whole re-embedding on a restarted server."""
    server.start()
    async with server.client() as api:
        assert (await api.post("/v1/re-embed-all")).status == 202
        await eventually(lambda: is_done(api, "re_embed"))
        await api.wait_until_in_sync()
        await expect_stock(api, stock)
    assert server.stop() == 0


async def is_done(api: Api, job: str) -> bool:
    state = (await api.get("/v1/status")).ok()["jobs"][job]
    assert not state.startswith("failed"), state
    return bool(state == "done")


def run_reembed(
    server: ServerProcess, *, crash_at: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run ``loomem reembed`` on a server's data."""
    return subprocess.run(
        [sys.executable, "-m", "loomem", "reembed"],
        env=server.environment(LOOMEM_CRASH_AT=crash_at),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
