"""What a caller sees: search, scores, sizes, loading, memory."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from loomem.errors import ModelError, UnavailableError
from loomem.stores.vectors import VectorIndexes


def test_a_small_partition_answers_as_brute_force_does(shelf, vectors):
    rows = vectors(150)
    shelf.put("home", list(range(1, 151)), rows)
    for query in vectors(20, seed=1):
        keys, cosines = shelf.indexes.search("home", query, 10)
        assert keys.tolist() == shelf.source.nearest("home", query, 10)
        assert cosines == pytest.approx(rows[keys.astype(int) - 1] @ query, abs=1e-6)
    assert keys.dtype == np.uint64
    assert cosines.dtype == np.float32
    assert shelf.graph_files() == []


def test_a_large_partition_answers_from_its_graph_nearly_as_brute_force_does(large, vectors):
    assert large.recall(vectors(50, seed=1)) >= 0.98


def test_an_exact_search_of_a_large_partition_misses_nothing(large, vectors):
    large.put("home", [2001], vectors(1, seed=7))
    large.forget("home", [5, 6, 7])
    for query in vectors(20, seed=1):
        assert large.found(query, exact=True) == large.source.nearest("home", query, 10)


def test_more_can_be_asked_for_than_there_is(large, vectors):
    query = vectors(1, seed=1)[0]
    large.forget("home", list(range(1, 11)))
    assert sorted(large.found(query, 5000)) == list(range(11, 1001))
    assert large.found(query, 0) == []


def test_graph_and_exact_rows_give_the_same_cosines(large, open_shelf, vectors):
    query = vectors(1, seed=1)[0]
    exact = open_shelf(exact_limit=10_000)
    keys, cosines = large.indexes.search("home", query, 50)
    wanted = exact.indexes.vectors("home", keys.tolist()) @ query
    assert cosines == pytest.approx(wanted, abs=1e-6)
    assert large.indexes.vectors("home", keys.tolist()) @ query == pytest.approx(wanted, abs=1e-6)


def test_scores_of_keys_that_are_not_held_are_not_numbers(large, vectors):
    query = vectors(1, seed=1)[0]
    large.put("home", [2001], query[None, :])
    large.forget("home", [3])
    scores = large.indexes.vectors("home", [3, 2001, 9999, 1]) @ query
    assert np.isnan(scores).tolist() == [True, False, True, False]
    assert scores[1] == pytest.approx(1, abs=1e-3)
    assert len(large.indexes.vectors("home", [])) == 0


def test_an_empty_partition_has_nothing_to_find(shelf, vectors):
    keys, cosines = shelf.indexes.search("nobody", vectors(1)[0], 10)
    assert (keys.tolist(), cosines.tolist()) == ([], [])
    assert shelf.indexes.size("nobody") == 0
    assert shelf.indexes.keys("nobody").tolist() == []
    shelf.indexes.remove("nobody", [1])


def test_partitions_do_not_see_each_other(shelf, vectors):
    rows = vectors(2)
    shelf.put("home", [1], rows[:1])
    shelf.put("home\x1fb", [2], rows[1:])
    assert shelf.found(rows[1]) == [1]


def test_adding_twice_changes_nothing(large, vectors):
    large.indexes.add("home", [1, 2], vectors(1000)[:2])
    large.put("home", [2001], vectors(1, seed=7))
    large.put("home", [2001], vectors(1, seed=7))
    assert large.indexes.size("home") == 1001
    assert large.found(vectors(1, seed=7)[0], 20).count(2001) == 1


def test_a_removed_key_can_come_back(large, vectors):
    row = vectors(1000)[:1]
    for _ in range(3):
        large.forget("home", [1])
        assert 1 not in large.found(row[0])
        large.put("home", [1], row)
        assert large.found(row[0]).count(1) == 1
        assert large.indexes.size("home") == 1000


def test_a_vector_of_another_dimension_is_refused(shelf):
    with pytest.raises(ModelError, match="loomem reembed"):
        shelf.indexes.search("home", np.ones(7, np.float32), 10)
    with pytest.raises(ModelError, match="loomem reembed"):
        shelf.indexes.add("home", [1], np.ones((1, 7), np.float32))


def test_a_query_that_is_not_a_number_is_refused(shelf):
    with pytest.raises(ModelError, match="finite"):
        shelf.indexes.search("home", np.full(16, np.nan, np.float32), 10)


def test_nothing_is_lost_without_a_farewell(large, open_shelf, vectors):
    large.put("home", [2001, 2002], vectors(2, seed=7))
    large.forget("home", [1, 2001])
    again = open_shelf()
    assert again.indexes.keys("home").tolist() == [*range(2, 1001), 2002]
    assert again.found(vectors(2, seed=7)[1])[0] == 2002
    assert 1 not in again.found(vectors(1000)[0])
    assert again.graph_files() == large.graph_files()


def test_a_late_key_below_the_newest_of_the_graph_is_read_too(large, open_shelf, vectors):
    large.source.forget("home", [500])
    rebuilt = open_shelf(digest="encoder-2")
    rebuilt.indexes.size("home")
    rebuilt.indexes.wait_for_builds()
    large.source.put("home", [500], vectors(1, seed=9))
    again = open_shelf(digest="encoder-2")
    assert again.found(vectors(1, seed=9)[0])[0] == 500


def test_a_dropped_partition_leaves_no_file(large, vectors):
    large.source.forget("home", list(range(1, 1001)))
    large.indexes.drop("home")
    assert list(large.root.iterdir()) == []
    assert large.found(vectors(1)[0]) == []
    large.indexes.drop("never seen")


def test_a_partition_that_is_not_loaded_is_dropped_with_its_files(large, open_shelf):
    again = open_shelf()
    again.indexes.drop("home")
    assert again.graph_files() == []


def test_a_closed_index_says_so(shelf, vectors):
    shelf.indexes.close()
    shelf.indexes.close()
    with pytest.raises(UnavailableError):
        shelf.indexes.search("home", vectors(1)[0], 10)


def test_idle_partitions_are_let_go_and_read_again(open_shelf, vectors):
    shelf = open_shelf(max_resident_rows=300)
    names = [f"stream-{number}" for number in range(20)]
    for number, name in enumerate(names):
        shelf.put(name, list(range(1, 51)), vectors(50, seed=number))
    for _ in range(2):
        for number, name in enumerate(names):
            query = vectors(50, seed=number)[7]
            assert shelf.indexes.search(name, query, 1)[0].tolist() == [8]
            shelf.forget(name, [9])
            assert shelf.indexes.size(name) == 49
    assert shelf.source.reads >= 40
    assert len(shelf.indexes._resident) <= 6


def test_a_partition_in_use_is_not_read_again(shelf, vectors):
    shelf.put("home", [1], vectors(1))
    for _ in range(5):
        shelf.found(vectors(1)[0])
    assert shelf.source.reads == 1


_KEYS = st.lists(st.integers(1, 60), min_size=1, max_size=25, unique=True)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["put", "forget"]), _KEYS),
        st.tuples(st.sampled_from(["search", "reopen", "evict"]), st.just([])),
    ),
    max_size=25,
)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=_STEPS, background=st.booleans())
def test_any_course_of_changes_ends_as_a_dictionary_would(open_shelf, vectors, steps, background):
    rows = vectors(60)
    shelf = open_shelf(exact_limit=12, max_resident_rows=40, build_in_background=background)
    for key in shelf.source.vector_keys("home").tolist():
        shelf.forget("home", [key])
    model: set[int] = set()
    for verb, keys in steps:
        if verb == "put":
            shelf.put("home", keys, rows[np.array(keys) - 1])
            model |= set(keys)
        elif verb == "forget":
            shelf.forget("home", keys)
            model -= set(keys)
        elif verb == "search":
            assert set(shelf.found(rows[0], 100)) == model
        elif verb == "reopen":
            shelf.indexes.close()
            shelf.indexes = _reopened(shelf)
        else:
            shelf.indexes.size("another")
    shelf.indexes.wait_for_builds()
    assert shelf.indexes.keys("home").tolist() == sorted(model)
    assert shelf.found(rows[3], exact=True) == shelf.source.nearest("home", rows[3], 10)
    shelf.indexes.close()


def _reopened(shelf) -> VectorIndexes:
    return VectorIndexes(
        shelf.root, shelf.source, dim=16, digest="encoder-1", exact_limit=12, max_resident_rows=40
    )
