"""Fakes at the engine edge: an encoder whose vectors say which words a text has."""

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.errors import LoomemError
from loomem.inference.encoder import EmbeddingIdentity
from loomem.lifecycle.reembedding import space_of
from loomem.operations.context import Caller, Context, Services
from loomem.runtime.composition import build_services
from loomem.stores.bundle import StoreOptions, Stores, open_stores
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import EmptyLexicon

DIM = 64
NOW = 1_700_000_000


class WordEncoder:
    """Texts that share words have near vectors. ``failure`` makes it raise, ``gate`` makes it wait."""

    def __init__(self, model: str = "words", dim: int = DIM) -> None:
        self.identity = EmbeddingIdentity(model=model, dim=dim, digest=f"digest-of-{model}-{dim}")
        self.failure: LoomemError | None = None
        self.gate: asyncio.Event | None = None
        self.batches: list[list[str]] = []

    def vector(self, text: str) -> np.ndarray:
        vector = np.full(self.identity.dim, 1e-3, dtype=np.float32)
        for word in text.casefold().split():
            digest = hashlib.blake2b(word.strip(".,?!").encode(), digest_size=8).digest()
            seed = int.from_bytes(digest, "little")
            vector += (
                np.random.default_rng(seed).standard_normal(self.identity.dim).astype(np.float32)
            )
        return vector / np.linalg.norm(vector)

    def known_query(self, text: str) -> np.ndarray | None:
        return None

    async def embed_query(self, text: str) -> np.ndarray:
        return (await self.embed_passages([text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        self.batches.append(list(texts))
        if self.gate is not None:
            await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        return np.stack([self.vector(text) for text in texts])

    def count_windows(self, text: str) -> int:
        return 1 + len(text) // 2_000

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def close(self) -> None:
        return None


def open_test_stores(
    directory: Path, encoder: WordEncoder | None = None, **options: object
) -> Stores:
    """Open real stores over a folder, with the analyser that needs no installed lexicon."""
    space = space_of(encoder or WordEncoder())
    chosen = StoreOptions(map_size_mb=64, text_heap_mb=15, **options)  # type: ignore[arg-type]
    return open_stores(directory, Analyzer(EmptyLexicon()), space, chosen)


def make_services(stores: Stores, encoder: WordEncoder, clock: FixedClock) -> Services:
    """Wire all services over test stores."""
    return build_services(Settings(), clock, stores, encoder)


def make_context(
    services: Services, caller: Caller | None = None, key: str | None = None
) -> Context:
    """Return the context of one call by the owner, or by ``caller``."""
    return Context(
        caller=caller or Caller(name="owner", is_admin=True),
        services=services,
        request_id="r1",
        idempotency_key=key,
    )
