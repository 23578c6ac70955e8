"""How well the Polish rules find facts, and how silent they stay, on hand-written sentences."""

import time

import pytest

from loomem.text.statements import Slot, read_statements
from loomem.text.statements.polish import POLISH, RULES
from tests.knowledge.scoring import load, score_facts


def _read(sentence: str) -> list[tuple[str, str, str]]:
    return [(s.slot.value, s.value, s.subject) for s in read_statements(sentence, "pl")]


def test_facts_are_found_and_small_talk_is_left_alone() -> None:
    score = score_facts("pl")
    table = "\n".join([f"P {score.precision:.3f} R {score.recall:.3f}", *score.wrong])
    assert score.precision >= 0.95, table
    assert score.recall >= 0.6, table


def test_the_set_is_large_and_has_both_kinds() -> None:
    cases = load("facts.pl.jsonl")
    assert sum(bool(case["facts"]) for case in cases) >= 90
    assert sum(not case["facts"] for case in cases) >= 80


def test_every_value_stands_in_its_sentence_at_its_offsets() -> None:
    for case in load("facts.pl.jsonl"):
        for statement in read_statements(case["text"], "pl"):
            assert 0 <= statement.start < statement.end <= len(case["text"])
            assert statement.value in case["text"], statement


def test_accents_may_be_left_out() -> None:
    assert _read("Nie lubie kolendry") == [("dislikes", "kolendry", "user")]
    assert _read("mieszkam we wroclawiu") == [("home", "wroclawiu", "user")]


def test_a_third_person_without_a_subject_says_nothing() -> None:
    assert _read("Pracuje w Allegro.") == []
    assert _read("Kasia z działu pracuje w Google.") == []


def test_relatives_are_subjects_and_named_ones_go_by_their_name() -> None:
    assert _read("Moja mama mieszka w Opolu.") == [("home", "Opolu", "mama")]
    assert ("home", "Oslo", "Michał") in _read("Mój brat Michał mieszka w Oslo.")
    assert _read("Jej brat mieszka w Oslo.") == []


def test_a_change_names_what_was_given_up() -> None:
    (moved,) = read_statements("Przeprowadziłem się z Warszawy do Krakowa.", "pl")
    assert (moved.slot, moved.value, moved.previous) == (Slot.HOME, "Krakowa", "Warszawy")
    assert moved.replaces
    (switched,) = read_statements("Przesiadłem się z VS Code na Neovima.", "pl")
    assert (switched.qualifier, switched.previous) == ("edytor", "VS Code")


def test_what_no_longer_holds_is_denied() -> None:
    (left,) = read_statements("Odszedłem z Comarchu.", "pl")
    assert (left.slot, left.value, left.polarity) == (Slot.EMPLOYER, "Comarchu", False)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        " ",
        "„",
        "((((",
        "Mieszkam w",
        "Mam na imię",
        "nie nie nie",
        "Wolę od",
        "\x00\ud800",
        "ŁÓDŹ" * 150,
    ],
)
def test_odd_sentences_are_read_without_an_error(sentence: str) -> None:
    read_statements(sentence, "pl")
    POLISH.canonical(sentence)


@pytest.mark.parametrize(
    "piece", ["mam ", "Mieszkam w ", "Ola ", "nie ", "od roku ", "w maju ", "a,"]
)
def test_the_longest_repetitive_sentence_is_read_in_bounded_work(piece: str) -> None:
    sentence = (piece * 600)[:600]
    read_statements(sentence, "pl")
    before = time.process_time()
    read_statements(sentence, "pl")
    assert time.process_time() - before < 1.0


def test_each_rule_is_reached_only_through_its_cues() -> None:
    assert all(rule.cues for rule in RULES)
