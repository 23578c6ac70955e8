"""Memories that arrive at the same moment end as if they had come one after the other."""

import asyncio

import pytest

from loomem.model.chunk import Chunk
from loomem.operations.context import Context, Services
from loomem.operations.store import StoreRequest, store

CITIES = ("Berlin", "Madrid", "Lisbon", "Vienna", "Oslo", "Rome")
SAYINGS = {
    "en": [f"I live in {city}." for city in CITIES],
    "pl": [f"Mieszkam w mieście {city}." for city in CITIES],
    "zh": [
        f"我叫小明。 我住在{city}。" for city in ("北京", "上海", "广州", "深圳", "南京", "成都")
    ],
}


async def keep_all(context: Context, contents: list[str]) -> None:
    await asyncio.gather(*(store(context, StoreRequest(content=text)) for text in contents))


def kept(services: Services) -> list[Chunk]:
    with services.stores.env.read() as txn:
        ids = services.stores.chunks.ids_after(txn, None, 1_000)
        return list(services.stores.chunks.get_many(txn, ids).values())


@pytest.mark.parametrize("language", SAYINGS)
async def test_of_contradicting_memories_that_come_together_one_is_current(
    context: Context, services: Services, language: str
) -> None:
    await keep_all(context, SAYINGS[language])
    chunks = kept(services)
    assert len(chunks) == len(SAYINGS[language])
    assert [chunk.is_latest for chunk in chunks].count(True) == 1
    assert sorted(chunk.version for chunk in chunks) == list(range(1, len(chunks) + 1))


async def test_all_of_them_replace_an_older_one_in_turn(
    context: Context, services: Services
) -> None:
    await store(context, StoreRequest(content="I live in Paris."))
    await keep_all(context, SAYINGS["en"])
    current = [chunk for chunk in kept(services) if chunk.is_latest]
    assert len(current) == 1
    assert current[0].version == len(CITIES) + 1


async def test_memories_that_have_nothing_to_do_with_each_other_all_stay(
    context: Context, services: Services
) -> None:
    unlike = ["I live in Rome.", "My dog is called Figiel.", "I am allergic to nuts.", "So it is."]
    await keep_all(context, unlike)
    assert all(chunk.is_latest for chunk in kept(services))
    assert len(kept(services)) == len(unlike)


async def test_the_same_words_at_the_same_moment_are_one_memory(
    context: Context, services: Services
) -> None:
    await keep_all(context, ["The spare key is under the blue pot."] * 8)
    (chunk,) = kept(services)
    assert chunk.access_count == 7


async def test_a_waiting_memory_is_stored_when_the_one_before_it_is_given_up(
    context: Context, services: Services
) -> None:
    first = asyncio.ensure_future(store(context, StoreRequest(content="I live in Rome.")))
    second = asyncio.ensure_future(store(context, StoreRequest(content="I live in Oslo.")))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await second
    assert "I live in Oslo." in [chunk.content for chunk in kept(services) if chunk.is_latest]
