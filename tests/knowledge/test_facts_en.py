from tests.knowledge.scoring import load, score_facts


def test_the_english_set_is_large_enough_to_mean_something() -> None:
    cases = load("facts.en.jsonl")
    with_facts = [case for case in cases if case["facts"]]
    assert len(cases) >= 170
    assert len(with_facts) >= 90
    assert len(cases) - len(with_facts) >= 80


def test_english_facts_are_right_and_most_are_found() -> None:
    score = score_facts("en")
    table = "\n".join(score.wrong)
    assert score.precision >= 0.95, table
    assert score.recall >= 0.6, table
