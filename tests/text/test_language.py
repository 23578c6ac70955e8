"""Sure where it is plain, unsure where a guess could be wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.inference.means import read_sentences
from loomem.text.folding import fold
from loomem.text.language import examine, guess_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where did I leave the keys to the cellar?", "en"),
        ("She is a nurse and works with children.", "en"),
        ("Gdzie są klucze do piwnicy?", "pl"),
        ("Gdzie jest moj pies i kiedy wroci do domu?", "pl"),
        ("Łukasz mieszka w Łodzi", "pl"),
        ("今天天气很好，我们去公园吧", "zh"),
        ("我用 Python 写了一个程序", "zh"),
    ],
)
def test_plain_texts_are_recognised(text: str, language: str) -> None:
    assert guess_language(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "???", "🍷", "12345", "psem", "Figla", "hello", "Met Łukasz", "no to co", "to",
        "C:\\repo\\src\\main.py", "550e8400-e29b-41d4-a716-446655440000",
    ],
)  # fmt: skip
def test_too_little_evidence_is_no_guess(text: str) -> None:
    assert not examine(text).is_sure
    assert guess_language(text) == "other"


@pytest.mark.parametrize(
    "text",
    [
        "Ich habe heute meinen Hund im Park gesehen und er ist nicht weit gelaufen.",
        "El perro está en la casa y no quiere salir.",
        "Le chat est dans la cuisine avec les enfants.",
        "Já bydlím v Praze a mám psa.",
        "Bývam v Bratislave a mám rád čaj.",
        "今日は天気がいいですね",
        "오늘 날씨가 좋네요",
        "Привет, как дела?",
        "Het is een mooie dag en wij gaan naar het strand.",
        "Jag bor i Stockholm och tycker om kaffe.",
    ],
)
def test_other_languages_are_not_taken_for_ours(text: str) -> None:
    assert guess_language(text) == "other"


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_shipped_sentences_are_never_taken_for_another_language(language: str) -> None:
    sentences = [s for side in read_sentences(language).values() for s in side]
    guesses: list[str] = [guess_language(sentence) for sentence in sentences]
    assert set(guesses) <= {language, "other"}
    assert guesses.count(language) >= 0.9 * len(guesses)


def test_polish_without_diacritics_is_never_taken_for_english() -> None:
    sentences = [fold(s) for side in read_sentences("pl").values() for s in side]
    assert "en" not in {guess_language(sentence) for sentence in sentences}


def test_only_the_beginning_of_a_long_text_counts() -> None:
    assert guess_language("what is the name of the dog? " * 30 + "żółć " * 100_000) == "en"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_gets_an_answer(text: str) -> None:
    assert guess_language(text) in {"en", "pl", "zh", "other"}
