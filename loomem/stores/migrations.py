"""Brings the rows of an older schema to the present one, when a data folder is opened.

Each step commits in batches and may be repeated: a crash half way costs nothing but the rest.
"""

from collections.abc import Callable
from functools import partial

import structlog

from loomem.stores.effects import WriteTxn
from loomem.stores.embeddings import TABLES
from loomem.stores.env import Env
from loomem.stores.writer import Writer

log = structlog.get_logger(__name__)

_BATCH = 2_000
_NUMBER_BYTES = 8


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


_STEPS: dict[int, Callable[[Env, Writer], None]] = {2: _part_numbers_from_vectors}
