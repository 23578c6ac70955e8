"""Many clients search while others write: no error, and every acknowledged write is seen."""

import asyncio
import itertools
import random

from tests.support.api import Api

READERS, WRITERS, WRITES = 32, 4, 30


def name(number: int) -> str:
    """A word that no other memory has."""
    rng = random.Random(number)
    return "".join(rng.choice("bdfgklmnprst") + rng.choice("aeiou") for _ in range(5)) + str(
        number
    )


async def test_every_search_sees_every_write_acknowledged_before_it(api: Api, stream: str) -> None:
    numbers = itertools.count()
    alive: dict[int, str] = {}
    gone: list[int] = []
    writing = WRITERS

    async def write(writer: int) -> None:
        nonlocal writing
        mine: list[int] = []
        for turn in range(WRITES):
            number = next(numbers)
            made = await api.store(f"{name(number)} waters the garden.", stream=stream)
            alive[number] = made
            mine.append(number)
            if turn % 5 == 4:
                old = mine.pop(0)
                chunk_id = alive.pop(old)
                (await api.send("DELETE", f"/api/memories/{chunk_id}")).ok()
                gone.append(old)
        writing -= 1

    async def read(reader: int) -> None:
        rng = random.Random(reader)
        while writing:
            known = sorted(alive.items())
            if not known:
                await asyncio.sleep(0)
                continue
            number, chunk_id = rng.choice(known)
            found = await api.find(f"what does {name(number)} do", stream=stream, top_k=5)
            assert chunk_id in found or number not in alive
            if gone:
                deleted = name(rng.choice(gone))
                answer = await api.post("/v1/search", query=deleted, stream=stream, top_k=5)
                assert not any(deleted in hit["content"] for hit in answer.ok()["results"])

    await asyncio.gather(*map(write, range(WRITERS)), *map(read, range(READERS)))
    assert len(alive) + len(gone) == WRITERS * WRITES
