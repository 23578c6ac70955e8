"""Per-stream totals, changed in the same transaction as what they count."""

import struct
from collections import Counter
from collections.abc import Iterator

from loomem.model.chunk import Chunk
from loomem.stores import keys
from loomem.stores.env import Env, Transaction

_I64 = struct.Struct("<q")

EMBEDDED = "embedded"
NAMES = (
    "live",
    "latest",
    "deleted",
    "superseded",
    "level_0",
    "level_1",
    EMBEDDED,
    EMBEDDED + "_b",
)


class CounterStore:
    """Totals by stream and name."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def change(self, txn: Transaction, stream: str, changes: "Counter[str]") -> None:
        """Add to the totals of one stream; zero changes cost nothing."""
        db = self._env.db("counters")
        for name, delta in changes.items():
            if delta:
                key = keys.stream_prefix(stream) + name.encode()
                txn.put(
                    key, _I64.pack(_number(self._env.fetch(txn, "counters", key)) + delta), db=db
                )

    def read(self, txn: Transaction, stream: str) -> dict[str, int]:
        """Return all totals of one stream; a stream without memories has zeros."""
        prefix = keys.stream_prefix(stream)
        return {
            name: _number(self._env.fetch(txn, "counters", prefix + name.encode()))
            for name in NAMES
        }

    def total(self, txn: Transaction, name: str) -> int:
        """Return one total summed over all streams."""
        return sum(self.read(txn, stream)[name] for stream in self.streams(txn))

    def streams(self, txn: Transaction) -> Iterator[str]:
        """Yield every stream that has or had memories, in key order."""
        cursor = txn.cursor(db=self._env.db("counters"))
        found = cursor.first()
        while found:
            stream = bytes(cursor.key()).split(keys.SEPARATOR, 1)[0]
            yield stream.decode()
            found = cursor.set_range(stream + b"\x01")

    def clear(self, txn: Transaction, stream: str) -> None:
        """Remove the totals of one stream."""
        db = self._env.db("counters")
        for name in NAMES:
            txn.delete(keys.stream_prefix(stream) + name.encode(), db=db)


def _number(raw: bytes | None) -> int:
    return int(_I64.unpack(raw)[0]) if raw is not None else 0


def weight_of(chunk: Chunk) -> "Counter[str]":
    """Return what one record adds to the totals of its stream."""
    totals: Counter[str] = Counter()
    if not chunk.is_live:
        totals["deleted"] = 1
        return totals
    totals["live"] = 1
    totals["latest" if chunk.is_latest else "superseded"] = 1
    totals[f"level_{min(chunk.level, 1)}"] = 1
    return totals
