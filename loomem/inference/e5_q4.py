"""Reads the 4-bit weights file of multilingual-e5-small (magic ``E5S1``) by memory map.

Every offset is checked against the file before it is followed: a damaged file is a ModelError.
"""

import mmap
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from loomem.errors import ModelError
from loomem.inference.weights import EncoderShape, EncoderWeights, FloatArray, required_names

MAGIC = b"E5S1"
_BLOCK = 32
_BLOCK_BYTES = 18
_F32, _Q4 = 0, 1
_LIMIT = 1 << 24


@dataclass(frozen=True)
class UnigramPieces:
    """The vocabulary: pieces with log-probabilities, and the characters to replace first."""

    pieces: list[str]
    scores: list[float]
    bos: int
    eos: int
    pad: int
    unk: int
    replacements: dict[str, str]


class _Cursor:
    """Reads forward through the file and refuses to leave it."""

    def __init__(self, buffer: mmap.mmap) -> None:
        self.buffer = buffer
        self.at = 0

    def take(self, count: int) -> bytes:
        if count < 0 or self.at + count > len(self.buffer):
            raise ModelError("The weights file ends too early; install the model again.")
        self.at += count
        return self.buffer[self.at - count : self.at]

    def unpack(self, layout: str) -> tuple[int, ...]:
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def number(self, layout: str) -> int:
        return self.unpack(layout)[0]

    def array(self, dtype: str, count: int) -> "NDArray[np.generic]":
        size = np.dtype(dtype).itemsize
        return np.frombuffer(self.take(count * size), dtype=dtype)


@dataclass(frozen=True)
class _Entry:
    dtype: int
    values: int
    offset: int
    size: int


class E5File:
    """An opened weights file: ``pieces`` for the tokenizer, ``weights()`` for the converter."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as handle:
                self._buffer = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise ModelError(f"The weights file {path.name} cannot be read: {error}") from error
        cursor = _Cursor(self._buffer)
        try:
            self.shape = _read_shape(cursor)
            self.pieces = _read_pieces(cursor)
            self._entries = _read_directory(cursor, len(self._buffer))
        except (UnicodeDecodeError, ValueError, OverflowError) as error:
            raise ModelError(f"The weights file {path.name} is damaged: {error}") from error
        self._check_names()

    def weights(self) -> EncoderWeights:
        """Return the tensors, dequantised one at a time when asked for."""
        return EncoderWeights(self.shape, self.tensor, self._word_rows, frozenset(self._entries))

    def tensor(self, name: str) -> FloatArray:
        """Return one tensor as float32, in the shape that its name implies."""
        flat = self._values(self._entries[name], 0, self._entries[name].values)
        columns = _columns(name, self.shape)
        return flat if columns is None else flat.reshape(-1, columns)

    def close(self) -> None:
        """Unmap the file."""
        self._buffer.close()

    def _word_rows(self, start: int, stop: int) -> FloatArray:
        width = self.shape.hidden
        flat = self._values(self._entries["emb.word"], start * width, stop * width)
        return flat.reshape(-1, width)

    def _values(self, entry: _Entry, start: int, stop: int) -> FloatArray:
        if entry.dtype == _F32:
            raw = self._buffer[entry.offset + start * 4 : entry.offset + stop * 4]
            return np.frombuffer(raw, "<f4").astype(np.float32)
        first, last = start // _BLOCK, stop // _BLOCK
        begin = entry.offset + first * _BLOCK_BYTES
        return _dequantise(self._buffer[begin : begin + (last - first) * _BLOCK_BYTES])

    def _check_names(self) -> None:
        for name in required_names(self.shape.layers):
            entry = self._entries.get(name)
            if entry is None:
                raise ModelError(f"The weights file lacks {name}; install the model again.")
            if entry.values != _value_count(name, self.shape):
                raise ModelError(f"{name} has an unexpected size; install the model again.")


def _read_shape(cursor: _Cursor) -> EncoderShape:
    if cursor.take(4) != MAGIC or cursor.number("I") != 1:
        raise ModelError("This is not a version 1 E5S1 weights file.")
    sizes = cursor.unpack("7i")
    (epsilon,) = struct.unpack("<f", cursor.take(4))
    if cursor.number("i") != _BLOCK:
        raise ModelError("The weights file uses a block size this version does not know.")
    if not all(0 < size < _LIMIT for size in sizes) or sizes[0] % _BLOCK:
        raise ModelError("The weights file states impossible sizes; install the model again.")
    hidden, layers, heads, feed_forward, vocabulary, positions, token_types = sizes
    return EncoderShape(
        hidden,
        layers,
        heads,
        feed_forward,
        vocabulary,
        positions,
        token_types,
        epsilon=float(f"{epsilon:.6g}"),
    )


def _read_pieces(cursor: _Cursor) -> UnigramPieces:
    count, bos, eos, pad, unk = cursor.unpack("5i")
    blob_size = cursor.number("Q")
    offsets = cursor.array("<u4", count + 1).astype(np.int64)
    scores = cursor.array("<f4", count).astype(np.float64).tolist()
    blob = cursor.take(blob_size)
    if np.any(np.diff(offsets) < 0) or offsets[-1] > blob_size:
        raise ModelError("The vocabulary of the weights file is damaged.")
    bounds = offsets.tolist()
    pieces = [blob[a:b].decode() for a, b in pairwise(bounds)]
    return UnigramPieces(pieces, scores, bos, eos, pad, unk, _read_replacements(cursor))


def _read_replacements(cursor: _Cursor) -> dict[str, str]:
    entries, size = cursor.unpack("iI")
    end = cursor.at + size
    table: dict[str, str] = {}
    for _ in range(entries):
        source, count = cursor.unpack("IB")
        table[chr(source)] = "".join(map(chr, cursor.unpack(f"{count}I")))
    if cursor.at != end:
        raise ModelError("The normalisation map of the weights file is damaged.")
    return table


def _read_directory(cursor: _Cursor, file_size: int) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for _ in range(cursor.number("i")):
        name = cursor.take(cursor.number("H")).decode()
        entry = _Entry(*cursor.unpack("BIQQ"))
        _check_entry(name, entry, file_size)
        entries[name] = entry
    return entries


def _check_entry(name: str, entry: _Entry, file_size: int) -> None:
    expected = entry.values * 4
    if entry.dtype == _Q4:
        expected = entry.values // _BLOCK * _BLOCK_BYTES
    fits = entry.size == expected and entry.offset + entry.size <= file_size
    if entry.dtype not in (_F32, _Q4) or not fits:
        raise ModelError(f"Tensor {name} points outside the weights file.")


def _dequantise(raw: bytes) -> FloatArray:
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, _BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1)
    values: FloatArray = (nibbles.astype(np.float32) - 8) * scales
    return values.reshape(-1)


def _columns(name: str, shape: EncoderShape) -> int | None:
    if ".ln." in name or "aln." in name or "oln." in name or name.endswith(".b"):
        return None
    return shape.feed_forward if name.endswith(".fo.w") else shape.hidden


def _value_count(name: str, shape: EncoderShape) -> int:
    rows = {
        "emb.word": shape.vocabulary,
        "emb.pos": shape.positions,
        "emb.type": shape.token_types,
    }
    if name in rows:
        return rows[name] * shape.hidden
    part = name.split(".", 1)[1]
    sizes = {"fi.w": shape.hidden * shape.feed_forward, "fi.b": shape.feed_forward}
    sizes["fo.w"] = sizes["fi.w"]
    square = part in ("q.w", "k.w", "v.w", "ao.w")
    return sizes.get(part, shape.hidden**2 if square else shape.hidden)
