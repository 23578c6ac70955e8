"""Building and taking apart LMDB keys. Every key made here is at most 511 bytes."""

import hashlib
import struct

from loomem.model.ids import MAX_ID_BYTES

_U64 = struct.Struct(">Q")
_U32 = struct.Struct(">I")
_MAX_SUBJECT_BYTES = 160

SEPARATOR = b"\x00"


def chunk_key(level: int, chunk_id: str) -> bytes:
    """Key of a memory in ``default``."""
    return f"chunk:L{level}:{chunk_id}".encode()


def intent_key(seq: int) -> bytes:
    """Key of an outbox row in ``default``; sorts by sequence number."""
    return b"intent:" + _U64.pack(seq)


def intent_seq(key: bytes) -> int:
    """Sequence number of an outbox row."""
    return int(_U64.unpack(key[-8:])[0])


def meta_key(name: str) -> bytes:
    """Key of a meta row in ``default``."""
    return b"meta:" + name.encode()


def embedding_key(chunk_id: str, view: str = "") -> bytes:
    """Key of a vector in ``embeddings``; ``view`` is empty for the memory's own text.

    The bare id: with four bytes more, a page would hold four rows of 384 numbers instead of five.
    """
    own = chunk_id.encode()
    return own + SEPARATOR + view.encode() if view else own


def stream_prefix(stream: str) -> bytes:
    """First bytes of every key that belongs to one stream; no other stream shares them."""
    return stream.encode() + SEPARATOR


def vector_key(stream: str, number: int) -> bytes:
    """Key of the row that leads from an index key back to a memory."""
    return stream_prefix(stream) + _U64.pack(number)


def vector_number(key: bytes) -> int:
    """Index key of a ``vector_keys`` row."""
    return int(_U64.unpack(key[-8:])[0])


def time_key(stream: str, timestamp: int, chunk_id: str) -> bytes:
    """Key of a ``by_time`` row; sorts by time within a stream."""
    return stream_prefix(stream) + _U64.pack(timestamp) + chunk_id.encode()


def time_key_parts(stream: str, key: bytes) -> tuple[int, str]:
    """Timestamp and id of a ``by_time`` row."""
    start = len(stream_prefix(stream))
    return int(_U64.unpack(key[start : start + 8])[0]), key[start + 8 :].decode()


def subject_prefix(stream: str, subject: str) -> bytes:
    """First bytes of the ``by_subject`` rows of one subject; long subjects are hashed."""
    folded = subject.casefold().encode("utf-8", "surrogatepass").replace(SEPARATOR, b" ")
    if len(folded) > _MAX_SUBJECT_BYTES:
        folded = b"#" + hashlib.blake2b(folded, digest_size=16).hexdigest().encode()
    return stream_prefix(stream) + folded + SEPARATOR


def fingerprint_prefix(stream: str, fingerprint: bytes) -> bytes:
    """First bytes of the ``by_fingerprint`` rows of one text; the fingerprint has 16 bytes."""
    return stream_prefix(stream) + fingerprint


def audit_key(timestamp: int, number: int) -> bytes:
    """Key of an ``audit`` row; sorts by time."""
    return _U64.pack(timestamp) + _U64.pack(number)


def cost_key(day: str, stream: str | None = None) -> bytes:
    """Key of a ``cost`` row: a UTC day of all streams, or of one."""
    return f"cost:{day}".encode() if stream is None else f"cost:{stream}:{day}".encode()


def source_prefix(source_id: str) -> bytes:
    """First bytes of the ``by_source`` rows of one source."""
    return source_id.encode() + SEPARATOR


def root_prefix(root_id: str) -> bytes:
    """First bytes of the ``by_root`` rows of one version chain."""
    return root_id.encode() + SEPARATOR


def root_key(root_id: str, version: int, chunk_id: str) -> bytes:
    """Key of a ``by_root`` row; sorts by version."""
    return root_prefix(root_id) + _U32.pack(version) + chunk_id.encode()


def root_key_id(root_id: str, key: bytes) -> str:
    """Chunk id of a ``by_root`` row."""
    return key[len(root_prefix(root_id)) + 4 :].decode()


def fits_id(chunk_id: str) -> bool:
    """Say whether an id can be part of a key: text that UTF-8 can hold, and not too long."""
    try:
        return 0 < len(chunk_id.encode()) <= MAX_ID_BYTES
    except UnicodeEncodeError:
        return False
