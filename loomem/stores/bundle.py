"""Opens and closes all stores together, in the only order that is safe."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import structlog

from loomem.errors import ModelError
from loomem.stores.effects import Effects, Work, WriteTxn
from loomem.stores.embeddings import REEMBEDDING, EmbeddingSpace
from loomem.stores.env import Env
from loomem.stores.folder import DataFolder
from loomem.stores.fulltext import TextIndex
from loomem.stores.generations import Generations
from loomem.stores.indexer import TextIndexer
from loomem.stores.meta import MetaStore, check_schema, current_schema
from loomem.stores.migrations import migrate
from loomem.stores.reconcile import TextReconciler
from loomem.stores.repositories import Repositories
from loomem.stores.vectors import VectorIndexes
from loomem.stores.writer import Writer
from loomem.text.analysis import Analyzer
from loomem.text.entities.reader import EntityReader

log = structlog.get_logger(__name__)


class StoreOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How to open the stores."""

    map_size_mb: int = 256
    text_heap_mb: int = 64
    exact_limit: int = 20_000
    what: str = "loomem"
    accept_other_space: bool = False
    entities: EntityReader | None = None


class Stores(Repositories):
    """Everything on disk, open. Close it once."""

    def __init__(
        self,
        folder: DataFolder,
        analyzer: Analyzer,
        space: EmbeddingSpace,
        options: StoreOptions,
        observe_commit: Callable[[int, float], None] = lambda _size, _seconds: None,
    ) -> None:
        self.folder = folder
        env = Env(folder.lmdb, map_size_mb=options.map_size_mb)
        meta = MetaStore(env)
        with env.read() as txn:
            written = meta.schema(txn)
        check_schema(written)
        self.space = claim_space(meta, env, space, accept_other=options.accept_other_space)
        super().__init__(env, meta, self.space.table, options.entities)
        self.generations = Generations()
        self._listeners: list[tuple[Work, Callable[[], None]]] = []
        self.writer = Writer(self.env, self._publish, observe_commit)
        if written is not None:
            migrate(self.env, self.writer, written.written)
        self._open_indexes(analyzer, options)
        self.writer.submit(self._record_identity).result()
        self._remove_leftovers()
        self._start_indexer()

    def _open_indexes(self, analyzer: Analyzer, options: StoreOptions) -> None:
        self.analyzer = analyzer
        self.text = TextIndex.open(self.folder.text, analyzer, options.text_heap_mb)
        self.vectors = VectorIndexes(
            self.folder.vectors,
            self.embeddings,
            dim=self.space.dim,
            digest=self.space.digest,
            exact_limit=options.exact_limit,
        )

    def _start_indexer(self) -> None:
        self.indexer = TextIndexer(
            self.env,
            self.chunks,
            self.graph_writer,
            self.intents,
            self.text,
            lambda: self.writer,
        )
        with self.env.read() as txn:
            leftover = self.intents.pending(txn, Work.TEXT)
        self.indexer.start(leftover)
        self.reconciler = TextReconciler(
            self, self.writer, self.text, self.indexer, self.analyzer.identity
        )
        self.reconciler.start_if_needed()

    def _record_identity(self, write: WriteTxn) -> None:
        self.meta.put(write.raw, "schema", current_schema())
        self.meta.put(write.raw, "embedding", self.space)

    def _remove_leftovers(self) -> None:
        """Finish what a process that died after a swap or a purge did not come to."""
        self.writer.submit(self._clear_idle_table).result()
        with self.env.read() as txn:
            streams = list(self.counters.streams(txn))
        self.vectors.retain(p for stream in streams for p in self.embeddings.partitions(stream))

    def _clear_idle_table(self, write: WriteTxn) -> None:
        if self.meta.get(write.raw, REEMBEDDING) is None:
            self.embeddings.clear(write.raw, self.space.other_table)

    def on_work(self, work: Work, listener: Callable[[], None]) -> None:
        """Call ``listener`` from the writer thread whenever work of a kind was committed."""
        self._listeners.append((work, listener))

    def _publish(self, effects: Effects) -> None:
        if effects.serving_table is not None:
            self.embeddings.serving = effects.serving_table
        for change in effects.vectors:
            if change.vector is None:
                self.vectors.remove(change.partition, [change.number])
            else:
                self.vectors.add(change.partition, [change.number], change.vector[None, :])
        for partition in effects.dropped_partitions:
            self.vectors.drop(partition)
        text = [intent for intent in effects.intents if intent.work is Work.TEXT]
        if text:
            self.indexer.notify(text)
        self.generations.raise_for(effects.streams)
        if effects.serving_table is not None or effects.dropped_partitions:
            self.generations.raise_all()
        kinds = {intent.work for intent in effects.intents}
        for work, listener in self._listeners:
            if work in kinds:
                listener()

    def close(self) -> None:
        """Flush the indexes, stop the threads, close the files, let others in."""
        self.reconciler.stop()
        self.indexer.close()
        self.writer.close()
        self.text.close()
        self.vectors.close()
        self.env.close()
        self.folder.release()


def claim_space(
    meta: MetaStore, env: Env, wanted: EmbeddingSpace, *, accept_other: bool = False
) -> EmbeddingSpace:
    """Return the recorded space when it fits the encoder; refuse to mix vectors of two models.

    ``accept_other`` is for the re-embedding itself, which writes beside what is recorded.
    """
    with env.read() as txn:
        recorded = meta.get(txn, "embedding")
    if recorded is None:
        return wanted
    found = msgspec.convert(recorded, EmbeddingSpace)
    if accept_other or found.same_vectors(wanted):
        return found
    raise ModelError(
        f"The vectors in this data folder were made by {found.model} ({found.dim} dimensions, "
        f"{found.digest[:8]}), the configured encoder is {wanted.model} ({wanted.dim}, "
        f"{wanted.digest[:8]}). Stop the server and run `loomem reembed`, or configure the former again."
    )


def open_stores(
    data_dir: Path,
    analyzer: Analyzer,
    space: EmbeddingSpace,
    options: StoreOptions,
    observe_commit: Callable[[int, float], None] = lambda _size, _seconds: None,
) -> Stores:
    """Open a data folder; raises StoreLockedError, ModelError, SchemaTooNewError, StoreError."""
    folder = DataFolder(data_dir, what=options.what)
    try:
        return Stores(folder, analyzer, space, options, observe_commit)
    except BaseException:
        folder.release()
        raise
