"""An orderly end: requests are finished, queues are kept, and one server at a time has the data."""

import asyncio
import signal

import aiohttp
import pytest

from tests.recovery.conftest import Serve
from tests.support.api import Api
from tests.support.server import STOP_SECONDS, ServerProcess

LONG_TEXT = "The council discussed the harbour, the budget and the new bridge at length. " * 400
LONG_TEXTS = 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
async def test_requests_under_way_are_finished_and_kept(serve: Serve, number: int) -> None:
    server = serve().start()
    acknowledged: list[str] = []
    async with server.client() as api:
        clients = [asyncio.create_task(store_until_refused(api, acknowledged)) for _ in range(8)]
        while len(acknowledged) < 40:
            await asyncio.wait(clients, timeout=0.01, return_when=asyncio.FIRST_COMPLETED)
        server.signal_all(number)
        refusals = await asyncio.gather(*clients)
    assert server.wait(STOP_SECONDS) == 0
    assert set(refusals) <= {503, None}, "a request under way was not finished"
    assert server.events("server.stopped")
    server.start()
    async with server.client() as api:
        shown = {item["id"] for item in await api.list_all()}
        assert set(acknowledged) == shown, "stored, and not answered or lost"
        assert (await api.wait_until_in_sync())["chunks"] == len(shown)
    assert server.stop() == 0


async def store_until_refused(api: Api, acknowledged: list[str]) -> int | None:
    """Return the status of the first refusal, None where no connection was made any more."""
    while True:
        try:
            answer = await api.post("/v1/store", content="A boat lies in the harbour.")
        except aiohttp.ClientError:
            return None
        if answer.status != 200:
            return answer.status
        acknowledged.append(answer.body["id"])


async def test_a_long_embedding_queue_does_not_hold_the_end_up_and_is_worked_off_later(
    serve: Serve,
) -> None:
    server = serve().start()
    async with server.client() as api:
        texts = [f"Protocol {number}. {LONG_TEXT}" for number in range(LONG_TEXTS)]
        ids = await api.store_all(texts)
        assert (await api.index_sync())["embedding_pending"] > 0
    assert server.stop() == 0
    server.start()
    async with server.client() as api:
        assert {item["id"] for item in await api.list_all()} == set(ids)
        assert (await api.wait_until_in_sync(120))["embeddings"] == LONG_TEXTS
    assert server.stop() == 0


async def test_a_second_server_on_the_same_data_is_refused_and_told_who_holds_it(
    serve: Serve,
) -> None:
    first, second = serve().start(), serve()
    async with first.client() as api:
        await api.store("A boat lies in the harbour.")
        second.launch()
        assert second.wait() == 1
        message = said_by(second)
        assert str(first.pid) in message
        assert "in use" in message
        assert "Traceback" not in message
        assert await api.find("boat")
    assert first.stop() == 0
    second.start()
    assert second.stop() == 0


async def test_a_stopped_but_living_holder_still_keeps_others_out(serve: Serve) -> None:
    first, second = serve().start(), serve()
    first.signal_all(signal.SIGSTOP)
    try:
        second.launch()
        assert second.wait() == 1
    finally:
        first.signal_all(signal.SIGCONT)
    assert first.stop() == 0


def said_by(server: ServerProcess) -> str:
    """What a process wrote that is no log line."""
    return "\n".join(line["text"] for line in server.lines if "text" in line)
