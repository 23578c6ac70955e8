"""The LMDB environment: opening, snapshots for reading, growth of the map, wrapped errors.

A read snapshot must not be kept over an ``await``: growing the map waits for all of them.
"""

import errno
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import lmdb

from loomem.errors import StoreCorruptError, StoreError, StoreFullError
from loomem.stores.schema import DATABASES

_MIB = 1024 * 1024
_FULL_ERRNOS = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_FULL_WORDS = ("No space left", "File too large", "quota exceeded")
# LMDB calls a write that was cut short by a full disk an input/output error.
_SHORT_WRITE = "Input/output error"
_NEARLY_NOTHING_BYTES = 8 * _MIB
_DATA_FILE = "data.mdb"

Transaction = lmdb.Transaction


class Env:
    """One LMDB environment with its named databases; safe to read from any thread."""

    def __init__(self, directory: Path, *, map_size_mb: int = 256) -> None:
        self._directory = directory
        self._map_size = map_size_mb * _MIB
        self._gate = threading.Condition()
        self._readers = 0
        self._exclusive = False
        self._local = threading.local()
        self._turn = threading.RLock()
        directory.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self._copy_folder, ignore_errors=True)
        self._open()

    @property
    def _copy_folder(self) -> Path:
        return self._directory / "compacting"

    def _open(self) -> None:
        with wrapped_errors():
            self._env = lmdb.open(
                str(self._directory),
                map_size=self._map_size,
                max_dbs=len(DATABASES) + 8,
                max_readers=254,
                subdir=True,
                readahead=False,
            )
            self._map_size = int(self._env.info()["map_size"])
            self._dbs = {name: self._env.open_db(name.encode()) for name in DATABASES}

    def db(self, name: str) -> Any:
        """Return the handle of a named database."""
        return self._dbs[name]

    def fetch(self, txn: Transaction, database: str, key: bytes) -> bytes | None:
        """Return the value of a key as bytes of its own, or None."""
        # Bytes, not memoryviews: no transaction here is opened with buffers.
        return cast("bytes | None", txn.get(key, db=self._dbs[database]))

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """Open a snapshot. Nested use in one thread shares the outer snapshot."""
        held: Transaction | None = getattr(self._local, "txn", None)
        if held is not None:
            yield held
            return
        self._enter()
        try:
            with self._env.begin() as txn:
                self._local.txn = txn
                yield txn
        finally:
            self._local.txn = None
            self._leave()

    @contextmanager
    def read_much(self) -> Iterator[Transaction]:
        """Open a snapshot for hundreds of reads, from a worker thread; others wait their turn.

        The engine gives up the interpreter lock at every read. Two threads that read much would
        spend their time handing it to each other.
        """
        with self._turn, self.read() as txn:
            yield txn

    def _enter(self) -> None:
        with self._gate:
            while self._exclusive:
                self._gate.wait()
            self._readers += 1

    def _leave(self) -> None:
        with self._gate:
            self._readers -= 1
            if self._readers == 0:
                self._gate.notify_all()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._gate:
            while self._exclusive:
                self._gate.wait()
            self._exclusive = True
            while self._readers:
                self._gate.wait()
        try:
            yield
        finally:
            with self._gate:
                self._exclusive = False
                self._gate.notify_all()

    def begin_write(self) -> Transaction:
        """Start the one write transaction; only the writer thread calls this."""
        return self._env.begin(write=True)

    def begin_nested(self, parent: Transaction) -> Transaction:
        """Start a savepoint inside the write transaction."""
        return self._env.begin(write=True, parent=parent)

    def grow(self) -> None:
        """Double the map; waits for open snapshots. No transaction may be active here."""
        with self._alone():
            self._map_size *= 2
            self._env.set_mapsize(self._map_size)

    def reopen(self) -> None:
        """Close and open again after LMDB gave up on a failed meta page write."""
        with self._alone():
            self._env.close()
            self._open()

    def compact(self) -> None:
        """Rewrite the data file without the bytes of what was removed; only the writer thread does.

        Reads go on while the copy is made, and wait for the moment of the swap. Raises StoreError;
        the file is as it was then.
        """
        folder = self._copy_folder
        try:
            with wrapped_errors():
                folder.mkdir()
                self._env.copy(str(folder), compact=True)
                sync(folder / _DATA_FILE)
                with self._alone():
                    self._env.close()
                    try:
                        (folder / _DATA_FILE).replace(self._directory / _DATA_FILE)
                        sync(self._directory)
                    finally:
                        self._open()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def error(self, error: BaseException) -> StoreError:
        """Return our error for one of the engine, with a look at the disk where that decides."""
        if _SHORT_WRITE in str(error) and self._free_bytes() < _NEARLY_NOTHING_BYTES:
            return full_error()
        return store_error(error)

    def _free_bytes(self) -> int:
        return shutil.disk_usage(self._directory).free

    @property
    def map_size(self) -> int:
        """Bytes of address space the file may grow to before the next doubling."""
        return self._map_size

    def disk_bytes(self) -> int:
        """Bytes of the data file on disk."""
        return (self._directory / _DATA_FILE).stat().st_blocks * 512

    def close(self) -> None:
        """Wait for open snapshots, then close."""
        with self._alone():
            self._env.close()


def sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_full(error: BaseException) -> bool:
    """Say whether an engine or system error means that the disk has no room."""
    if isinstance(error, OSError) and error.errno in _FULL_ERRNOS:
        return True
    return any(word in str(error) for word in _FULL_WORDS)


def full_error() -> StoreFullError:
    """Return the error for a disk without room."""
    return StoreFullError(
        "No space is left on the disk that holds the data; free some and try again."
    )


def store_error(error: BaseException) -> StoreError:
    """Return our error for an engine's, with nothing of the engine's text but its kind."""
    if is_full(error):
        return full_error()
    if isinstance(error, lmdb.CorruptedError | lmdb.InvalidError | lmdb.PageNotFoundError):
        return StoreCorruptError("The data file is damaged; restore a backup of the data folder.")
    return StoreError(f"The data file could not be used ({type(error).__name__}).")


@contextmanager
def wrapped_errors() -> Iterator[None]:
    """Turn engine and system errors into StoreError."""
    try:
        yield
    except (lmdb.Error, OSError) as error:
        raise store_error(error) from error
