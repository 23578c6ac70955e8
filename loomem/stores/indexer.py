"""Keeps the text index in line with LMDB: one thread that works the outbox off in batches."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

import structlog

from loomem.model.chunk import Chunk
from loomem.model.filters import known_event_instant
from loomem.stores import breakpoints
from loomem.stores.chunks import ChunkStore
from loomem.stores.contexts import contexts_of
from loomem.stores.effects import Intent
from loomem.stores.env import Env, Transaction
from loomem.stores.fulltext import TextDocument, TextIndex
from loomem.stores.graph import GraphWriter
from loomem.stores.intents import IntentStore
from loomem.stores.writer import Writer

log = structlog.get_logger(__name__)

_BATCH = 500
_LINGER_SECONDS = 0.25
_RETRY_SECONDS = 2.0
_CLOSING_SECONDS = 2.0
# A memory may take a second to analyse: between this many, others have a turn and an end is noticed.
_AT_ONCE = 4


def text_document(
    txn: Transaction, chunks: ChunkStore, graph: GraphWriter, chunk: Chunk
) -> TextDocument:
    """Return what the text index holds of a memory."""
    near, wide = contexts_of(txn, chunks, chunk)
    names, links = graph.entities_of(txn, chunk.id)
    return TextDocument(
        near=near,
        wide=wide,
        entities=names,
        relations=links,
        id=chunk.id,
        stream=chunk.stream,
        content=chunk.content,
        level=chunk.level,
        timestamp=chunk.timestamp,
        event_date=known_event_instant(chunk),
        source_agent=chunk.agent,
    )


class TextIndexer:
    """Applies text intents. A search calls ``flush`` to see everything committed before it."""

    def __init__(
        self,
        env: Env,
        chunks: ChunkStore,
        graph: GraphWriter,
        intents: IntentStore,
        index: TextIndex,
        writer: Callable[[], Writer],
    ) -> None:
        self._env = env
        self._chunks = chunks
        self._graph = graph
        self._intents = intents
        self._index = index
        self._writer = writer
        self._waiting: deque[Intent] = deque()
        self._added = 0
        self._done = 0
        self._wanted = 0
        self._failures = 0
        self._closing = False
        self._change = threading.Condition()
        self.apply_lock = threading.Lock()
        """Held from reading records to applying them, so that no older state overwrites a newer."""
        self._thread = threading.Thread(target=self._run, name="text-indexer", daemon=True)

    def start(self, leftover: Iterable[Intent]) -> None:
        """Begin with what an earlier process left in the outbox."""
        self.notify(leftover)
        self._thread.start()

    def notify(self, intents: Iterable[Intent]) -> None:
        """Take note of committed intents; called by the writer thread before it answers."""
        with self._change:
            before = len(self._waiting)
            self._waiting.extend(intents)
            self._added += len(self._waiting) - before
            self._change.notify_all()

    @property
    def lag(self) -> int:
        """Committed intents that a search would not see yet."""
        return self._added - self._done

    @property
    def is_failing(self) -> bool:
        """Whether the last attempt failed (a full disk, for example)."""
        return self._failures > 0

    def flush(self, timeout_s: float = 10.0) -> bool:
        """Wait until everything notified so far is searchable; False when it could not be."""
        with self._change:
            target, failures = self._added, self._failures
            self._wanted = max(self._wanted, target)
            self._change.notify_all()
            self._change.wait_for(
                lambda: self._done >= target or self._failures > failures or self._closing,
                timeout_s,
            )
            return self._done >= target

    def close(self) -> None:
        """Finish what can be finished soon, then stop; the rest stays in the outbox."""
        self.flush(_CLOSING_SECONDS)
        with self._change:
            self._closing = True
            self._change.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            batch = self._next_batch()
            if not batch:
                return
            if self._apply_safely(batch):
                self._finish(batch)
            elif self._give_back(batch):
                return

    def _next_batch(self) -> list[Intent]:
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closing)
            self._change.wait_for(self._is_due, _LINGER_SECONDS)
            if self._closing:
                return []
            return [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]

    def _is_due(self) -> bool:
        wanted = self._wanted > self._done
        return wanted or self._closing or len(self._waiting) >= _BATCH

    def _apply_safely(self, batch: list[Intent]) -> bool:
        try:
            return self._apply(batch)
        except Exception as error:  # noqa: BLE001  the rows stay in the outbox and are tried again
            log.warning("text_index.failed", error=type(error).__name__, rows=len(batch))
            return False

    def _apply(self, batch: list[Intent]) -> bool:
        ids = list(dict.fromkeys(intent.chunk_id for intent in batch))
        if not self.bring_into_line(ids, lambda: self._closing):
            return False
        breakpoints.reach("indexer.before_commit")
        self._index.commit()
        breakpoints.reach("indexer.after_commit")
        seqs = [intent.seq for intent in batch]
        self._writer().submit(lambda write: self._intents.remove(write.raw, seqs))
        breakpoints.reach("indexer.after_clear")
        return True

    def bring_into_line(self, ids: list[str], is_over: Callable[[], bool] = lambda: False) -> bool:
        """Make the index hold what LMDB holds of these memories; visible after a commit.

        Ends early, and returns False, once ``is_over``.
        """
        for start in range(0, len(ids), _AT_ONCE):
            if is_over():
                return False
            self._bring_some(ids[start : start + _AT_ONCE])
        return True

    def _bring_some(self, ids: list[str]) -> None:
        with self.apply_lock:
            with self._env.read() as txn:
                records = self._chunks.get_many(txn, ids)
                live = [chunk for chunk in records.values() if chunk.is_live]
                documents = [
                    text_document(txn, self._chunks, self._graph, chunk) for chunk in live
                ]
            gone = [i for i in ids if i not in records or not records[i].is_live]
            self._index.apply(documents, gone)

    def _finish(self, batch: list[Intent]) -> None:
        with self._change:
            self._failures = 0
            self._done += len(batch)
            self._change.notify_all()

    def _give_back(self, batch: list[Intent]) -> bool:
        with self._change:
            self._waiting.extendleft(reversed(batch))
            self._failures += 1
            self._change.notify_all()
            started = time.monotonic()
            self._change.wait_for(
                lambda: self._closing or time.monotonic() - started >= _RETRY_SECONDS,
                _RETRY_SECONDS,
            )
            return self._closing
