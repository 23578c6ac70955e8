"""Brings the whole text index into line with LMDB: after damage, a new analyser, or on request.

Memories are written again batch by batch and strangers are removed, so searches go on meanwhile.
Progress is kept in LMDB; a restart goes on where it stopped.
"""

import threading

import msgspec
import structlog

from loomem.errors import LoomemError, UnavailableError
from loomem.stores import breakpoints
from loomem.stores.effects import Work, WriteTxn
from loomem.stores.fulltext import TextIndex
from loomem.stores.indexer import TextIndexer
from loomem.stores.repositories import Repositories
from loomem.stores.writer import Writer

log = structlog.get_logger(__name__)

_BATCH = 1_000
_META = "text_index"


class Progress(msgspec.Struct, frozen=True):
    """How far the index of one analyser identity has come; ``last_id`` in key order."""

    identity: str
    is_complete: bool = False
    last_id: str | None = None
    done: int = 0


class TextReconciler:
    """One background pass at a time."""

    def __init__(
        self,
        repositories: Repositories,
        writer: Writer,
        text: TextIndex,
        indexer: TextIndexer,
        identity: str,
    ) -> None:
        self._repositories = repositories
        self._writer = writer
        self._text = text
        self._indexer = indexer
        self._identity = identity
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.progress: Progress | None = None

    @property
    def is_running(self) -> bool:
        """Whether a pass is under way."""
        return self._thread is not None and self._thread.is_alive()

    def start_if_needed(self) -> None:
        """Start where the index was emptied, is incomplete, or has lost or gained documents."""
        recorded = self._recorded()
        identity = self._identity
        if self._text.needs_rebuild or recorded is None or recorded.identity != identity:
            self._begin(Progress(identity=identity))
        elif not recorded.is_complete:
            self._begin(recorded)
        elif self._has_drifted():
            log.warning("text_index.drift")
            self._begin(Progress(identity=identity))

    def start(self) -> bool:
        """Start a full pass; False when one is under way. Raises UnavailableError once stopped."""
        if self._stop.is_set():
            raise UnavailableError("The server is shutting down; try again in a moment.")
        if self.is_running:
            return False
        self._begin(Progress(identity=self._identity))
        return True

    def wait(self) -> None:
        """Wait for the pass under way."""
        if self._thread is not None:
            self._thread.join()

    def stop(self) -> None:
        """Interrupt the pass for good; the next process goes on from there."""
        self._stop.set()
        self.wait()

    def _recorded(self) -> Progress | None:
        with self._repositories.env.read() as txn:
            value = self._repositories.meta.get(txn, _META)
        return None if value is None else msgspec.convert(value, Progress)

    def _has_drifted(self) -> bool:
        """Compare totals, leaving out what the outbox still has to bring into line."""
        data = self._repositories
        with data.env.read() as txn:
            owed = {intent.chunk_id for intent in data.intents.pending(txn, Work.TEXT)}
            found = data.chunks.get_many(txn, owed).values()
            settled = data.counters.total(txn, "live") - sum(chunk.is_live for chunk in found)
            return not settled <= self._text.count() <= settled + len(owed)

    def _begin(self, progress: Progress) -> None:
        self._record(progress)
        self._thread = threading.Thread(
            target=self._run, args=(progress,), name="text-reconciler", daemon=True
        )
        self._thread.start()

    def _record(self, progress: Progress) -> None:
        self.progress = progress

        def job(write: WriteTxn) -> None:
            self._repositories.meta.put(write.raw, _META, progress)

        self._writer.submit(job).result()

    def _run(self, progress: Progress) -> None:
        try:
            while not progress.is_complete and not self._stop.is_set():
                progress = self._step(progress)
                breakpoints.reach("reconcile.half_way")
        except LoomemError as error:
            log.warning("text_index.reconcile_failed", error=error.code)

    def _step(self, progress: Progress) -> Progress:
        data = self._repositories
        with data.env.read() as txn:
            ids = data.chunks.ids_after(txn, progress.last_id, _BATCH)
        if not ids:
            self._remove_strangers()
            done = msgspec.structs.replace(progress, is_complete=True, last_id=None)
            log.info("text_index.reconciled", memories=progress.done)
        else:
            if not self._indexer.bring_into_line(ids, self._stop.is_set):
                return progress
            done = msgspec.structs.replace(
                progress, last_id=ids[-1], done=progress.done + len(ids)
            )
        self._text.commit()
        self._record(done)
        return done

    def _remove_strangers(self) -> None:
        batch: list[str] = []
        for chunk_id in self._text.ids():
            batch.append(chunk_id)
            if len(batch) >= _BATCH:
                self._drop_unknown(batch)
                batch = []
        self._drop_unknown(batch)

    def _drop_unknown(self, ids: list[str]) -> None:
        with self._repositories.env.read() as txn:
            records = self._repositories.chunks.get_many(txn, ids)
        unknown = [i for i in ids if i not in records or not records[i].is_live]
        if unknown:
            self._indexer.bring_into_line(unknown)
