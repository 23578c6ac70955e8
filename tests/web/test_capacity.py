import asyncio

import pytest

from loomem.errors import UnavailableError
from loomem.web.capacity import Slots


def test_a_slot_is_free_again_after_use_and_after_failure():
    slots = Slots(1)
    with slots.take(), pytest.raises(UnavailableError), slots.take():
        pass
    with pytest.raises(RuntimeError), slots.take():
        raise RuntimeError
    with slots.take():
        pass


async def test_beyond_the_ceiling_a_request_is_told_to_come_back(start_server):
    server = await start_server(slots=1)
    waiting = asyncio.create_task(server.ask("POST", "/v1/wait"))
    await server.gate.entered.wait()
    status, headers, answer = await server.ask("GET", "/v1/look/1")
    assert (status, answer["error"]["code"], headers["Retry-After"]) == (503, "unavailable", "1")
    assert (await server.ask("GET", "/health"))[0] == 200
    server.gate.opened.set()
    assert (await waiting)[0] == 200
    assert (await server.ask("GET", "/v1/look/1"))[0] == 200


async def test_a_client_that_leaves_gives_its_slot_back(start_server):
    server = await start_server(slots=1)
    waiting = asyncio.create_task(server.ask("POST", "/v1/wait"))
    await server.gate.entered.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    server.gate.opened.set()
    async with asyncio.timeout(5):
        while (await server.ask("GET", "/v1/look/1"))[0] != 200:
            pass
