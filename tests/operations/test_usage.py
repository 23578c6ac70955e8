"""What is found first gains a little importance, once an hour, and never loses any."""

import pytest

from loomem.clock import FixedClock
from loomem.lifecycle.usage import CAP, COOLDOWN_SECONDS
from loomem.model.chunk import Chunk
from loomem.operations.context import Context, Services
from loomem.operations.search import SearchRequest, search
from loomem.operations.store import StoreRequest, store


async def keep(context: Context, content: str, importance: float | None = None) -> str:
    return (await store(context, StoreRequest(content=content, importance=importance))).id


def read(services: Services, chunk_id: str) -> Chunk:
    with services.stores.env.read() as txn:
        chunk = services.stores.chunks.get(txn, chunk_id)
    assert chunk is not None
    return chunk


async def ask(context: Context, query: str, *, dry_run: bool = False) -> list[str]:
    found = await search(context, SearchRequest(query=query, dry_run=dry_run))
    context.services.usage.flush()
    context.services.stores.writer.submit(lambda _write: None).result()
    return [hit.id for hit in found.results]


async def test_the_first_of_an_answer_gain_and_the_rest_do_not(
    context: Context, services: Services
) -> None:
    for number in range(5):
        await keep(context, f"the boiler was serviced in year {number}", importance=1.0)
    found = await ask(context, "boiler serviced year")
    assert [read(services, i).importance for i in found] == [1.1, 1.1, 1.1, 1.0, 1.0]
    assert [read(services, i).access_count for i in found] == [1, 1, 1, 0, 0]


async def test_a_memory_gains_once_an_hour(
    context: Context, services: Services, clock: FixedClock
) -> None:
    chunk_id = await keep(context, "the boiler is in the cellar", importance=1.0)
    for _ in range(3):
        await ask(context, "boiler cellar")
    assert read(services, chunk_id).importance == pytest.approx(1.1)
    clock.advance(COOLDOWN_SECONDS)
    await ask(context, "where is the boiler")
    assert read(services, chunk_id).importance == pytest.approx(1.2)


@pytest.mark.parametrize(("before", "after"), [(1.45, CAP), (CAP, CAP), (2.0, 2.0), (9.0, 9.0)])
async def test_the_steps_end_at_the_cap_and_lower_nothing(
    before: float, after: float, context: Context, services: Services
) -> None:
    chunk_id = await keep(context, "the boiler is in the cellar", importance=before)
    await ask(context, "boiler")
    assert read(services, chunk_id).importance == after


async def test_a_dry_run_changes_nothing(context: Context, services: Services) -> None:
    chunk_id = await keep(context, "the boiler is in the cellar", importance=1.0)
    before = read(services, chunk_id)
    await ask(context, "boiler", dry_run=True)
    assert read(services, chunk_id) == before


async def test_a_memory_deleted_meanwhile_stays_deleted(
    context: Context, services: Services
) -> None:
    chunk_id = await keep(context, "the boiler is in the cellar", importance=1.0)
    await search(context, SearchRequest(query="boiler"))
    await services.deletion.hide(chunk_id)
    services.usage.flush()
    services.stores.writer.submit(lambda _write: None).result()
    chunk = read(services, chunk_id)
    assert not chunk.is_live
    assert chunk.importance == 1.0
