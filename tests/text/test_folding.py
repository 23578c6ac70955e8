"""Spellings that must meet."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.folding import flatten, fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ŻÓŁĆ", "zolc"),
        (unicodedata.normalize("NFD", "żółć"), "żółć"),
        ("ŁUKASZ", "lukasz"),
        ("STRASSE", "straße"),
        ("Ｃ＋＋　２０", "c++ 20"),
        ("ﬁle", "file"),
        ("ＡＢＣ", "abc"),
        ("Smørrebrød", "smorrebrod"),
        ("Đorđe", "dorde"),
        ("don’t", "don't"),
        ("soft\u00adhyphen", "softhyphen"),
        ("ﾃﾞｰﾀ", "データ"),
        (unicodedata.normalize("NFD", "한국어"), "한국어"),
        (unicodedata.normalize("NFD", "が"), "が"),
        ("ёлка", "елка"),
    ],
)
def test_spellings_of_one_word_meet(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_vowel_signs_of_indic_scripts_stay() -> None:
    assert fold("हिन्दी") == "हिन्दी"


def test_flattening_keeps_capitals() -> None:
    assert flatten("ŁódźMiasto") == "LodzMiasto"


def test_ten_thousand_accents_vanish() -> None:
    assert fold("e" + "\u0301\u0323" * 5_000 + "x") == "ex"


def test_surrogates_and_control_characters_become_spaces() -> None:
    assert fold("a\ud83c\x00b") == "a  b"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec=None)))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
