"""The one writer thread: waiting jobs are grouped into one durable LMDB transaction.

A job is answered after its commit is on disk, never before. Each job runs inside a savepoint, so one
that raises leaves nothing behind and does not disturb its group. A job may run more than once
(the map grows and the group is repeated), so it must have no effect but through its transaction.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import lmdb
import structlog

from loomem.errors import UnavailableError
from loomem.stores import breakpoints
from loomem.stores.effects import Effects, WriteTxn
from loomem.stores.env import Env, Transaction

T = TypeVar("T")
log = structlog.get_logger(__name__)

_MAX_GROUP = 256
_MAX_WAITING = 20_000


class _Entry:
    __slots__ = ("alone", "between", "effects", "failure", "future", "job", "result")

    def __init__(
        self,
        job: Callable[[WriteTxn], Any],
        *,
        alone: bool,
        between: Callable[[], Any] | None = None,
    ) -> None:
        self.job = job
        self.alone = alone
        self.between = between
        self.future: Future[Any] = Future()
        self.result: Any = None
        self.failure: BaseException | None = None
        self.effects: Effects | None = None


def _no_job(_write: WriteTxn) -> None:
    pass


class Writer:
    """Runs jobs one group at a time. ``publish`` is called after each commit, before answers."""

    def __init__(
        self,
        env: Env,
        publish: Callable[[Effects], None],
        observe: Callable[[int, float], None] = lambda _size, _seconds: None,
    ) -> None:
        self._env = env
        self._publish = publish
        self._observe = observe
        self._queue: queue.Queue[_Entry | None] = queue.Queue(_MAX_WAITING)
        self._closed = False
        self._close_lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Jobs that wait for their turn."""
        return self._queue.qsize()

    def submit(self, job: Callable[[WriteTxn], T], *, alone: bool = False) -> "Future[T]":
        """Queue a job; the future resolves after its commit is durable.

        ``alone`` gives the job a commit of its own: later jobs see what its effects changed.
        """
        return self._enqueue(_Entry(job, alone=alone))

    def run_between(self, work: Callable[[], T]) -> "Future[T]":
        """Run work on the writer thread while no transaction is open; writes wait for its end."""
        return self._enqueue(_Entry(_no_job, alone=True, between=work))

    def _enqueue(self, entry: _Entry) -> "Future[Any]":
        with self._close_lock:
            if self._closed:
                raise UnavailableError("The server is shutting down; try again in a moment.")
            try:
                self._queue.put_nowait(entry)
            except queue.Full:
                raise UnavailableError("Too many writes are waiting; try again later.") from None
        return entry.future

    async def write(self, job: Callable[[WriteTxn], T]) -> T:
        """Run a job from the event loop. Cancelling a job that has begun does not undo it."""
        return await asyncio.wrap_future(self.submit(job))

    def close(self) -> None:
        """Finish everything queued, then stop the thread."""
        with self._close_lock:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            group, last = self._next_group()
            jobs = [entry for entry in group if entry.between is None]
            if jobs:
                self._commit_group(jobs)
            for entry in group[len(jobs) :]:  # one that is alone is the last of its group
                self._run_between(entry)
            if last:
                return

    def _run_between(self, entry: _Entry) -> None:
        assert entry.between is not None
        try:
            entry.future.set_result(entry.between())
        except Exception as error:  # noqa: BLE001  handed to the caller through its future
            entry.future.set_exception(error)

    def _next_group(self) -> tuple[list[_Entry], bool]:
        group: list[_Entry] = []
        entry = self._queue.get()
        while True:
            if entry is None:
                return group, True
            if entry.future.set_running_or_notify_cancel():
                group.append(entry)
            if entry.alone or len(group) >= _MAX_GROUP:
                return group, False
            try:
                entry = self._queue.get_nowait()
            except queue.Empty:
                return group, False

    def _commit_group(self, group: list[_Entry]) -> None:
        started = time.monotonic()
        try:
            self._write_until_it_fits(group)
        except Exception as error:  # noqa: BLE001  whatever it was, the callers must hear of it
            self._fail(group, error)
            return
        breakpoints.reach("writer.after_commit")
        self._publish_effects(group)
        breakpoints.reach("writer.after_hooks")
        self._observe(len(group), time.monotonic() - started)
        for entry in group:
            if entry.failure is not None:
                entry.future.set_exception(entry.failure)
            else:
                entry.future.set_result(entry.result)

    def _write_until_it_fits(self, group: list[_Entry]) -> None:
        while True:
            try:
                self._write_once(group)
            except lmdb.MapFullError:
                self._env.grow()
                log.info("store.map_grown", map_mb=self._env.map_size // (1024 * 1024))
            else:
                return

    def _write_once(self, group: list[_Entry]) -> None:
        txn = self._env.begin_write()
        try:
            for entry in group:
                self._run_job(txn, entry)
            breakpoints.reach("writer.before_commit")
            txn.commit()
        except BaseException:
            txn.abort()
            raise

    def _run_job(self, txn: Transaction, entry: _Entry) -> None:
        entry.failure = entry.result = entry.effects = None
        savepoint = self._env.begin_nested(txn)
        write = WriteTxn(savepoint)
        try:
            entry.result = entry.job(write)
            breakpoints.reach("writer.in_transaction")
            savepoint.commit()
            entry.effects = write.effects
        except lmdb.Error:
            savepoint.abort()
            raise
        except Exception as error:  # noqa: BLE001  handed to the caller through its future
            savepoint.abort()
            entry.failure = error

    def _publish_effects(self, group: list[_Entry]) -> None:
        effects = Effects()
        for entry in group:
            if entry.effects is not None:
                effects.extend(entry.effects)
        try:
            self._publish(effects)
        except Exception as error:  # it is committed, and the callers must hear that
            log.exception("store.publish_failed", error=type(error).__name__)

    def _fail(self, group: list[_Entry], error: Exception) -> None:
        wrapped = self._env.error(error) if isinstance(error, lmdb.Error | OSError) else error
        log.error("store.commit_failed", error=type(wrapped).__name__)
        if isinstance(error, lmdb.PanicError):
            self._env.reopen()
        for entry in group:
            entry.future.set_exception(wrapped)
