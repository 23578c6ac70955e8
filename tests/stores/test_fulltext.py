"""The real engine in a temporary folder."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tantivy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loomem.errors import (
    InvalidRequestError,
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreLockedError,
)
from loomem.model.filters import Filter
from loomem.stores.fulltext import TextDocument, TextIndex
from loomem.stores.fulltext.faults import engine_errors
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon, write_lexicon

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=100)
HEAP_MB = 15


def document(
    name: str,
    content: str,
    *,
    stream: str = "a",
    level: int = 0,
    event_date: int | None = None,
    source_agent: str = "unknown",
    entities: tuple[str, ...] = (),
) -> TextDocument:
    return TextDocument(
        id=name,
        stream=stream,
        content=content,
        level=level,
        timestamp=0,
        event_date=event_date,
        source_agent=source_agent,
        entities=list(entities),
    )


def found(index: TextIndex, question: str, *streams: str, rule: Filter | None = None) -> list[str]:
    terms = Analyzer().query_terms(question)
    hits = index.search(terms, streams=streams or ("a",), limit=10, filter=rule or Filter())
    return [name for name, _ in hits]


def store(index: TextIndex, *documents: TextDocument) -> None:
    index.apply(documents, [])
    index.commit()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "text"


@pytest.fixture
def index(folder: Path) -> Iterator[TextIndex]:
    opened = TextIndex.open(folder, Analyzer(), HEAP_MB)
    yield opened
    opened.close()


def reopen(folder: Path, analyzer: Analyzer | None = None) -> TextIndex:
    return TextIndex.open(folder, analyzer or Analyzer(), HEAP_MB)


def test_a_document_is_found_after_commit_and_not_before(index: TextIndex) -> None:
    index.apply([document("1", "the red lamp")], [])
    was_dirty = index.is_dirty
    assert found(index, "lamp") == []
    index.commit()
    assert (was_dirty, index.is_dirty) == (True, False)
    assert found(index, "lamps") == ["1"]


def test_what_was_committed_is_there_after_reopening(folder: Path) -> None:
    first = reopen(folder)
    assert first.needs_rebuild
    store(first, document("1", "lamp"))
    first.close()
    second = reopen(folder)
    assert not second.needs_rebuild
    assert found(second, "lamp") == ["1"]
    second.close()


def test_closing_commits_and_may_be_repeated(folder: Path) -> None:
    first = reopen(folder)
    first.apply([document("1", "lamp")], [])
    first.close()
    first.close()
    second = reopen(folder)
    assert second.count() == 1
    second.close()


def test_a_closed_index_takes_no_changes(index: TextIndex) -> None:
    index.close()
    index.apply([document("1", "lamp")], [])
    with pytest.raises(StoreError, match="closed"):
        index.commit()


def test_the_same_id_twice_leaves_the_last_document(index: TextIndex) -> None:
    index.apply([document("1", "old"), document("1", "older")], [])
    index.apply([document("1", "new")], [])
    index.commit()
    store(index, document("1", "newest"))
    assert index.count() == 1
    assert found(index, "newest") == ["1"]
    assert found(index, "old older new") == []


def test_a_delete_wins_and_may_be_repeated(index: TextIndex) -> None:
    store(index, document("1", "lamp"), document("2", "lamp"))
    index.apply([document("1", "lamp")], ["1", "unknown"])
    index.commit()
    index.apply([], ["1"])
    index.commit()
    assert found(index, "lamp") == ["2"]
    assert list(index.ids()) == ["2"]


def test_the_better_match_comes_first(index: TextIndex) -> None:
    store(index, document("1", "lamp and a table"), document("2", "red lamp"))
    assert found(index, "red lamp") == ["2", "1"]


def test_entities_are_found_and_weigh_less_than_content(index: TextIndex) -> None:
    store(index, document("1", "a walk", entities=("Codey",)), document("2", "Codey barks"))
    assert found(index, "Codey") == ["2", "1"]


def test_scores_do_not_depend_on_the_stream_clause_or_the_filter(index: TextIndex) -> None:
    store(index, document("1", "red lamp", event_date=5), document("2", "table"))
    terms = ["lamp"]
    plain = index.search(terms, streams=["a"], limit=5)
    ruled = index.search(
        terms, streams=["a", "b"], limit=5, filter=Filter(date_from=0, level=0), required=["red"]
    )
    assert plain == ruled


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        (Filter(date_from=100), ["2", "3"]),
        (Filter(date_to=100), ["1", "2"]),
        (Filter(date_from=100, date_to=100), ["2"]),
        (Filter(date_from=-(10**30), date_to=10**30), ["1", "2", "3"]),
        (Filter(level=1), ["3"]),
        (Filter(level=10**30), []),
        (Filter(source_agent="bot"), ["2"]),
        (Filter(source_agent="\ud800"), []),
        (Filter(exclude_source_agents=("bot", "\ud800")), ["1", "3", "4"]),
    ],
)
def test_the_index_applies_what_it_knows_of_a_filter(
    index: TextIndex, rule: Filter, names: list[str]
) -> None:
    store(
        index,
        document("1", "lamp", event_date=50),
        document("2", "lamp", event_date=100, source_agent="bot"),
        document("3", "lamp", event_date=150, level=1),
        document("4", "lamp"),
    )
    assert sorted(found(index, "lamp", rule=rule)) == names


def test_required_words_must_all_be_held_in_one_of_their_forms(index: TextIndex) -> None:
    store(index, document("1", "lamp", entities=("Jan Nowak",)), document("2", "lamp of Jan"))

    def search(*required: str | tuple[str, ...]) -> list[str]:
        hits = index.search(["lamp"], streams=["a"], limit=5, required=required)
        return sorted(name for name, _ in hits)

    assert search("jan") == ["1", "2"]
    assert search(("jana", "jan"), "nowak") == ["1"]
    assert search("kowalski") == []
    assert search("\ud800") == []


def test_no_search_leaves_its_streams(index: TextIndex) -> None:
    store(index, document("1", "secret 东京", stream="a"), document("2", "table", stream="b"))
    for question in ("stream_id:a", "stream:a", "a", "secret", "*", "东", "东京", 'a" OR secret'):
        assert "1" not in found(index, question, "b")
    assert sorted(found(index, "secret table", "a", "b")) == ["1", "2"]


def test_nothing_to_search_for_finds_nothing(index: TextIndex) -> None:
    store(index, document("1", "lamp"))
    assert index.search([], streams=["a"], limit=5) == []
    assert index.search(["lamp"], streams=[], limit=5) == []
    assert index.search(["lamp"], streams=["a"], limit=0) == []
    assert index.search(["lamp", "\ud800"], streams=["\ud800"], limit=5) == []
    assert len(index.search(["lamp"], streams=["a"], limit=10**12)) == 1


def test_stream_names_are_compared_as_they_are(index: TextIndex) -> None:
    names = ["a", "A", " a", "a b", "ą", "x" * 600, "\x00", ""]
    store(index, *(document(f"{n}", "lamp", stream=name) for n, name in enumerate(names)))
    assert [found(index, "lamp", name) for name in names] == [[str(n)] for n in range(len(names))]


@pytest.mark.parametrize("field", ["id", "stream", "source_agent"])
def test_half_a_character_pair_in_a_name_is_refused(index: TextIndex, field: str) -> None:
    broken = document("1", "lamp")
    setattr(broken, field, "\ud83c")
    with pytest.raises(InvalidRequestError, match=field):
        index.apply([broken], [])
    assert not index.is_dirty


def test_a_stream_is_deleted_whole_with_what_waits(index: TextIndex) -> None:
    store(index, document("1", "lamp"), document("2", "lamp", stream="b"))
    index.apply([document("3", "lamp")], [])
    index.delete_stream("a")
    index.apply([document("4", "lamp")], [])
    index.commit()
    assert sorted(index.ids()) == ["2", "4"]
    assert (index.count(), index.count("a"), index.count("b"), index.count("\ud800")) == (
        2,
        1,
        1,
        0,
    )


def test_clearing_starts_again(index: TextIndex) -> None:
    store(index, document("1", "lamp"))
    index.apply([document("2", "lamp")], [])
    index.clear()
    assert (index.count(), index.is_dirty) == (0, False)
    store(index, document("3", "lamp"))
    assert found(index, "lamp") == ["3"]


def test_another_analyzer_needs_a_rebuild(folder: Path, tmp_path: Path) -> None:
    first = reopen(folder)
    store(first, document("1", "lamp"))
    first.close()
    write_lexicon(tmp_path / "lexicon", {"psem": "pies"}, frozenset())
    second = reopen(folder, Analyzer(load_lexicon(tmp_path / "lexicon")))
    assert second.needs_rebuild
    assert second.count() == 0
    second.close()


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0xFF
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [flip, cut, empty, Path.unlink])
@pytest.mark.parametrize(
    "kind", ["meta.json", "identity.json", "*.idx", "*.term", "*.store", "*.fast", "*.del"]
)
def test_a_damaged_folder_heals(folder: Path, kind: str, harm: object) -> None:
    first = reopen(folder)
    store(first, *(document(str(n), f"lamp number {n}") for n in range(50)))
    first.apply([], ["7"])
    first.commit()
    first.close()
    assert callable(harm)
    harm(next(iter(folder.glob(kind))))
    second = reopen(folder)
    assert second.needs_rebuild
    store(second, document("1", "lamp"))
    assert found(second, "lamp") == ["1"]
    second.close()
    third = reopen(folder)
    assert not third.needs_rebuild
    third.close()


@pytest.mark.parametrize("content", ["folder of rubbish", "empty folder", "file"])
def test_whatever_is_in_the_way_is_replaced(folder: Path, content: str) -> None:
    if content == "file":
        folder.write_text("x")
    else:
        folder.mkdir()
        if content == "folder of rubbish":
            (folder / "meta.json").write_text("[]")
    index = reopen(folder)
    assert index.needs_rebuild
    index.close()


def test_a_folder_deleted_while_open_heals_at_the_next_start(folder: Path) -> None:
    first = reopen(folder)
    store(first, document("1", "lamp"))
    shutil.rmtree(folder)
    assert found(first, "lamp") == ["1"]
    first.close()
    second = reopen(folder)
    assert second.needs_rebuild
    second.close()


HOLDER = """
import sys
from pathlib import Path
from loomem.stores.fulltext import TextDocument, TextIndex
from loomem.text.analysis import Analyzer
index = TextIndex.open(Path(sys.argv[1]), Analyzer(), 15)
index.apply([TextDocument(id="1", stream="a", content="lamp", level=0, timestamp=0)], [])
index.commit()
index.apply([TextDocument(id="2", stream="a", content="lamp", level=0, timestamp=0)], [])
print("ready", flush=True)
sys.stdin.read()
"""


def test_a_living_writer_is_respected_and_a_killed_one_leaves_no_lock(folder: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        while holder.stdout.readline().strip() != b"ready":
            assert holder.poll() is None
        for analyzer in (Analyzer(), _analyzer_of_another_identity(folder.parent)):
            with pytest.raises(StoreLockedError):
                reopen(folder, analyzer)
        holder.send_signal(signal.SIGKILL)
    index = reopen(folder)
    assert not index.needs_rebuild
    assert list(index.ids()) == ["1"]
    index.close()


def _analyzer_of_another_identity(folder: Path) -> Analyzer:
    write_lexicon(folder / "lexicon", {"psem": "pies"}, frozenset())
    return Analyzer(load_lexicon(folder / "lexicon"))


@pytest.fixture
def full_disk() -> Iterator[threading.Event]:
    """Set the event to make the disk fill up, clear it to make space again."""

    class Disk(threading.Event):
        def set(self) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, hard))

        def clear(self) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    disk = Disk()
    yield disk
    disk.clear()


def test_a_full_disk_loses_nothing_and_ends_with_the_disk(
    index: TextIndex, folder: Path, full_disk: threading.Event
) -> None:
    store(index, document("old", "lamp"), document("gone", "lamp", stream="b"))
    many = [document(str(n), f"lamp {n} " + "word " * n) for n in range(300)]
    full_disk.set()
    index.apply(many, [])
    index.delete_stream("b")
    for _ in range(3):
        with pytest.raises(StoreFullError, match="space"):
            index.commit()
        assert index.is_dirty
        assert sorted(found(index, "lamp", "a", "b")) == ["gone", "old"]
    index.apply([document("later", "lamp")], ["0"])
    full_disk.clear()
    index.commit()
    assert index.count() == 301
    assert index.count("b") == 0
    index.close()
    again = reopen(folder)
    assert (again.needs_rebuild, again.count()) == (False, 301)
    again.close()


def test_a_full_disk_at_the_first_start_is_told(folder: Path, full_disk: threading.Event) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    with pytest.raises(StoreFullError):
        reopen(folder)
    full_disk.clear()
    index = reopen(folder)
    assert index.needs_rebuild
    index.close()


def test_a_panic_of_the_engine_is_a_store_error(capfd: pytest.CaptureFixture[str]) -> None:
    searcher = tantivy.Index(tantivy.SchemaBuilder().build()).searcher()
    with pytest.raises(StoreCorruptError), engine_errors("searching"):
        searcher.search(tantivy.Query.all_query(), 0)
    capfd.readouterr()


def test_an_engine_error_repeats_no_text_of_the_user() -> None:
    with pytest.raises(StoreError) as caught, engine_errors("writing"):
        raise ValueError("Expected Str, got 'my secret'")
    assert "secret" not in caught.value.message


def test_many_small_commits_leave_few_segments(index: TextIndex) -> None:
    for n in range(60):
        store(index, document(str(n), f"lamp {n}"))
    assert index.count() == 60
    assert index._index.searcher().num_segments < 20


def test_writers_and_readers_run_side_by_side(index: TextIndex) -> None:
    def write(worker: int) -> None:
        for n in range(10):
            store(index, document(f"{worker}-{n}", "lamp", stream=f"s{worker}"))

    def read(worker: int) -> bool:
        return all(
            name.startswith(f"{worker}-")
            for _ in range(50)
            for name in found(index, "lamp", f"s{worker}")
        )

    with ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(write, worker) for worker in range(4)]
        assert all(pool.map(read, range(4)))
        for done in writes:
            done.result()
    assert index.count() == 40


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TextIndex]:
    opened = reopen(tmp_path_factory.mktemp("shared") / "text")
    yield opened
    opened.close()


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(content=ANY_TEXT, question=ANY_TEXT, terms=st.lists(ANY_TEXT, max_size=5), stream=ANY_TEXT)
def test_no_text_breaks_the_index_or_crosses_streams(
    shared: TextIndex, content: str, question: str, terms: list[str], stream: str
) -> None:
    store(shared, document("mine", content), document("theirs", content, stream="theirs"))
    assert "theirs" not in found(shared, question)
    assert "theirs" not in found(shared, content)
    for streams in (["a"], [stream] if stream != "theirs" else []):
        hits = shared.search(terms, streams=streams, limit=10, required=terms[:1])
        assert "theirs" not in [name for name, _ in hits]
    if Analyzer().query_terms(content):
        assert found(shared, content) == ["mine"]


def test_a_million_characters_are_indexed(index: TextIndex) -> None:
    store(index, document("1", "word " * 199_999 + "needle"), document("2", "x" * 90_000))
    assert found(index, "needle") == ["1"]
    assert found(index, "x" * 90_000) == ["2"]


def test_opening_does_not_depend_on_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    index = reopen(Path("text"))
    store(index, document("1", "lamp"))
    index.close()
    assert os.path.lexists(tmp_path / "text" / "meta.json")
