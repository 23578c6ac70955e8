"""Ratings of memories, and what they do to later answers."""

import asyncio

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace

from loomem.errors import DeniedError, InvalidRequestError, NotFoundError, TooLargeError
from loomem.lifecycle.feedback import Rating, rated
from loomem.model.chunk import Chunk
from loomem.operations.context import Caller, Context, Services
from loomem.operations.feedback import FeedbackRequest, FeedbackResult, RatingRequest, feedback
from loomem.operations.get import get
from loomem.operations.search import SearchRequest, search
from loomem.operations.store import StoreRequest, store
from loomem.operations.views import ById
from loomem.search.standing import standing
from tests.support.fakes import make_context

NOTES = (
    "The boiler of the house is serviced every autumn.",
    "The boiler of the house is serviced every winter.",
    "The boiler of the house is serviced every spring.",
)


async def keep(context: Context, content: str, **fields: str) -> str:
    return (await store(context, StoreRequest(content=content, **fields))).id


async def find(context: Context, query: str) -> list[str]:
    return [hit.id for hit in (await search(context, SearchRequest(query=query))).results]


async def rate(context: Context, chunk_id: str, usefulness: int, **more: bool) -> FeedbackResult:
    rating = RatingRequest(chunk_id=chunk_id, usefulness=usefulness, **more)
    return await feedback(context, FeedbackRequest(ratings=[rating]))


async def test_a_useful_memory_rises_and_a_harmful_one_sinks(context: Context) -> None:
    ids = [await keep(context, note) for note in NOTES]
    before = await find(context, "when is the boiler of the house serviced")
    assert set(before) == set(ids)
    for _ in range(4):
        await rate(context, before[1], 4)
    assert (await find(context, "when is the boiler of the house serviced"))[0] == before[1]
    await rate(context, before[0], 0, harmful=True)
    after = await find(context, "when is the boiler of the house serviced")
    assert after[0] == before[1]
    assert after.index(before[0]) > 0


async def test_the_very_next_search_knows_of_a_rating(context: Context) -> None:
    first, second = [await keep(context, note) for note in NOTES[:2]]
    top = (await find(context, "boiler house serviced"))[0]
    await rate(context, top, 0, harmful=True)
    assert (await find(context, "boiler house serviced"))[0] == ({first, second} - {top}).pop()


async def test_ratings_side_by_side_are_all_counted(context: Context, services: Services) -> None:
    chunk_id = await keep(context, NOTES[0])
    await asyncio.gather(*(rate(context, chunk_id, 2) for _ in range(20)))
    with services.stores.env.read() as txn:
        chunk = services.stores.chunks.get(txn, chunk_id)
    assert chunk is not None
    assert (chunk.n_ratings, chunk.alpha, chunk.beta) == (20, 11.0, 11.0)
    unrated = replace(chunk, n_ratings=0, alpha=1.0, beta=1.0)
    assert standing(chunk) == pytest.approx(standing(unrated))


async def test_what_is_no_memory_of_the_stream_is_named(context: Context) -> None:
    mine, elsewhere = await keep(context, NOTES[0]), await keep(context, "x y", stream="garden")
    ratings = [RatingRequest(chunk_id=i, usefulness=3) for i in (mine, elsewhere, "unknown")]
    done = await feedback(context, FeedbackRequest(ratings=ratings))
    assert done.accepted == 1
    assert [rejected.chunk_id for rejected in done.rejected] == [elsewhere, "unknown"]
    with pytest.raises(NotFoundError):
        await rate(context, "unknown", 3)


async def test_a_rating_changes_nothing_but_the_tally(context: Context) -> None:
    chunk_id = await keep(context, NOTES[0])
    before = await get(context, ById(id=chunk_id))
    await rate(context, chunk_id, 4)
    after = await get(context, ById(id=chunk_id))
    assert (after.content, after.created, after.version) == (
        before.content, before.created, before.version,
    )  # fmt: skip


async def test_a_caller_rates_only_in_streams_of_its_own(services: Services) -> None:
    stranger = make_context(services, Caller(name="guest", streams=frozenset({"guest"})))
    with pytest.raises(DeniedError):
        await feedback(
            stranger,
            FeedbackRequest(ratings=[RatingRequest(chunk_id="x", usefulness=1)], stream="work"),
        )


async def test_none_and_too_many_ratings_are_refused(context: Context) -> None:
    with pytest.raises(InvalidRequestError):
        await feedback(context, FeedbackRequest(ratings=[]))
    many = [RatingRequest(chunk_id="x", usefulness=1)] * 51
    with pytest.raises(TooLargeError):
        await feedback(context, FeedbackRequest(ratings=many))


@pytest.mark.parametrize(
    "fields",
    [{"usefulness": 5}, {"usefulness": -1}, {"usefulness": "4"}, {"justification": ""}, {}],
)
def test_a_rating_outside_the_scale_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        convert({"chunk_id": "x", **fields} if fields else {"chunk_id": "x"}, RatingRequest)


def test_ratings_move_a_memory_the_more_the_more_agree() -> None:
    chunk = Chunk(id="x", content="y", timestamp=1)
    assert standing(chunk) == 1.0
    factors = []
    for _ in range(30):
        chunk = rated(chunk, Rating(chunk_id="x", usefulness=4), 2)
        factors.append(standing(chunk))
    assert factors == sorted(factors)
    assert 1.1 < factors[0] < factors[-1] < 1.5
    for _ in range(20):
        chunk = rated(chunk, Rating(chunk_id="x", usefulness=0, harmful=True), 3)
    assert 0 < standing(chunk) < 0.1
