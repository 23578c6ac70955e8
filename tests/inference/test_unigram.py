"""The tokenizer with the memory-mapped vocabulary against the usual implementation."""

import json
import unicodedata
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import ModelError
from loomem.inference.unigram import TABLE_FILE, UnigramTokenizer, write_unigram

TEXTS = [
    "What did Anna say about the trip to Kraków in March?",
    "Zażółć gęślą jaźń, a mieszkałem w Krakowie!",
    unicodedata.normalize("NFD", "zażółć gęślą jaźń"),
    "我明天要去北京出差，记得提醒我带护照。🎉👩‍👩‍👧",
    "مرحبا بالعالم שלום",
    "①②③ ﬁ ＡＢＣ　全角",
    "C:\\repo\\src foo_bar.baz 192.168.1.10",
    "x" * 300,
    "漢字" * 200,
    "\u0301\u0301abc 𠜎𠜱𡃁",
    "",
    "   ",
]


@pytest.fixture(scope="module")
def ours(model_dir: Path) -> UnigramTokenizer:
    return UnigramTokenizer(model_dir)


@pytest.fixture(scope="module")
def usual(ours: UnigramTokenizer) -> tokenizers.Tokenizer:
    rows = {0: ("<s>", 0.0), 1: ("<pad>", 0.0), 2: ("</s>", 0.0), 3: ("<unk>", 0.0)}
    for key, number in enumerate(ours._numbers):
        rows[number] = (ours._trie.restore_key(key), ours._scores[key])
    pieces = [rows.get(number, (f"<unused{number}>", 0.0)) for number in range(max(rows) + 1)]
    tokenizer = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, 3, False))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always")
    return tokenizer


def usual_numbers(text: str, ours: UnigramTokenizer, usual: tokenizers.Tokenizer) -> list[int]:
    cleaned = " ".join(unicodedata.normalize("NFC", text).translate(ours._table).split())
    return list(usual.encode(cleaned, add_special_tokens=False).ids) if cleaned else []


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_are_those_of_the_usual_implementation(
    text: str, ours: UnigramTokenizer, usual: tokenizers.Tokenizer
) -> None:
    assert ours.encode(text) == usual_numbers(text, ours, usual)


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<"), max_size=60))
def test_any_text_is_cut_like_the_usual_implementation(
    text: str, ours: UnigramTokenizer, usual: tokenizers.Tokenizer
) -> None:
    assert ours.encode(text) == usual_numbers(text, ours, usual)


def test_the_name_of_a_special_token_is_only_a_word(ours: UnigramTokenizer) -> None:
    assert not {0, 1, 2, 250_001} & set(ours.encode("<s> </s> <pad> <mask>"))


def test_a_second_word_comes_from_the_cache_unchanged(ours: UnigramTokenizer) -> None:
    assert ours.encode("zupełnie zupełnie") == ours.encode("zupełnie") * 2


@pytest.fixture
def small(tmp_path: Path) -> Path:
    pieces = [("<s>", 0.0), ("<unk>", 0.0), ("▁a", -1.0), ("b", -2.0)]
    special = {"bos": 0, "eos": 0, "pad": 0, "unk": 1}
    write_unigram(tmp_path, pieces, special=special, replacements={"\t": " "})
    return tmp_path


def test_a_run_of_unknown_characters_is_one_token(small: Path) -> None:
    assert UnigramTokenizer(small).encode("a\txyzb") == [2, 1, 3]


@pytest.mark.parametrize("name", ["pieces.marisa", "pieces.bin", "unigram.json"])
@pytest.mark.parametrize("raw", [b"", b"\0" * 7, b"{}", None])
def test_a_damaged_vocabulary_is_a_model_error(small: Path, name: str, raw: bytes | None) -> None:
    (small / name).unlink()
    if raw is not None:
        (small / name).write_bytes(raw)
    with pytest.raises(ModelError, match="install the model again"):
        UnigramTokenizer(small)


def test_a_table_that_is_no_object_is_a_model_error(small: Path) -> None:
    (small / TABLE_FILE).write_text(json.dumps([1]))
    with pytest.raises(ModelError):
        UnigramTokenizer(small)
