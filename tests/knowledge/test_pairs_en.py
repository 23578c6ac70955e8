from loomem.knowledge.contradiction import Relation, RuleJudge, Said
from loomem.text.analysis import Analyzer
from tests.knowledge.scoring import load, score_pairs

JUDGE = RuleJudge(Analyzer())


def relation(old: str, new: str, **sides: Said) -> Relation:
    return JUDGE.judge(
        sides.get("old_side") or Said(content=old, language="en"),
        sides.get("new_side") or Said(content=new, language="en"),
    ).relation


def test_the_english_pairs_are_enough_to_mean_something() -> None:
    cases = load("pairs.en.jsonl")
    updates = [case for case in cases if case["relation"] == "updates"]
    assert len(updates) >= 45
    assert len(cases) - len(updates) >= 45


def test_english_updates_are_told_from_everything_else() -> None:
    score = score_pairs("en", JUDGE)
    assert score.f1 >= 0.9, "\n".join(score.wrong)


def test_nothing_that_is_no_update_hides_an_older_memory() -> None:
    score = score_pairs("en", JUDGE)
    assert score.false_positives == 0, "\n".join(score.wrong)


def test_the_same_in_other_words_is_a_duplicate_and_more_of_it_an_extension() -> None:
    wrong = [
        case
        for case in load("pairs.en.jsonl")
        if case["relation"] in ("duplicate", "extends")
        and relation(case["old"], case["new"]) != case["relation"]
    ]
    assert wrong == []


def test_what_two_speakers_say_of_themselves_is_not_compared() -> None:
    old = Said(content="I live in Leeds.", language="en", speaker="Melanie")
    new = Said(content="I live in York.", language="en", speaker="Caroline")
    assert JUDGE.judge(old, new).relation is Relation.NONE
    same = Said(content="I live in York.", language="en", speaker="Melanie")
    assert JUDGE.judge(old, same).relation is Relation.UPDATES


def test_a_sentence_too_short_to_tell_its_language_is_judged_all_the_same() -> None:
    old = Said(content="I drive a Volvo.", language="other")
    new = Said(content="I drive a Tesla now.", language="en")
    assert JUDGE.judge(old, new).relation is Relation.UPDATES


def test_one_sentence_of_several_is_enough_for_an_update() -> None:
    old = "I had a lovely weekend. I work at Nokia."
    assert relation(old, "Big news! I no longer work at Nokia.") is Relation.UPDATES


def test_a_reason_names_the_slot_and_none_of_the_words() -> None:
    old = Said(content="I live in Leeds.", language="en")
    verdict = JUDGE.judge(old, Said(content="I moved to York.", language="en"))
    assert verdict.reason == "updates: home"


def test_texts_in_different_languages_are_not_compared() -> None:
    old = Said(content="I live in Leeds.", language="en")
    new = Said(content="我住在北京。", language="zh")
    assert JUDGE.judge(old, new).relation is Relation.NONE
