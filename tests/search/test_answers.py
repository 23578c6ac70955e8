"""Answers are kept as long as they are true, and no more of them than there is room for."""

import pytest

from loomem.clock import FixedClock
from loomem.model.chunk import Chunk
from loomem.search import answers as module
from loomem.search.answers import Answers, Key
from loomem.search.candidate import Candidate, Outcome, Query


def key(text: str, state: int = 1, stream: str = "work") -> Key:
    return Key.of(Query(text=text, streams=(stream,), limit=5), "2026-11-30", (0, state))


def outcome(content: str = "x", **fields: object) -> Outcome:
    candidate = Candidate(chunk=Chunk(id="m", content=content, timestamp=1))
    return Outcome(candidates=[candidate], **fields)  # type: ignore[arg-type]


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(1_000)


def test_an_answer_is_kept_for_the_same_question_in_the_same_state(clock: FixedClock) -> None:
    answers = Answers(clock, 10)
    kept = outcome()
    answers.put(key("a"), kept)
    assert answers.get(key("a")) is kept
    assert answers.get(key("a", state=2)) is None
    assert answers.get(key("b")) is None
    assert answers.get(key("a", stream="home")) is None


def test_an_answer_grows_old(clock: FixedClock) -> None:
    answers = Answers(clock, 10)
    answers.put(key("a"), outcome())
    clock.advance(301)
    assert answers.get(key("a")) is None


@pytest.mark.parametrize("fields", [{"notes": ["by words only"]}, {"is_final": False}])
def test_what_is_only_for_the_moment_is_not_kept(
    fields: dict[str, object], clock: FixedClock
) -> None:
    answers = Answers(clock, 10)
    answers.put(key("a"), outcome(**fields))  # type: ignore[arg-type]
    assert answers.get(key("a")) is None


def test_none_is_kept_where_none_is_wanted(clock: FixedClock) -> None:
    answers = Answers(clock, 0)
    answers.put(key("a"), outcome())
    assert answers.get(key("a")) is None


def test_the_one_unused_for_longest_goes_first(clock: FixedClock) -> None:
    answers = Answers(clock, 2)
    for text in ("a", "b"):
        answers.put(key(text), outcome())
    answers.get(key("a"))
    answers.put(key("c"), outcome())
    assert answers.get(key("b")) is None
    assert answers.get(key("a")) is not None


def test_long_memories_do_not_fill_the_room(
    clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_CHARS", 1_000)
    answers = Answers(clock, 100)
    for text in "abcdef":
        answers.put(key(text), outcome("x" * 300))
    assert sum(answers.get(key(text)) is not None for text in "abcdef") == 3
    answers.put(key("huge"), outcome("x" * 5_000))
    assert answers.get(key("huge")) is None


def test_answers_of_an_earlier_state_take_no_room(clock: FixedClock) -> None:
    answers = Answers(clock, 100)
    for number in range(20):
        answers.put(key(f"q{number}"), outcome())
    answers.put(key("home", stream="home"), outcome())
    answers.put(key("new", state=2), outcome())
    assert len(answers._kept) == 2
