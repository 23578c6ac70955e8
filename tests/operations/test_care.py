"""Importance, purging, missing vectors, re-embedding, rebuilding, status."""

import asyncio
from pathlib import Path

import pytest

from loomem.clock import FixedClock
from loomem.errors import ConflictError, ModelError, NotFoundError
from loomem.lifecycle.reembedding import Reembedding
from loomem.operations.context import Context, Services
from loomem.operations.delete import delete
from loomem.operations.get import get
from loomem.operations.importance import boost, reset_importance, score_all
from loomem.operations.maintenance import (
    embed_missing,
    index_sync,
    re_embed_all,
    rebuild_text,
)
from loomem.operations.purge import PurgeRequest, PurgeStreamRequest, purge, purge_stream
from loomem.operations.search import SearchRequest, search
from loomem.operations.status import namespaces, status, whoami
from loomem.operations.store import StoreRequest, store
from loomem.operations.views import ById, Empty
from loomem.stores.bundle import Stores
from tests.support.fakes import NOW, WordEncoder, make_services, open_test_stores

EMPTY = Empty()


async def keep(context: Context, content: str, **fields: object) -> str:
    request = StoreRequest(content=content, **fields)  # type: ignore[arg-type]
    return (await store(context, request)).id


async def find(context: Context, query: str) -> list[str]:
    found = await search(context, SearchRequest(query=query))
    return [hit.content for hit in found.results]


async def test_a_boost_lifts_and_never_lowers(context: Context) -> None:
    plain, high = await keep(context, "a"), await keep(context, "b", importance=2.0)
    assert (await boost(context, ById(id=plain))).importance == 1.5
    assert (await boost(context, ById(id=high))).importance == 2.0
    with pytest.raises(NotFoundError):
        await boost(context, ById(id="unknown"))


async def test_scoring_gives_the_new_more_than_the_familiar(context: Context) -> None:
    first = await keep(context, "the cat sleeps on the warm stove")
    second = await keep(context, "the cat sleeps on the warm stove again")
    alone = await keep(context, "quarterly budget review Thursday")
    explicit = await keep(context, "explicit", importance=0.3)
    given = [(await get(context, ById(id=i))).importance for i in (alone, explicit)]
    assert given == [1.5, 0.3]
    assert (await reset_importance(context, EMPTY)).chunks_reset == 4
    assert (await get(context, ById(id=explicit))).importance is None
    await boost(context, ById(id=explicit))
    counts = await score_all(context, EMPTY)
    assert (counts.total, counts.scored, counts.already_scored) == (4, 3, 1)
    scores = [(await get(context, ById(id=i))).importance for i in (first, second, alone)]
    assert scores == [0.7, 0.7, 1.5]


async def test_a_purged_memory_leaves_no_row_behind(context: Context, services: Services) -> None:
    chunk_id = await keep(context, "purge me", metadata={"a": 1})
    await delete(context, ById(id=chunk_id))
    await purge(context, PurgeRequest(id=chunk_id))
    assert await asyncio.to_thread(services.stores.indexer.flush)
    await services.stores.writer.write(lambda _write: None)
    rows = _rows(services.stores)
    assert {
        name: count for name, count in rows.items() if name not in ("default", "counters")
    } == dict.fromkeys((n for n in rows if n not in ("default", "counters")), 0)
    with pytest.raises(NotFoundError):
        await purge(context, PurgeRequest(id=chunk_id))


def _rows(stores: Stores) -> dict[str, int]:
    from loomem.stores.schema import DATABASES

    with stores.env.read() as txn:
        return {name: txn.stat(db=stores.env.db(name))["entries"] for name in DATABASES}


async def test_purging_a_stream_needs_a_yes_and_takes_only_that_stream(context: Context) -> None:
    for n in range(5):
        await keep(context, f"work item {n}", stream="work")
    await keep(context, "private item")
    asked = await purge_stream(context, PurgeStreamRequest(stream="work"))
    assert (asked.status, asked.deleted_count, asked.deleted_ids) == (
        "confirmation_required",
        5,
        None,
    )
    dry = await purge_stream(
        context, PurgeStreamRequest(stream="work", dry_run=True, confirmed=True)
    )
    assert (dry.status, len(dry.deleted_ids or [])) == ("dry_run", 5)
    done = await purge_stream(context, PurgeStreamRequest(stream="work", confirmed=True))
    assert (done.status, done.deleted_count) == ("purged", 5)
    found = await search(
        context, SearchRequest(query="item", streams=["work", "__user_default__"])
    )
    assert [hit.content for hit in found.results] == ["private item"]
    assert "work" not in (await status(context, EMPTY)).streams


