"""A disk that fills up under a running server, and has space again later."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recovery.conftest import Serve
from tests.support.api import Answer, Api
from tests.support.audit import audit
from tests.support.disk import SmallDisk, small_disk
from tests.support.server import ServerProcess

DISK_MB = 24
LEFT_BYTES = 1_500_000
CLIENTS = 6
METADATA = {"note": "x" * 10_000}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", DISK_MB) as mounted:
        yield mounted


async def test_a_full_disk_answers_507_and_nothing_acknowledged_is_lost(
    serve: Serve, disk: SmallDisk, models_dir: Path
) -> None:
    server = serve(disk.root / "data").start()
    async with server.client() as api:
        kept = {await api.store("The first word is mangrove."): "The first word is mangrove."}
        disk.leave_free(LEFT_BYTES)
        refusals = await fill_up(api, kept)
        assert {answer.status for answer in refusals} == {507}
        assert {answer.code for answer in refusals} == {"store_full"}
        await expect_reads_work(api, kept)
        disk.resize(4 * DISK_MB)
        kept[await api.store("The last word is juniper.")] = "The last word is juniper."
        await api.wait_until_in_sync()
        await expect_exactly(api, kept)
        assert await api.find_by_words("juniper")
    await expect_the_same_after_a_restart(server, kept)
    audit(server.data_dir, models_dir)


async def test_a_kill_on_a_full_disk_loses_nothing_acknowledged(
    serve: Serve, disk: SmallDisk, models_dir: Path
) -> None:
    server = serve(disk.root / "data").start()
    async with server.client() as api:
        kept = {await api.store("The first word is mangrove."): "The first word is mangrove."}
        disk.leave_free(LEFT_BYTES)
        await fill_up(api, kept)
    server.kill()
    disk.resize(4 * DISK_MB)
    server.start()
    async with server.client() as api:
        await api.wait_until_in_sync()
        await expect_exactly(api, kept)
    await expect_the_same_after_a_restart(server, kept)
    audit(server.data_dir, models_dir)


async def test_a_server_on_a_full_disk_stops_in_time_and_starts_when_there_is_space(
    serve: Serve, disk: SmallDisk
) -> None:
    server = serve(disk.root / "data").start()
    async with server.client() as api:
        kept: dict[str, str] = {}
        disk.leave_free(LEFT_BYTES)
        await fill_up(api, kept)
    assert server.stop() == 0
    disk.drop_ballast()
    await expect_the_same_after_a_restart(server, kept)


async def fill_up(api: Api, kept: dict[str, str]) -> list[Answer]:
    """Store from several clients until each was refused; what was acknowledged is kept."""

    async def client(number: int) -> Answer:
        for turn in range(10_000):
            content = f"Box {number} of shelf {turn} holds item{number}q{turn}."
            answer = await api.post("/v1/store", content=content, metadata=METADATA)
            if answer.status != 200:
                return answer
            kept[answer.body["id"]] = content
        raise AssertionError("the disk never filled up")

    return await asyncio.gather(*(client(number) for number in range(CLIENTS)))


async def expect_reads_work(api: Api, kept: dict[str, str]) -> None:
    """Get, list and search while the disk is full."""
    await expect_exactly(api, kept)
    first = next(iter(kept))
    assert (await api.get(f"/api/memories/{first}")).ok()["content"] == kept[first]
    assert first in await api.find("mangrove")
    assert first in await api.find("Which tree came at the beginning?", top_k=100)
    assert (await api.get("/health")).status == 200


async def expect_exactly(api: Api, kept: dict[str, str]) -> None:
    shown = {item["id"]: item["content"] for item in await api.list_all()}
    assert shown == kept


async def expect_the_same_after_a_restart(server: ServerProcess, kept: dict[str, str]) -> None:
    if server.is_running:
        assert server.stop() == 0
    server.start()
    async with server.client() as api:
        await api.wait_until_in_sync()
        await expect_exactly(api, kept)
    assert server.stop() == 0
