"""Measures a cross-encoder of the usual size. `python -m benchmarks.rerank --help`.

The weights are random, of six layers and 384 dimensions with a vocabulary of 30,522: time does not depend
on their values. Twenty pairs of 128 tokens each, through the same conversion and loader as real ones.
"""

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers

from benchmarks.figures import latency
from benchmarks.machine import ROOT, keep, origin
from loomem.inference.cross_encoder import CrossEncoder
from loomem.inference.install import install_model

_HIDDEN, _INNER, _VOCABULARY, _POSITIONS = 384, 1536, 30_522, 512
_PAIRS, _TOKENS, _QUESTION_TOKENS = 20, 128, 12


def main() -> None:
    """Write a random model, install it, time it, write the figures."""
    arguments = _parse()
    head = origin("rerank", arguments.date)
    with tempfile.TemporaryDirectory(prefix="loomem-rerank-") as root:
        source = Path(root) / "source"
        source.mkdir()
        _write_model(source, arguments.layers)
        folder = install_model("random", Path(root) / "models", source=source)
        model = CrossEncoder.open(folder, os.cpu_count() or 1)
        figures = _measure(model, arguments.rounds)
        model.close()
    result = {
        **head,
        "model": {"layers": arguments.layers, "hidden": _HIDDEN, "weights": "random, int8"},
        "pairs": _PAIRS,
        "tokens_of_a_pair": _TOKENS,
        **figures,
    }
    keep(result, arguments.out)
    print(json.dumps(figures))


def _measure(model: CrossEncoder, rounds: int) -> dict[str, Any]:
    question = " ".join(f"w{n}" for n in range(_QUESTION_TOKENS))
    room = _TOKENS - _QUESTION_TOKENS - 3
    texts = [
        " ".join(f"w{(pair * 997 + n) % 9_999}" for n in range(room)) for pair in range(_PAIRS)
    ]
    model.score(question, texts)
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        model.score(question, texts)
        times.append((time.perf_counter() - started) * 1e3)
    return {"all_pairs": latency(times)}


def _write_model(folder: Path, layers: int) -> None:
    rng = np.random.default_rng(1)
    tensors = {
        name: rng.normal(0, 0.05, shape).astype("<f4") for name, shape in _shapes(layers).items()
    }
    header, blobs, at = {}, [], 0
    for name, values in tensors.items():
        blob = values.tobytes()
        offsets = [at, at + len(blob)]
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": offsets}
        blobs.append(blob)
        at += len(blob)
    raw = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as handle:
        handle.writelines([len(raw).to_bytes(8, "little"), raw, *blobs])
    (folder / "config.json").write_text(json.dumps(_config(layers)))
    _write_tokenizer(folder)


def _shapes(layers: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {
        "bert.embeddings.word_embeddings.weight": (_VOCABULARY, _HIDDEN),
        "bert.embeddings.position_embeddings.weight": (_POSITIONS, _HIDDEN),
        "bert.embeddings.token_type_embeddings.weight": (2, _HIDDEN),
        "bert.pooler.dense.weight": (_HIDDEN, _HIDDEN),
        "bert.pooler.dense.bias": (_HIDDEN,),
        "classifier.weight": (1, _HIDDEN),
        "classifier.bias": (1,),
    }
    norms = ["bert.embeddings.LayerNorm"]
    for layer in range(layers):
        head = f"bert.encoder.layer.{layer}."
        square = ("attention.self.query", "attention.self.key", "attention.self.value")
        for part in (*square, "attention.output.dense"):
            shapes |= {
                f"{head}{part}.weight": (_HIDDEN, _HIDDEN),
                f"{head}{part}.bias": (_HIDDEN,),
            }
        shapes[f"{head}intermediate.dense.weight"] = (_INNER, _HIDDEN)
        shapes[f"{head}intermediate.dense.bias"] = (_INNER,)
        shapes[f"{head}output.dense.weight"] = (_HIDDEN, _INNER)
        shapes[f"{head}output.dense.bias"] = (_HIDDEN,)
        norms += [f"{head}attention.output.LayerNorm", f"{head}output.LayerNorm"]
    for norm in norms:
        shapes |= {f"{norm}.weight": (_HIDDEN,), f"{norm}.bias": (_HIDDEN,)}
    return shapes


def _config(layers: int) -> dict[str, Any]:
    return {
        "model_type": "bert",
        "architectures": ["BertForSequenceClassification"],
        "hidden_act": "gelu",
        "hidden_size": _HIDDEN,
        "num_hidden_layers": layers,
        "num_attention_heads": 12,
        "intermediate_size": _INNER,
        "vocab_size": _VOCABULARY,
        "max_position_embeddings": _POSITIONS,
        "type_vocab_size": 2,
        "layer_norm_eps": 1e-12,
    }


def _write_tokenizer(folder: Path) -> None:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", *(f"w{n}" for n in range(10_000))]
    model = tokenizers.models.WordLevel({w: n for n, w in enumerate(words)}, unk_token="[UNK]")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rerank", description=__doc__)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "benchmarks" / "results" / "rerank.json"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
