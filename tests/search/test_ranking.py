"""How candidates are weighed against each other, on plain values."""

import pytest

from loomem.config.values import SearchStage
from loomem.model.chunk import Chunk, ChunkKind, Source
from loomem.search.candidate import Candidate
from loomem.search.collapse import collapse, without_repeats
from loomem.search.fuse import Signals, fuse, join_channels
from loomem.search.options import Options, Weights
from loomem.search.people import named_authors, without_names
from loomem.search.standing import standing
from loomem.stores.embeddings import NEAR, OWN, WIDE
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import EmptyLexicon

ANALYZER = Analyzer(EmptyLexicon())
NOW = 1_700_000_000
ASKED = Signals(now=NOW)


def weighed(vector: float, bm25: float) -> Options:
    return Options(weights=Weights(vector=vector, bm25=bm25))


def memory(number: int, **fields: object) -> Chunk:
    made = {
        "id": f"m{number}",
        "content": f"memory {number}",
        "timestamp": 1_700_000_000 + number,
        "source": Source(agent="test"),
        "valid_from": 1_700_000_000,
    } | fields
    return Chunk(**made)  # type: ignore[arg-type]


def fragment(number: int, **fields: object) -> Chunk:
    made = {
        "id": f"s:f{number}",
        "kind": ChunkKind.FRAGMENT.value,
        "source_id": "s",
        "byte_start": number * 100,
        "byte_end": number * 100 + 99,
    } | fields
    return memory(number, **made)


def ids(candidates: list[Candidate]) -> list[str]:
    return [candidate.chunk.id for candidate in candidates]


def test_a_channel_that_says_nothing_leaves_the_order_to_the_other() -> None:
    chunks = [memory(n) for n in range(3)]
    by_meaning = {OWN: [(chunks[1], 0.5), (chunks[2], 0.3), (chunks[0], 0.1)]}
    ranked = fuse(join_channels({}, by_meaning), ASKED)
    assert ids(ranked) == ["m1", "m2", "m0"]
    by_words = {OWN: [(chunks[2], 9.0), (chunks[0], 3.0)]}
    assert ids(fuse(join_channels(by_words, {}), ASKED)) == ["m2", "m0"]


def test_memories_without_surroundings_are_weighed_as_the_settings_say() -> None:
    first, second = memory(1), memory(2)
    words, meaning = {OWN: [(first, 8.0)]}, {OWN: [(second, 0.9), (first, 0.1)]}
    by_meaning, by_words = fuse(join_channels(words, meaning), ASKED, weighed(0.6, 0.4))
    assert (by_meaning.chunk.id, by_words.chunk.id) == ("m2", "m1")
    assert by_meaning.score == pytest.approx(0.6, abs=1e-4)
    assert by_words.score == pytest.approx(0.4)
    turned = fuse(join_channels(words, meaning), ASKED, weighed(0.2, 0.8))
    assert ids(turned) == ["m1", "m2"]


def test_a_single_candidate_has_the_highest_score() -> None:
    only = memory(1)
    (found,) = fuse(join_channels({OWN: [(only, 2.0)]}, {OWN: [(only, 0.9)]}), ASKED)
    assert found.score == pytest.approx(1.0, abs=1e-4)


def test_what_stands_around_a_fragment_lifts_it() -> None:
    first, second, third = fragment(1), fragment(10), fragment(20)
    meaning = {
        OWN: [(first, 0.5), (second, 0.5), (third, 0.1)],
        NEAR: [(second, 0.6), (first, 0.2), (third, 0.1)],
        WIDE: [(second, 0.4), (first, 0.2), (third, 0.1)],
    }
    assert ids(fuse(join_channels({}, meaning), ASKED))[0] == second.id


def test_the_neighbour_of_a_strong_hit_comes_before_a_stranger() -> None:
    strong, beside, stranger = fragment(5), fragment(6), fragment(40)
    meaning = {OWN: [(strong, 0.9), (beside, 0.3), (stranger, 0.3)]}
    assert ids(fuse(join_channels({}, meaning), ASKED)) == [strong.id, beside.id, stranger.id]


def test_who_said_it_counts_where_the_question_names_one() -> None:
    by_anna, by_ola = fragment(1, author="Anna"), fragment(9, author="Ola")
    words = {OWN: [(by_anna, 5.0), (by_ola, 5.5)]}
    assert ids(fuse(join_channels(words, {}), ASKED)) == [by_ola.id, by_anna.id]
    named = fuse(join_channels(words, {}), Signals(now=NOW, authors=("Anna",)))
    assert ids(named) == [by_anna.id, by_ola.id]


def test_the_words_of_the_whole_session_count_a_little() -> None:
    whole = memory(0, id="s", kind=ChunkKind.SOURCE.value)
    inside, outside = fragment(1), fragment(1, id="t:f1", source_id="t")
    words = {OWN: [(whole, 9.0), (inside, 5.0), (outside, 5.0)]}
    ranked = fuse(join_channels(words, {}), ASKED)
    assert ids(ranked).index(inside.id) < ids(ranked).index(outside.id)


def test_no_score_is_above_one() -> None:
    parts = [fragment(n, author="Anna") for n in range(3)]
    whole = memory(0, id="s", kind=ChunkKind.SOURCE.value)
    scored = [(part, 5.0) for part in parts]
    words = {OWN: [*scored, (whole, 5.0)], NEAR: scored, WIDE: scored}
    meaning = {view: [(part, 0.5) for part in parts] for view in (OWN, NEAR, WIDE)}
    ranked = fuse(join_channels(words, meaning), Signals(now=NOW, authors=("Anna",)))
    assert all(0 <= candidate.score <= 1 for candidate in ranked)


