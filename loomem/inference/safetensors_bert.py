"""Reads BERT, RoBERTa and XLM-R encoders from ``model.safetensors`` and ``config.json``."""

import json
import mmap
from pathlib import Path
from typing import Any

import numpy as np

from loomem.errors import ModelError
from loomem.inference.weights import EncoderShape, EncoderWeights, FloatArray, required_names

WEIGHTS_FILE = "model.safetensors"
CONFIG_FILE = "config.json"
_DTYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}
# RoBERTa counts positions from the padding token's number plus one.
_POSITION_OFFSETS = {"bert": 0, "roberta": 2, "xlm-roberta": 2}
_LONGEST_HEADER = 100 << 20
_EMBEDDINGS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln": "embeddings.LayerNorm",
    "pool": "pooler.dense",
}
_HEADS = (
    {"pool": "classifier.dense", "head": "classifier.out_proj"},
    {"head": "classifier"},
)
"""Of RoBERTa's family and of BERT; the former has its pooler in the classifier."""
_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_KINDS = {"w": "weight", "b": "bias"}
_HEAD = ("head.w", "head.b")


class SafetensorsFile:
    """A memory-mapped safetensors file; every offset is checked when it is opened."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as handle:
                self._buffer = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
            size = int.from_bytes(self._buffer[:8], "little")
            if size > min(_LONGEST_HEADER, len(self._buffer) - 8):
                raise ModelError(f"{path.name} has an impossible header; fetch it again.")
            self._start = 8 + size
            self._entries: dict[str, Any] = json.loads(self._buffer[8 : self._start])
            self._entries.pop("__metadata__", None)
            for name in self._entries:
                self._check(name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelError(f"{path.name} cannot be read; fetch it again: {error}") from error

    @property
    def names(self) -> frozenset[str]:
        """The names of all tensors."""
        return frozenset(self._entries)

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the sizes of a tensor."""
        return tuple(self._entries[name]["shape"])

    def tensor(self, name: str) -> FloatArray:
        """Return one tensor as float32."""
        begin, end = self._entries[name]["data_offsets"]
        return self._values(name, begin, end).reshape(self.shape(name))

    def rows(self, name: str, start: int, stop: int) -> FloatArray:
        """Return some rows of a matrix as float32."""
        begin, end = self._entries[name]["data_offsets"]
        count, width = self.shape(name)
        step = (end - begin) // count
        return self._values(name, begin + start * step, begin + stop * step).reshape(-1, width)

    def _values(self, name: str, begin: int, end: int) -> FloatArray:
        kind = self._entries[name]["dtype"]
        if kind not in _DTYPES:
            raise ModelError(f"Tensor {name} has type {kind}, which is not supported.")
        raw = np.frombuffer(self._buffer[self._start + begin : self._start + end], _DTYPES[kind])
        if kind == "BF16":
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        return raw.astype(np.float32)

    def _check(self, name: str) -> None:
        entry = self._entries[name]
        begin, end = entry["data_offsets"]
        if not 0 <= begin <= end <= len(self._buffer) - self._start:
            raise ModelError(f"Tensor {name} points outside the file; fetch it again.")
        width = np.dtype(_DTYPES[entry["dtype"]]).itemsize if entry["dtype"] in _DTYPES else 0
        if width and end - begin != width * int(np.prod(entry["shape"], dtype=np.int64)):
            raise ModelError(f"Tensor {name} has a wrong size; fetch the file again.")


