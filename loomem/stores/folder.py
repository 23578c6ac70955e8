"""The data folder: its layout, and the lock that keeps a second process out."""

import fcntl
import os
from pathlib import Path
from typing import IO

import msgspec

from loomem.errors import StoreError, StoreLockedError


class Holder(msgspec.Struct, frozen=True):
    """Who holds a data folder."""

    pid: int
    what: str


class DataFolder:
    """Paths inside the data folder, and the exclusive lock on it while open."""

    def __init__(self, root: Path, *, what: str) -> None:
        self.root = root
        self._lock: IO[str] | None = None
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._acquire(what)
        except OSError as error:
            raise StoreError(
                f"The data folder {root} cannot be used ({error.strerror}); check that it exists and "
                "that this user may write to it."
            ) from error

    def _acquire(self, what: str) -> None:
        lock = self.lock_path(self.root).open("a+", encoding="utf-8")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            holder = find_holder(self.root)
            who = f"process {holder.pid} ({holder.what})" if holder else "another process"
            raise StoreLockedError(
                f"The data folder {self.root} is in use by {who}. Stop it first, or start this one with "
                "another --data-dir.",
                {"pid": holder.pid if holder else None},
            ) from None
        lock.truncate(0)
        lock.write(msgspec.json.encode(Holder(pid=os.getpid(), what=what)).decode())
        lock.flush()
        self._lock = lock

    @staticmethod
    def lock_path(root: Path) -> Path:
        """Path of the lock file."""
        return root / "loomem.lock"

    @property
    def lmdb(self) -> Path:
        """Where the truth is kept."""
        return self.root / "lmdb"

    @property
    def text(self) -> Path:
        """Where the full-text index is kept; may be deleted while no server runs."""
        return self.root / "text"

    @property
    def vectors(self) -> Path:
        """Where the vector index files are kept; may be deleted while no server runs."""
        return self.root / "vectors"

    def release(self) -> None:
        """Let others in."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def find_holder(root: Path) -> Holder | None:
    """Return who is recorded as the holder of a folder, None where nobody is or was."""
    try:
        return msgspec.json.decode(DataFolder.lock_path(root).read_bytes(), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None


def is_held(root: Path) -> bool:
    """Say whether a running process holds the folder."""
    try:
        with DataFolder.lock_path(root).open("a+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
