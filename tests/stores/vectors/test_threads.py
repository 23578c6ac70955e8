"""Many threads at once."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np


def test_sixty_four_searches_at_once_on_a_freshly_loaded_graph(large, open_shelf, vectors):
    large.indexes.close()
    again = open_shelf()
    queries = vectors(64, seed=1)
    wanted = [again.source.nearest("home", query, 10) for query in queries]
    start = Barrier(64)

    def search(at: int) -> int:
        start.wait()
        found = [again.found(queries[at]) for _ in range(5)]
        assert all(keys == found[0] for keys in found)
        return len(set(found[0]) & set(wanted[at]))

    with ThreadPoolExecutor(64) as threads:
        hits = list(threads.map(search, range(64)))
    assert sum(hits) / 640 >= 0.98


def test_results_stay_valid_while_others_write(open_shelf, vectors):
    """Eight threads search and one writes, through several builds."""
    shelf = open_shelf()
    rows = vectors(3000)
    shelf.put("home", list(range(1, 301)), rows[:300])
    done = Event()
    settled: set[int] = set(range(1, 51))  # never touched below: always to be found
    gone: set[int] = set()

    def search(seed: int) -> int:
        chance = np.random.default_rng(seed)
        searches = 0
        while not done.is_set() or searches < 20:
            dead = frozenset(gone)
            key = int(chance.integers(1, 51))
            keys, cosines = shelf.indexes.search("home", rows[key - 1], 10)
            assert len(keys) == 10
            assert keys[0] == key
            assert len(set(keys.tolist())) == 10
            assert not dead & set(keys.tolist())
            assert np.all(np.diff(cosines) <= 0)
            assert np.allclose(cosines, rows[keys.astype(int) - 1] @ rows[key - 1], atol=1e-5)
            searches += 1
        return searches

    with ThreadPoolExecutor(8) as threads:
        searching = [threads.submit(search, seed) for seed in range(8)]
        try:
            alive = set(range(1, 301)) | _write(shelf, rows, settled, gone)
        finally:
            done.set()
        assert min(future.result() for future in searching) >= 20
    shelf.indexes.wait_for_builds()
    assert set(shelf.indexes.keys("home").tolist()) == alive - gone
    assert len(shelf.graph_files()) == 1


def _write(shelf, rows: np.ndarray, settled: set[int], gone: set[int]) -> set[int]:
    chance = random.Random(1)
    alive = set(range(1, 301))
    for start in range(300, 3000, 30):
        keys = list(range(start + 1, start + 31))
        shelf.put("home", keys, rows[start : start + 30])
        alive |= set(keys)
        doomed = chance.sample(sorted(alive - settled), 12)
        shelf.forget("home", doomed)
        gone.update(doomed)
        alive -= set(doomed)
        again = chance.choice(sorted(alive - settled))
        shelf.forget("home", [again])
        shelf.put("home", [again], rows[again - 1 : again])
    return alive


def test_a_change_during_the_first_load_is_not_lost(open_shelf, source, vectors, monkeypatch):
    shelf = open_shelf()
    shelf.source.put("home", [1, 2, 3], vectors(3))
    original = source.vector_rows

    def read_then_change(partition: str, after_key: int = 0) -> Iterator[tuple]:
        yield from original(partition, after_key)
        shelf.put("home", [4], vectors(1, seed=7))
        shelf.forget("home", [2])

    monkeypatch.setattr(source, "vector_rows", read_then_change)
    assert shelf.indexes.keys("home").tolist() == [1, 3, 4]


def test_a_source_that_fails_once_is_asked_again(open_shelf, source, vectors, monkeypatch):
    shelf = open_shelf()
    shelf.put("home", [1], vectors(1))
    with monkeypatch.context() as broken:
        broken.setattr(source, "vector_keys", lambda partition: 1 / 0)
        try:
            shelf.indexes.size("home")
        except ZeroDivisionError:
            shelf.put("home", [2], vectors(1, seed=3))
    assert shelf.indexes.keys("home").tolist() == [1, 2]


def test_partitions_are_opened_and_let_go_by_many_threads(open_shelf, vectors):
    shelf = open_shelf(max_resident_rows=200, exact_limit=30)
    names = [f"stream-{number}" for number in range(12)]
    rows = vectors(600)

    def work(thread: int) -> None:
        chance = random.Random(thread)
        for turn in range(40):
            name = names[thread] if turn % 2 else chance.choice(names)
            key = turn + 1
            if turn % 2:
                shelf.put(name, [key], rows[key : key + 1])
                assert key in shelf.indexes.search(name, rows[key], 100)[0]
            else:
                shelf.indexes.search(name, rows[key], 10)

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(work, range(12)))
    shelf.indexes.wait_for_builds()
    for name in names:
        assert shelf.indexes.keys(name).tolist() == list(range(2, 41, 2))
