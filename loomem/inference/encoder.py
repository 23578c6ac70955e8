"""The encoder as the rest of the program sees it, and the local one on CTranslate2."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from loomem.inference.batcher import Batcher
from loomem.inference.engine import Engine
from loomem.inference.late import TokenVectors
from loomem.inference.means import Centre, Role
from loomem.inference.weights import FloatArray

_CACHED_QUERIES = 2_000
# A long list goes in parts, so that one caller cannot fill the queue.
_PASSAGES_AT_ONCE = 512


class EmbeddingIdentity(msgspec.Struct, frozen=True):
    """What vectors depend on. Vectors of different identities must not be compared.

    ``digest`` covers weights, vocabulary, the sentences behind the means, prefixes and share.
    """

    model: str
    dim: int
    digest: str


class Encoder(Protocol):
    """Text in, unit vectors out."""

    identity: EmbeddingIdentity

    def known_query(self, text: str) -> FloatArray | None:
        """Return the vector of a question that was asked lately, None where it must be made."""
        ...

    async def embed_query(self, text: str) -> FloatArray:
        """Return the vector of a question, float32 [dim]."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> FloatArray:
        """Return the vectors of stored texts, float32 [n, dim]."""
        ...

    def count_windows(self, text: str) -> int:
        """Estimate cheaply, on the high side, how many encoder windows a text takes."""
        ...

    def count_tokens(self, text: str) -> int:
        """Count tokens; for very long texts an extrapolation."""
        ...

    async def close(self) -> None:
        """Finish what is being computed, refuse the rest."""
        ...


class QueryCache:
    """The vectors of the last questions, by their exact text."""

    def __init__(self, size: int = _CACHED_QUERIES) -> None:
        self._size = size
        self._vectors: OrderedDict[str, FloatArray] = OrderedDict()

    def get(self, text: str) -> FloatArray | None:
        """Return the vector of a text and mark it as used."""
        vector = self._vectors.get(text)
        if vector is not None:
            self._vectors.move_to_end(text)
        return vector

    def put(self, text: str, vector: FloatArray) -> None:
        """Keep a vector; the one unused for longest goes."""
        vector.flags.writeable = False
        self._vectors[text] = vector
        if len(self._vectors) > self._size:
            self._vectors.popitem(last=False)


class LocalEncoder:
    """An installed model, run on this machine. Belongs to the event loop that loaded it."""

    def __init__(self, engine: Engine, centre: Centre, workers: int) -> None:
        manifest = engine.manifest
        self.identity = EmbeddingIdentity(manifest.name, manifest.dim, manifest.digest)
        self._prefixes = manifest.prefixes
        self._maker = engine.maker
        self._centre = centre
        self._batcher = Batcher(engine.maker.windows, engine.embed, workers=workers)
        self._queries = QueryCache()
        self._engine = engine
        self._workers = workers

    @classmethod
    async def load(cls, directory: Path, threads: int | None = None) -> "LocalEncoder":
        """Load an installed model; ``threads`` defaults to the cores of this machine.

        Raises ModelError when the model is missing or damaged.
        """
        workers = threads or os.cpu_count() or 1
        engine, centre = await asyncio.to_thread(_open, directory, workers)
        return cls(engine, centre, workers)

    @property
    def waiting(self) -> int:
        """How many texts are queued or being encoded."""
        return self._batcher.waiting

    def known_query(self, text: str) -> FloatArray | None:
        """Return the vector of a question that was asked lately."""
        return self._queries.get(text)

    async def embed_query(self, text: str) -> FloatArray:
        """Return the vector of a question, float32 [dim], unit length, read-only."""
        known = self._queries.get(text)
        if known is not None:
            return known
        (reply,) = self._batcher.submit([text], self._prefixes.query, urgent=True)
        vector = self._centre.apply(await reply, text, Role.QUERY)
        self._queries.put(text, vector)
        return vector

    async def embed_passages(self, texts: Sequence[str]) -> FloatArray:
        """Return the vectors of stored texts, float32 [n, dim], unit length.

        An empty text has a vector too. Raises UnavailableError when the queue is full.
        """
        vectors = np.empty((len(texts), self.identity.dim), np.float32)
        for start in range(0, len(texts), _PASSAGES_AT_ONCE):
            part = texts[start : start + _PASSAGES_AT_ONCE]
            replies = self._batcher.submit(part, self._prefixes.passage, urgent=False)
            plain = await asyncio.gather(*replies)
            for row, (text, vector) in enumerate(zip(part, plain, strict=True), start):
                vectors[row] = self._centre.apply(vector, text, Role.PASSAGE)
        return vectors

    def token_vectors(self) -> TokenVectors:
        """Return what compares texts token by token with this model; close it when done."""
        return TokenVectors(self._engine, self._workers)

    def count_windows(self, text: str) -> int:
        """Estimate from the characters alone how many windows a text takes, 1 to 64."""
        return self._maker.count_windows(text)

    def count_tokens(self, text: str) -> int:
        """Count tokens; over 60,000 characters the count is extrapolated."""
        return self._maker.count_tokens(text)

    async def close(self) -> None:
        """Finish the batches being computed, refuse the rest, stop the threads."""
        await self._batcher.close()


def _open(directory: Path, workers: int) -> tuple[Engine, Centre]:
    # One more than the workers: questions have a thread of their own.
    engine = Engine.open(directory, workers + 1)
    manifest = engine.manifest
    centre = Centre.open(directory, dim=manifest.dim, share=manifest.share)
    engine.embed(engine.maker.windows("warm up", manifest.prefixes.query))
    return engine, centre
