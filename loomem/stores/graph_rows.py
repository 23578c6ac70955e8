"""Rows of the entity graph and their keys. Every name, other name and link has its own row per memory
that supports it, so nothing grows without bound and nothing outlives its support.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from loomem.errors import StoreCorruptError
from loomem.stores.env import Env, Transaction
from loomem.text.entities.model import EntityType, Reading
from loomem.text.folding import fold

RULES, MODEL, CALLER = "rules", "model", "caller"
"""Who found something: the rules and the dictionary, or a language model."""

ID_BYTES = 32
"""Length of an entity's or a link's id: hexadecimal digits."""

_MAX_TOKEN_BYTES = 160
_MAX_NAME_CHARS = 200

T = TypeVar("T")


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one reader found of an entity in one memory."""

    name: str
    entity_type: str
    confidence: float
    aliases: tuple[str, ...] = ()


class MentionRow(msgspec.Struct, frozen=True):
    """What a memory contributes to an entity, by who found it."""

    by: dict[str, Found]

    @property
    def aliases(self) -> set[str]:
        """All other names that this memory supports."""
        return {alias for found in self.by.values() for alias in found.aliases}


class SupportRow(msgspec.Struct, frozen=True):
    """How sure each reader is of a link in one memory."""

    by: dict[str, float]


class EntityRow(msgspec.Struct, frozen=True, kw_only=True):
    """One entity of one stream. Its names and types lie with the memories that support them."""

    id: str
    stream_id: str
    token: str
    created_at: int


class EdgeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One link between two entities of a stream."""

    id: str
    stream_id: str
    source: str
    target: str
    relation: str
    created_at: int


class Contribution(msgspec.Struct):
    """Everything that one memory supports: mentions by entity id, links by edge id."""

    at: int = 0
    mentions: dict[str, MentionRow] = msgspec.field(default_factory=dict)
    tokens: dict[str, str] = msgspec.field(default_factory=dict)
    edges: dict[str, EdgeRow] = msgspec.field(default_factory=dict)
    supports: dict[str, SupportRow] = msgspec.field(default_factory=dict)


def token_of(name: str) -> str:
    """Return what a name is looked up by: its folded spelling, hashed where it is long."""
    token = " ".join(fold(name).split())
    if len(token.encode("utf-8", "surrogatepass")) <= _MAX_TOKEN_BYTES:
        return token
    digest = hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=16)
    return "#" + digest.hexdigest()


def entity_id(stream: str, token: str) -> str:
    """Return the id of the entity of a stream that has this name."""
    return _digest(stream, token)


def edge_id(source: str, relation: str, target: str) -> str:
    """Return the id of a link; there is one for each pair and relation."""
    return _digest(source, relation, target)


def _digest(*parts: str) -> str:
    joined = "\x00".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=ID_BYTES // 2).hexdigest()


def contribution_of(stream: str, at: int, reading: Reading, origin: str) -> Contribution:
    """Return the rows that a reading amounts to."""
    made = Contribution(at=at)
    best: dict[str, Found] = {}
    aliases: dict[str, dict[str, None]] = {}
    for mention in sorted(reading.mentions, key=lambda m: (-m.confidence, m.start)):
        found_id = _id_of(made, stream, mention.canonical)
        if mention.alias:
            aliases.setdefault(found_id, {})[mention.alias[:_MAX_NAME_CHARS]] = None
        kind = mention.entity_type.value
        name = mention.canonical[:_MAX_NAME_CHARS]
        best.setdefault(found_id, Found(name, kind, mention.confidence))
    for other in reading.other_names:
        found_id = _id_of(made, stream, other.canonical)
        if found_id in best:
            aliases.setdefault(found_id, {})[other.alias[:_MAX_NAME_CHARS]] = None
    for found_id, found in best.items():
        named = msgspec.structs.replace(found, aliases=tuple(aliases.get(found_id, ())))
        made.mentions[found_id] = MentionRow({origin: named})
    _add_edges(made, stream, at, reading, origin)
    return made


def _id_of(made: Contribution, stream: str, name: str) -> str:
    token = token_of(name[:_MAX_NAME_CHARS])
    found_id = entity_id(stream, token)
    made.tokens[found_id] = token
    return found_id


def _add_edges(made: Contribution, stream: str, at: int, reading: Reading, origin: str) -> None:
    for link in reading.links:
        source, target = _id_of(made, stream, link.subject), _id_of(made, stream, link.object)
        if source == target or source not in made.mentions or target not in made.mentions:
            continue
        link_id = edge_id(source, link.relation, target)
        made.edges[link_id] = EdgeRow(
            id=link_id,
            stream_id=stream,
            source=source,
            target=target,
            relation=link.relation,
            created_at=at,
        )
        made.supports[link_id] = SupportRow({origin: link.confidence})


def is_known_type(name: str) -> bool:
    """Say whether a type tells anything."""
    return name != EntityType.UNKNOWN.value


class GraphRows:
    """Raw access to the rows, in ``default``."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def get(self, txn: Transaction, key: bytes, kind: type[T]) -> T | None:
        """Return a decoded row, or None."""
        raw = self._env.fetch(txn, "default", key)
        if raw is None:
            return None
        try:
            return msgspec.json.decode(raw, type=kind)
        except msgspec.MsgspecError as error:
            raise StoreCorruptError(
                "A row of the graph cannot be read; run build-graph to make it again."
            ) from error

    def put(self, txn: Transaction, key: bytes, value: Any = None) -> None:
        """Write a row; without a value an empty one."""
        raw = b"" if value is None else msgspec.json.encode(value)
        txn.put(key, raw, db=self._env.db("default"))

    def text(self, txn: Transaction, key: bytes) -> str | None:
        """Return a row that is plain text."""
        raw = self._env.fetch(txn, "default", key)
        return None if raw is None else raw.decode()

    def put_text(self, txn: Transaction, key: bytes, value: str) -> None:
        """Write a row that is plain text."""
        txn.put(key, value.encode(), db=self._env.db("default"))

    def delete(self, txn: Transaction, key: bytes) -> None:
        """Remove a row, if it is there."""
        txn.delete(key, db=self._env.db("default"))

    def tails(self, txn: Transaction, prefix: bytes) -> Iterator[bytes]:
        """Yield what follows a prefix in every key that has it, in order."""
        cursor = txn.cursor(db=self._env.db("default"))
        found = cursor.set_range(prefix)
        while found:
            key = bytes(cursor.key())
            if not key.startswith(prefix):
                return
            yield key[len(prefix) :]
            found = cursor.next()

    def has_any(self, txn: Transaction, prefix: bytes) -> bool:
        """Say whether a key with this prefix exists."""
        return next(self.tails(txn, prefix), None) is not None

    def delete_all(self, txn: Transaction, keys: Iterable[bytes]) -> None:
        """Remove several rows."""
        for key in keys:
            self.delete(txn, key)
