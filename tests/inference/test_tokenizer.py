"""Windows: every text gets at least one, no text more than 64."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import ModelError
from loomem.inference.tokenizer import MAX_WINDOWS, FileTokenizer, WindowMaker, clean


class Letters:
    """One token per character, with 1 before and 2 after a window."""

    def __init__(self) -> None:
        self.prefix = [1]
        self.suffix = [2]
        self.asked = 0

    def encode(self, text: str) -> list[int]:
        self.asked += len(text)
        return [ord(sign) for sign in text]


@pytest.fixture
def maker() -> WindowMaker:
    return WindowMaker(Letters(), 512)


def test_a_short_text_is_one_window_with_its_instruction(maker: WindowMaker) -> None:
    assert maker.windows("hi", "q:") == [[1, ord("q"), ord(":"), ord("h"), ord("i"), 2]]


def test_an_empty_text_is_a_window_with_the_instruction_alone(maker: WindowMaker) -> None:
    assert maker.windows("", "q:") == [[1, ord("q"), ord(":"), 2]]


def test_windows_cover_a_text_in_order_and_fit(maker: WindowMaker) -> None:
    text = "".join(chr(200 + i % 500) for i in range(2_000))
    windows = maker.windows(text, "p:")
    assert all(len(window) <= 512 for window in windows)
    assert "".join(chr(n) for window in windows for n in window[3:-1]) == text


def test_a_text_of_too_many_windows_keeps_its_head_and_samples_the_rest() -> None:
    maker = WindowMaker(Letters(), 102)
    text = "".join(chr(1_000 + i // 100) for i in range(20_000))
    firsts = [window[1] - 1_000 for window in maker.windows(text, "")]
    assert len(firsts) == MAX_WINDOWS
    assert firsts[:32] == list(range(32))
    assert firsts == sorted(set(firsts))
    assert firsts[-1] >= 194


def test_a_text_of_a_million_characters_is_not_tokenised_whole() -> None:
    letters = Letters()
    windows = WindowMaker(letters, 512).windows("ab " * 333_334, "p:")
    assert len(windows) == MAX_WINDOWS
    assert letters.asked < 70_000


def test_the_end_of_a_very_long_text_is_sampled_too(maker: WindowMaker) -> None:
    windows = maker.windows("a" * 500_000 + "z" * 1_000, "")
    assert windows[-1][1] == ord("z")


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.characters(), max_size=50), repeat=st.integers(1, 3_000))
def test_any_text_has_1_to_64_windows_of_allowed_length(text: str, repeat: int) -> None:
    windows = WindowMaker(Letters(), 512).windows(text * repeat, "passage: ")
    assert 1 <= len(windows) <= MAX_WINDOWS
    assert max(map(len, windows)) <= 512


@settings(max_examples=100, deadline=None)
@given(text=st.text(st.characters(), max_size=80))
def test_cleaned_text_can_always_be_encoded(text: str) -> None:
    assert "\0" not in clean(text)
    clean(text).encode()


def test_half_a_surrogate_pair_is_replaced_and_a_whole_one_joined() -> None:
    assert clean("a\ud800b") == "a\ufffdb"
    assert clean("\ud83c\udf89") == "🎉"
    assert clean("zażółć 🎉") == "zażółć 🎉"


def test_counts_are_exact_for_short_texts_and_extrapolated_for_long(maker: WindowMaker) -> None:
    assert maker.count_tokens("hello") == 5
    assert maker.count_tokens("x" * 200_000) == 200_000


def test_window_estimates_grow_with_the_text_and_stop_at_64(maker: WindowMaker) -> None:
    assert [maker.count_windows("好" * n) for n in (0, 400, 1_000, 10_000, 10**6)] == [
        *(1, 1, 3, 21, 64)
    ]
    assert maker.count_windows("word " * 200) == 2


def test_a_tokenizer_file_gives_numbers_and_what_surrounds_them(hub_folder: Path) -> None:
    tokenizer = FileTokenizer(hub_folder / "tokenizer.json")
    assert (tokenizer.prefix, tokenizer.suffix) == ([2], [3])
    assert tokenizer.encode("ab") == [4, 31]


def test_a_special_token_spelled_in_a_text_is_only_words(hub_folder: Path) -> None:
    assert 3 not in FileTokenizer(hub_folder / "tokenizer.json").encode("a [SEP] b")


def test_a_damaged_tokenizer_file_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(ModelError):
        FileTokenizer(tmp_path / "tokenizer.json")
