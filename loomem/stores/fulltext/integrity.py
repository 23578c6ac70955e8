"""Checks an index folder before the engine maps it: identity, completeness, checksums.

The engine itself looks only at the last bytes of a file; damage elsewhere would surface in the
middle of a search.
"""

import fcntl
import mmap
import zlib
from pathlib import Path
from typing import Final

import msgspec

from loomem.errors import StoreLockedError

IDENTITY_FILE: Final = "identity.json"

_PARTS: Final = ("idx", "term", "store", "pos", "fast", "fieldnorm")
_MAGIC: Final = 1337
_TAIL: Final = 8  # length of the footer, then the magic number; little endian, four bytes each
_WRITER_LOCK: Final = ".tantivy-writer.lock"


class Identity(msgspec.Struct, frozen=True):
    """What an index was made with; any difference means other terms or other fields."""

    schema_version: int
    analyzer: str


class _Deletes(msgspec.Struct):
    opstamp: int


class _Segment(msgspec.Struct):
    segment_id: str
    deletes: _Deletes | None = None


class _Meta(msgspec.Struct):
    segments: list[_Segment]


class _Footer(msgspec.Struct):
    crc: int


def find_fault(directory: Path, identity: Identity) -> str | None:
    """Return why a folder cannot be used (missing, another identity, damaged), or None."""
    try:
        recorded = msgspec.json.decode((directory / IDENTITY_FILE).read_bytes(), type=Identity)
    except FileNotFoundError:
        return "missing"
    except (OSError, msgspec.MsgspecError):
        return "damaged"
    if recorded != identity:
        return "another identity"
    try:
        sound = all(map(_is_sound, _files(directory)))
    except (OSError, ValueError, msgspec.MsgspecError):
        return "damaged"
    return None if sound else "damaged"


def record_identity(directory: Path, identity: Identity) -> None:
    """Write down what the index in a folder is made with."""
    (directory / IDENTITY_FILE).write_bytes(msgspec.json.encode(identity))


def refuse_if_locked(directory: Path) -> None:
    """Raise StoreLockedError where a living process writes to the folder.

    The engine holds the file by ``flock``, so a killed process leaves no lock behind.
    """
    try:
        with (directory / _WRITER_LOCK).open("rb+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (FileNotFoundError, NotADirectoryError):
        return
    except BlockingIOError as error:
        raise StoreLockedError(
            f"Another process writes to the text index {directory}; stop it first."
        ) from error


def _files(directory: Path) -> list[Path]:
    meta = msgspec.json.decode((directory / "meta.json").read_bytes(), type=_Meta)
    names: list[str] = []
    for segment in meta.segments:
        stem = segment.segment_id.replace("-", "")
        names += [f"{stem}.{part}" for part in _PARTS]
        if segment.deletes is not None:
            names.append(f"{stem}.{segment.deletes.opstamp}.del")
    return [directory / name for name in names]


def _is_sound(path: Path) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        footer_bytes = int.from_bytes(data[-_TAIL:-4], "little")
        if int.from_bytes(data[-4:], "little") != _MAGIC:
            return True  # a format this check does not know; the engine decides
        body = len(data) - _TAIL - footer_bytes
        if body < 0:
            return False
        footer = msgspec.json.decode(data[body:-_TAIL], type=_Footer)
        with memoryview(data) as view, view[:body] as content:
            return zlib.crc32(content) == footer.crc
