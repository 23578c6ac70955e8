"""Age lowers a score a little and buries nothing."""

import pytest

from loomem.model.chunk import Chunk
from loomem.search.ageing import freshness
from loomem.search.candidate import Candidate
from loomem.search.fuse import Signals, fuse
from loomem.search.options import Decay, Options
from loomem.stores.embeddings import OWN

NOW = 1_764_500_000
DAY = 86_400
DECAY = Decay()


def memory(days: float, **fields: object) -> Chunk:
    made = {"id": f"d{days}", "content": "x", "timestamp": NOW - int(days * DAY)} | fields
    return Chunk(**made)  # type: ignore[arg-type]


def test_a_new_memory_keeps_its_score_and_an_old_one_nearly_all_of_it() -> None:
    assert freshness(memory(0), NOW, DECAY) == 1.0
    assert freshness(memory(10_000), NOW, DECAY) == pytest.approx(0.9)
    ages = [freshness(memory(days), NOW, DECAY) for days in (1.5, 10.5, 100.5)]
    assert ages == sorted(ages, reverse=True)


def test_what_was_made_of_talk_ages_slower_than_talk() -> None:
    assert freshness(memory(20, level=1), NOW, DECAY) > freshness(memory(20), NOW, DECAY)


def test_lasting_memories_do_not_age() -> None:
    assert freshness(memory(4_000, persistent=True), NOW, DECAY) == 1.0


def test_a_talk_is_as_old_as_its_day_not_as_its_import() -> None:
    imported_today = memory(0, conversation_date="2024-01-01")
    assert freshness(imported_today, NOW, DECAY) == pytest.approx(0.9)
    assert freshness(memory(0, conversation_date="no day"), NOW, DECAY) == 1.0


def test_a_day_that_is_still_to_come_raises_nothing() -> None:
    assert freshness(memory(-30), NOW, DECAY) == 1.0


def test_the_exact_answer_of_last_year_stands_above_this_mornings_note() -> None:
    exact = Candidate(chunk=memory(365), words={OWN: 8.0}, meaning={OWN: 0.6})
    unrelated = Candidate(chunk=memory(0.1), meaning={OWN: 0.2})
    assert fuse([unrelated, exact], Signals(now=NOW))[0] is exact


def test_of_two_equal_ones_the_newer_comes_first() -> None:
    old = Candidate(chunk=memory(200), words={OWN: 8.0}, meaning={OWN: 0.6})
    new = Candidate(chunk=memory(2), words={OWN: 8.0}, meaning={OWN: 0.6})
    assert fuse([old, new], Signals(now=NOW))[0] is new


def test_without_a_weight_nothing_ages() -> None:
    old = Candidate(chunk=memory(365), words={OWN: 8.0}, meaning={OWN: 0.9})
    fuse([old], Signals(now=NOW), Options(decay=Decay(weight=0.0)))
    assert old.score == pytest.approx(1.0, abs=1e-4)
