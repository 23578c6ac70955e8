"""Quotations in a text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.quotes import QuoteFinder

TEXT = "User: I’ve moved to  Kraków,\nreally!  “Best” move.\nUser: 我上周搬到了南山区。"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("moved to  Kraków", "moved to  Kraków"),
        ("I've moved to Kraków, really", "I’ve moved to  Kraków,\nreally"),
        ("i've MOVED to kraków", "I’ve moved to  Kraków"),
        ('"Best" move', "Best” move"),
        ("  '...moved to Kraków...'", "moved to  Kraków"),
        ("我上周搬到了南山区.", "我上周搬到了南山区"),
        ("搬到了南山", "搬到了南山"),
    ],
)
def test_a_quotation_is_found_in_whatever_look(quote: str, found: str) -> None:
    span = QuoteFinder(TEXT).find(quote)
    assert span is not None
    assert TEXT[slice(*span)].strip("“") == found


@pytest.mark.parametrize(
    "quote",
    ["", "I", "to", "...", "??????????", "搬到", "moved to Warszawa", "I have moved to Kraków"],
)
def test_other_words_and_a_word_that_proves_nothing_are_not_found(quote: str) -> None:
    assert QuoteFinder(TEXT).find(quote) is None


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_every_piece_of_a_text_is_found_or_proves_nothing(text: str, one: int, two: int) -> None:
    piece = text[min(one, two) : max(one, two)]
    span = QuoteFinder(text).find(piece)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)


def test_a_megabyte_takes_no_time() -> None:
    start = time.process_time()
    QuoteFinder("a\u2019 İ" * 250_000).find("a' b" * 1_000)
    assert time.process_time() - start < 5
