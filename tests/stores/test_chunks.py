"""Chunk records and their secondary rows, counters, idempotency, outbox, embeddings."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import ConflictError, SchemaTooNewError, StoreCorruptError
from loomem.model.chunk import Chunk, ExtractionMeta, Source
from loomem.stores.chunks import ChunkStore
from loomem.stores.counters import CounterStore
from loomem.stores.effects import Work, WriteTxn
from loomem.stores.embeddings import EmbeddingStore
from loomem.stores.env import Env
from loomem.stores.idempotency import KEEP_SECONDS, IdempotencyStore
from loomem.stores.intents import IntentStore
from loomem.stores.meta import MetaStore, SchemaVersion, check_schema
from loomem.stores.schema import SCHEMA_VERSION


class Repositories:
    """The repositories over one environment, with a write transaction per call."""

    def __init__(self, directory: Path) -> None:
        self.env = Env(directory, map_size_mb=64)
        self.meta = MetaStore(self.env)
        self.counters = CounterStore(self.env)
        self.chunks = ChunkStore(self.env, self.counters)
        self.embeddings = EmbeddingStore(self.env, self.counters, self.meta)
        self.intents = IntentStore(self.env, self.meta)
        self.idempotency = IdempotencyStore(self.env)

    def write(self, job: Callable[[WriteTxn], Any]) -> Any:
        txn = self.env.begin_write()
        result = job(WriteTxn(txn))
        txn.commit()
        return result

    def put(self, *chunks: Chunk) -> None:
        self.write(lambda write: [self.chunks.put(write.raw, chunk) for chunk in chunks])

    def counts(self, stream: str = "s") -> dict[str, int]:
        with self.env.read() as txn:
            found = self.counters.read(txn, stream)
        return {name: count for name, count in found.items() if count}


@pytest.fixture
def repo(tmp_path: Path) -> Iterator[Repositories]:
    opened = Repositories(tmp_path / "lmdb")
    yield opened
    opened.env.close()


def chunk(chunk_id: str, **fields: Any) -> Chunk:
    return Chunk(**{"id": chunk_id, "content": "text", "timestamp": 100, "stream": "s"} | fields)


def test_a_record_comes_back_as_it_was_written(repo: Repositories) -> None:
    full = chunk(
        "a",
        level=1,
        content="zażółć 花生 🥜 \u202eabc \x00",
        metadata={"k": [1, None, {"x": 1.5}]},
        source=Source(agent="api", session="s1"),
        extraction_meta=ExtractionMeta(fact_type="fact", subject="Anna", event_date="2026-01-02"),
        root_memory_id="r",
        version=3,
    )
    repo.put(full)
    with repo.env.read() as txn:
        assert repo.chunks.get(txn, "a") == full


@pytest.mark.parametrize("chunk_id", ["", "missing", "x" * 5_000, "\ud83c", "a\x00b"])
def test_an_id_that_does_not_exist_is_none_whatever_it_looks_like(
    repo: Repositories, chunk_id: str
) -> None:
    with repo.env.read() as txn:
        assert repo.chunks.get(txn, chunk_id) is None


def test_counters_follow_every_change(repo: Repositories) -> None:
    repo.put(chunk("a"), chunk("b", level=1), chunk("c", is_latest=False))
    assert repo.counts() == {"live": 3, "latest": 2, "superseded": 1, "level_0": 2, "level_1": 1}
    repo.put(chunk("a", deleted_at=5), chunk("b", level=0))
    assert repo.counts() == {"live": 2, "latest": 1, "superseded": 1, "deleted": 1, "level_0": 2}
    repo.write(lambda write: [repo.chunks.remove(write.raw, i) for i in "abc"])
    assert repo.counts() == {}


def test_listing_is_by_time_newest_first_and_resumes_below_a_record(repo: Repositories) -> None:
    repo.put(*(chunk(f"id{n}", timestamp=n) for n in range(10)), chunk("other", stream="t"))
    with repo.env.read() as txn:
        ids = [c.id for c in repo.chunks.newest_first(txn, "s")]
        assert ids == [f"id{n}" for n in reversed(range(10))]
        rest = [c.id for c in repo.chunks.newest_first(txn, "s", (4, "id4"))]
    assert rest == ["id3", "id2", "id1", "id0"]


def test_records_of_the_same_second_are_all_listed_across_pages(repo: Repositories) -> None:
    repo.put(*(chunk(f"id{n}", timestamp=7) for n in range(5)))
    with repo.env.read() as txn:
        assert [c.id for c in repo.chunks.newest_first(txn, "s", (7, "id3"))] == [
            "id2",
            "id1",
            "id0",
        ]


def test_a_stream_whose_name_begins_like_another_is_not_listed_with_it(repo: Repositories) -> None:
    repo.put(chunk("a", stream="s"), chunk("b", stream="s2"), chunk("c", stream="s."))
    with repo.env.read() as txn:
        assert [c.id for c in repo.chunks.newest_first(txn, "s")] == ["a"]
        assert list(repo.chunks.ids_of_stream(txn, "s.")) == ["c"]
        assert set(repo.counters.streams(txn)) == {"s", "s2", "s."}


def test_versions_are_listed_in_order(repo: Repositories) -> None:
    repo.put(
        chunk("v1"),
        chunk("v3", root_memory_id="v1", version=3),
        chunk("v2", root_memory_id="v1", version=2),
    )
    with repo.env.read() as txn:
        assert repo.chunks.versions(txn, "v1") == ["v1", "v2", "v3"]


def test_what_was_derived_from_a_source_is_listed(repo: Repositories) -> None:
    repo.put(chunk("src"), chunk("f0", source_id="src"), chunk("g0", source_id="src2"))
    with repo.env.read() as txn:
        assert repo.chunks.derived_from(txn, "src") == ["f0"]


def test_an_unreadable_record_is_reported_and_not_guessed(repo: Repositories) -> None:
    repo.put(chunk("a"))
    repo.write(lambda write: write.raw.put(b"chunk:L0:a", b"{", db=repo.env.db("default")))
    with repo.env.read() as txn, pytest.raises(StoreCorruptError):
        repo.chunks.get(txn, "a")


@settings(deadline=None, max_examples=30)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.booleans(), st.sampled_from(["s", "t"])),
        max_size=20,
    )
)
def test_counters_equal_a_recount_after_any_changes(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, bool, str]]
) -> None:
    repo = Repositories(tmp_path_factory.mktemp("lmdb"))
    known: dict[str, Chunk] = {}
    for chunk_id, deleted, stream in steps:
        record = chunk(chunk_id, stream=stream, deleted_at=1 if deleted else None)
        repo.put(record)
        known[chunk_id] = record
    for stream in ("s", "t"):
        mine = [c for c in known.values() if c.stream == stream]
        counts = repo.counts(stream)
        assert counts.get("live", 0) == sum(c.is_live for c in mine)
        assert counts.get("deleted", 0) == sum(not c.is_live for c in mine)
    repo.env.close()


def test_a_vector_is_found_by_its_index_key_and_only_in_its_stream(repo: Repositories) -> None:
    vector = np.array([0.6, 0.8, 0, 0], dtype=np.float32)
    repo.write(lambda write: repo.embeddings.put(write, "s", "a", vector))
    with repo.env.read() as txn:
        number = repo.embeddings.number(txn, "a")
        assert number is not None
        assert repo.embeddings.chunk_ids(txn, "s", np.array([number, 999])) == ["a", None]
        assert repo.embeddings.chunk_ids(txn, "t", np.array([number])) == [None]
        stored = repo.embeddings.get(txn, "a")
    assert stored is not None
    assert np.allclose(stored, vector, atol=1e-3)
    assert repo.counts() == {"embedded": 1}


def test_a_new_vector_of_a_memory_gets_a_new_key_and_the_old_one_goes(repo: Repositories) -> None:
    vector = np.ones(4, dtype=np.float32) / 2
    effects = []

    def job(write: WriteTxn) -> None:
        repo.embeddings.put(write, "s", "a", vector)
        repo.embeddings.put(write, "s", "a", vector)
        effects.extend(write.effects.vectors)

    repo.write(job)
    assert [(e.number, e.vector is not None) for e in effects] == [
        (1, True),
        (1, False),
        (2, True),
    ]
    assert repo.embeddings.vector_keys("s").tolist() == [2]
    rows = list(repo.embeddings.vector_rows("s"))
    assert rows[0][0].tolist() == [2]
    assert rows[0][1].shape == (1, 4)


def test_keys_of_vectors_are_never_reused(repo: Repositories) -> None:
    vector = np.ones(4, dtype=np.float32) / 2
    repo.write(lambda write: repo.embeddings.put(write, "s", "a", vector))
    repo.write(lambda write: repo.embeddings.remove(write, "s", "a"))
    repo.write(lambda write: repo.embeddings.put(write, "s", "b", vector))
    assert repo.embeddings.vector_keys("s").tolist() == [2]


def test_a_repeated_request_gets_the_first_answer_and_another_one_is_a_conflict(
    repo: Repositories,
) -> None:
    store = repo.idempotency
    repo.write(lambda write: store.remember(write.raw, "k", "h1", b'{"id":"a"}', 100))
    with repo.env.read() as txn:
        assert store.find(txn, "k", "h1", 200) == b'{"id":"a"}'
        assert store.find(txn, "other", "h1", 200) is None
        with pytest.raises(ConflictError):
            store.find(txn, "k", "h2", 200)


def test_answers_are_forgotten_after_a_day_and_their_rows_go(repo: Repositories) -> None:
    store = repo.idempotency
    repo.write(lambda write: store.remember(write.raw, "k", "h", b"1", 100))
    later = 101 + KEEP_SECONDS
    with repo.env.read() as txn:
        assert store.find(txn, "k", "h", later) is None
    repo.write(lambda write: store.remember(write.raw, "k2", "h", b"2", later))
    with repo.env.read() as txn:
        assert txn.stat(db=repo.env.db("idempotency"))["entries"] == 2


def test_intents_are_kept_in_order_and_by_kind(repo: Repositories) -> None:
    repo.write(lambda write: repo.intents.add(write, Work.TEXT, "s", "a"))
    repo.write(lambda write: repo.intents.add(write, Work.EMBED, "s", "a"))
    repo.write(lambda write: repo.intents.add(write, Work.TEXT, "s", "b"))
    with repo.env.read() as txn:
        assert [i.chunk_id for i in repo.intents.pending(txn, Work.TEXT)] == ["a", "b"]
        assert repo.intents.waiting_for_vector(txn) == {"a"}
    repo.write(lambda write: repo.intents.remove(write.raw, [1, 2]))
    with repo.env.read() as txn:
        assert [i.seq for i in repo.intents.pending(txn)] == [3]


def test_data_of_a_newer_program_is_refused() -> None:
    check_schema(None)
    check_schema(SchemaVersion(written=SCHEMA_VERSION + 5, readable_from=SCHEMA_VERSION))
    with pytest.raises(SchemaTooNewError):
        check_schema(SchemaVersion(written=SCHEMA_VERSION + 5, readable_from=SCHEMA_VERSION + 1))


@settings(deadline=None)
@given(
    st.text(max_size=200),
    st.dictionaries(st.text(max_size=8), st.integers() | st.text(max_size=8), max_size=4),
)
def test_any_record_survives_its_codec(content: str, metadata: dict[str, Any]) -> None:
    clean = content.encode("utf-8", "ignore").decode()
    bounded = {k: v for k, v in metadata.items() if not isinstance(v, int) or abs(v) < 2**63}
    record = chunk("a", content=clean, metadata=bounded or None)
    assert msgspec.json.decode(msgspec.json.encode(record), type=Chunk) == record
