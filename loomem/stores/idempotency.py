"""First answers of requests that carry an idempotency key, so that a retry gets the same one."""

import hashlib
import struct

import msgspec

from loomem.errors import ConflictError
from loomem.stores.env import Env, Transaction

KEEP_SECONDS = 24 * 3600
_EXPIRE_PER_WRITE = 8
_U64 = struct.Struct(">Q")


class RememberedAnswer(msgspec.Struct, frozen=True):
    """What was asked (hashed), what was answered (JSON), and when."""

    request_hash: str
    answer: msgspec.Raw
    created: int


_decoder = msgspec.json.Decoder(RememberedAnswer)


def hash_request(request: bytes) -> str:
    """Return a digest by which the same request is recognised."""
    return hashlib.blake2b(request, digest_size=16).hexdigest()


class IdempotencyStore:
    """Answers by key, kept for a day."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def find(self, txn: Transaction, key: str, request_hash: str, now: int) -> bytes | None:
        """Return the first answer (JSON), or None; raise ConflictError for another request."""
        raw = self._env.fetch(txn, "idempotency", _row(key))
        if raw is None:
            return None
        remembered = _decoder.decode(raw)
        if remembered.created + KEEP_SECONDS < now:
            return None
        if remembered.request_hash != request_hash:
            raise ConflictError(
                "This Idempotency-Key was used for another request; send a new key with a new request."
            )
        return bytes(remembered.answer)

    def remember(
        self, txn: Transaction, key: str, request_hash: str, answer: bytes, now: int
    ) -> None:
        """Keep an answer, and drop a few that are too old."""
        db = self._env.db("idempotency")
        self._expire(txn, now)
        record = RememberedAnswer(request_hash, msgspec.Raw(answer), now)
        row = _row(key)
        txn.put(row, msgspec.json.encode(record), db=db)
        txn.put(b"time:" + _U64.pack(now) + row, b"", db=db)

    def _expire(self, txn: Transaction, now: int) -> None:
        db = self._env.db("idempotency")
        cursor = txn.cursor(db=db)
        for _ in range(_EXPIRE_PER_WRITE):
            if not cursor.set_range(b"time:") or not bytes(cursor.key()).startswith(b"time:"):
                return
            key = bytes(cursor.key())
            if _U64.unpack(key[5:13])[0] + KEEP_SECONDS >= now:
                return
            cursor.delete()
            self._drop_if_old(txn, key[13:], now)

    def _drop_if_old(self, txn: Transaction, row: bytes, now: int) -> None:
        db = self._env.db("idempotency")
        raw = txn.get(row, db=db)
        if raw is not None and _decoder.decode(raw).created + KEEP_SECONDS < now:
            txn.delete(row, db=db)


def _row(key: str) -> bytes:
    return b"key:" + hashlib.blake2b(key.encode(), digest_size=16).hexdigest().encode()
