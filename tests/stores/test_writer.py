"""The writer: durable groups, savepoints, growth, refusal, closing."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from loomem.errors import NotFoundError, UnavailableError
from loomem.stores.effects import Effects, WriteTxn
from loomem.stores.env import Env
from loomem.stores.writer import Writer


@pytest.fixture
def env(tmp_path: Path) -> Iterator[Env]:
    opened = Env(tmp_path / "lmdb", map_size_mb=8)
    yield opened
    opened.close()


@pytest.fixture
def published() -> list[Effects]:
    return []


@pytest.fixture
def writer(env: Env, published: list[Effects]) -> Iterator[Writer]:
    running = Writer(env, published.append)
    yield running
    running.close()


def put(env: Env, key: bytes, value: bytes = b"1"):
    def job(write: WriteTxn) -> bytes:
        write.raw.put(key, value, db=env.db("default"))
        return key

    return job


def value_of(env: Env, key: bytes) -> bytes | None:
    with env.read() as txn:
        return env.fetch(txn, "default", key)


def hold(writer: Writer) -> threading.Event:
    """Keep the writer busy until the event is set, so that what follows forms one group."""
    release = threading.Event()
    begun = threading.Event()

    def job(_write: WriteTxn) -> None:
        begun.set()
        assert release.wait(10)

    writer.submit(job)
    assert begun.wait(10)
    return release


def test_an_answered_write_is_readable(env: Env, writer: Writer) -> None:
    assert writer.submit(put(env, b"a")).result(10) == b"a"
    assert value_of(env, b"a") == b"1"


def test_waiting_jobs_share_one_commit(env: Env, writer: Writer, published) -> None:
    release = hold(writer)
    futures = [writer.submit(put(env, b"k%d" % n)) for n in range(50)]
    release.set()
    for future in futures:
        future.result(10)
    assert len(published) == 2


def test_a_job_that_raises_leaves_nothing_behind_and_does_not_disturb_its_group(
    env: Env, writer: Writer
) -> None:
    def failing(write: WriteTxn) -> None:
        write.raw.put(b"half", b"done", db=env.db("default"))
        raise NotFoundError("no such memory")

    release = hold(writer)
    before, broken, after = (
        writer.submit(put(env, b"before")),
        writer.submit(failing),
        writer.submit(put(env, b"after")),
    )
    release.set()
    assert before.result(10) == b"before"
    assert after.result(10) == b"after"
    with pytest.raises(NotFoundError):
        broken.result(10)
    assert value_of(env, b"half") is None


def test_the_map_grows_when_it_is_full_and_nothing_is_lost(env: Env, writer: Writer) -> None:
    blob = b"x" * 1_000_000
    futures = [writer.submit(put(env, b"big%d" % n, blob)) for n in range(40)]
    for future in futures:
        future.result(30)
    assert env.map_size > 40_000_000
    assert all(value_of(env, b"big%d" % n) == blob for n in range(40))


def test_growth_waits_for_open_snapshots(env: Env, writer: Writer) -> None:
    blob = b"x" * 3_000_000
    with env.read() as txn:
        futures = [writer.submit(put(env, b"big%d" % n, blob)) for n in range(6)]
        assert env.fetch(txn, "default", b"big5") is None
    assert [future.result(30) for future in futures] == [b"big%d" % n for n in range(6)]


def test_a_job_that_waits_can_be_cancelled_and_then_never_runs(env: Env, writer: Writer) -> None:
    release = hold(writer)
    waiting = writer.submit(put(env, b"cancelled"))
    assert waiting.cancel()
    release.set()
    writer.submit(put(env, b"later")).result(10)
    with pytest.raises(CancelledError):
        waiting.result(0)
    assert value_of(env, b"cancelled") is None


def test_a_lonely_job_gets_a_commit_of_its_own(env: Env, writer: Writer, published) -> None:
    release = hold(writer)
    writer.submit(put(env, b"one"))
    writer.submit(put(env, b"alone"), alone=True)
    last = writer.submit(put(env, b"two"))
    release.set()
    last.result(10)
    assert len(published) == 3


def test_effects_are_published_in_the_order_of_the_jobs(
    env: Env, writer: Writer, published
) -> None:
    def job(name: str):
        def run(write: WriteTxn) -> None:
            write.effects.dropped_partitions.append(name)

        return run

    release = hold(writer)
    futures = [writer.submit(job(f"p{n}")) for n in range(5)]
    release.set()
    for future in futures:
        future.result(10)
    assert published[-1].dropped_partitions == [f"p{n}" for n in range(5)]


def test_closing_finishes_what_waits_and_refuses_the_rest(env: Env) -> None:
    writer = Writer(env, lambda _effects: None)
    futures = [writer.submit(put(env, b"k%d" % n)) for n in range(20)]
    writer.close()
    assert [future.result(0) for future in futures] == [b"k%d" % n for n in range(20)]
    with pytest.raises(UnavailableError):
        writer.submit(put(env, b"late"))


async def test_a_caller_that_gives_up_does_not_undo_a_write_that_began(
    env: Env, writer: Writer
) -> None:
    begun, release = threading.Event(), threading.Event()

    def slow(write: WriteTxn) -> None:
        begun.set()
        assert release.wait(10)
        write.raw.put(b"slow", b"1", db=env.db("default"))

    task = asyncio.ensure_future(writer.write(slow))
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    release.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    await writer.write(put(env, b"next"))
    assert value_of(env, b"slow") == b"1"


def test_eight_threads_of_writes_all_arrive(env: Env, writer: Writer) -> None:
    def work(name: int) -> None:
        for n in range(200):
            writer.submit(put(env, b"%d-%d" % (name, n))).result(30)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (
        sum(value_of(env, b"%d-%d" % (t, n)) is not None for t in range(8) for n in range(200))
        == 1600
    )


def test_effects_that_cannot_be_published_do_not_take_the_writer_down(env: Env) -> None:
    def refuse(_effects: Effects) -> None:
        raise MemoryError

    writer = Writer(env, refuse)
    assert writer.submit(put(env, b"first")).result(10) == b"first"
    assert writer.submit(put(env, b"second")).result(10) == b"second"
    assert value_of(env, b"first") == b"1"
    writer.close()
