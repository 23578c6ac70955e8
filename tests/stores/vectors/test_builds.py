"""Graphs are made, extended, cleaned and taken away while searches go on."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from loomem.errors import StoreError
from loomem.stores.vectors.graph import GraphBuilder
from loomem.stores.vectors.rows import ExactRows


def test_a_partition_gets_a_graph_when_it_passes_the_limit(shelf, vectors):
    rows = vectors(201)
    shelf.indexes.size("home")
    shelf.put("home", list(range(1, 201)), rows[:200])
    shelf.indexes.wait_for_builds()
    assert shelf.graph_files() == []
    shelf.put("home", [201], rows[200:])
    shelf.indexes.wait_for_builds()
    assert len(shelf.graph_files()) == 1
    assert shelf.indexes.size("home") == 201


def test_new_rows_join_the_graph_when_they_are_many(large, vectors):
    [first] = large.graph_files()
    large.put("home", list(range(2001, 2101)), vectors(100, seed=7))
    large.indexes.wait_for_builds()
    assert large.graph_files() == [first]
    large.put("home", [2101], vectors(1, seed=8))
    large.indexes.wait_for_builds()
    [second] = large.graph_files()
    assert second != first
    assert len(large.indexes._resident["home"]._rows) == 0
    assert large.recall(vectors(30, seed=1)) >= 0.98


def test_an_extended_graph_finds_as_well_as_one_made_at_once(open_shelf, vectors):
    shelf = open_shelf()
    rows = vectors(3000)
    shelf.indexes.size("home")
    for start in range(0, 3000, 150):
        shelf.put("home", list(range(start + 1, start + 151)), rows[start : start + 150])
        shelf.indexes.wait_for_builds()
    assert shelf.recall(vectors(50, seed=1)) >= 0.98


def test_the_dead_leave_no_ghosts(open_shelf, vectors):
    shelf = open_shelf(build_in_background=False)
    rows = vectors(10_000)
    shelf.put("home", list(range(1, 10_001)), rows)
    shelf.indexes.size("home")
    dead = [key for key in range(1, 10_001) if key % 5 < 3]
    for start in range(0, len(dead), 1000):
        shelf.forget("home", dead[start : start + 1000])
        assert shelf.indexes.size("home") == 10_000 - min(start + 1000, len(dead))
        assert shelf.recall(vectors(10, seed=start)) >= 0.98
    [file] = shelf.graph_files()
    assert len(shelf.indexes._resident["home"]._graph) <= 4000 / 0.8
    assert file.stat().st_size < 10_000 * 200


def test_searches_are_right_while_most_of_the_graph_is_dead(large, vectors):
    # Nothing is cleaned up in time here: the build is told to wait.
    large.indexes._resident["home"].postpone_build()
    large.indexes._resident["home"]._retry_at = 10**6
    near = large.source.nearest("home", vectors(1, seed=1)[0], 600)
    large.forget("home", near)
    assert large.indexes.size("home") == 400
    assert large.recall(vectors(30, seed=1)) >= 0.98


def test_a_partition_that_shrank_is_exact_again(large, vectors):
    large.forget("home", list(range(1, 901)))
    large.indexes.wait_for_builds()
    assert large.graph_files() == []
    assert large.indexes.keys("home").tolist() == list(range(901, 1001))
    query = vectors(1, seed=1)[0]
    assert large.found(query) == large.source.nearest("home", query, 10)


def _interrupt(monkeypatch, owner, method: str, event: Callable[[], None]) -> list[str]:
    """Let something happen once, after the first call of a method; the list tells that it did."""
    original = getattr(owner, method)
    happened: list[str] = []

    def interrupted(*arguments):
        result = original(*arguments)
        if not happened:
            happened.append(method)
            event()
        return result

    monkeypatch.setattr(owner, method, interrupted)
    return happened


@pytest.mark.parametrize("dead_first", [0, 300])
def test_changes_during_a_build_are_kept(open_shelf, vectors, monkeypatch, dead_first):
    shelf = open_shelf(build_in_background=False)
    rows = vectors(1000)
    shelf.put("home", list(range(1, 1001)), rows)
    shelf.indexes.size("home")

    def change() -> None:
        shelf.forget("home", [500, 1001, 1002])
        shelf.put("home", [3001], vectors(1, seed=9))
        shelf.put("home", [500], rows[499:500])
        shelf.forget("home", [600])

    happened = _interrupt(monkeypatch, GraphBuilder, "save", change)
    if dead_first:
        shelf.forget("home", list(range(1, dead_first + 1)))
    else:
        shelf.put("home", list(range(1001, 1201)), vectors(200, seed=7))
    assert happened
    wanted = set(range(dead_first + 1, 1001)) | {3001}
    wanted |= set() if dead_first else set(range(1003, 1201))
    assert set(shelf.indexes.keys("home").tolist()) == wanted - {600}
    assert shelf.found(vectors(1, seed=9)[0])[0] == 3001
    assert shelf.found(rows[499])[0] == 500
    assert 600 not in shelf.found(rows[599])


def test_changes_on_the_way_back_to_exact_rows_are_kept(large, vectors, monkeypatch):
    def change() -> None:
        large.forget("home", [950])
        large.put("home", [3001], vectors(1, seed=9))

    large.indexes.wait_for_builds()
    happened = _interrupt(monkeypatch, ExactRows, "append", change)
    large.forget("home", list(range(1, 901)))
    large.indexes.wait_for_builds()
    assert happened
    assert large.graph_files() == []
    assert large.indexes.keys("home").tolist() == [*range(901, 950), *range(951, 1001), 3001]


def test_the_dead_stay_dead_when_the_graph_grows(large, vectors):
    large.forget("home", list(range(1, 51)))
    large.put("home", list(range(2001, 2102)), vectors(101, seed=7))
    large.indexes.wait_for_builds()
    assert len(large.indexes._resident["home"]._graph) == 1101
    assert large.indexes.keys("home").tolist() == [*range(51, 1001), *range(2001, 2102)]


def test_keys_that_came_back_are_in_the_next_graph_once(large, vectors):
    rows = vectors(1000)
    large.forget("home", [1, 2, 3])
    large.put("home", [1, 2, 3], rows[:3])
    large.put("home", list(range(2001, 2102)), vectors(101, seed=7))
    large.indexes.wait_for_builds()
    assert len(large.indexes._resident["home"]._graph) == 1101
    assert len(large.indexes._resident["home"]._rows) == 0
    assert large.found(rows[1]).count(2) == 1


def test_a_partition_being_built_is_not_let_go(open_shelf, vectors, monkeypatch):
    shelf = open_shelf(build_in_background=False, max_resident_rows=300)
    shelf.source.put("another", list(range(1, 101)), vectors(100, seed=5))
    happened = _interrupt(monkeypatch, GraphBuilder, "add", lambda: shelf.indexes.size("another"))
    shelf.source.put("home", list(range(1, 251)), vectors(250))
    shelf.indexes.size("home")
    assert happened
    assert len(shelf.graph_files()) == 1


def test_a_partition_dropped_at_the_end_of_a_build_leaves_no_file(
    open_shelf, vectors, monkeypatch
):
    shelf = open_shelf(build_in_background=False)
    happened = _interrupt(monkeypatch, GraphBuilder, "add", lambda: shelf.indexes.drop("home"))
    shelf.source.put("home", list(range(1, 251)), vectors(250))
    shelf.indexes.size("home")
    assert happened
    assert shelf.graph_files() == []


def test_a_full_disk_leaves_the_searches_alone(open_shelf, vectors, monkeypatch):
    shelf = open_shelf(build_in_background=False)
    failures = []

    def fail(builder: GraphBuilder, path: Path) -> None:
        path.write_bytes(b"half")
        failures.append(path)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(GraphBuilder, "save", fail)
        shelf.put("home", list(range(1, 1001)), vectors(1000))
        query = vectors(1, seed=1)[0]
        for _ in range(5):
            assert shelf.found(query) == shelf.source.nearest("home", query, 10)
    assert len(failures) == 1
    assert [path for path in shelf.root.rglob("*") if path.is_file()] == []
    shelf.put("home", list(range(2001, 2301)), vectors(300, seed=7))
    assert len(shelf.graph_files()) == 1


def test_a_save_that_wrote_only_a_part_is_an_error(tmp_path, vectors, monkeypatch):
    builder = GraphBuilder(16)
    builder.add(vectors(0).astype("u8")[:, 0], vectors(0))
    monkeypatch.setattr(builder._index, "save", lambda path: Path(path).write_bytes(b""))
    with pytest.raises(StoreError, match="in part"):
        builder.save(tmp_path / "graph")


def test_a_partition_dropped_during_a_build_leaves_no_file(open_shelf, vectors):
    shelf = open_shelf()
    shelf.put("home", list(range(1, 5001)), vectors(5000))
    shelf.indexes.size("home")
    shelf.source.forget("home", list(range(1, 5001)))
    shelf.indexes.drop("home")
    shelf.indexes.wait_for_builds()
    assert shelf.graph_files() == []
    assert shelf.indexes.size("home") == 0


def test_closing_during_a_build_loses_nothing(open_shelf, vectors):
    shelf = open_shelf()
    shelf.put("home", list(range(1, 5001)), vectors(5000))
    shelf.indexes.size("home")
    shelf.indexes.close()
    again = open_shelf()
    assert again.indexes.size("home") == 5000
