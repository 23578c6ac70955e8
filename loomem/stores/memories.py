"""The only way a memory is added, changed or erased: record, rows, vector and outbox in one job."""

import msgspec
import numpy as np

from loomem.model.chunk import Chunk, ChunkKind
from loomem.stores.chunks import ChunkStore
from loomem.stores.effects import Work, WriteTxn
from loomem.stores.embeddings import EmbeddingStore
from loomem.stores.graph import GraphWriter
from loomem.stores.intents import IntentStore
from loomem.text.entities.reader import EntityReader


class Memories:
    """Changes to memories inside a write job. Reading is done through the repositories."""

    def __init__(
        self,
        chunks: ChunkStore,
        embeddings: EmbeddingStore,
        intents: IntentStore,
        graph: GraphWriter,
        entities: EntityReader,
    ) -> None:
        self._chunks = chunks
        self._embeddings = embeddings
        self._intents = intents
        self._graph = graph
        self._entities = entities
        self.asks_model_for_entities = False
        """Whether what is new also goes to the queue of the language model."""

    def save(self, write: WriteTxn, chunk: Chunk, vector: np.ndarray | None = None) -> None:
        """Write a record. Without ``vector`` a new or changed text goes to the encoder's queue."""
        old = self._chunks.put(write.raw, chunk)
        if old is None or _shown(old) != _shown(chunk):
            write.effects.streams.add(chunk.stream)
        if old is None or _indexed(old) != _indexed(chunk):
            self._intents.add(write, Work.TEXT, chunk.stream, chunk.id)
        if not chunk.is_live:
            self._embeddings.remove(write, chunk.stream, chunk.id)
        elif vector is not None:
            self._embeddings.put(write, chunk.stream, chunk.id, vector)
        elif _needs_embedding(old, chunk):
            self._intents.add(write, Work.EMBED, chunk.stream, chunk.id)
        if chunk.kind != ChunkKind.SOURCE and _says_other(old, chunk):
            self._link(write, old, chunk)

    def _link(self, write: WriteTxn, old: Chunk | None, chunk: Chunk) -> None:
        """A source is left to its fragments, which say the same."""
        if old is not None:
            self._graph.unlink(write, old.stream, old.id)
        self._graph.link(write, chunk, self._entities.read(chunk.content))
        if self.asks_model_for_entities and chunk.is_live:
            self.request_entities(write, chunk)

    def request_entities(self, write: WriteTxn, chunk: Chunk) -> None:
        """Queue a memory for the language model that finds entities."""
        self._intents.add(write, Work.ENTITIES, chunk.stream, chunk.id)

    def erase(self, write: WriteTxn, chunk_id: str) -> Chunk | None:
        """Remove a record and everything derived from it; returns what was there."""
        old = self._chunks.remove(write.raw, chunk_id)
        if old is not None:
            write.effects.streams.add(old.stream)
            self._embeddings.remove(write, old.stream, chunk_id)
            self._graph.unlink(write, old.stream, chunk_id)
            self._intents.add(write, Work.TEXT, old.stream, chunk_id)
        return old

    def request_contexts(self, write: WriteTxn, fragment: Chunk) -> None:
        """Queue the vectors of what stands around a fragment; its neighbours must be stored."""
        self._intents.add(write, Work.CONTEXT, fragment.stream, fragment.id)

    def request_reading(self, write: WriteTxn, source: Chunk) -> None:
        """Queue a transcript for the cutting into fragments and the search for facts."""
        self._intents.add(write, Work.INGEST, source.stream, source.id)

    def request_embedding(self, write: WriteTxn, chunk: Chunk) -> None:
        """Queue a memory for the encoder."""
        self._intents.add(write, Work.EMBED, chunk.stream, chunk.id)

    def request_indexing(self, write: WriteTxn, chunk: Chunk) -> None:
        """Queue a memory for the text index."""
        self._intents.add(write, Work.TEXT, chunk.stream, chunk.id)


def _indexed(chunk: Chunk) -> tuple[object, ...]:
    return (
        chunk.content,
        chunk.is_live,
        chunk.level,
        chunk.timestamp,
        chunk.event_date,
        chunk.agent,
    )


def _shown(chunk: Chunk) -> Chunk:
    """A memory without what changes with each use and changes no answer."""
    return msgspec.structs.replace(chunk, access_count=0, last_implicit_boost=None)


def _says_other(old: Chunk | None, new: Chunk) -> bool:
    return old is None or old.content != new.content or old.stream != new.stream


def _needs_embedding(old: Chunk | None, new: Chunk) -> bool:
    return old is None or old.content != new.content or not old.is_live
