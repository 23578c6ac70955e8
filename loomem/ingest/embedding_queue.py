"""Works off the encoder's part of the outbox in the background; nothing queued is ever dropped."""

import asyncio
from itertools import islice
from typing import NamedTuple

import numpy as np
import structlog

from loomem.clock import Clock
from loomem.errors import LoomemError, StoreError, UnavailableError
from loomem.inference.encoder import Encoder
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.contexts import contexts_of
from loomem.stores.effects import Intent, Work, WriteTxn
from loomem.stores.embeddings import NEAR, OWN, WIDE
from loomem.stores.env import Transaction
from loomem.stores.postponed import Postponed

log = structlog.get_logger(__name__)

_LOOK_AHEAD = 2_000
_FIRST_RETRY_SECONDS = 2.0
_LAST_RETRY_SECONDS = 300.0


class _Piece(NamedTuple):
    """A text to embed, and which view of which memory it is."""

    chunk: Chunk
    view: str
    text: str


class EmbeddingQueue:
    """One consumer. ``linger_s`` lets a batch fill up where each call costs money or time."""

    def __init__(
        self,
        stores: Stores,
        encoder: Encoder,
        clock: Clock,
        *,
        batch: int = 32,
        linger_s: float = 0.0,
    ) -> None:
        self._stores = stores
        self._encoder = encoder
        self._batch = batch
        self._linger_s = linger_s
        self._wake = asyncio.Event()
        self._postponed = Postponed(
            clock, first_s=_FIRST_RETRY_SECONDS, last_s=_LAST_RETRY_SECONDS
        )
        self.pending = 0
        self.contexts_pending = 0

    async def run(self) -> None:
        """Embed queued memories until cancelled."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            loop.call_soon_threadsafe(self._wake.set)

        self._stores.on_work(Work.EMBED, wake)
        self._stores.on_work(Work.CONTEXT, wake)
        while True:
            self._wake.clear()
            intents = await asyncio.to_thread(self._due)
            if not intents:
                await self._postponed.sleep(self._wake)
                continue
            if len(intents) < self._batch and self._linger_s:
                await asyncio.sleep(self._linger_s)
                intents = await asyncio.to_thread(self._due)
            await self._embed(intents)

    def _due(self) -> list[Intent]:
        """Memories come before contexts: they are looked for by their own text first."""
        with self._stores.env.read() as txn:
            own = self._stores.intents.pending(txn, Work.EMBED, _LOOK_AHEAD)
            around = self._stores.intents.pending(txn, Work.CONTEXT, _LOOK_AHEAD)
        self.pending = len(own)
        self.contexts_pending = len(around)
        return list(islice(self._postponed.due((*own, *around)), self._batch))

    async def _embed(self, intents: list[Intent]) -> None:
        pieces = await asyncio.to_thread(self._pieces, intents)
        try:
            vectors = await self._encode([piece.text for piece in pieces])
            await self._store(intents, pieces, vectors)
        except StoreError:
            self._postponed.postpone(intents)
        except LoomemError as error:
            await self._embed_one_by_one(intents, error)

    async def _encode(self, texts: list[str]) -> np.ndarray:
        if not texts:
            return np.empty((0, self._encoder.identity.dim), dtype=np.float32)
        vectors: np.ndarray = await self._encoder.embed_passages(texts)
        return vectors

    async def _embed_one_by_one(self, intents: list[Intent], error: LoomemError) -> None:
        """One bad text must not hold the others back; an encoder that is down stops at once."""
        if len(intents) > 1 and not isinstance(error, UnavailableError):
            for intent in intents:
                await self._embed([intent])
            return
        log.warning("embedding.postponed", error=error.code, memories=len(intents))
        self._postponed.postpone(intents)

    def _pieces(self, intents: list[Intent]) -> list[_Piece]:
        with self._stores.env.read() as txn:
            return [
                piece
                for intent in intents
                if (chunk := self._stores.chunks.get(txn, intent.chunk_id)) is not None
                for piece in self._pieces_of(txn, intent, chunk)
            ]

    def _pieces_of(self, txn: Transaction, intent: Intent, chunk: Chunk) -> list[_Piece]:
        if not chunk.is_live:
            return []
        if intent.work is Work.EMBED:
            return [_Piece(chunk, OWN, chunk.content)]
        near, wide = contexts_of(txn, self._stores.chunks, chunk)
        return [_Piece(chunk, NEAR, near), _Piece(chunk, WIDE, wide)]

    async def _store(
        self, intents: list[Intent], pieces: list[_Piece], vectors: np.ndarray
    ) -> None:
        stores = self._stores

        def job(write: WriteTxn) -> None:
            for piece, vector in zip(pieces, vectors, strict=True):
                chunk = stores.chunks.get(write.raw, piece.chunk.id)
                if chunk is None or not chunk.is_live or chunk.content != piece.chunk.content:
                    continue
                stores.embeddings.put(write, chunk.stream, chunk.id, vector, view=piece.view)
            stores.intents.remove(write.raw, (intent.seq for intent in intents))

        await stores.writer.write(job)
        self._postponed.forget(intents)
