"""Data folders with many memories, written through the real stores without the embedding time.

The first texts get real vectors. Each later text, different from all others, gets the vector of
one of them turned by a random angle; records, rows and text index are real in every case. Folders
are kept under .cache/ by what they depend on.
"""

import asyncio
import hashlib
import shutil
from pathlib import Path

import msgspec
import numpy as np

from benchmarks import texts
from benchmarks.machine import describe_versions
from loomem.config.settings import Settings
from loomem.inference.encoder import Encoder, LocalEncoder
from loomem.knowledge.graph import GraphBuilder
from loomem.model.chunk import Chunk, Source
from loomem.model.ids import DEFAULT_STREAM, new_chunk_id
from loomem.runtime.composition import open_configured_stores
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.stores.fulltext.document import SCHEMA_VERSION as TEXT_VERSION
from loomem.stores.schema import SCHEMA_VERSION as LMDB_VERSION
from loomem.stores.vectors.generations import FORMAT as GRAPH_VERSION
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon

_FIRST_INSTANT = 1_700_000_000
_SECONDS_BETWEEN = 600
_HALF_A_YEAR = 182 * 24 * 3600
_PER_COMMIT = 500
_TURN_COSINE = 0.85
_VERSIONS = (3, LMDB_VERSION, TEXT_VERSION, GRAPH_VERSION)  # the first is that of this file


class FillPlan(msgspec.Struct, frozen=True):
    """How many memories, and how many of them with vectors of their own."""

    size: int
    embedded: int
    models_dir: Path
    cache: Path


def settings_for(data_dir: Path, models_dir: Path) -> Settings:
    """Return the settings a server with defaults would run with on these folders."""
    return Settings.model_validate(
        {"storage": {"data_dir": data_dir}, "models": {"dir": models_dir}}
    )


def copy_of_filled(plan: FillPlan, target: Path) -> Path:
    """Return a fresh copy of a filled folder, which is made first where it is missing."""
    source = asyncio.run(_filled(plan))
    shutil.copytree(source, target)
    return target


async def _filled(plan: FillPlan) -> Path:
    encoder = await LocalEncoder.load(plan.models_dir / Settings().llm.embedding_model)
    try:
        folder = plan.cache / f"filled-{plan.size}-{_folder_key(plan, encoder)}"
        if not folder.is_dir():
            vectors = await _vectors(plan, encoder)
            unfinished = folder.with_name(folder.name + ".part")
            shutil.rmtree(unfinished, ignore_errors=True)
            await asyncio.to_thread(_fill, plan, encoder, vectors, unfinished)
            unfinished.rename(folder)
        return folder
    finally:
        await encoder.close()


def _folder_key(plan: FillPlan, encoder: Encoder) -> str:
    lexicon = load_lexicon(plan.models_dir / "polish-lemmas" / "lexicon.marisa")
    analysis = Analyzer(lexicon).identity
    return _key(plan.embedded, encoder.identity, analysis, *_VERSIONS, describe_versions())


def _key(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode() + _source_of_texts()).hexdigest()[:12]


def _source_of_texts() -> bytes:
    module = Path(texts.__file__)
    return module.read_bytes() + module.with_name("words.toml").read_bytes()


async def _vectors(plan: FillPlan, encoder: Encoder) -> np.ndarray:
    count = min(plan.embedded, plan.size)
    path = plan.cache / f"vectors-{count}-{_key(encoder.identity)}.npy"
    if not path.is_file():
        print(f"embedding {count} texts …", flush=True)
        plan.cache.mkdir(parents=True, exist_ok=True)
        np.save(path, await encoder.embed_passages(texts.memories(0, count)))
    own: np.ndarray = np.load(path)
    return _with_turned(own, plan.size)


def _with_turned(own: np.ndarray, size: int) -> np.ndarray:
    rng = np.random.default_rng(7)
    base = own[np.arange(len(own), size) % len(own)]
    noise = rng.standard_normal(base.shape).astype(np.float32)
    noise -= (noise * base).sum(axis=1, keepdims=True) * base
    noise /= np.linalg.norm(noise, axis=1, keepdims=True)
    turned = _TURN_COSINE * base + np.sqrt(1 - _TURN_COSINE**2) * noise
    return np.concatenate((own, turned.astype(np.float32)))


def _fill(plan: FillPlan, encoder: Encoder, vectors: np.ndarray, folder: Path) -> None:
    print(f"filling {plan.size} memories …", flush=True)
    stores = open_configured_stores(settings_for(folder, plan.models_dir), encoder)
    try:
        for first in range(0, plan.size, _PER_COMMIT):
            chunks = [_chunk(n) for n in range(first, min(first + _PER_COMMIT, plan.size))]
            _save(stores, chunks, vectors[first : first + len(chunks)])
        asyncio.run(GraphBuilder(stores).rebuild())  # otherwise the server does, while measured
        stores.indexer.flush(timeout_s=600)
        stores.vectors.size(stores.embeddings.partition(DEFAULT_STREAM))
        stores.vectors.wait_for_builds()
    finally:
        stores.close()


def bury(data_dir: Path, models_dir: Path, contents: list[str]) -> None:
    """Store texts in a filled folder that are half a year older than everything in it."""
    asyncio.run(_bury(data_dir, models_dir, contents))


async def _bury(data_dir: Path, models_dir: Path, contents: list[str]) -> None:
    encoder = await LocalEncoder.load(models_dir / Settings().llm.embedding_model)
    try:
        vectors = await encoder.embed_passages(contents)
        await asyncio.to_thread(_save_older, data_dir, models_dir, encoder, contents, vectors)
    finally:
        await encoder.close()


def _save_older(
    data_dir: Path, models_dir: Path, encoder: Encoder, contents: list[str], vectors: np.ndarray
) -> None:
    stores = open_configured_stores(settings_for(data_dir, models_dir), encoder)
    try:
        instant = _FIRST_INSTANT - _HALF_A_YEAR
        _save(stores, [_made(content, instant) for content in contents], vectors)
        stores.indexer.flush(timeout_s=600)
    finally:
        stores.close()


def _chunk(number: int) -> Chunk:
    return _made(texts.memory(number), _FIRST_INSTANT + number * _SECONDS_BETWEEN)


def _made(content: str, instant: int) -> Chunk:
    return Chunk(
        id=new_chunk_id(instant),
        content=content,
        timestamp=instant,
        valid_from=instant,
        source=Source(agent="api"),
    )


def _save(stores: Stores, chunks: list[Chunk], vectors: np.ndarray) -> None:
    def job(write: WriteTxn) -> None:
        for chunk, vector in zip(chunks, vectors, strict=True):
            stores.memories.save(write, chunk, vector)

    stores.writer.submit(job).result()
