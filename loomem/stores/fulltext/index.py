"""One full-text index over all streams, derived from LMDB and safe to delete.

Changes become visible and durable together, with ``commit``. Until then they are remembered, so
that a commit that failed for want of space can be tried again with nothing lost.
"""

import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog
import tantivy

from loomem.errors import StoreError, StoreFullError, StoreLockedError
from loomem.model.filters import Filter
from loomem.stores.fulltext.conditions import Required, build_query, stream_query
from loomem.stores.fulltext.document import (
    SCHEMA_VERSION,
    TERM_FIELDS,
    TextDocument,
    build_schema,
    engine_document,
    is_storable,
    register_tokenizer,
)
from loomem.stores.fulltext.faults import engine_errors
from loomem.stores.fulltext.integrity import (
    Identity,
    find_fault,
    record_identity,
    refuse_if_locked,
)
from loomem.text.analysis import Analyzer

log = structlog.get_logger(__name__)

_EVERYTHING: Final = Filter()
_MIN_HEAP_MB: Final = 15  # the engine accepts no less


class TextIndex:
    """BM25 over terms. All methods may be called from any thread; searches run side by side."""

    def __init__(
        self, directory: Path, analyzer: Analyzer, heap_mb: int, index: tantivy.Index
    ) -> None:
        self.needs_rebuild = False
        """Whether the folder was missing, damaged or of another identity, and started empty."""
        self._directory = directory
        self._analyzer = analyzer
        self._heap_bytes = max(heap_mb, _MIN_HEAP_MB) * 1_000_000
        self._schema = build_schema()
        self._index = index
        self._writer: tantivy.IndexWriter | None = None
        self._pending: dict[str, tantivy.Document | None] = {}
        self._dropped_streams: dict[str, None] = {}
        self._pending_streams: dict[str, str] = {}
        self._is_closed = False
        self._lock = threading.RLock()
        with self._lock:
            self._writer = self._new_writer()

    @classmethod
    def open(cls, directory: Path, analyzer: Analyzer, heap_mb: int = 64) -> "TextIndex":
        """Open the index in a folder; where it cannot be used, start empty with ``needs_rebuild``.

        Raises StoreLockedError, StoreFullError, and StoreError where the folder cannot be written.
        """
        identity = Identity(SCHEMA_VERSION, analyzer.identity)
        with engine_errors("opening"):
            refuse_if_locked(directory)
        fault = find_fault(directory, identity)
        if fault is None:
            try:
                return cls(directory, analyzer, heap_mb, _open_engine(directory))
            except (StoreFullError, StoreLockedError):
                raise
            except StoreError:
                fault = "damaged"
        fresh = cls(directory, analyzer, heap_mb, _create_engine(directory, identity))
        fresh.needs_rebuild = True
        log.warning("text_index.started_empty", reason=fault)
        return fresh

    @property
    def is_dirty(self) -> bool:
        """Whether there are changes that a search does not see yet."""
        return bool(self._pending or self._dropped_streams)

    def apply(self, upserts: Sequence[TextDocument], deletes: Sequence[str]) -> None:
        """Take documents in and out by id, whatever was there before; visible after ``commit``.

        An id in both lists ends up deleted. Raises StoreFullError or StoreError; the changes are
        kept all the same and tried again by the next commit.
        """
        changes: dict[str, tantivy.Document | None] = {
            document.id: engine_document(document, self._analyzer) for document in upserts
        }
        streams = {document.id: document.stream for document in upserts}
        changes.update((i, None) for i in deletes if is_storable(i))
        with self._lock:
            self._pending.update(changes)
            self._pending_streams.update(streams)
            if self._writer is not None:
                self._send(self._writer, changes)

    def delete_stream(self, stream: str) -> None:
        """Take out every document of a stream; visible after ``commit``."""
        if not is_storable(stream):
            return
        with self._lock:
            for i in [i for i, owner in self._pending_streams.items() if owner == stream]:
                self._pending[i] = None
                del self._pending_streams[i]
            self._dropped_streams[stream] = None
            if self._writer is not None:
                self._drop_streams(self._writer, [stream])

    def commit(self) -> None:
        """Make changes durable and visible; does nothing without changes.

        Raises StoreFullError or StoreError; searches then go on with the former state, and the
        next commit tries the same changes again.
        """
        with self._lock:
            if not self.is_dirty:
                return
            writer = self._writer or self._renew_writer()
            with self._giving_up_on_failure(writer, "committing"):
                writer.commit()
                self._index.reload()
            self._pending.clear()
            self._pending_streams.clear()
            self._dropped_streams.clear()

    def search(
        self,
        terms: Sequence[str],
        *,
        streams: Sequence[str],
        limit: int,
        filter: Filter = _EVERYTHING,  # noqa: A002  the word that callers and requests use
        required: Required = (),
        fields: Sequence[str] = TERM_FIELDS,
        also: Sequence[str] = (),
    ) -> list[tuple[str, float]]:
        """Return up to ``limit`` (id, BM25 score) pairs of the given streams, best first.

        A hit holds at least one of ``terms`` or of ``also``, which counts less (MEANT_WEIGHT), and of
        ``required`` every term (or, of a tuple, any).
        ``fields`` are those that terms are looked for in: the memory's own, or one of its contexts.
        Of the filter: date range, level and source agents; the caller checks the rest.
        """
        with engine_errors("searching"):
            searcher = self._index.searcher()
            query = build_query(self._schema, terms, streams, filter, required, fields, also)
            if query is None or limit <= 0 or searcher.num_docs == 0:
                return []
            found = searcher.search(query, min(limit, searcher.num_docs), count=False)
            return [(searcher.doc(address)["id"][0], score) for score, address in found.hits]

    def frequencies(self, words: Sequence[Sequence[str]]) -> tuple[list[int], int]:
        """Return in how many memories each word occurs, and how many there are.

        A word is given as the terms it may stand for; the rarest that occurs counts. 0: none does.
        """
        with engine_errors("searching"):
            searcher = self._index.searcher()
            found = []
            for terms in words:
                counts = [searcher.doc_freq("content", t) for t in terms if is_storable(t)]
                found.append(min((n for n in counts if n), default=0))
            return found, int(searcher.num_docs)

    def count(self, stream: str | None = None) -> int:
        """Return the number of documents, committed ones only."""
        with engine_errors("counting"):
            searcher = self._index.searcher()
            if stream is None:
                return int(searcher.num_docs)
            if not is_storable(stream):
                return 0
            found = searcher.search(stream_query(self._schema, stream), 1, count=True)
            return int(getattr(found, "count", 0))

    def ids(self) -> Iterator[str]:
        """Yield the id of every committed document, in order of bytes."""
        with engine_errors("listing"):
            listed = self._index.searcher().terms_with_prefix("id", "", tantivy.Query.all_query())
        return (term for term, _ in listed)

    def clear(self) -> None:
        """Start again from an empty folder; heals whatever was wrong with it."""
        identity = Identity(SCHEMA_VERSION, self._analyzer.identity)
        with self._lock:
            self._pending.clear()
            self._pending_streams.clear()
            self._dropped_streams.clear()
            self._release_writer()
            self._index = _create_engine(self._directory, identity)
            self._writer = self._new_writer()

    def close(self) -> None:
        """Commit what is left, finish merges and release the folder. May be called twice."""
        with self._lock:
            if self._is_closed:
                return
            try:
                self.commit()
            except StoreError as error:
                log.warning("text_index.closed_with_changes_left", error=error.code)
            self._is_closed = True
            self._release_writer()

    def _send(
        self, writer: tantivy.IndexWriter, changes: dict[str, tantivy.Document | None]
    ) -> None:
        with self._giving_up_on_failure(writer, "writing"):
            for i, document in changes.items():
                writer.delete_documents_by_term("id", i)
                if document is not None:
                    writer.add_document(document)

    def _drop_streams(self, writer: tantivy.IndexWriter, streams: Sequence[str]) -> None:
        with self._giving_up_on_failure(writer, "deleting a stream"):
            for stream in streams:
                writer.delete_documents_by_term("stream", stream)

    @contextmanager
    def _giving_up_on_failure(self, writer: tantivy.IndexWriter, doing: str) -> Iterator[None]:
        """A writer that failed forgets what it was told and reports success afterwards."""
        try:
            with engine_errors(doing):
                yield
        except StoreError:
            self._release_writer(writer)
            raise

    def _release_writer(self, writer: tantivy.IndexWriter | None = None) -> None:
        """Let go of the folder's lock now, not when the garbage collector comes by."""
        writer, self._writer = writer or self._writer, None
        if writer is not None:
            with suppress(StoreError), engine_errors("closing"):
                writer.wait_merging_threads()

    def _new_writer(self) -> tantivy.IndexWriter:
        if self._is_closed:
            raise StoreError("The text index is closed.")
        with engine_errors("opening the writer"):
            return self._index.writer(self._heap_bytes, 1)

    def _renew_writer(self) -> tantivy.IndexWriter:
        self._writer = self._new_writer()
        self._drop_streams(self._writer, list(self._dropped_streams))
        self._send(self._writer, self._pending)
        return self._writer


def _open_engine(directory: Path) -> tantivy.Index:
    with engine_errors("opening"):
        index = tantivy.Index(build_schema(), path=str(directory))
        register_tokenizer(index)
        index.config_reader("manual")
        searcher = index.searcher()
        for _, address in searcher.search(tantivy.Query.all_query(), 1, count=False).hits:
            searcher.doc(address)
        return index


def _create_engine(directory: Path, identity: Identity) -> tantivy.Index:
    with engine_errors("starting an empty index"):
        if directory.is_dir():
            shutil.rmtree(directory)
        else:
            directory.unlink(missing_ok=True)
        directory.mkdir(parents=True)
    index = _open_engine(directory)
    with engine_errors("starting an empty index"):
        record_identity(directory, identity)
    return index