async def test_missing_vectors_are_queued_once(context: Context, encoder: WordEncoder) -> None:
    encoder.failure = ModelError("down")
    await keep(context, "no vector yet")
    first = await embed_missing(context, EMPTY)
    assert (first.total_missing, first.queued) == (1, 0)


async def test_reembedding_serves_the_old_vectors_until_the_new_ones_are_complete(
    context: Context, services: Services, encoder: WordEncoder
) -> None:
    for n in range(5):
        await keep(context, f"number {n} of the series")
    encoder.gate = asyncio.Event()
    assert (await re_embed_all(context, EMPTY)).status == "started"
    with pytest.raises(ConflictError):
        await re_embed_all(context, EMPTY)
    with services.stores.env.read() as txn:
        assert services.stores.embeddings.counter == "embedded"
        assert services.stores.counters.total(txn, "embedded") == 5
    encoder.gate.set()
    encoder.gate = None
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    assert services.jobs.states()["re_embed"] == "done"
    assert services.stores.embeddings.serving == "_b"
    assert (await index_sync(context, EMPTY)).embeddings == 5
    assert len(await find(context, "series")) == 5
    assert await find(context, "number 3") != []


async def test_a_memory_stored_while_reembedding_is_not_forgotten(
    context: Context, services: Services, encoder: WordEncoder
) -> None:
    await keep(context, "early")
    target = Reembedding(services.stores, encoder)
    prepared = await target._prepare()
    await target._fill(prepared.table, lambda _done, _total: None)
    late = await keep(context, "latecomer")
    await target._swap(prepared)
    with services.stores.env.read() as txn:
        assert services.stores.intents.waiting_for_vector(txn) == {late}


async def test_another_model_is_refused_by_name_until_everything_is_embedded_anew(
    tmp_path: Path,
) -> None:
    old, new = WordEncoder("old"), WordEncoder("new", dim=32)
    stores = open_test_stores(tmp_path, old)
    services = make_services(stores, old, FixedClock(NOW))
    from tests.support.fakes import make_context

    await keep(make_context(services), "kept over the change of the model")
    stores.close()
    with pytest.raises(ModelError, match="loomem reembed"):
        open_test_stores(tmp_path, new)
    stores = open_test_stores(tmp_path, new, accept_other_space=True)
    assert await Reembedding(stores, new).run() == 1
    stores.close()
    stores = open_test_stores(tmp_path, new)
    services = make_services(stores, new, FixedClock(NOW))
    assert await find(make_context(services), "model change") == [
        "kept over the change of the model"
    ]
    stores.close()


async def test_a_reembedding_that_was_killed_half_way_goes_on_and_the_old_vectors_served(
    tmp_path: Path,
) -> None:
    from tests.support.fakes import make_context

    old, new = WordEncoder("old"), WordEncoder("new")
    stores = open_test_stores(tmp_path, old)
    for n in range(300):
        await keep(make_context(make_services(stores, old, FixedClock(NOW))), f"memory {n}")
    stores.close()
    stores = open_test_stores(tmp_path, new, accept_other_space=True)
    half = Reembedding(stores, new)
    target = await half._prepare()
    ids, chunks = half._missing(target.table, None)
    await half._embed(target.table, chunks)
    stores.close()
    stores = open_test_stores(tmp_path, old)
    assert (
        len(await find(make_context(make_services(stores, old, FixedClock(NOW))), "memory")) == 10
    )
    stores.close()
    stores = open_test_stores(tmp_path, new, accept_other_space=True)
    new.batches.clear()
    await Reembedding(stores, new).run()
    assert sum(len(batch) for batch in new.batches) == 300 - len(ids)
    stores.close()


async def test_the_text_index_is_written_again_on_request(
    context: Context, services: Services
) -> None:
    for n in range(20):
        await keep(context, f"entry {n}")
    assert (await rebuild_text(context, EMPTY)).status == "started"
    await asyncio.to_thread(services.stores.reconciler.wait)
    await asyncio.to_thread(services.stores.indexer.flush)
    sync = await index_sync(context, EMPTY)
    assert (sync.chunks, sync.text_documents, sync.in_sync) == (20, 20, True)


async def test_the_status_counts_without_telling_any_text(context: Context) -> None:
    await keep(context, "secret content")
    shown = await status(context, EMPTY)
    assert shown.status == "ok"
    assert shown.streams["__user_default__"].live == 1
    assert shown.config_summary.embedding_model == "words"
    assert "secret" not in repr(shown)
    assert (await whoami(context, EMPTY)).is_admin
    assert (await namespaces(context, EMPTY)).namespaces["work"] == "110"