def test_nothing_found_is_nothing_ranked() -> None:
    assert fuse([], ASKED) == []


def candidates(*chunks: Chunk) -> list[Candidate]:
    return [Candidate(chunk=chunk) for chunk in chunks]


def test_a_fact_and_the_turn_it_was_drawn_from_take_one_place() -> None:
    turn = fragment(1)
    fact = memory(9, source_id="s", byte_start=110, byte_end=150)
    assert ids(collapse(candidates(fact, turn))) == [fact.id]
    assert ids(collapse(candidates(turn, fact))) == [turn.id]


def test_facts_of_one_template_and_of_other_turns_all_stay() -> None:
    with_anna = memory(1, content="meeting on Monday with Anna")
    with_ola = memory(2, content="meeting on Monday with Ola")
    elsewhere = memory(3, source_id="s", byte_start=900, byte_end=950)
    other_source = memory(4, source_id="t", byte_start=100, byte_end=199)
    every = candidates(with_anna, with_ola, fragment(1), elsewhere, other_source)
    assert collapse(every) == every


def test_a_source_makes_room_for_its_parts_and_stays_where_none_was_found() -> None:
    whole = memory(0, id="s", kind=ChunkKind.SOURCE.value)
    assert ids(collapse(candidates(whole, fragment(1)))) == ["s:f1"]
    assert ids(collapse(candidates(whole, memory(2)))) == ["s", "m2"]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What did Caroline say?", ["Caroline"]),
        ("What is Caroline's job?", ["Caroline"]),
        ("what does caroline think of melanie", ["Caroline", "Melanie"]),
        ("Who said it?", []),
        ("Which user asked the assistant?", []),
    ],
)
def test_the_people_of_a_question_are_known_among_the_authors(
    question: str, named: list[str]
) -> None:
    chunks = [
        fragment(n, author=author)
        for n, author in enumerate(("Caroline", "Melanie", "User", "assistant", None))
    ]
    assert named_authors(ANALYZER, ANALYZER.query_terms(question), chunks) == named


def test_names_are_left_out_of_the_words_unless_there_are_no_others() -> None:
    terms = ANALYZER.query_terms("When did Caroline paint a sunrise?")
    left = without_names(ANALYZER, terms, ["Caroline"])
    assert left
    assert set(terms) - set(left) == {term for term in terms if term.startswith("carol")}
    only = ANALYZER.query_terms("Caroline")
    assert without_names(ANALYZER, only, ["Caroline"]) == only


def test_words_that_tell_little_do_not_stand_against_the_meaning() -> None:
    by_word, by_sense = memory(1), memory(2)
    words = {OWN: [(by_word, 3.0)]}
    meaning = {OWN: [(by_sense, 0.5), (by_word, 0.45)]}
    sure = Signals(now=NOW, words_share=1.0)
    unsure = Signals(now=NOW, words_share=0.1)
    assert ids(fuse(join_channels(words, meaning), sure))[0] == by_word.id
    assert ids(fuse(join_channels(words, meaning), unsure))[0] == by_sense.id
    off = Options(without=frozenset({SearchStage.ADAPTIVE_WEIGHTS}))
    assert ids(fuse(join_channels(words, meaning), unsure, off))[0] == by_word.id


def test_vectors_that_mean_nothing_do_not_stand_against_the_words() -> None:
    by_word, nearest = memory(1), memory(2)
    words = {OWN: [(by_word, 3.0)]}
    far = {OWN: [(nearest, 0.2), (by_word, 0.05)]}
    assert ids(fuse(join_channels(words, far), ASKED))[0] == by_word.id
    near = {OWN: [(nearest, 0.7), (by_word, 0.05)]}
    assert ids(fuse(join_channels(words, near), ASKED))[0] == nearest.id


def test_fusion_by_rank_sees_no_sizes() -> None:
    first, second, third = memory(1), memory(2), memory(3)
    options = Options(fusion="rrf", weights=Weights(vector=0.5, bm25=0.5))
    words = {OWN: [(first, 900.0), (second, 2.0), (third, 1.0)]}
    meaning = {OWN: [(second, 0.9), (third, 0.5), (first, 0.49)]}
    signals = Signals(now=NOW)
    assert ids(fuse(join_channels(words, meaning), signals, options)) == ["m2", "m1", "m3"]


@pytest.mark.parametrize(
    ("importance", "factor"), [(None, 1), (0, 0.9), (1, 1), (2, 1.1), (9, 1.2)]
)
def test_importance_prefers_and_does_not_decide(importance: float | None, factor: float) -> None:
    assert standing(memory(1, importance=importance)) == pytest.approx(factor)


def test_the_same_words_stand_once_and_what_follows_the_page_stays() -> None:
    twice = [memory(n, content="The gate code is 4711.") for n in range(3)]
    other_day = memory(5, content="The gate code is 4711.", conversation_date="2024-01-01")
    other = memory(6, content="The gate code is 4712.")
    ranked = candidates(*twice, other_day, other)
    assert ids(without_repeats(ranked, 10)) == ["m0", "m5", "m6"]
    assert ids(without_repeats(ranked, 1)) == ["m0", "m1", "m2", "m5", "m6"]
