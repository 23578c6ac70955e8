"""Makes an installed encoder out of original weights: convert, vocabulary, means, manifest."""

import hashlib
import json
import shutil
from pathlib import Path

import msgspec
import numpy as np

from loomem.errors import ModelError
from loomem.inference import means
from loomem.inference.catalogue import E5_PREFIXES, ENCODER, RERANKER, CatalogueEntry
from loomem.inference.convert import convert
from loomem.inference.cross_encoder import HEAD_FILE
from loomem.inference.e5_q4 import E5File
from loomem.inference.engine import Engine
from loomem.inference.fetch import Progress
from loomem.inference.manifest import Manifest, Prefixes, hash_file, record_files
from loomem.inference.safetensors_bert import (
    CONFIG_FILE,
    WEIGHTS_FILE,
    is_classifier,
    read_encoder,
    read_json,
)
from loomem.inference.tokenizer import FILE_NAME as TOKENIZER_FILE
from loomem.inference.unigram import write_unigram
from loomem.inference.weights import EncoderWeights, FloatArray

E5_FILE = "e5-small-q4.bin"
# Part of the identity: raised when the same files would give other vectors.
_PIPELINE = 1
_BATCH = 16


def current_recipe() -> str:
    """Name how this version makes vectors; a model installed by another recipe is made anew."""
    return _digest([_PIPELINE, means.sentences_digest(), means.SHARE])


def draft_manifest(entry: CatalogueEntry, raw: Path) -> Manifest:
    """Read how an encoder is meant to be used, from the catalogue or the files beside it.

    The digest covers originals and settings rather than results, so that the same model has the
    same identity on every kind of processor.
    """
    originals = _originals(entry.name, raw)
    prefixes = entry.prefixes if entry.dim else _stated_prefixes(entry.name, raw)
    pooling = _stated_pooling(raw)
    recipe = current_recipe()
    identity: list[object] = [recipe, prefixes.query, prefixes.passage, pooling, entry.max_tokens]
    identity += [hash_file(path) for path in originals]
    return Manifest(
        name=entry.name,
        kind=ENCODER,
        files={},
        source={},
        versions={},
        license=entry.license,
        digest=_digest(identity),
        recipe=recipe,
        max_tokens=entry.max_tokens,
        pooling=pooling,
        prefixes=prefixes,
        share=means.SHARE,
    )


def build_encoder(draft: Manifest, raw: Path, model: Path, progress: Progress) -> Manifest:
    """Write everything but the manifest into ``model``; return the manifest with its files."""
    progress("convert", 0, 1)
    weights = _write_vocabulary(raw, model)
    convert(weights, model)
    progress("convert", 1, 1)
    shape = weights.shape
    manifest = msgspec.structs.replace(
        draft, dim=shape.hidden, max_tokens=min(draft.max_tokens, shape.positions)
    )
    engine = Engine(model, manifest=manifest, threads=1)
    np.save(model / means.FILE_NAME, _make_means(engine, progress))
    return msgspec.structs.replace(manifest, files=record_files(model))


def is_reranker(raw: Path) -> bool:
    """Say whether original files are those of a model that judges pairs of texts."""
    config = raw / CONFIG_FILE
    return config.exists() and is_classifier(read_json(config))


def build_reranker(draft: Manifest, raw: Path, model: Path, progress: Progress) -> Manifest:
    """Write a cross-encoder with its head; raises ModelError where it has more than one output."""
    progress("convert", 0, 1)
    weights = _write_vocabulary(raw, model)
    if "head.w" not in weights.names or "pool.w" not in weights.names:
        raise ModelError(f"The source of {draft.name} has no head; it is no reranker.")
    head = weights.tensor("head.w")
    if head.shape != (1, weights.shape.hidden):
        raise ModelError(f"{draft.name} has {head.shape[0]} outputs; a reranker has one.")
    convert(weights, model)
    np.savez(model / HEAD_FILE, w=head, b=weights.tensor("head.b"))
    progress("convert", 1, 1)
    kind = read_json(raw / CONFIG_FILE).get("model_type")
    return msgspec.structs.replace(
        draft,
        kind=RERANKER,
        pair="bert" if kind == "bert" else "roberta",
        max_tokens=min(draft.max_tokens, weights.shape.positions),
        files=record_files(model),
    )


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _originals(name: str, raw: Path) -> list[Path]:
    if (raw / E5_FILE).exists():
        return [raw / E5_FILE]
    paths = [raw / WEIGHTS_FILE, raw / TOKENIZER_FILE]
    if not all(path.exists() for path in paths):
        raise ModelError(
            f"The source of {name} lacks {WEIGHTS_FILE} or {TOKENIZER_FILE}; "
            "this encoder is not supported."
        )
    return paths


def _write_vocabulary(raw: Path, model: Path) -> EncoderWeights:
    if not (raw / E5_FILE).exists():
        shutil.copyfile(raw / TOKENIZER_FILE, model / TOKENIZER_FILE)
        return read_encoder(raw)
    file = E5File(raw / E5_FILE)
    pieces = file.pieces
    special = {"bos": pieces.bos, "eos": pieces.eos, "pad": pieces.pad, "unk": pieces.unk}
    write_unigram(
        model,
        list(zip(pieces.pieces, pieces.scores, strict=True)),
        special=special,
        replacements=pieces.replacements,
    )
    return file.weights()


def _make_means(engine: Engine, progress: Progress) -> FloatArray:
    total = sum(
        len(side) for name in means.LANGUAGES for side in means.read_sentences(name).values()
    )
    done = 0

    def embed(sentences: list[str], role: means.Role) -> FloatArray:
        nonlocal done
        prefixes = engine.manifest.prefixes
        instruction = prefixes.query if role is means.Role.QUERY else prefixes.passage
        vectors = []
        for start in range(0, len(sentences), _BATCH):
            part = sentences[start : start + _BATCH]
            vectors.append(engine.embed([engine.maker.windows(s, instruction)[0] for s in part]))
            done += len(part)
            progress("means", done, total)
        return np.concatenate(vectors)

    return means.make_means(embed)


def _stated_prefixes(name: str, raw: Path) -> Prefixes:
    path = raw / "config_sentence_transformers.json"
    prompts = read_json(path).get("prompts") if path.exists() else None
    if isinstance(prompts, dict) and prompts.get("query"):
        passage = prompts.get("passage") or prompts.get("document") or ""
        return Prefixes(str(prompts["query"]), str(passage))
    return E5_PREFIXES if "e5" in name.lower() else Prefixes()


def _stated_pooling(raw: Path) -> str:
    path = raw / "1_Pooling" / "config.json"
    is_first = path.exists() and read_json(path).get("pooling_mode_cls_token") is True
    return "cls" if is_first else "mean"
