"""Brings the rows of an older schema to the present one, when a data folder is opened.

Each step commits in batches and may be repeated: a crash half way costs nothing but the rest.
"""

from collections.abc import Callable
from functools import partial

import structlog

from loomem.stores import keys
from loomem.stores.effects import WriteTxn
from loomem.stores.embeddings import TABLES
from loomem.stores.env import Env
from loomem.stores.writer import Writer

log = structlog.get_logger(__name__)

_BATCH = 2_000
_NUMBER_BYTES = 8
_VERSION_BYTES = 4
_OLD_PREFIX = b"emb:"


_Change = Callable[[Env, WriteTxn, bytes], bytes | None]
"""From the key of a row to the key it is to have; None: the row goes away."""


def migrate(env: Env, writer: Writer, written: int) -> None:
    """Apply every step between the schema that wrote the data and the present one."""
    for version, step in _STEPS.items():
        if written < version:
            step(env, writer)
            log.info("store.migrated", schema=version)


def _part_numbers_from_vectors(env: Env, writer: Writer) -> None:
    """Before schema 2 the index key stood before the vector, in one row."""
    for table in TABLES:
        while writer.submit(partial(_part_some, env, table)).result():
            pass


def _part_some(env: Env, table: str, write: WriteTxn) -> int:
    vectors, numbers = env.db(f"embeddings{table}"), env.db(f"vector_numbers{table}")
    rows = _unparted(env, write, table)
    for key, value in rows:
        write.raw.put(key, value[:_NUMBER_BYTES], db=numbers)
        write.raw.put(key, value[_NUMBER_BYTES:], db=vectors)
    return len(rows)


def _unparted(env: Env, write: WriteTxn, table: str) -> list[tuple[bytes, bytes]]:
    """Return the first rows that have no number of their own yet."""
    rows: list[tuple[bytes, bytes]] = []
    numbers = write.raw.cursor(db=env.db(f"vector_numbers{table}"))
    start = bytes(numbers.key()) if numbers.last() else b""
    cursor = write.raw.cursor(db=env.db(f"embeddings{table}"))
    found = cursor.set_range(start) if start else cursor.first()
    while found and len(rows) < _BATCH:
        if bytes(cursor.key()) != start:
            rows.append((bytes(cursor.key()), bytes(cursor.value())))
        found = cursor.next()
    return rows


def _shorten_keys(env: Env, writer: Writer) -> None:
    """Before schema 3 the keys of vectors began with "emb:", and a root stood in its own chain."""
    for table in TABLES:
        for name in (f"embeddings{table}", f"vector_numbers{table}"):
            _in_batches(env, writer, name, _shortened)
    _in_batches(env, writer, "by_root", _without_roots)


def _in_batches(env: Env, writer: Writer, database: str, change: _Change) -> None:
    """Show every row of a database to ``change``, a batch in each transaction, in key order."""
    after: bytes | None = b""
    while after is not None:
        after = writer.submit(partial(_change_some, env, database, change, after)).result()


def _change_some(
    env: Env, database: str, change: _Change, after: bytes, write: WriteTxn
) -> bytes | None:
    db = env.db(database)
    cursor = write.raw.cursor(db=db)
    found = cursor.set_range(after + b"\x00") if after else cursor.first()
    rows: list[tuple[bytes, bytes]] = []
    while found and len(rows) < _BATCH:
        rows.append((bytes(cursor.key()), bytes(cursor.value())))
        found = cursor.next()
    for key, value in rows:
        kept = change(env, write, key)
        if kept != key:
            write.raw.delete(key, db=db)
        if kept is not None and kept != key:
            write.raw.put(kept, value, db=db)
    return rows[-1][0] if rows else None


def _shortened(env: Env, write: WriteTxn, key: bytes) -> bytes:
    """Only keys of memories that exist tell an old key from an id that begins like one."""
    short = key.removeprefix(_OLD_PREFIX)
    known = write.raw.get(short.split(keys.SEPARATOR)[0], db=env.db("by_id")) is not None
    return short if known else key


def _without_roots(_env: Env, _write: WriteTxn, key: bytes) -> bytes | None:
    root, _, rest = key.partition(keys.SEPARATOR)
    return None if rest[_VERSION_BYTES:] == root else key


_STEPS: dict[int, Callable[[Env, Writer], None]] = {
    2: _part_numbers_from_vectors,
    3: _shorten_keys,
}
