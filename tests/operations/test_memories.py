"""Storing, finding, changing, deleting and browsing memories through the operations."""

import asyncio

import pytest

from loomem.clock import FixedClock
from loomem.errors import (
    ConflictError,
    DeniedError,
    InvalidRequestError,
    ModelError,
    NotFoundError,
    TooLargeError,
)
from loomem.model.chunk import Chunk
from loomem.operations.context import Caller, Context, Services
from loomem.operations.delete import delete
from loomem.operations.get import get
from loomem.operations.list_memories import ListRequest, list_memories
from loomem.operations.memory_chain import ChainRequest, memory_chain
from loomem.operations.search import SearchRequest, search
from loomem.operations.store import StoreRequest, store
from loomem.operations.update import UpdateRequest, update
from loomem.operations.views import ById
from tests.support.fakes import NOW, WordEncoder, make_context

DAY = 86_400


async def keep(context: Context, content: str, **fields: object) -> str:
    request = StoreRequest(content=content, **fields)  # type: ignore[arg-type]
    return (await store(context, request)).id


async def find(context: Context, query: str, **fields: object) -> list[str]:
    found = await search(context, SearchRequest(query=query, **fields))  # type: ignore[arg-type]
    return [hit.content for hit in found.results]


async def test_the_very_next_search_finds_a_memory_by_text_and_by_meaning(
    context: Context,
) -> None:
    await keep(context, "Anna keeps the spare key under the blue pot")
    found = await search(context, SearchRequest(query="where is the spare key?", trace=True))
    (hit,) = found.results
    assert hit.content == "Anna keeps the spare key under the blue pot"
    assert hit.metadata.bm25_score == 1.0
    assert hit.metadata.cosine is not None
    assert hit.chunk_id == hit.id
    assert hit.score == hit.score_final
    assert {entry.stage for entry in found.trace or []} == {
        "prepare", "embed", "text", "vectors", "fuse",
    }  # fmt: skip


@pytest.mark.parametrize(
    "query", ["list all my notes about tea", "wymień notatki, tea", "tea 列出所有"]
)
async def test_a_question_that_counts_gets_more_results_unless_it_names_a_number(
    context: Context, query: str
) -> None:
    for number in range(40):
        await keep(context, f"tea note {number} {'x' * number}")
    assert len(await find(context, query)) == 30
    assert len(await find(context, query, top_k=4)) == 4
    assert len(await find(context, "tea")) == 10


async def test_a_memory_is_found_by_its_words_while_the_encoder_is_down(
    context: Context, encoder: WordEncoder
) -> None:
    encoder.failure = ModelError("broken")
    await keep(context, "the wifi password is on the fridge")
    found = await search(context, SearchRequest(query="wifi password"))
    assert len(found.results) == 1
    assert found.notes == ["The encoder did not answer; this result is by words only."]


async def test_what_the_encoder_could_not_do_is_done_by_its_queue_later(
    context: Context, services: Services, encoder: WordEncoder
) -> None:
    encoder.failure = ModelError("broken")
    chunk_id = await keep(context, "late vector")
    encoder.failure = None
    task = asyncio.ensure_future(services.embedding_queue.run())
    stores = services.stores
    while True:
        with stores.env.read() as txn:
            if stores.embeddings.get(txn, chunk_id) is not None:
                break
        await asyncio.sleep(0)
    task.cancel()
    with stores.env.read() as txn:
        assert stores.intents.waiting_for_vector(txn) == set()


@pytest.mark.parametrize("query", ["", "   ", "???", "🍷", "\u200b", "()", " " * 1_000_000])
async def test_a_query_without_words_gets_nothing_and_a_reason(
    context: Context, query: str
) -> None:
    await keep(context, "anything at all")
    found = await search(context, SearchRequest(query=query))
    assert found.results == []
    assert found.reason == "The query has no words to search for."


