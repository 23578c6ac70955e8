"""Clients, grants, codes and tokens of the authorization server, and when each is dropped."""

import struct
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from loomem.model.oauth import AccessToken, Client, Code, Grant, RefreshToken
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env, Transaction

Row = Client | Grant | Code | AccessToken | RefreshToken
R = TypeVar("R", Client, Grant, Code, AccessToken, RefreshToken)

_NAMES: dict[type[Row], bytes] = {
    Client: b"client:",
    Grant: b"grant:",
    Code: b"code:",
    AccessToken: b"access:",
    RefreshToken: b"refresh:",
}
_KINDS = {name: kind for kind, name in _NAMES.items()}
_DUE = b"due:"
_DROPPED_PER_WRITE = 16
_U64 = struct.Struct(">Q")


class OAuthStore:
    """Rows by kind and name. The name of a code or token is its hash, of the others their id."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def get(self, txn: Transaction, kind: type[R], name: str) -> R | None:
        """Return a row, which may be past its time, or None."""
        raw = self._env.fetch(txn, "oauth", _NAMES[kind] + name.encode())
        return None if raw is None else msgspec.json.decode(raw, type=kind)

    def put(self, write: WriteTxn, name: str, row: Row, now: int) -> None:
        """Write a row, and drop a few whose time is over."""
        self._drop_expired(write, now)
        db = self._env.db("oauth")
        key = _NAMES[type(row)] + name.encode()
        write.raw.put(key, msgspec.json.encode(row), db=db)
        if row.expires is not None:
            write.raw.put(_DUE + _U64.pack(row.expires) + key, b"", db=db)

    def delete(self, write: WriteTxn, kind: type[Row], name: str) -> bool:
        """Remove a row; False where there was none."""
        return bool(write.raw.delete(_NAMES[kind] + name.encode(), db=self._env.db("oauth")))

    def all(self, txn: Transaction, kind: type[R]) -> Iterator[R]:
        """Yield the rows of a kind in the order of their names."""
        prefix = _NAMES[kind]
        cursor = txn.cursor(db=self._env.db("oauth"))
        found = cursor.set_range(prefix)
        while found and bytes(cursor.key()).startswith(prefix):
            yield msgspec.json.decode(bytes(cursor.value()), type=kind)
            found = cursor.next()

    def make_room(self, write: WriteTxn, most: int) -> None:
        """Drop the unused clients that would go first, until fewer than ``most`` are left."""
        unused = [client for client in self.all(write.raw, Client) if client.expires is not None]
        unused.sort(key=lambda client: client.expires or 0)
        for client in unused[: max(0, len(unused) - most + 1)]:
            self.delete(write, Client, client.id)

    def _drop_expired(self, write: WriteTxn, now: int) -> None:
        db = self._env.db("oauth")
        cursor = write.raw.cursor(db=db)
        for _ in range(_DROPPED_PER_WRITE):
            if not cursor.set_range(_DUE) or not bytes(cursor.key()).startswith(_DUE):
                return
            due = bytes(cursor.key())
            instant, key = _U64.unpack(due[4:12])[0], due[12:]
            if instant >= now:
                return
            cursor.delete()
            if _is_over(write.raw.get(key, db=db), key, now):
                write.raw.delete(key, db=db)


def _is_over(raw: Any, key: bytes, now: int) -> bool:
    """Say whether a row is past its time: a later one may have been written since it was due."""
    if raw is None:
        return False
    kind = _KINDS[key[: key.index(b":") + 1]]
    expires = msgspec.json.decode(bytes(raw), type=kind).expires
    return expires is not None and expires < now
