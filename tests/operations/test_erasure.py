"""After a purge no file holds the words, whatever the engines keep of what they removed."""

import asyncio
import errno
from pathlib import Path

import numpy as np
import pytest

from loomem.clock import FixedClock
from loomem.errors import StoreError
from loomem.operations.context import Context, Services
from loomem.operations.ingest import IngestRequest, ingest
from loomem.operations.purge import PurgeRequest, PurgeStreamRequest, purge, purge_stream
from loomem.operations.search import SearchRequest, search
from loomem.operations.store import StoreRequest, store
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env
from tests.support.fakes import NOW, WordEncoder, make_context, make_services, open_test_stores

SECRET = "Quetzalwurst"


def files_with(folder: Path, needle: bytes) -> list[str]:
    """Return the files that hold some bytes, in whatever case."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and needle.lower() in path.read_bytes().lower()
    ]


async def fill(context: Context, count: int = 60, **more: str) -> list[str]:
    ids = []
    for n in range(count):
        words = (
            f"Note {n}: {SECRET} met Anna in town {n}" if n == count // 2 else f"Note {n} on tea"
        )
        ids.append((await store(context, StoreRequest(content=words, **more))).id)
    await asyncio.to_thread(context.services.stores.indexer.flush)
    return ids


async def test_a_purged_memory_leaves_no_bytes_in_any_file(
    context: Context, services: Services, tmp_path: Path
) -> None:
    ids = await fill(context)
    assert files_with(tmp_path, SECRET.encode())
    answer = await purge(context, PurgeRequest(id=ids[30]))
    assert answer.traces == "removed"
    assert files_with(tmp_path, SECRET.encode()) == []
    found = await search(context, SearchRequest(query="tea", top_k=100))
    assert len(found.results) == 59


async def test_a_purged_stream_leaves_no_bytes_in_any_file(
    context: Context, tmp_path: Path
) -> None:
    await fill(context, stream="work")
    await store(context, StoreRequest(content="something private"))
    done = await purge_stream(context, PurgeStreamRequest(stream="work", confirmed=True))
    assert (done.deleted_count, done.traces) == (60, "removed")
    assert files_with(tmp_path, SECRET.encode()) == []
    assert len((await search(context, SearchRequest(query="private"))).results) == 1


async def test_writes_and_reads_go_on_while_files_are_written_anew(context: Context) -> None:
    ids = await fill(context)
    purges = [purge(context, PurgeRequest(id=i)) for i in ids[:8]]
    stores = [store(context, StoreRequest(content=f"new thing {n}")) for n in range(30)]
    finds = [search(context, SearchRequest(query=f"tea {n}")) for n in range(30)]
    answers = await asyncio.gather(*purges, *stores, *finds)
    assert {answer.traces for answer in answers[:8]} == {"removed"}
    found = await search(context, SearchRequest(query="new thing", top_k=100))
    assert len([hit for hit in found.results if "new thing" in hit.content]) == 30


async def test_a_crash_before_the_files_are_rewritten_only_delays_it(tmp_path: Path) -> None:
    encoder, clock = WordEncoder(), FixedClock(NOW)
    stores = open_test_stores(tmp_path, encoder)
    services = make_services(stores, encoder, clock)
    ids = await fill(make_context(services))
    await services.deletion.erase(ids[30])
    assert services.scrubber.is_wanted()
    stores.close()
    stores = open_test_stores(tmp_path, encoder)
    try:
        scrubber = make_services(stores, encoder, clock).scrubber
        assert scrubber.is_wanted()
        await scrubber.run()
        assert not scrubber.is_wanted()
        assert files_with(tmp_path, SECRET.encode()) == []
    finally:
        stores.close()


async def test_a_removed_vector_leaves_the_graph_file(tmp_path: Path) -> None:
    encoder, clock = WordEncoder(), FixedClock(NOW)
    stores = open_test_stores(tmp_path, encoder, exact_limit=20)
    try:
        services = make_services(stores, encoder, clock)
        context = make_context(services)
        ids = await fill(context)
        stores.vectors.wait_for_builds()
        rows = stores.embeddings
        with stores.env.read() as txn:
            vector = rows.get(txn, ids[30])
        assert vector is not None
        trace = vector.astype(np.float16).tobytes()
        assert files_with(tmp_path / "vectors", trace)
        assert (await purge(context, PurgeRequest(id=ids[30]))).traces == "removed"
        assert not files_with(tmp_path / "vectors", trace)
    finally:
        stores.close()


def test_a_leftover_copy_is_removed_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "compacting").mkdir()
    (tmp_path / "compacting" / "data.mdb").write_bytes(b"half a copy")
    Env(tmp_path).close()
    assert not (tmp_path / "compacting").exists()


async def test_a_purged_source_takes_its_fragments_out_of_the_files(
    context: Context, services: Services, tmp_path: Path
) -> None:
    reading = asyncio.get_running_loop().create_task(services.transcripts.run())
    text = f"User: I work with {SECRET}.\nAssistant: Who is {SECRET}?"
    taken = await ingest(context, IngestRequest(content=text, wait=True))
    assert taken.fragments == 2
    assert (await purge(context, PurgeRequest(id=taken.source_id))).traces == "removed"
    assert files_with(tmp_path, SECRET.encode()) == []
    reading.cancel()


async def test_a_compacted_store_keeps_every_row(tmp_path: Path) -> None:
    stores = open_test_stores(tmp_path, WordEncoder())

    def job(write: WriteTxn) -> None:
        for n in range(2_000):
            stores.meta.put(write.raw, f"row{n}", "x" * 300)

    try:
        await stores.writer.write(job)
        await asyncio.wrap_future(stores.writer.run_between(stores.env.compact))
        with stores.env.read() as txn:
            assert all(stores.meta.get(txn, f"row{n}") == "x" * 300 for n in range(2_000))
        await stores.writer.write(lambda write: stores.meta.put(write.raw, "row0", "y"))
    finally:
        stores.close()


async def test_a_copy_that_cannot_take_its_place_leaves_a_store_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = open_test_stores(tmp_path, WordEncoder())

    def refuse(_path: Path, _target: Path) -> Path:
        raise OSError(errno.EIO, "no")

    try:
        await stores.writer.write(lambda write: stores.meta.put(write.raw, "row", "kept"))
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", refuse)
            with pytest.raises(StoreError):
                await asyncio.wrap_future(stores.writer.run_between(stores.env.compact))
        with stores.env.read() as txn:
            assert stores.meta.get(txn, "row") == "kept"
        await stores.writer.write(lambda write: stores.meta.put(write.raw, "row", "changed"))
    finally:
        stores.close()
