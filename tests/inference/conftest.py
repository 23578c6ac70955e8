"""Small random models in the real file formats, so that nothing here needs the network."""

import json
import math
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

HIDDEN, LAYERS, HEADS, INNER, POSITIONS = 64, 2, 4, 128, 48
LETTERS = "abcdefghijklmnopqrstuvwxyząćęłńóśźż的我你是在有.,?!"
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁the", "ing", "▁a", *LETTERS]


def quantise(values: np.ndarray) -> bytes:
    blocks = values.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1, keepdims=True) / 7).astype("<f2")
    steps = np.clip(np.rint(blocks / np.maximum(scales.astype(np.float32), 1e-9)) + 8, 0, 15)
    steps = steps.astype(np.uint8)
    packed = steps[:, :16] | steps[:, 16:] << 4
    return np.concatenate([scales.view(np.uint8), packed], axis=1).tobytes()


def random_tensors(vocabulary: int, seed: int = 1) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    sizes = {
        "emb.word": (vocabulary, HIDDEN),
        "emb.pos": (POSITIONS, HIDDEN),
        "emb.type": (2, HIDDEN),
    }
    for i in range(LAYERS):
        sizes |= {f"l{i}.{part}.w": (HIDDEN, HIDDEN) for part in ("q", "k", "v", "ao")}
        sizes |= {f"l{i}.fi.w": (INNER, HIDDEN), f"l{i}.fo.w": (HIDDEN, INNER)}
        sizes |= {f"l{i}.{part}.b": (HIDDEN,) for part in ("q", "k", "v", "ao", "fo")}
        sizes |= {f"l{i}.fi.b": (INNER,)}
    tensors = {name: rng.normal(0, 0.15, size).astype("<f4") for name, size in sizes.items()}
    norms = ["emb.ln", *(f"l{i}.{part}" for i in range(LAYERS) for part in ("aln", "oln"))]
    for name in norms:
        tensors[name + ".w"] = rng.normal(1, 0.1, HIDDEN).astype("<f4")
        tensors[name + ".b"] = rng.normal(0, 0.1, HIDDEN).astype("<f4")
    return tensors


def _vocabulary_part() -> bytes:
    encoded = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    scores = -np.arange(len(PIECES)).astype("<f4") / 4
    # The normalisation map: a tab becomes a space, ﬁ becomes f and i.
    table = struct.pack("<IBI", ord("\t"), 1, 32) + struct.pack("<IBII", ord("ﬁ"), 2, 102, 105)
    return (
        struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, int(offsets[-1]))
        + offsets.tobytes()
        + scores.tobytes()
        + b"".join(encoded)
        + struct.pack("<iI", 2, len(table))
        + table
    )


def write_e5(path: Path, tensors: dict[str, np.ndarray]) -> None:
    head = b"E5S1" + struct.pack(
        "<I7ifi", 1, HIDDEN, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32
    )
    head += _vocabulary_part()
    blobs = {
        name: (1, quantise(values)) if values.ndim == 2 else (0, values.tobytes())
        for name, values in tensors.items()
    }
    size = 4 + sum(2 + len(name) + 21 for name in blobs)
    at = len(head) + size
    directory = struct.pack("<i", len(blobs))
    for name, (kind, blob) in blobs.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, tensors[name].size, at, len(blob))
        at += len(blob)
    path.write_bytes(head + directory + b"".join(blob for _, blob in blobs.values()))


def write_safetensors(path: Path, tensors: dict[str, np.ndarray], kind: str = "F32") -> None:
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    blobs, at = [], 0
    for name, values in tensors.items():
        blob = _as_bytes(values, kind)
        offsets = [at, at + len(blob)]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": offsets}
        blobs.append(blob)
        at += len(blob)
    raw = json.dumps(header).encode()
    path.write_bytes(len(raw).to_bytes(8, "little") + raw + b"".join(blobs))


