"""How well the Chinese rules find facts, and how silent they stay, on hand-written sentences."""

import time

import pytest

from loomem.text.statements import Slot, read_statements, read_text
from loomem.text.statements.chinese import CHINESE
from tests.knowledge.scoring import load, score_facts


def _read(sentence: str) -> list[tuple[str, str, str]]:
    return [(s.slot.value, s.value, s.subject) for s in read_statements(sentence, "zh")]


def test_facts_are_found_and_small_talk_is_left_alone() -> None:
    score = score_facts("zh")
    table = "\n".join([f"P {score.precision:.3f} R {score.recall:.3f}", *score.wrong])
    assert score.precision >= 0.95, table
    assert score.recall >= 0.6, table


def test_the_set_is_large_and_has_both_kinds() -> None:
    cases = load("facts.zh.jsonl")
    assert sum(bool(case["facts"]) for case in cases) >= 90
    assert sum(not case["facts"] for case in cases) >= 80


def test_every_value_stands_in_its_sentence_at_its_offsets() -> None:
    for case in load("facts.zh.jsonl"):
        for statement in read_statements(case["text"], "zh"):
            assert 0 <= statement.start < statement.end <= len(case["text"])
            assert statement.value in case["text"], statement


def test_a_clause_without_a_subject_goes_on_about_the_one_before() -> None:
    assert _read("我妹妹是会计，住在苏州。") == [
        ("profession", "会计", "妹妹"),
        ("home", "苏州", "妹妹"),
    ]
    assert ("profession", "摄影师", "男朋友") in _read("我男朋友叫周凯，他是摄影师。")


def test_somebody_unknown_says_nothing() -> None:
    assert _read("他住在苏州。") == []
    assert _read("他们的妹妹住在苏州。") == []


def test_a_move_names_what_was_given_up() -> None:
    (moved,) = read_statements("我上个月从海淀区搬到了南山区。", "zh")
    assert (moved.slot, moved.value, moved.previous) == (Slot.HOME, "南山区", "海淀区")
    assert moved.replaces
    (switched,) = read_statements("我把编辑器从Vim换成了Zed。", "zh")
    assert (switched.qualifier, switched.previous) == ("编辑器", "Vim")


def test_what_no_longer_holds_is_denied() -> None:
    (left,) = read_statements("我已经不在百度工作了。", "zh")
    assert (left.slot, left.value, left.polarity) == (Slot.EMPLOYER, "百度", False)


def test_a_person_s_work_in_a_city_names_no_employer() -> None:
    (works,) = read_statements("我在上海工作。", "zh")
    assert works.qualifier == "地点"


def test_sentences_of_a_text_are_read_one_by_one() -> None:
    text = "今天好累。我住在武汉。你呢？"
    (home,) = read_text(text, "zh")
    assert text[home.start : home.end] == "我住在武汉"


@pytest.mark.parametrize(
    "sentence",
    ["", " ", "“", "((((", "我住在", "我叫", "不不不", "比起", "我", "\x00\ud800", "我的" * 250],
)
def test_odd_sentences_are_read_without_an_error(sentence: str) -> None:
    read_statements(sentence, "zh")
    CHINESE.canonical(sentence)


@pytest.mark.parametrize(
    "piece",
    [
        "我在",
        "我，",
        "从",
        "一只",
        "每天",
        "我用",
        "项目",
        "和",
        "二十年",
        "我叫的",
        "a ",
        "改到周一",
        "周一和",
        "不",
    ],
)
def test_the_longest_repetitive_sentence_is_read_in_bounded_work(piece: str) -> None:
    sentence = f"我{piece * 600}"[:600]
    read_statements(sentence, "zh")
    before = time.process_time()
    read_statements(sentence, "zh")
    assert time.process_time() - before < 1.0


def test_a_long_text_is_read_in_bounded_work() -> None:
    before = time.process_time()
    read_text("我从一只和" * 40_000, "zh")
    CHINESE.canonical("二十年市" * 50_000)
    assert time.process_time() - before < 5.0
