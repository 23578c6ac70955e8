"""Turns encoder weights into a CTranslate2 folder: ``model.bin``, ``config.json``, vocabulary.

The only place that knows CTranslate2's specs. Inputs go in as token numbers, so the folder gets
placeholder names for tokens and the real vocabulary stays in ``tokenizer.json`` alone.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2.converters import utils as converter_utils
from ctranslate2.specs import common_spec, model_spec, transformer_spec

from loomem.errors import ModelError
from loomem.inference.weights import EncoderWeights

# The engine wants a vocabulary file and adds these tokens where it misses them.
_VOCABULARY = ["<unk>", "<s>", "</s>"]
_ROWS_AT_ONCE = 8_192


def convert(weights: EncoderWeights, directory: Path, quantization: str = "int8") -> None:
    """Write the engine's files into an existing directory.

    ``quantization`` is ``int8`` or ``float32``. Raises ModelError when the weights do not fit.
    """
    try:
        spec = _build_spec(weights)
        spec.validate()
        spec.optimize(quantization=quantization)
        _fill_words(spec.encoder.embeddings[0], weights, quantization)
        spec.save(str(directory))
    except (ValueError, KeyError, RuntimeError) as error:
        raise ModelError(f"The weights cannot be converted: {error}") from error
    (directory / "vocabulary.json").write_text(json.dumps(_VOCABULARY), encoding="utf-8")


def _build_spec(weights: EncoderWeights) -> Any:
    shape = weights.shape
    encoder = transformer_spec.TransformerEncoderSpec(
        shape.layers,
        shape.heads,
        pre_norm=False,
        activation=common_spec.Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
    )
    has_pooler = "pool.w" in weights.names
    spec = transformer_spec.TransformerEncoderModelSpec(encoder, pooling_layer=has_pooler)
    encoder.scale_embeddings = False
    _fill_embeddings(encoder, weights)
    for index, layer in enumerate(encoder.layer):
        _fill_layer(layer, weights, f"l{index}.")
    if has_pooler:
        _fill_linear(spec.pooler_dense, weights, "pool")
    spec.config.layer_norm_epsilon = shape.epsilon
    spec.config.unk_token = _VOCABULARY[0]
    spec.register_vocabulary(["0"])
    return spec


def _fill_embeddings(encoder: Any, weights: EncoderWeights) -> None:
    # One row stands in for the words until everything else is quantised.
    encoder.embeddings[0].weight = weights.word_rows(0, 1)
    encoder.embeddings[1].weight = weights.tensor("emb.type")
    encoder.position_encodings.encodings = weights.tensor("emb.pos")
    _fill_norm(encoder.layernorm_embedding, weights, "emb.ln")


def _fill_words(embedding: Any, weights: EncoderWeights, quantization: str) -> None:
    """Set the word matrix, quantised in parts: as float32 it alone may take gigabytes."""
    if quantization != "int8":
        embedding.weight = model_spec.NumpyVariable(weights.tensor("emb.word"))
        return
    shape = weights.shape
    words = np.empty((shape.vocabulary, shape.hidden), np.int8)
    scales = np.empty(shape.vocabulary, np.float32)
    for start in range(0, shape.vocabulary, _ROWS_AT_ONCE):
        stop = min(start + _ROWS_AT_ONCE, shape.vocabulary)
        rows = weights.word_rows(start, stop)
        largest = np.abs(rows).max(axis=1)
        scales[start:stop] = 127.0 / np.where(largest == 0, 127.0, largest)
        words[start:stop] = np.rint(rows * scales[start:stop, None])
    embedding.weight = model_spec.NumpyVariable(words)
    embedding.weight_scale = model_spec.NumpyVariable(scales)


def _fill_layer(layer: Any, weights: EncoderWeights, prefix: str) -> None:
    parts = [common_spec.LinearSpec() for _ in range(3)]
    for part, name in zip(parts, "qkv", strict=True):
        _fill_linear(part, weights, prefix + name)
    converter_utils.fuse_linear(layer.self_attention.linear[0], parts)
    _fill_linear(layer.self_attention.linear[1], weights, prefix + "ao")
    _fill_norm(layer.self_attention.layer_norm, weights, prefix + "aln")
    _fill_linear(layer.ffn.linear_0, weights, prefix + "fi")
    _fill_linear(layer.ffn.linear_1, weights, prefix + "fo")
    _fill_norm(layer.ffn.layer_norm, weights, prefix + "oln")


def _fill_linear(linear: Any, weights: EncoderWeights, name: str) -> None:
    linear.weight = weights.tensor(name + ".w")
    linear.bias = weights.tensor(name + ".b")


def _fill_norm(norm: Any, weights: EncoderWeights, name: str) -> None:
    norm.gamma = weights.tensor(name + ".w")
    norm.beta = weights.tensor(name + ".b")
