"""Other words for the words of a question."""

from collections.abc import Iterable

import pytest

from loomem.text.analysis import Analyzer
from loomem.text.lexicon import EmptyLexicon
from loomem.text.synonyms import MAX_ADDED, Group, Spelled, Synonyms, shipped_groups

ANALYZER = Analyzer(EmptyLexicon())


def of(groups: Iterable[Group], text: str) -> set[str]:
    found = Synonyms(ANALYZER, groups).of(text, tuple(ANALYZER.query_groups(text)))
    return {term for word in found for term in word}


def group(*words: str, added: tuple[str, ...] = ()) -> Group:
    return Group([Spelled(w) for w in words], [Spelled(w) for w in added])


def test_each_word_of_a_group_stands_for_the_others() -> None:
    groups = [group("k8s", "kubernetes")]
    assert "kubernet" in of(groups, "restart the k8s cluster")
    assert "k8s" in of(groups, "is Kubernetes down?")
    assert of(groups, "restart the cluster") == set()


def test_a_phrase_counts_only_as_a_whole() -> None:
    groups = [group("washing machine", "washer")]
    assert "washer" in of(groups, "the washing machine is broken")
    assert of(groups, "the coffee machine is broken") == set()


def test_added_words_are_found_and_lead_to_none() -> None:
    groups = [group("Anna Kowalska", "AK", added=("apollo",))]
    assert "apollo" in of(groups, "what does AK do")
    assert of(groups, "what is apollo") == set()


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("who is my boss at work", "szef"),
        ("kto jest moim szefem w pracy", "supervisor"),
        ("谁是我的上司", "szef"),
        ("Who keeps beehives in the family?", "蜜蜂"),
        ("星期几送女儿去游泳?", "basen"),
    ],
)
def test_everyday_words_reach_over_languages(question: str, word: str) -> None:
    assert word in of(shipped_groups(), question)


def test_a_word_of_another_language_means_something_else() -> None:
    assert "flight" in of(shipped_groups(), "o której mamy lot do Lizbony")
    assert "flight" not in of(shipped_groups(), "there is a lot to do this week and I am late")


def test_no_question_grows_without_end() -> None:
    everything = " ".join(spelled.text for g in shipped_groups() for spelled in g.words)
    words = tuple(ANALYZER.query_groups(everything))
    found = Synonyms(ANALYZER, shipped_groups()).of(everything, words)
    assert sum(map(len, found)) <= MAX_ADDED


def test_the_shipped_list_repeats_no_word_within_a_line() -> None:
    for words, _ in shipped_groups():
        assert all(spelled.text for spelled in words)
        assert len(set(words)) == len(words)
