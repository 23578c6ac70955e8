"""The exact vectors beside a graph: rows of half precision in a file, in the order of their keys.

Read, not mapped: a search needs some ninety rows from all over the file, and a mapping would soon count
all of it as memory of this process.
"""

import os
import weakref
import zlib
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from loomem.errors import StoreCorruptError, StoreError

ROW_TYPE = np.dtype("<f2")
Halves: TypeAlias = NDArray[np.float16]

_BLOCK = 1 << 20
_DENSE = 0.5
"""A range of which this share is wanted is read as a whole."""


class RowFile:
    """An open file of rows ``[n, dim]``. Any number of threads may read; it outlives a removal."""

    def __init__(self, path: Path, dim: int, count: int) -> None:
        self._dim = dim
        self._row_bytes = dim * ROW_TYPE.itemsize
        if path.stat().st_size != count * self._row_bytes:
            raise StoreCorruptError("size differs")
        self._file = os.open(path, os.O_RDONLY)
        weakref.finalize(self, os.close, self._file)

    def crc32(self) -> int:
        """Return the checksum of all rows."""
        checksum, offset = 0, 0
        while block := os.pread(self._file, _BLOCK, offset):
            checksum = zlib.crc32(block, checksum)
            offset += len(block)
        return checksum

    def read(self, at: NDArray[np.int64]) -> Halves:
        """Return the rows at positions ``[k]``, in that order; StoreError when the disk fails."""
        if not len(at):
            return np.empty((0, self._dim), ROW_TYPE)
        first, last = int(at.min()), int(at.max())
        try:
            if len(at) >= _DENSE * (last + 1 - first):
                return self._range(first, last + 1)[at - first]
            return self._scattered(at)
        except OSError as error:
            raise StoreError("The vector index could not be read.") from error

    def _range(self, start: int, stop: int) -> Halves:
        rows = np.empty((stop - start, self._dim), ROW_TYPE)
        self._fill(memoryview(rows).cast("B"), start)  # type: ignore[arg-type]
        return rows

    def _scattered(self, at: NDArray[np.int64]) -> Halves:
        rows = np.empty((len(at), self._dim), ROW_TYPE)
        buffer = memoryview(rows).cast("B")  # type: ignore[arg-type]  # an array has a buffer
        size = self._row_bytes
        for start, position in zip(range(0, len(buffer), size), at.tolist(), strict=True):
            self._fill(buffer[start : start + size], position)
        return rows

    def _fill(self, buffer: memoryview, position: int) -> None:
        if os.preadv(self._file, [buffer], position * self._row_bytes) != len(buffer):
            raise StoreCorruptError(
                "The vector file is shorter than it was; restart to rebuild it."
            )
