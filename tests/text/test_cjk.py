"""Scripts without spaces."""

import pytest

from loomem.text.cjk import is_single, run_terms, run_words


def test_characters_and_pairs_stand_in_for_words() -> None:
    assert list(run_terms("人工智能")) == ["人", "工", "智", "能", "人工", "工智", "智能"]


@pytest.mark.parametrize(
    ("run", "terms"),
    [
        ("3月", ["3", "3月", "月"]),
        ("2024年04月", ["2024", "2024年", "年", "04", "4月", "月"]),
        ("第3章", ["第", "3", "3章", "章"]),
        ("00号", ["00", "0号", "号"]),
    ],
)
def test_numbers_are_terms_and_join_the_next_character(run: str, terms: list[str]) -> None:
    assert list(run_terms(run)) == terms


def test_a_hangul_word_is_also_kept_whole() -> None:
    assert "한국어로" in list(run_terms("한국어로"))


def test_a_long_run_costs_two_terms_per_character() -> None:
    assert len(list(run_terms("东" * 2001))) == 4001


def test_a_condition_asks_for_pairs_or_the_only_character() -> None:
    assert run_words("东京") == ["东京"]
    assert run_words("东") == ["东"]


def test_single_characters_are_recognised() -> None:
    assert is_single("东")
    assert not is_single("东京")
    assert not is_single("a")
