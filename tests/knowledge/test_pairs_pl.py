"""How well the rule judge tells updates from everything else in Polish, on hand-written pairs."""

from pathlib import Path

import pytest

from loomem.inference.install import LEXICON_FILE
from loomem.knowledge.contradiction import Relation, RuleJudge, Said
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon
from tests.knowledge.scoring import load, score_pairs


@pytest.fixture(scope="module")
def judge(models_dir: Path) -> RuleJudge:
    return RuleJudge(Analyzer(load_lexicon(models_dir / "polish-lemmas" / LEXICON_FILE)))


def _relation(judge: RuleJudge, old: str, new: str) -> Relation:
    said = [Said(content=content, language="pl") for content in (old, new)]
    return judge.judge(said[0], said[1]).relation


def test_updates_are_told_from_growing_lists_and_other_people(judge: RuleJudge) -> None:
    score = score_pairs("pl", judge)
    table = "\n".join(
        [f"F1 {score.f1:.3f} P {score.precision:.3f} R {score.recall:.3f}", *score.wrong]
    )
    assert score.f1 >= 0.9, table


def test_the_set_has_enough_of_both_kinds() -> None:
    cases = load("pairs.pl.jsonl")
    assert sum(case["relation"] == "updates" for case in cases) >= 45
    assert sum(case["relation"] != "updates" for case in cases) >= 45


def test_a_move_is_an_update_in_any_inflection(judge: RuleJudge) -> None:
    assert (
        _relation(judge, "Mieszkam w Warszawie.", "Przeprowadziłem się do Krakowa.") == "updates"
    )
    assert _relation(judge, "Mieszkam w Krakowie.", "Przeniosłam się do Krakowa.") == "duplicate"


def test_a_district_or_country_does_not_contradict_a_city(judge: RuleJudge) -> None:
    assert _relation(judge, "Mieszkam w Warszawie.", "Mieszkam na Mokotowie.") == "none"
    assert _relation(judge, "Mieszkam w Polsce.", "Mieszkam w Gdyni.") == "none"


def test_more_detail_extends(judge: RuleJudge) -> None:
    old, new = "Mieszkam w Krakowie.", "Mieszkam w Krakowie na Kazimierzu."
    assert _relation(judge, old, new) == "extends"


def test_numbers_in_words_and_digits_are_the_same(judge: RuleJudge) -> None:
    assert _relation(judge, "Mam trzydzieści osiem lat.", "Mam 38 lat.") == "duplicate"


def test_a_new_boss_takes_the_place_of_the_old_one(judge: RuleJudge) -> None:
    assert _relation(judge, "Mój szef to Marek.", "Moją szefową jest teraz Beata.") == "updates"
