"""How well the rule judge tells updates from everything else in Chinese, on hand-written pairs."""

from loomem.knowledge.contradiction import Relation, RuleJudge, Said
from loomem.text.analysis import Analyzer
from tests.knowledge.scoring import load, score_pairs

JUDGE = RuleJudge(Analyzer())


def _relation(old: str, new: str) -> Relation:
    said = [Said(content=content, language="zh") for content in (old, new)]
    return JUDGE.judge(said[0], said[1]).relation


def test_updates_are_told_from_growing_lists_and_other_people() -> None:
    score = score_pairs("zh", JUDGE)
    table = "\n".join(
        [f"F1 {score.f1:.3f} P {score.precision:.3f} R {score.recall:.3f}", *score.wrong]
    )
    assert score.f1 >= 0.9, table


def test_nothing_that_is_no_update_hides_an_older_memory() -> None:
    score = score_pairs("zh", JUDGE)
    assert score.false_positives == 0, "\n".join(score.wrong)


def test_the_set_has_enough_of_both_kinds() -> None:
    cases = load("pairs.zh.jsonl")
    assert sum(case["relation"] == "updates" for case in cases) >= 45
    assert sum(case["relation"] != "updates" for case in cases) >= 45


def test_a_move_to_another_district_is_an_update() -> None:
    assert _relation("我住在海淀区。", "我搬到南山区了。") == "updates"
    assert _relation("我住在北京市海淀区。", "我上个月搬到了深圳市南山区。") == "updates"


def test_a_district_or_country_does_not_contradict_a_city() -> None:
    assert _relation("我住在北京。", "我住在海淀区。") == "none"
    assert _relation("我住在中国。", "我住在深圳。") == "none"


def test_more_detail_extends() -> None:
    assert _relation("我住在北京。", "我住在北京海淀区。") == "extends"


def test_numbers_in_characters_and_digits_are_the_same() -> None:
    assert _relation("我今年三十岁。", "我今年30岁。") == "duplicate"
    assert _relation("我的生日是五月三号。", "我的生日是5月3日。") == "duplicate"


def test_what_was_never_said_of_the_same_person_is_not_compared() -> None:
    assert _relation("小李对芒果过敏。", "小王对芒果不过敏。") == "none"
    assert _relation("我妈住在成都。", "我母亲搬到重庆了。") == "updates"
