"""Likeness, novelty and trust: what decides where a memory belongs."""

import pytest

from loomem.knowledge.contradiction import RuleJudge, Said, rules
from loomem.knowledge.likeness import says_the_same
from loomem.knowledge.novelty import HIGH, LOW, MEDIUM, novelty_importance
from loomem.knowledge.trust import least_trust, may_replace, trust_of, trust_of_agent
from loomem.model.chunk import Chunk, Source, TrustLevel
from loomem.text.analysis import Analyzer
from loomem.text.language import Language
from loomem.text.lexicon import EmptyLexicon
from loomem.text.statements import Statement, read_text


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I like the cats", "I like cats!"),
        ("Anna's meeting, on Monday", "Anna's meeting on a Monday."),
        ("我喜欢猫。", "我喜欢猫"),
    ],
)
def test_wordings_of_one_sentence_say_the_same(one: str, two: str) -> None:
    assert says_the_same(one, two, 0.95)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I prefer tea over coffee", "I prefer coffee over tea"),
        ("meeting on Monday with Anna", "meeting on Monday with Ola"),
        ("The budget is 500", "The budget is 5000"),
        ("I do eat meat", "I do not eat meat"),
        ("Is Anna coming?", "Anna is coming"),
        ("我吃肉", "我不吃肉"),
        ("the flight from Warsaw to Berlin", "the flight to Warsaw from Berlin"),
        ("I live in Warsaw", "I lived in Warsaw"),
        ("Byłem w sadzie", "Byłem w sądzie"),
        ("It was -5 degrees", "It was 5 degrees"),
        ("I use C++", "I use C"),
        ("Jan lives here", ""),
    ],
)
def test_one_word_that_counts_makes_two_memories(one: str, two: str) -> None:
    assert not says_the_same(one, two, 0.99)


def test_far_vectors_are_not_the_same_whatever_the_words() -> None:
    assert not says_the_same("I like cats", "I like cats!", 0.3)


def test_the_newer_the_more_important() -> None:
    assert [novelty_importance(c) for c in (None, 0.2, 0.7, 0.9)] == [HIGH, HIGH, MEDIUM, LOW]


def memory(agent: str | None, trust: str | None = None) -> Chunk:
    source = Source(agent=agent) if agent else None
    return Chunk(id="a", content="x", timestamp=0, source=source, trust_level=trust)


def test_unknown_sources_count_as_clients_and_derived_ones_as_their_worst() -> None:
    assert trust_of_agent("some-plugin") is TrustLevel.A2
    assert trust_of_agent("user-stated") is TrustLevel.A1
    assert trust_of(memory(None)) is TrustLevel.A1
    assert least_trust([TrustLevel.A1, TrustLevel.B, TrustLevel.A2]) is TrustLevel.B
    assert not may_replace(memory("ocr"), memory("api"))
    assert may_replace(memory("api"), memory("ocr"))
    assert may_replace(memory("mcp"), memory("mcp"))


@pytest.mark.parametrize("repeats", [1, 200])
def test_a_memory_is_read_once_however_many_it_is_compared_with(
    repeats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def count(text: str, language: Language) -> list[Statement]:
        read.append(text)
        return read_text(text, language)

    monkeypatch.setattr(rules, "read_text", count)
    judge = RuleJudge(Analyzer(EmptyLexicon()))
    new = Said(content=f"I live in Gdynia since {repeats}. " * repeats, language="en")
    assert judge.states_something(new)
    for number in range(5):
        judge.judge(Said(content=f"I live in town {number} of {repeats}.", language="en"), new)
    assert read.count(new.content) == 1
