"""The memory records and the secondary rows that make them listable without a scan."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from loomem.errors import StoreCorruptError
from loomem.model.chunk import Chunk, Level
from loomem.model.ids import DEFAULT_STREAM
from loomem.stores import keys
from loomem.stores.counters import CounterStore, weight_of
from loomem.stores.env import Env, Transaction
from loomem.text.fingerprint import fingerprint

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Chunk)
_RAW = int(Level.RAW)  # an enumeration is slow to format


class _Life(msgspec.Struct):
    """The little of a record that says whether it is live, and where."""

    stream: str = DEFAULT_STREAM
    deleted_at: int | None = None


_life_decoder = msgspec.json.Decoder(_Life)


class ChunkStore:
    """Reads and writes chunk records. Every method takes the transaction it works in."""

    def __init__(self, env: Env, counters: CounterStore) -> None:
        self._env = env
        self._counters = counters

    def get(self, txn: Transaction, chunk_id: str) -> Chunk | None:
        """Return a record, deleted ones included, or None."""
        if not keys.fits_id(chunk_id):
            return None
        # Most memories are raw: trying that key first saves them the look at their level.
        raw = self._env.fetch(txn, "default", keys.chunk_key(_RAW, chunk_id))
        if raw is None:
            raw = self._raw_at_its_level(txn, chunk_id)
        return None if raw is None else _decode(chunk_id, raw)

    def is_live_in(self, txn: Transaction, chunk_id: str, stream: str) -> bool:
        """Say whether a memory exists, is not deleted, and lies in a stream; decodes no more of it."""
        raw = self._env.fetch(txn, "default", keys.chunk_key(Level.RAW, chunk_id))
        if raw is None:
            raw = self._raw_at_its_level(txn, chunk_id)
        if raw is None:
            return False
        life = _life_decoder.decode(raw)
        return life.deleted_at is None and life.stream == stream

    def _raw_at_its_level(self, txn: Transaction, chunk_id: str) -> bytes | None:
        level = self._env.fetch(txn, "by_id", chunk_id.encode())
        if level is None:
            return None
        raw = self._env.fetch(txn, "default", keys.chunk_key(level[0], chunk_id))
        if raw is None:
            raise StoreCorruptError(f"The record of memory {chunk_id} is missing.")
        return raw

    def get_many(self, txn: Transaction, ids: Iterable[str]) -> dict[str, Chunk]:
        """Return the records that exist, by id."""
        found: dict[str, Chunk] = {}
        for chunk_id in ids:
            chunk = self.get(txn, chunk_id)
            if chunk is not None:
                found[chunk_id] = chunk
        return found

    def put(self, txn: Transaction, chunk: Chunk) -> Chunk | None:
        """Write a record with all its secondary rows; returns the record it replaced."""
        old = self.get(txn, chunk.id)
        if old is not None:
            self._remove_rows(txn, old)
        self._add_rows(txn, chunk)
        self._count(txn, old, chunk)
        return old

    def remove(self, txn: Transaction, chunk_id: str) -> Chunk | None:
        """Erase a record with all its secondary rows; returns what was there."""
        old = self.get(txn, chunk_id)
        if old is not None:
            self._remove_rows(txn, old)
            self._count(txn, old, None)
        return old

    def _count(self, txn: Transaction, old: Chunk | None, new: Chunk | None) -> None:
        changes: dict[str, Counter[str]] = {}
        if new is not None:
            changes[new.stream] = weight_of(new)
        if old is not None:
            changes.setdefault(old.stream, Counter()).subtract(weight_of(old))
        for stream, change in changes.items():
            self._counters.change(txn, stream, change)

    def _add_rows(self, txn: Transaction, chunk: Chunk) -> None:
        env = self._env
        raw_id = chunk.id.encode()
        txn.put(
            keys.chunk_key(chunk.level, chunk.id), _encoder.encode(chunk), db=env.db("default")
        )
        txn.put(raw_id, bytes([chunk.level]), db=env.db("by_id"))
        for name, key in _secondary_rows(chunk):
            txn.put(key, b"", db=env.db(name))

    def _remove_rows(self, txn: Transaction, chunk: Chunk) -> None:
        env = self._env
        txn.delete(keys.chunk_key(chunk.level, chunk.id), db=env.db("default"))
        txn.delete(chunk.id.encode(), db=env.db("by_id"))
        for name, key in _secondary_rows(chunk):
            txn.delete(key, db=env.db(name))

    def newest_first(
        self, txn: Transaction, stream: str, before: tuple[int, str] | None = None
    ) -> Iterator[Chunk]:
        """Yield the records of a stream by time, newest first, starting below ``before``."""
        prefix = keys.stream_prefix(stream)
        cursor = txn.cursor(db=self._env.db("by_time"))
        end = keys.time_key(stream, *before) if before else prefix + b"\xff" * 9
        found = cursor.prev() if cursor.set_range(end) else cursor.last()
        while found and bytes(cursor.key()).startswith(prefix):
            _, chunk_id = keys.time_key_parts(stream, bytes(cursor.key()))
            chunk = self.get(txn, chunk_id)
            if chunk is not None:
                yield chunk
            found = cursor.prev()

    def ids_of_stream(self, txn: Transaction, stream: str) -> Iterator[str]:
        """Yield every id of a stream, deleted ones included, oldest first."""
        prefix = keys.stream_prefix(stream)
        cursor = txn.cursor(db=self._env.db("by_time"))
        found = cursor.set_range(prefix)
        while found and bytes(cursor.key()).startswith(prefix):
            yield keys.time_key_parts(stream, bytes(cursor.key()))[1]
            found = cursor.next()

    def ids_after(self, txn: Transaction, last: str | None, limit: int) -> list[str]:
        """Return up to ``limit`` ids of the whole store in key order, after ``last``."""
        cursor = txn.cursor(db=self._env.db("by_id"))
        found = cursor.set_range(last.encode() + b"\x00") if last else cursor.first()
        ids: list[str] = []
        while found and len(ids) < limit:
            ids.append(bytes(cursor.key()).decode())
            found = cursor.next()
        return ids

    def versions(self, txn: Transaction, root_id: str) -> list[str]:
        """Return the ids of a version chain, oldest first; the root itself is included."""
        prefix = keys.root_prefix(root_id)
        cursor = txn.cursor(db=self._env.db("by_root"))
        found = cursor.set_range(prefix)
        has_root = self._env.fetch(txn, "by_id", root_id.encode()) is not None
        ids: list[str] = [root_id] if has_root else []
        while found and bytes(cursor.key()).startswith(prefix):
            ids.append(keys.root_key_id(root_id, bytes(cursor.key())))
            found = cursor.next()
        return ids

    def with_words(self, txn: Transaction, stream: str, content: str) -> list[str]:
        """Return the ids of current memories of a stream whose folded text is the same."""
        prefix = keys.fingerprint_prefix(stream, fingerprint(content))
        return self._ids_under(txn, "by_fingerprint", prefix)

    def about(self, txn: Transaction, stream: str, subject: str, limit: int) -> list[str]:
        """Return the ids of up to ``limit`` memories about a subject."""
        return self._ids_under(txn, "by_subject", keys.subject_prefix(stream, subject), limit)

    def derived_from(self, txn: Transaction, source_id: str) -> list[str]:
        """Return the ids of everything derived from a source."""
        return self._ids_under(txn, "by_source", keys.source_prefix(source_id))

    def _ids_under(
        self, txn: Transaction, database: str, prefix: bytes, limit: int | None = None
    ) -> list[str]:
        cursor = txn.cursor(db=self._env.db(database))
        found = cursor.set_range(prefix)
        ids: list[str] = []
        while found and bytes(cursor.key()).startswith(prefix):
            ids.append(bytes(cursor.key())[len(prefix) :].decode())
            if limit is not None and len(ids) >= limit:
                break
            found = cursor.next()
        return ids


def _secondary_rows(chunk: Chunk) -> list[tuple[str, bytes]]:
    raw_id = chunk.id.encode()
    rows = [
        ("by_time", keys.time_key(chunk.stream, chunk.timestamp, chunk.id)),
    ]
    if chunk.root_memory_id is not None and chunk.root_memory_id != chunk.id:
        rows.append(("by_root", keys.root_key(chunk.root_memory_id, chunk.version, chunk.id)))
    if chunk.source_id is not None:
        rows.append(("by_source", keys.source_prefix(chunk.source_id) + raw_id))
    if chunk.is_live and chunk.is_latest and not chunk.is_evidence:
        prefix = keys.fingerprint_prefix(chunk.stream, fingerprint(chunk.content))
        rows.append(("by_fingerprint", prefix + raw_id))
    subject = chunk.extraction_meta.subject if chunk.extraction_meta else None
    if subject:
        rows.append(("by_subject", keys.subject_prefix(chunk.stream, subject) + raw_id))
    return rows


def _decode(chunk_id: str, raw: bytes) -> Chunk:
    try:
        return _decoder.decode(raw)
    except msgspec.MsgspecError as error:
        raise StoreCorruptError(f"The record of memory {chunk_id} cannot be read.") from error
