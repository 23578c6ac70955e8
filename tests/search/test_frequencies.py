"""How much of a question the words can tell."""

import pytest

from loomem.search.frequencies import Frequencies


def told(words: list[int], best: float, meant: list[int] | None = None) -> float:
    return Frequencies(words, meant or [0] * len(words), 1_000).share_told(best)


def worth(count: int) -> float:
    """The score of a text with this word alone."""
    return Frequencies([count], [0], 1_000)._rarity(count)


def test_a_hit_with_every_word_tells_all() -> None:
    common, telling = 200, 20
    assert told([common, telling], worth(common) + worth(telling)) == 1.0


def test_a_hit_without_the_telling_word_tells_little() -> None:
    common, nowhere = 200, 0
    assert told([common, nowhere], worth(common)) < 0.4
    assert told([common, nowhere], 0.0) == 0.0


def test_a_word_that_occurs_nowhere_is_worth_what_is_meant_by_it() -> None:
    common, nowhere, meant = 200, 0, 150
    best = worth(common) + 0.7 * worth(meant)
    assert told([common, nowhere], best, [0, meant]) == 1.0
    assert told([common, nowhere], best) < 1.0


def test_a_rare_name_alone_counts_twice_and_among_other_words_less() -> None:
    rare = 1
    assert told([rare], worth(rare)) == 2.0
    both = worth(rare) + worth(100)
    assert 1.0 < told([rare, 100], both) < 2.0
    many = [rare, *[20] * 6]
    assert told(many, sum(map(worth, many))) == 1.0


def test_no_words_and_no_memories_are_no_error() -> None:
    assert Frequencies([], [], 0).share_told(0.0) == 1.0
    assert Frequencies([0], [0], 0).share_told(0.0) == 0.0


@pytest.mark.parametrize(("total", "most"), [(100, 3), (10_000, 5), (100_000, 50)])
def test_rare_is_a_few_or_one_in_two_thousand(total: int, most: int) -> None:
    counts = Frequencies([most, most + 1, 0], [0, 0, 0], total)
    assert counts.rare((("a", "b"), ("c",), ("d",))) == ["a", "b"]
