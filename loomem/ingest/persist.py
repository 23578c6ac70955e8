"""The path every new memory takes: vector, record, outbox and remembered answer in one commit."""

import asyncio

import msgspec
import numpy as np
import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError
from loomem.inference.encoder import Encoder
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

log = structlog.get_logger(__name__)

_MAX_INLINE_WINDOWS = 4
_MAX_INLINE_SECONDS = 2.0


class Attempt(msgspec.Struct, frozen=True):
    """A request that may be repeated: its key, its digest, and what it is answered with (JSON)."""

    key: str
    request_hash: str
    answer: bytes


class Persister:
    """Saves memories. With a local encoder a short text is embedded first, so that it is
    findable by meaning as soon as it is acknowledged; anything else goes to the encoder's queue.
    """

    def __init__(
        self, stores: Stores, encoder: Encoder, clock: Clock, *, embeds_inline: bool
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._clock = clock
        self._embeds_inline = embeds_inline

    async def earlier_answer(self, key: str, request_hash: str) -> bytes | None:
        """Return what an earlier attempt was answered with; ConflictError for another request."""
        with self._stores.env.read() as txn:
            return self._stores.idempotency.find(txn, key, request_hash, self._clock.now())

    async def save(self, chunk: Chunk, attempt: Attempt | None = None) -> bytes | None:
        """Store a memory durably. Returns an earlier attempt's answer where there is one, and
        stores nothing then.
        """
        vector = await self.embed(chunk.content)

        def job(write: WriteTxn) -> bytes | None:
            earlier = self._recall(write, attempt)
            if earlier is None:
                self._stores.memories.save(write, chunk, vector)
            return earlier

        return await self._stores.writer.write(job)

    def _recall(self, write: WriteTxn, attempt: Attempt | None) -> bytes | None:
        if attempt is None:
            return None
        now = self._clock.now()
        answers = self._stores.idempotency
        earlier = answers.find(write.raw, attempt.key, attempt.request_hash, now)
        if earlier is None:
            answers.remember(write.raw, attempt.key, attempt.request_hash, attempt.answer, now)
        return earlier

    def known_vector(self, chunk_id: str) -> np.ndarray | None:
        """Return the stored vector of a memory, for a new version with the same text."""
        with self._stores.env.read() as txn:
            return self._stores.embeddings.get(txn, chunk_id)

    async def embed(self, text: str) -> np.ndarray | None:
        """Return the vector of a text that is quick to embed, None where the queue must do it."""
        if not self._embeds_inline or self._encoder.count_windows(text) > _MAX_INLINE_WINDOWS:
            return None
        try:
            async with asyncio.timeout(_MAX_INLINE_SECONDS):
                vectors: np.ndarray = await self._encoder.embed_passages([text])
        except (LoomemError, TimeoutError) as error:
            log.warning("ingest.embedding_queued", reason=type(error).__name__)
            return None
        row: np.ndarray = vectors[0]
        return row