@pytest.mark.parametrize("content", ["", " ", "\n\t", "\u3000"])
async def test_an_empty_memory_is_refused(context: Context, content: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        await keep(context, content)
    assert caught.value.details == {"path": "content"}


async def test_a_million_characters_are_stored_and_one_more_is_too_large(context: Context) -> None:
    text = "słowo " * 166_666 + "koty"
    assert len(text) == 1_000_000
    chunk_id = await keep(context, text)
    assert (await get(context, ById(id=chunk_id))).content == text
    assert await find(context, "koty") == [text]
    with pytest.raises(TooLargeError):
        await keep(context, text + "x")


async def test_every_filter_holds_on_both_channels(context: Context) -> None:
    base = "the meeting notes of the garden club"
    await keep(context, base + " one", source="cli", fact_type="event", subject="Garden club",
               confidence=0.9, event_date="2026-03-10")  # fmt: skip
    await keep(context, base + " two", source="mcp", fact_type="fact", subject="Anna",
               confidence=0.5, event_date="2026-04-10")  # fmt: skip
    await keep(context, base + " three", stream="work")
    for query in ("garden club", "notes"):
        assert await find(context, query, source_agent="cli") == [base + " one"]
        assert await find(context, query, exclude_source_agents=["cli"]) == [base + " two"]
        assert await find(context, query, fact_type="fact") == [base + " two"]
        assert await find(context, query, subject="garden") == [base + " one"]
        assert await find(context, query, min_confidence=0.8) == [base + " one"]
        assert await find(context, query, date_from="2026-04-01") == [base + " two"]
        assert await find(context, query, date_to="2026-03-31") == [base + " one"]
        assert await find(context, query, date_from="2026-03-10", date_to="2026-03-10") == [
            base + " one"
        ]
        assert await find(context, query, stream="work") == [base + " three"]
        assert len(await find(context, query, streams=["work", "__user_default__"])) == 3
        assert await find(context, query, entity="Anna") == []
        assert await find(context, query, entity="three", stream="work") == [base + " three"]


async def test_a_match_far_down_the_ranking_is_found_by_a_selective_filter(
    context: Context,
) -> None:
    for n in range(400):
        await keep(context, f"red apple pie number {n}")
    await keep(context, "a long story about many other things and red paint", source="rare")
    assert await find(context, "red apple pie", source_agent="rare", top_k=5) == [
        "a long story about many other things and red paint"
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"date_from": "yesterday"}, {"date_to": "2026-02-30"}, {"date_from": "2026-05-01", "date_to": "2026-04-01"},
        {"stream": "a", "streams": ["b"]}, {"stream": "x" * 600}, {"streams": ["ok", "not ok"]},
    ],
)  # fmt: skip
async def test_a_condition_that_cannot_be_meant_is_refused_and_not_ignored(
    context: Context, fields: dict[str, object]
) -> None:
    with pytest.raises(InvalidRequestError):
        await find(context, "x", **fields)


async def test_a_caller_sees_only_streams_of_their_own(
    services: Services, context: Context
) -> None:
    secret = await keep(context, "the secret plan", stream="a")
    other = make_context(services, Caller(name="b", streams=frozenset({"b"})))
    with pytest.raises(DeniedError):
        await find(other, "secret", stream="a")
    with pytest.raises(DeniedError):
        await find(other, "secret", streams=["b", "a"])
    with pytest.raises(NotFoundError):
        await get(other, ById(id=secret))
    with pytest.raises(NotFoundError):
        await delete(other, ById(id=secret))
    assert await find(other, "stream:a secret *", stream="b") == []
    assert (await memory_chain(other, ChainRequest(id=secret))).chain == []


async def test_a_deleted_memory_is_gone_from_everything_at_once(context: Context) -> None:
    chunk_id = await keep(context, "to be forgotten")
    await delete(context, ById(id=chunk_id))
    assert await find(context, "forgotten") == []
    assert (await list_memories(context, ListRequest())).items == []
    for call in (get, delete):
        with pytest.raises(NotFoundError):
            await call(context, ById(id=chunk_id))


async def test_a_change_makes_a_new_version_and_hides_the_old_one(
    context: Context, clock: FixedClock
) -> None:
    first = await keep(context, "Jan lives in Warszawa", subject="Jan")
    clock.advance(DAY)
    changed = await update(context, UpdateRequest(id=first, content="Jan lives in Kraków"))
    assert (changed.supersedes, changed.version) == (first, 2)
    assert await find(context, "where does Jan live") == ["Jan lives in Kraków"]
    assert len(await find(context, "where does Jan live", include_superseded=True)) == 2
    old = await get(context, ById(id=first))
    assert (old.is_latest, old.superseded_by, old.valid_until) == (False, changed.id, NOW + DAY)
    chain = await memory_chain(context, ChainRequest(id=changed.id))
    assert [(link.version, link.id) for link in chain.chain] == [(1, first), (2, changed.id)]


