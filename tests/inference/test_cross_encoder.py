"""Cross-encoders from the files of a hub, against a plain computation."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loomem.errors import ModelError
from loomem.inference.convert import convert
from loomem.inference.cross_encoder import HEAD_FILE, CrossEncoder
from loomem.inference.install import install_model, list_models
from loomem.inference.manifest import Manifest
from loomem.inference.safetensors_bert import read_encoder

QUESTION = "who is ola"
TEXTS = [
    "ola is a nurse",
    "the sky",
    "",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z" * 9,
]
KINDS = ["bert", "xlm-roberta"]


def exact_model(source: Path, folder: Path, kind: str) -> CrossEncoder:
    """The same model without quantisation."""
    folder.mkdir()
    weights = read_encoder(source)
    convert(weights, folder, "float32")
    np.savez(folder / HEAD_FILE, w=weights.tensor("head.w"), b=weights.tensor("head.b"))
    (folder / "tokenizer.json").write_bytes((source / "tokenizer.json").read_bytes())
    manifest = Manifest(
        name="t",
        kind="reranker",
        files={},
        source={},
        versions={},
        pair="bert" if kind == "bert" else "roberta",
        max_tokens=weights.shape.positions,
    )
    return CrossEncoder(folder, manifest=manifest, threads=2)


def expected(model: CrossEncoder, source: Path, formats: Any) -> list[float]:
    weights = read_encoder(source)
    scores = []
    for text in TEXTS:
        pair = model._pair(QUESTION, text)
        hidden = formats.reference(weights.tensor, pair.tokens, types=pair.types)
        pooled = np.tanh(hidden[0] @ weights.tensor("pool.w").T + weights.tensor("pool.b"))
        scores.append(float((pooled @ weights.tensor("head.w").T + weights.tensor("head.b"))[0]))
    return scores


@pytest.mark.parametrize("kind", KINDS)
def test_float32_equals_a_plain_computation(kind: str, tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub", kind=kind)
    model = exact_model(tmp_path / "hub", tmp_path / "m", kind)
    wanted = expected(model, tmp_path / "hub", formats)
    assert np.abs(np.array(model.score(QUESTION, TEXTS)) - wanted).max() < 1e-3
    model.close()


@pytest.mark.parametrize("kind", KINDS)
def test_an_installed_one_is_close_to_it(kind: str, tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub", kind=kind)
    folder = install_model("judge", tmp_path / "models", source=tmp_path / "hub")
    model = CrossEncoder.open(folder, threads=1)
    wanted = expected(model, tmp_path / "hub", formats)
    found = model.score(QUESTION, TEXTS)
    assert np.abs(np.array(found) - wanted).max() < 0.25  # of about 5
    model.close()
    (row,) = [row for row in list_models(tmp_path / "models") if row.name == "judge"]
    assert (row.kind, row.installed) == ("reranker", True)


def test_the_parts_of_a_pair_are_told_apart(tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "bert")
    formats.write_reranker(tmp_path / "roberta", kind="xlm-roberta")
    bert = exact_model(tmp_path / "bert", tmp_path / "b", "bert")._pair("a", "b")
    cls, sep = bert.tokens[0], bert.tokens[-1]
    assert [bert.tokens[i] for i in (0, 2, 4)] == [cls, sep, sep]
    assert bert.types == [0, 0, 0, 1, 1]
    other = exact_model(tmp_path / "roberta", tmp_path / "r", "xlm-roberta")._pair("a", "b")
    assert other.tokens == [cls, bert.tokens[1], sep, sep, bert.tokens[3], sep]
    assert set(other.types) == {0}


def test_a_long_pair_is_cut_to_what_the_model_takes(tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub")
    model = exact_model(tmp_path / "hub", tmp_path / "m", "bert")
    pair = model._pair("a " * 500, "b " * 500)
    assert len(pair.tokens) == 48
    assert pair.types.count(1) > 20
    assert len(model.score("a " * 500, ["b " * 500] * 3)) == 3


def test_the_order_of_the_texts_does_not_matter(tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub")
    model = exact_model(tmp_path / "hub", tmp_path / "m", "bert")
    forwards = model.score(QUESTION, TEXTS)
    assert model.score(QUESTION, TEXTS[::-1])[::-1] == pytest.approx(forwards, abs=1e-5)


def test_a_classifier_of_several_kinds_is_no_reranker(tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub", outputs=3)
    with pytest.raises(ModelError, match="3 outputs"):
        install_model("judge", tmp_path / "models", source=tmp_path / "hub")


def test_an_encoder_is_no_reranker(tmp_path: Path, hub_folder: Path) -> None:
    with pytest.raises(ModelError, match="is no reranker"):
        install_model("ms-marco-MiniLM-L6-v2", tmp_path / "models", source=hub_folder)
    folder = install_model("plain", tmp_path / "models", source=hub_folder)
    with pytest.raises(ModelError, match="is no reranker"):
        CrossEncoder.open(folder, threads=1)


@pytest.mark.parametrize("text", ["\ud83c", "\0", "é" * 5_000, "[SEP] [CLS]"])
def test_any_text_gets_a_score(text: str, tmp_path: Path, formats: Any) -> None:
    formats.write_reranker(tmp_path / "hub")
    model = exact_model(tmp_path / "hub", tmp_path / "m", "bert")
    (score,) = model.score(text, [text])
    assert np.isfinite(score)
