"""Identifiers and their parts."""

import pytest

from loomem.text.compound import (
    MAX_TERM,
    camel_parts,
    clip,
    join_hyphens,
    split_apostrophe,
    split_compound,
)


@pytest.mark.parametrize(
    ("compound", "composites", "atoms"),
    [
        ("foo_bar.baz", ["foo_bar.baz", "foo_bar"], ["foo", "bar", "baz"]),
        ("C:\\repo\\main.py", ["C:\\repo\\main.py", "main.py"], ["C", "repo", "main", "py"]),
        (
            "jo.doe@ex.org",
            ["jo.doe@ex.org", "jo.doe", "ex.org"],
            ["jo", "doe", "ex", "org"],
        ),
        ("c++", ["c++"], ["c"]),
        (".net", [".net"], ["net"]),
    ],
)
def test_a_compound_falls_into_ever_smaller_parts(
    compound: str, composites: list[str], atoms: list[str]
) -> None:
    assert split_compound(compound) == (composites, atoms)


@pytest.mark.parametrize(
    ("atom", "parts"),
    [
        ("camelCaseParts", ["camel", "Case", "Parts"]),
        ("HTTPServer", ["HTTP", "Server"]),
        ("GitHub", ["Git", "Hub"]),
        ("PDFs", []),
        ("Kraków", []),
        ("WORD", []),
        ("aB" * 100, []),
    ],
)
def test_only_camel_case_has_humps(atom: str, parts: list[str]) -> None:
    assert camel_parts(atom) == parts


@pytest.mark.parametrize(
    ("word", "split"),
    [
        ("don't", ("dont", [])),
        ("zosia's", ("zosia", ["zosia"])),
        ("o'brien", ("obrien", ["brien"])),
        ("steve'a", ("stevea", ["steve"])),
        ("we'll", ("we", ["we"])),
    ],
)
def test_apostrophes_lead_to_the_word_meant(word: str, split: tuple[str, list[str]]) -> None:
    assert split_apostrophe(word) == split


def test_hyphens_alone_are_joined() -> None:
    assert join_hyphens("e-mail") == "email"
    assert join_hyphens("foo-bar.baz") is None


def test_long_terms_are_bounded_and_told_apart() -> None:
    one, other = clip("x" * 100_000), clip("x" * 100_001)
    assert len(one) <= MAX_TERM
    assert one != other
    assert clip("x" * MAX_TERM) == "x" * MAX_TERM