def read_encoder(directory: Path) -> EncoderWeights:
    """Open the encoder in a folder. Raises ModelError when it is of a kind not supported."""
    config = read_json(directory / CONFIG_FILE)
    kind = config.get("model_type")
    if kind not in _POSITION_OFFSETS or config.get("hidden_act", "gelu") != "gelu":
        raise ModelError(f"Encoders of type {kind} are not supported; use BERT, RoBERTa or XLM-R.")
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise ModelError("Only encoders with absolute positions are supported.")
    file = SafetensorsFile(directory / WEIGHTS_FILE)
    offset = _POSITION_OFFSETS[kind]
    shape = _shape(config, offset)
    sources = _sources(file.names, shape.layers)
    _check_shapes(file, sources, shape, offset)

    def tensor(name: str) -> FloatArray:
        values = file.tensor(sources[name])
        return values[offset:] if name == "emb.pos" else values

    def word_rows(start: int, stop: int) -> FloatArray:
        return file.rows(sources["emb.word"], start, min(stop, shape.vocabulary))

    return EncoderWeights(shape, tensor, word_rows, frozenset(sources) - _unused(config))


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object; raises ModelError when the file is missing or is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error
    if not isinstance(content, dict):
        raise ModelError(f"{path} is not a JSON object.")
    return content


def _unused(config: dict[str, Any]) -> frozenset[str]:
    # Only classifiers use the pooler; the plain encoder is smaller without it.
    return frozenset() if is_classifier(config) else frozenset({"pool.w", "pool.b", *_HEAD})


def is_classifier(config: dict[str, Any]) -> bool:
    """Say whether a model judges texts, as rerankers do, rather than embeds them."""
    return any("SequenceClass" in str(name) for name in config.get("architectures") or ())


def _shape(config: dict[str, Any], offset: int) -> EncoderShape:
    try:
        return EncoderShape(
            hidden=int(config["hidden_size"]),
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            feed_forward=int(config["intermediate_size"]),
            vocabulary=int(config["vocab_size"]),
            positions=int(config["max_position_embeddings"]) - offset,
            token_types=int(config.get("type_vocab_size", 1)),
            epsilon=float(config.get("layer_norm_eps", 1e-12)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"config.json lacks a usable {error}; fetch it again.") from error


def _sources(names: frozenset[str], layers: int) -> dict[str, str]:
    """Map our names to those of the file, whichever prefix it was saved with."""
    prefix = next(
        (p for p in ("", "bert.", "roberta.") if p + _EMBEDDINGS["emb.word"] in names), ""
    )
    wanted = [*required_names(layers), "pool.w", "pool.b"]
    found = {name: prefix + _hub_name(name) for name in wanted}
    missing = [hub for name, hub in found.items() if hub not in names and name[:4] != "pool"]
    if missing:
        raise ModelError(f"{WEIGHTS_FILE} lacks {missing[0]}; this encoder is not supported.")
    found |= _head_sources(names)
    return {name: hub for name, hub in found.items() if hub in names}


def _head_sources(names: frozenset[str]) -> dict[str, str]:
    """Map the tensors of a classifier's head; none where there is no head."""
    for parts in _HEADS:
        if f"{parts['head']}.weight" in names:
            return {
                f"{part}.{kind}": f"{hub}.{word}"
                for part, hub in parts.items()
                for kind, word in _KINDS.items()
            }
    return {}


def _hub_name(name: str) -> str:
    if name in _EMBEDDINGS:
        return _EMBEDDINGS[name]
    stem, _, kind = name.rpartition(".")
    if stem in _EMBEDDINGS:
        return f"{_EMBEDDINGS[stem]}.{_KINDS[kind]}"
    layer, _, part = stem.partition(".")
    return f"encoder.layer.{layer[1:]}.{_PARTS[part]}.{_KINDS[kind]}"


def _check_shapes(
    file: SafetensorsFile, sources: dict[str, str], shape: EncoderShape, offset: int
) -> None:
    expected = {
        "emb.word": (shape.vocabulary, shape.hidden),
        "emb.pos": (shape.positions + offset, shape.hidden),
        "emb.type": (shape.token_types, shape.hidden),
    }
    for layer in range(shape.layers):
        expected[f"l{layer}.fi.w"] = (shape.feed_forward, shape.hidden)
        expected[f"l{layer}.fo.w"] = (shape.hidden, shape.feed_forward)
        expected |= {f"l{layer}.{part}.w": (shape.hidden,) * 2 for part in ("q", "k", "v", "ao")}
    for name, size in expected.items():
        if file.shape(sources[name]) != size:
            raise ModelError(f"Tensor {sources[name]} does not fit config.json.")
