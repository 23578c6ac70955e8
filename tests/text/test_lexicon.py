"""Polish base forms."""

from pathlib import Path

import pytest

from loomem.errors import ModelError
from loomem.text.lexicon import (
    EmptyLexicon,
    Lexicon,
    load_lexicon,
    verify_lexicon,
    write_lexicon,
)

FORMS = {"psem": "pies", "psa": "pies", "Łodzi": "Łódź", "łodzi": "łódź", "łodzi-": "łodzić"}


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("mieszkalem", "mieszkac"), ("mieszkam", "mieszkac"),
        ("psem", "pies"), ("psa", "pies"), ("psow", "pies"), ("pies", "pies"),
        ("herbate", "herbata"), ("herbacie", "herbata"), ("herbaty", "herbata"),
        ("krakowie", "krakow"), ("krakow", "krakow"), ("lodzi", "lodz"), ("lodz", "lodz"),
        ("zosi", "zosia"), ("figla", "figiel"), ("figiel", "figiel"),
    ],
)  # fmt: skip
def test_a_form_leads_to_its_base_form(lexicon: Lexicon, form: str, lemma: str) -> None:
    assert lemma in lexicon.lemmas(form)


def test_an_unknown_word_has_no_base_form(lexicon: Lexicon) -> None:
    assert lexicon.lemmas("xyzzyq") == ()
    assert lexicon.lemmas("") == ()


def test_english_words_are_marked(lexicon: Lexicon) -> None:
    assert lexicon.is_english("made")
    assert not lexicon.is_english("psem")
    assert lexicon.lemmas("replying") == ()


def test_the_installed_file_is_sound(lexicon_file: Path) -> None:
    verify_lexicon(lexicon_file)


def test_an_ambiguous_form_keeps_several_base_forms(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "l", {"mamy": "mama", "Mamy": "mieć"}, frozenset())
    assert set(load_lexicon(tmp_path / "l").lemmas("mamy")) == {"mama", "miec"}


def test_the_digest_tells_contents_apart(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "a", FORMS, frozenset())
    write_lexicon(tmp_path / "b", FORMS, frozenset())
    write_lexicon(tmp_path / "c", FORMS, frozenset({"dog"}))
    a, b, c = (load_lexicon(tmp_path / name).digest for name in "abc")
    assert a == b != c


def test_nothing_but_the_finished_file_is_left(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "deep" / "lexicon", FORMS, frozenset())
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["lexicon"]


def test_without_a_file_the_lexicon_is_empty(tmp_path: Path) -> None:
    lexicon = load_lexicon(tmp_path / "missing")
    assert isinstance(lexicon, EmptyLexicon)
    assert lexicon.lemmas("psem") == ()


@pytest.mark.parametrize("content", [b"", b"x", b"x" * 1000])
def test_a_file_that_is_no_lexicon_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "l").write_bytes(content)
    with pytest.raises(ModelError, match="loomem models install"):
        load_lexicon(tmp_path / "l")


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "l", FORMS, frozenset())
    data = (tmp_path / "l").read_bytes()
    (tmp_path / "l").write_bytes(data[:40] + data[-24:])
    with pytest.raises(ModelError, match="damaged"):
        load_lexicon(tmp_path / "l")


def test_a_flipped_byte_is_found_by_verification(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "l", FORMS, frozenset())
    data = bytearray((tmp_path / "l").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "l").write_bytes(data)
    with pytest.raises(ModelError, match="damaged"):
        verify_lexicon(tmp_path / "l")


def test_a_folder_that_cannot_be_written_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="cannot be written"):
        write_lexicon(tmp_path / "file" / "l", FORMS, frozenset())
