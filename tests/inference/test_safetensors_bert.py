"""BERT-like encoders as hubs hold them, and the conversion against a plain computation."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loomem.errors import ModelError
from loomem.inference.convert import convert
from loomem.inference.e5_q4 import E5File
from loomem.inference.engine import Engine, unit
from loomem.inference.manifest import Manifest
from loomem.inference.safetensors_bert import SafetensorsFile, read_encoder
from loomem.inference.unigram import write_unigram
from loomem.inference.weights import EncoderWeights


def engine_of(weights: EncoderWeights, folder: Path, quantization: str) -> Engine:
    folder.mkdir()
    convert(weights, folder, quantization)
    pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁a", -1.0)]
    special = {"bos": 0, "eos": 2, "pad": 1, "unk": 3}
    write_unigram(folder, pieces, special=special, replacements={})
    manifest = Manifest(name="t", kind="encoder", files={}, source={}, versions={}, dim=64)
    return Engine(folder, manifest=manifest, threads=1)


INPUTS = [[0, 5, 9, 2], [0, 7, 7, 8, 11, 12, 30, 2], [0, 2]]


def test_float32_equals_a_plain_computation(tmp_path: Path, tiny_e5: Path, formats: Any) -> None:
    file = E5File(tiny_e5)
    engine = engine_of(file.weights(), tmp_path / "m", "float32")
    expected = unit(np.array([formats.reference(file.tensor, i).mean(0) for i in INPUTS]))
    assert np.abs(engine.embed(INPUTS) - expected).max() < 1e-5


def test_int8_is_close_to_float32(tmp_path: Path, tiny_e5: Path) -> None:
    weights = E5File(tiny_e5).weights()
    exact = engine_of(weights, tmp_path / "f", "float32").embed(INPUTS)
    small = engine_of(weights, tmp_path / "i", "int8").embed(INPUTS)
    assert (exact * small).sum(axis=1).min() > 0.999


@pytest.mark.parametrize("kind", ["F32", "F16", "BF16"])
@pytest.mark.parametrize("prefix", ["", "bert."])
def test_a_hub_folder_gives_the_same_tensors(
    tmp_path: Path, formats: Any, kind: str, prefix: str
) -> None:
    formats.write_hub_folder(tmp_path / "hub", kind=kind, prefix=prefix)
    weights = read_encoder(tmp_path / "hub")
    loss = {"F32": 0, "F16": 1e-3, "BF16": 1e-2}[kind]
    for name, original in formats.random_tensors(60).items():
        assert np.abs(weights.tensor(name) - original).max() <= loss
    assert np.array_equal(weights.word_rows(10, 20), weights.tensor("emb.word")[10:20])
    assert weights.word_rows(50, 99).shape == (10, 64)


def test_positions_of_roberta_start_after_the_padding(hub_folder: Path, formats: Any) -> None:
    config = {**formats.hub_config, "model_type": "xlm-roberta"}
    (hub_folder / "config.json").write_text(json.dumps(config))
    weights = read_encoder(hub_folder)
    assert weights.shape.positions == 46
    assert np.array_equal(weights.tensor("emb.pos"), formats.random_tensors(60)["emb.pos"][2:])


@pytest.mark.parametrize(
    "change",
    [
        {"model_type": "llama"},
        {"hidden_act": "relu"},
        {"position_embedding_type": "relative_key"},
        {"hidden_size": 32},
        {"vocab_size": 61},
        {"num_hidden_layers": 3},
        {"hidden_size": None},
    ],
)
def test_an_encoder_that_does_not_fit_is_refused(
    hub_folder: Path, formats: Any, change: dict[str, Any]
) -> None:
    (hub_folder / "config.json").write_text(json.dumps({**formats.hub_config, **change}))
    with pytest.raises(ModelError):
        read_encoder(hub_folder)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff" * 8,
        b"\xff" * 64,
        (2).to_bytes(8, "little") + b"[]",
        (9).to_bytes(8, "little") + b'{"a": 1} ',
        (4).to_bytes(8, "little") + b'{"a"',
        (63).to_bytes(8, "little")
        + b'{"a":{"dtype":"F32","shape":[9,9],"data_offsets":[0,999999999]}}'[:63],
    ],
)
def test_a_damaged_safetensors_file_is_a_model_error(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(raw)
    with pytest.raises(ModelError):
        SafetensorsFile(path)


def test_a_tensor_outside_the_file_is_a_model_error(hub_folder: Path) -> None:
    path = hub_folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-64])
    with pytest.raises(ModelError, match="outside"):
        read_encoder(hub_folder)
