"""The trail of what was redacted, blocked or erased. It holds kinds and numbers, never values."""

from typing import Any

import msgspec

from loomem.stores import keys
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.meta import MetaStore

_KEEP_ROWS = 100_000


class AuditRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One act: when, what, on which memory of which stream, and numbers about it."""

    at: int
    action: str
    target: str
    stream: str
    details: dict[str, Any] = msgspec.field(default_factory=dict)


_decoder = msgspec.json.Decoder(AuditRow)


class AuditStore:
    """Rows in ``audit``, oldest first; the oldest go when there are too many."""

    def __init__(self, env: Env, meta: MetaStore) -> None:
        self._env = env
        self._meta = meta

    def add(self, write: WriteTxn, row: AuditRow) -> None:
        """Write a row in the transaction of what it tells about."""
        number = self._meta.next_number(write.raw, "audit")
        db = self._env.db("audit")
        write.raw.put(keys.audit_key(row.at, number), msgspec.json.encode(row), db=db)
        if write.raw.stat(db=db)["entries"] > _KEEP_ROWS:
            cursor = write.raw.cursor(db=db)
            if cursor.first():
                cursor.delete()

    def newest(self, txn: Transaction, limit: int) -> list[AuditRow]:
        """Return up to ``limit`` rows, newest first."""
        cursor = txn.cursor(db=self._env.db("audit"))
        rows: list[AuditRow] = []
        found = cursor.last()
        while found and len(rows) < limit:
            rows.append(_decoder.decode(bytes(cursor.value())))
            found = cursor.prev()
        return rows