async def test_a_question_about_a_time_gets_what_was_true_then(
    context: Context, clock: FixedClock
) -> None:
    first = await keep(context, "Jan lives in Warszawa")
    clock.advance(10 * DAY)
    await update(context, UpdateRequest(id=first, content="Jan lives in Kraków"))
    assert await find(context, "Jan lives", valid_at=NOW + DAY) == ["Jan lives in Warszawa"]
    assert await find(context, "Jan lives", valid_at=NOW + 11 * DAY) == ["Jan lives in Kraków"]
    assert await find(context, "Jan lives", valid_at=NOW - DAY) == []


async def test_only_the_latest_version_can_be_changed(context: Context) -> None:
    first = await keep(context, "one")
    second = (await update(context, UpdateRequest(id=first, content="two"))).id
    with pytest.raises(ConflictError) as caught:
        await update(context, UpdateRequest(id=first, content="three"))
    assert caught.value.details == {"id": first, "latest": second}


async def test_two_changes_at_once_leave_one_chain(context: Context) -> None:
    first = await keep(context, "start")
    outcomes = await asyncio.gather(
        *(update(context, UpdateRequest(id=first, content=f"version {n}")) for n in range(5)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, ConflictError) for outcome in outcomes) == 4
    assert (await memory_chain(context, ChainRequest(id=first))).chain_length == 2


async def test_a_change_of_nothing_is_refused(context: Context) -> None:
    first = await keep(context, "one")
    with pytest.raises(InvalidRequestError):
        await update(context, UpdateRequest(id=first))


async def test_a_repeated_key_stores_once_and_gets_the_first_answer(services: Services) -> None:
    context = make_context(services, key="abc")
    request = StoreRequest(content="only once")
    answers = await asyncio.gather(*(store(context, request) for _ in range(5)))
    assert len({answer.id for answer in answers}) == 1
    assert (await list_memories(context, ListRequest())).total_live == 1
    with pytest.raises(ConflictError):
        await store(context, StoreRequest(content="something else"))
    other = make_context(services, Caller(name="someone else"), key="abc")
    again = await store(other, StoreRequest(content="not a conflict for someone else"))
    assert again.status == "stored"


async def test_paging_lists_everything_once_and_newest_first(
    context: Context, clock: FixedClock
) -> None:
    for n in range(25):
        await keep(context, f"memory {n}")
        clock.advance(n % 2)
    seen: list[str] = []
    cursor = None
    while True:
        page = await list_memories(context, ListRequest(limit=4, cursor=cursor))
        seen += [item.content for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == sorted(f"memory {n}" for n in range(25))
    assert page.total_live == 25


@pytest.mark.parametrize(
    "cursor", ["x", "%%%", "4pyT", "MTIz", "", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OmE"]
)
async def test_a_cursor_that_no_page_gave_is_refused(context: Context, cursor: str) -> None:
    with pytest.raises(InvalidRequestError):
        await list_memories(context, ListRequest(cursor=cursor))


async def test_a_list_can_be_narrowed(context: Context) -> None:
    await keep(context, "Zażółć gęślą jaźń", source="cli", level=1)
    await keep(context, "something else")
    for fields in ({"q": "GĘŚLĄ"}, {"source_agent": "cli"}, {"level": 1}):
        items = (await list_memories(context, ListRequest(**fields))).items  # type: ignore[arg-type]
        assert [item.content for item in items] == ["Zażółć gęślą jaźń"]


async def test_where_no_conversation_was_read_a_name_is_a_word_like_others(
    context: Context, services: Services
) -> None:
    def said(number: int, content: str, author: str | None) -> Chunk:
        return Chunk(id=f"said-{number}", content=content, timestamp=NOW, author=author)

    chunks = [said(1, "tea in the morning", "Anna"), said(2, "Anna drinks tea at noon", None)]
    await services.stores.writer.write(
        lambda write: [services.stores.memories.save(write, chunk) for chunk in chunks]
    )
    assert (await find(context, "Anna tea"))[0] == "Anna drinks tea at noon"
