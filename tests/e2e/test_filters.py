"""Filters and listings: on every channel, at any depth of the ranking, page by page."""

import asyncio
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.server import ServerProcess

# What the one matching memory among many is told apart by, and the filter that asks for it.
CLERK: dict[str, Any] = {
    "source_agent": "clerk",
    "fact_type": "event",
    "subject": "Quentin",
    "confidence": 0.9,
    "event_date": "2019-05-05",
    "valid_from": 946_684_800,
    "valid_until": 978_307_200,
}
FILTERS: dict[str, dict[str, Any]] = {
    "source_agent": {"source_agent": "clerk"},
    "exclude_source_agents": {"exclude_source_agents": ["kettle"]},
    "fact_type": {"fact_type": "event"},
    "subject": {"subject": "quentin"},
    "min_confidence": {"min_confidence": 0.8},
    "dates": {"date_from": "2019-05-01", "date_to": "2019-05-31"},
    "date_to": {"date_to": "2019-12-31"},
    "valid_at": {"valid_at": 960_000_000},
    "entity": {"entity": "Quentin"},
}
MANY = 500


@pytest.fixture(scope="module")
def crowd(server: ServerProcess) -> tuple[str, str]:
    """A stream of many near memories and a far one, and the id of the far one."""
    return "crowd", asyncio.run(_fill_crowd(server))


async def _fill_crowd(server: ServerProcess) -> str:
    gate = asyncio.Semaphore(16)
    async with server.client() as api:

        async def store(number: int) -> None:
            async with gate:
                content = f"Ola drinks green tea with lemon, cup {number} of the year."
                fields = {"source_agent": "kettle", "fact_type": "fact", "confidence": 0.3}
                await api.store(content, stream="crowd", event_date="2024-02-02", **fields)

        await asyncio.gather(*(store(number) for number in range(MANY - 1)))
        return await api.store(
            "Quentin filed the tax declaration of the carpenters.", stream="crowd", **CLERK
        )


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
async def test_a_filter_holds_on_every_channel_and_reaches_the_end_of_the_ranking(
    api: Api, crowd: tuple[str, str], wanted: dict[str, Any]
) -> None:
    stream, far = crowd
    for query in ("green tea with lemon", "napój z cytryną", "Quentin"):
        assert await api.find(query, stream=stream, top_k=100, **wanted) == [far], query


async def test_filters_that_nothing_fits_find_nothing_and_say_so(
    api: Api, crowd: tuple[str, str]
) -> None:
    stream, _ = crowd
    body = {"query": "green tea", "stream": stream, "source_agent": "nobody"}
    answer = (await api.post("/v1/search", **body)).ok()
    assert answer["results"] == []
    assert answer["reason"]


async def test_a_listing_honours_filters(api: Api, crowd: tuple[str, str]) -> None:
    stream, far = crowd
    filters = {name: value for name, value in CLERK.items() if name in ("source_agent", "subject")}
    for params in (
        {**filters},
        {"date_to": "2019-12-31"},
        {"min_confidence": "0.8"},
        {"q": "QUENTIN"},
    ):
        assert [item["id"] for item in await api.list_all(stream=stream, **params)] == [far]


async def test_a_listing_is_complete_without_repeats_page_by_page(
    api: Api, crowd: tuple[str, str]
) -> None:
    stream, _ = crowd
    seen = [item["id"] async for page in api.pages(stream=stream, limit="37") for item in page]
    assert len(seen) == len(set(seen)) == MANY


async def test_a_listing_stays_complete_while_memories_come_and_go(api: Api, stream: str) -> None:
    ids = await api.store_all(
        [f"Page {number} of the diary." for number in range(20)], stream=stream
    )
    seen: list[str] = []
    async for page in api.pages(stream=stream, limit="6"):
        seen += [item["id"] for item in page]
        await api.store("A page that was added later.", stream=stream)
        await api.post("/v1/delete", id=page[-1]["id"])
    assert len(seen) == len(set(seen))
    assert set(ids) <= set(seen)


@pytest.mark.parametrize("limit", ["0", "201", "x", "-1"])
async def test_a_listing_refuses_a_limit_that_it_does_not_know(api: Api, limit: str) -> None:
    assert (await api.get("/api/memories", limit=limit)).status == 422