def _as_bytes(values: np.ndarray, kind: str) -> bytes:
    if kind == "BF16":
        return (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return values.astype({"F32": "<f4", "F16": "<f2"}[kind]).tobytes()


def reference(
    tensor: Callable[[str], np.ndarray],
    tokens: list[int],
    *,
    layers: int = LAYERS,
    types: list[int] | None = None,
) -> np.ndarray:
    """Compute the last hidden state of one input the plain way, float64."""

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ tensor(name + ".w").T.astype(np.float64) + tensor(name + ".b")

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt(centred.var(-1, keepdims=True) + 1e-12)
        return scaled * tensor(name + ".w") + tensor(name + ".b")

    def heads(x: np.ndarray) -> np.ndarray:
        return x.reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)

    gelu = np.vectorize(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2))))
    kinds = tensor("emb.type")[types or [0] * len(tokens)]
    x = tensor("emb.word")[tokens] + tensor("emb.pos")[: len(tokens)] + kinds
    x = norm(x.astype(np.float64), "emb.ln")
    for i in range(layers):
        q, k, v = (heads(linear(x, f"l{i}.{part}")) for part in "qkv")
        weights = np.exp(q @ k.transpose(0, 2, 1) / math.sqrt(HIDDEN // HEADS))
        weights /= weights.sum(-1, keepdims=True)
        mixed = (weights @ v).transpose(1, 0, 2).reshape(len(tokens), HIDDEN)
        x = norm(x + linear(mixed, f"l{i}.ao"), f"l{i}.aln")
        x = norm(x + linear(gelu(linear(x, f"l{i}.fi")), f"l{i}.fo"), f"l{i}.oln")
    return x


@pytest.fixture(scope="session")
def tiny_e5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A weights file of the default model's format, with two small random layers."""
    path = tmp_path_factory.mktemp("e5") / "tiny-q4.bin"
    write_e5(path, random_tensors(len(PIECES)))
    return path


_HUB = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
}
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


def hub_name(name: str) -> str:
    if name in _HUB:
        return _HUB[name]
    kind = {"w": "weight", "b": "bias"}[name[-1]]
    if name.startswith("emb.ln"):
        return f"embeddings.LayerNorm.{kind}"
    layer, part, _ = name.split(".")
    return f"encoder.layer.{layer[1:]}.{_PARTS[part]}.{kind}"


HUB_CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": HIDDEN,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "intermediate_size": INNER,
    "vocab_size": 60,
    "max_position_embeddings": POSITIONS,
    "type_vocab_size": 2,
    "layer_norm_eps": 1e-12,
}


def write_hub_folder(folder: Path, *, kind: str = "F32", prefix: str = "") -> None:
    """Write a random BERT as a hub would hold it."""
    import tokenizers

    folder.mkdir(parents=True, exist_ok=True)
    tensors = {prefix + hub_name(n): v for n, v in random_tensors(60).items()}
    write_safetensors(folder / "model.safetensors", tensors, kind)
    (folder / "config.json").write_text(json.dumps(HUB_CONFIG))
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *"abcdefghijklmnopqrstuvwxyz"]
    words += ["##" + letter for letter in "abcdefghijklmnopqrstuvwxyz"]
    vocabulary = {word: number for number, word in enumerate(words)}
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)
    )
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def write_reranker(folder: Path, *, kind: str = "bert", outputs: int = 1) -> None:
    """Write a random cross-encoder as a hub would hold it: of BERT, or of RoBERTa's family."""
    prefix = "bert." if kind == "bert" else "roberta."
    write_hub_folder(folder, prefix=prefix)
    rng = np.random.default_rng(5)
    pool, head = ("bert.pooler.dense", "classifier")
    if kind != "bert":
        pool, head = ("classifier.dense", "classifier.out_proj")
    tensors = {prefix + hub_name(n): v for n, v in random_tensors(60).items()}
    tensors[pool + ".weight"] = rng.normal(0, 0.2, (HIDDEN, HIDDEN)).astype("<f4")
    tensors[pool + ".bias"] = rng.normal(0, 0.2, HIDDEN).astype("<f4")
    tensors[head + ".weight"] = rng.normal(0, 0.5, (outputs, HIDDEN)).astype("<f4")
    tensors[head + ".bias"] = rng.normal(0, 0.5, outputs).astype("<f4")
    write_safetensors(folder / "model.safetensors", tensors)
    config = {**HUB_CONFIG, "model_type": kind, "architectures": ["XForSequenceClassification"]}
    (folder / "config.json").write_text(json.dumps(config))


@pytest.fixture
def hub_folder(tmp_path: Path) -> Path:
    """A random BERT as a hub would hold it."""
    write_hub_folder(tmp_path / "hub")
    return tmp_path / "hub"


class Formats:
    """The writers and the reference, for tests that vary them."""

    pieces = PIECES
    hub_config = HUB_CONFIG
    hub_name = staticmethod(hub_name)
    random_tensors = staticmethod(random_tensors)
    reference = staticmethod(reference)
    write_e5 = staticmethod(write_e5)
    write_hub_folder = staticmethod(write_hub_folder)
    write_reranker = staticmethod(write_reranker)
    write_safetensors = staticmethod(write_safetensors)


@pytest.fixture(scope="session")
def formats() -> type[Formats]:
    return Formats
