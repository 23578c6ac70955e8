"""Fingerprints: form does not count, meaning does."""

import pytest

from loomem.text.fingerprint import fingerprint


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Lubię herbatę.", "  lubię   herbatę "),
        ("ＡＢＣ", "abc"),
        ("我对花生过敏。", "我对花生过敏"),
        ("zażółć", "zaz\u0307o\u0301łc\u0301"),
    ],
)
def test_form_does_not_count(one: str, two: str) -> None:
    assert fingerprint(one) == fingerprint(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Byłem w sadzie", "Byłem w sądzie"),
        ("It was -5 degrees", "It was 5 degrees"),
        ("version 3.5", "version 35"),
        ("I use C++", "I use C"),
        ("Anna is here", "Anna is here?"),
        ("...", "!!!?"),
    ],
)
def test_what_can_change_the_meaning_counts(one: str, two: str) -> None:
    assert fingerprint(one) != fingerprint(two)


@pytest.mark.parametrize("text", ["", " ", "\ud83c", "\x00", "a" * 1_000_000])
def test_any_text_has_a_fingerprint(text: str) -> None:
    assert len(fingerprint(text)) == 16
