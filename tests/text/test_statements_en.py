import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.model.chunk import FactType
from loomem.text.statements import (
    Slot,
    Statement,
    canonical,
    language_read,
    read_statements,
    read_text,
)


def only(sentence: str) -> Statement:
    found = read_statements(sentence, "en")
    assert len(found) == 1, found
    return found[0]


def test_a_change_names_what_was_given_up() -> None:
    stated = only("I switched from VS Code to Neovim last week.")
    assert (stated.slot, stated.value, stated.previous) == (Slot.TOOL, "Neovim", "VS Code")
    assert stated.replaces


def test_no_longer_and_used_to_deny() -> None:
    assert not only("I no longer work for Accenture.").polarity
    assert not only("I used to live in Osaka.").polarity
    assert not only("I don't smoke anymore.").polarity


def test_also_adds_and_now_replaces() -> None:
    assert only("I also like tea.").adds
    assert only("I live in Oslo now.").replaces


def test_somebody_else_is_the_subject_where_named() -> None:
    assert only("My sister lives in Melbourne.").subject == "sister"
    assert only("My brother Jake works for Boeing.").subject == "Jake"
    assert only("Kasia is allergic to cats.").subject == "Kasia"


def test_a_pronoun_is_read_only_where_the_sentence_says_who_it_is() -> None:
    found = read_statements("My wife is Anna and she's a dentist.", "en")
    assert [(s.slot, s.subject) for s in found] == [
        (Slot.PARTNER, "user"),
        (Slot.PROFESSION, "wife"),
    ]
    assert read_statements("She's a dentist.", "en") == []


def test_an_update_of_a_deadline_says_of_what() -> None:
    stated = only("The deadline for the grant application has been extended to April 30.")
    assert (stated.slot, stated.qualifier, stated.value) == (
        Slot.DEADLINE,
        "grant application",
        "April 30",
    )
    assert stated.fact_type is FactType.PROJECT_STATE


@pytest.mark.parametrize(
    "sentence",
    [
        "Where do you live?",
        "If I lived in Paris I would eat croissants every day.",
        "He said he works at Amazon.",
        "I'm allergic to Mondays, haha.",
        "Please send me the report by Friday.",
        "My phone number is [PHONE].",
        "Python uses indentation for blocks.",
        "",
        "?",
    ],
)
def test_what_is_no_durable_fact_says_nothing(sentence: str) -> None:
    assert read_statements(sentence, "en") == []


def test_offsets_are_those_of_the_clause_in_the_whole_text() -> None:
    text = "Nice weather today. I live in Oslo, and my wife works at Equinor."
    found = read_text(text, "en")
    assert [text[s.start : s.end].strip(" ,.") for s in found] == [
        "I live in Oslo",
        "my wife works at Equinor",
    ]


def test_typographic_apostrophes_read_like_plain_ones() -> None:
    assert only("I’m a nurse.").value == "nurse"


def test_numbers_and_months_have_one_spelling() -> None:
    assert canonical("thirty-five", "en") == canonical("35", "en")
    assert canonical("Dec 9", "en") == canonical("december 9", "en")


def test_a_short_sentence_is_read_where_its_language_is_unsure() -> None:
    assert language_read("I drive a Volvo.", "other") == "en"
    assert language_read("Ich fahre einen Volvo.", "other") == "other"


@pytest.mark.parametrize(
    "piece",
    ["I ", "a ", "my ", "not ", "to ", "from Aa ", ", and I ", "A'", "a-", "1 ", "Aa ", "“", "x"],
)
def test_repetition_does_not_make_reading_hang(piece: str) -> None:
    for start in ("", "I like ", "My ", "I prefer ", "The ", "I have a ", "I moved from "):
        read_statements((start + piece * 600)[:600], "en")
    read_text("I like " + piece * (1_000_000 // len(piece)), "en")


@given(st.text(max_size=200))
@settings(deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    for stated in read_text(text, "en"):
        assert 0 <= stated.start <= stated.end <= len(text)
        assert stated.value
    canonical(text, "en")


WORDS = st.sampled_from(
    [
        "I",
        "we",
        "my",
        "wife",
        "Anna",
        "is",
        "am",
        "not",
        "no",
        "longer",
        "live",
        "in",
        "Oslo",
        "work",
        "at",
        "like",
        "to",
        "from",
        "and",
        "but",
        "the",
        "a",
        "dog",
        "34",
        "on",
        "May",
        "Friday",
        ",",
        ".",
        "prefer",
        "over",
        "used",
        "moved",
        "born",
        "switched",
        "deadline",
        "for",
        "have",
        "been",
        "favourite",
        "colour",
        "name's",
        "don't",
    ]
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
@settings(deadline=None, max_examples=300)
def test_any_order_of_known_words_can_be_read(text: str) -> None:
    for stated in read_text(text, "en"):
        assert 0 <= stated.start <= stated.end <= len(text)
        assert stated.value
