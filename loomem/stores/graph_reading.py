"""Reads the entity graph of one stream. What no live memory of the stream supports does not exist."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from loomem.stores import graph_keys as keys
from loomem.stores.chunks import ChunkStore
from loomem.stores.env import Env, Transaction
from loomem.stores.graph_rows import (
    ID_BYTES,
    EdgeRow,
    EntityRow,
    Found,
    GraphRows,
    MentionRow,
    is_known_type,
    token_of,
)
from loomem.text.entities.model import EntityType

MAX_SUPPORT = 5_000
"""Memories of one entity that are looked at; whoever is mentioned more often is counted no further."""

_MAX_MERGED = 8
_MAX_CONNECTIONS = 500
_LOOKED_AT = 20
"""Links, and memories of each, that a search looks at."""


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """A link as seen from one of its ends. ``direction`` is ``out`` or ``in``; ``chunks`` support it."""

    entity_id: str
    name: str
    entity_type: str
    relation: str
    direction: str
    chunks: int


class EntityView(msgspec.Struct, frozen=True, kw_only=True):
    """An entity with all that live memories say of it. ``ids`` are those that memories say are one."""

    id: str
    ids: tuple[str, ...]
    name: str
    entity_type: str
    aliases: list[str]
    chunk_ids: list[str]
    connections: list[Connection]


class GraphStats(msgspec.Struct, kw_only=True):
    """Counts of what live memories support."""

    entities: int = 0
    edges: int = 0
    mentions: int = 0
    by_type: dict[str, int] = msgspec.field(default_factory=dict)


class _Support(msgspec.Struct):
    chunk_ids: list[str]
    names: Counter[str]
    types: Counter[str]
    aliases: Counter[str]


class GraphReader:
    """Every method takes the transaction it reads in."""

    def __init__(self, env: Env, chunks: ChunkStore) -> None:
        self._rows = GraphRows(env)
        self._chunks = chunks

    def entity(self, txn: Transaction, stream: str, name: str) -> EntityView | None:
        """Return what is known under a name or another name, or None."""
        ids = self._resolve(txn, stream, name)
        if not ids:
            return None
        supports = [self._support(txn, stream, entity) for entity in ids]
        main = supports[0]
        names = sorted(main.names, key=lambda n: (-main.names[n], n))
        chunk_ids = list(dict.fromkeys(c for support in supports for c in support.chunk_ids))
        return EntityView(
            id=ids[0],
            ids=tuple(ids),
            name=names[0],
            entity_type=_most_common_type(supports),
            aliases=_other_names(supports, names[0]),
            chunk_ids=chunk_ids,
            connections=self._connections(txn, stream, ids),
        )

    def chunks_of(
        self, txn: Transaction, stream: str, names: Iterable[str], limit: int = 1_000
    ) -> list[str]:
        """Return the ids of live memories that mention any of these names."""
        found: dict[str, None] = {}
        for name in names:
            for entity in self._resolve(txn, stream, name):
                live = self._live_mentions(txn, stream, entity)
                found.update((chunk_id, None) for chunk_id, _ in islice(live, limit))
        return list(found)[:limit]

    def neighbours(
        self, txn: Transaction, stream: str, name: str, hops: int = 1, limit: int = 100
    ) -> list[Connection]:
        """Return what is connected with a name over at most ``hops`` links, nearest first."""
        border = self._resolve(txn, stream, name)
        seen = set(border)
        found: list[Connection] = []
        for _ in range(hops):
            nearer = self._connections(txn, stream, border)
            new = [c for c in nearer if c.entity_id not in seen]
            found.extend({c.entity_id: c for c in reversed(new)}.values())
            border = list(dict.fromkeys(c.entity_id for c in new))
            seen.update(border)
            if not border or len(found) >= limit:
                break
        return found[:limit]

    def names_in(self, txn: Transaction, stream: str, names: Iterable[str]) -> list[str]:
        """Return those of the names that the stream knows."""
        return [name for name in names if self._resolve(txn, stream, name)]

    def entities_named(
        self, txn: Transaction, stream: str, names: Iterable[str], limit: int = 8
    ) -> list[str]:
        """Return the id of the entity that each of these names stands for, in their order."""
        found: dict[str, None] = {}
        for name in names:
            root = self._root(txn, stream, name)
            if root is not None:
                found[root] = None
            if len(found) >= limit:
                break
        return list(found)

    def spellings(self, txn: Transaction, stream: str, entity: str) -> list[str]:
        """Return the names that some live memories have for an entity, the most frequent first."""
        counted: Counter[str] = Counter()
        for _chunk_id, row in islice(self._live_mentions(txn, stream, entity), _LOOKED_AT):
            for found in row.by.values():
                counted.update([found.name, *found.aliases])
        return sorted(counted, key=lambda name: (-counted[name], name))

    def memories_beside(
        self, txn: Transaction, stream: str, entities: Sequence[str], limit: int
    ) -> list[str]:
        """Return live memories of what these entities are linked with, the strongest link first."""
        links: Counter[str] = Counter()
        for entity in entities:
            for direction in ("out", "in"):
                edges = self._live_edges(txn, stream, entity, direction, _LOOKED_AT)
                for _edge, other, chunks in islice(edges, _LOOKED_AT):
                    links[other] += chunks
        found: dict[str, None] = {}
        for other in sorted(links.keys() - set(entities), key=lambda e: (-links[e], e)):
            mentions = islice(self._live_mentions(txn, stream, other), limit)
            found.update((chunk_id, None) for chunk_id, _ in mentions)
            if len(found) >= limit:
                break
        return list(found)[:limit]

    def stats(self, txn: Transaction, streams: Iterable[str]) -> GraphStats:
        """Count the entities and links of these streams; looks at every one of them."""
        total = GraphStats()
        types: Counter[str] = Counter()
        for stream in streams:
            for entity in self._entities(txn, stream):
                support = self._support(txn, stream, entity)
                if support.chunk_ids:
                    total.entities += 1
                    total.mentions += len(support.chunk_ids)
                    types[_most_common_type([support])] += 1
                    total.edges += sum(1 for _ in self._live_edges(txn, stream, entity, "out"))
        total.by_type = dict(types.most_common())
        return total

    def _entities(self, txn: Transaction, stream: str) -> Iterator[str]:
        prefix = keys.names_prefix(stream)
        for tail in self._rows.tails(txn, prefix):
            entity = self._rows.text(txn, prefix + tail)
            if entity is not None:
                yield entity

    def _resolve(self, txn: Transaction, stream: str, name: str) -> list[str]:
        """Return the ids that a name stands for, the one with the fullest name first."""
        root = self._root(txn, stream, name)
        return [] if root is None else self._merged(txn, stream, root)

    def _root(self, txn: Transaction, stream: str, name: str) -> str | None:
        token = token_of(name)
        own = self._rows.text(txn, keys.name_key(stream, token))
        if own is not None and not self._is_live(txn, stream, own):
            own = None
        targets = self._aliased(txn, stream, token)
        targets.pop(own or "", None)
        if len(targets) == 1:
            return next(iter(targets))
        if own is None and targets:
            return max(targets, key=lambda entity: (targets[entity], entity))
        return own

    def _merged(self, txn: Transaction, stream: str, root: str) -> list[str]:
        """Add the entities whose names a memory declares to be other names of these."""
        merged = [root]
        for entity in merged:
            for alias in self._support(txn, stream, entity).aliases:
                token = token_of(alias)
                other = self._rows.text(txn, keys.name_key(stream, token))
                if other is None or other in merged or len(merged) >= _MAX_MERGED:
                    continue
                targets = self._aliased(txn, stream, token)
                targets.pop(other, None)
                if set(targets) <= set(merged) and self._is_live(txn, stream, other):
                    merged.append(other)
        return merged

    def _aliased(self, txn: Transaction, stream: str, token: str) -> Counter[str]:
        """Return the entities that live memories call so, and how many do."""
        found: Counter[str] = Counter()
        for tail in islice(self._rows.tails(txn, keys.alias_prefix(stream, token)), MAX_SUPPORT):
            entity, chunk_id = tail[:ID_BYTES].decode(), tail[ID_BYTES:].decode()
            if self._chunks.is_live_in(txn, chunk_id, stream):
                found[entity] += 1
        return found

    def _is_live(self, txn: Transaction, stream: str, entity: str) -> bool:
        return next(self._live_mentions(txn, stream, entity), None) is not None

    def _live_mentions(
        self, txn: Transaction, stream: str, entity: str
    ) -> Iterator[tuple[str, MentionRow]]:
        prefix = keys.mention_prefix(entity)
        for tail in self._rows.tails(txn, prefix):
            chunk_id = tail.decode()
            if self._chunks.is_live_in(txn, chunk_id, stream):
                row = self._rows.get(txn, prefix + tail, MentionRow)
                if row is not None:
                    yield chunk_id, row

    def _support(self, txn: Transaction, stream: str, entity: str) -> _Support:
        support = _Support([], Counter(), Counter(), Counter())
        for chunk_id, row in islice(self._live_mentions(txn, stream, entity), MAX_SUPPORT):
            support.chunk_ids.append(chunk_id)
            for found in row.by.values():
                _count(support, found)
        return support

    def _connections(self, txn: Transaction, stream: str, ids: Iterable[str]) -> list[Connection]:
        merged = list(ids)
        found = [
            self._connection(txn, stream, edge, other, direction, chunks)
            for entity in merged
            for direction in ("out", "in")
            for edge, other, chunks in self._live_edges(txn, stream, entity, direction)
            if other not in merged
        ]
        return sorted(found, key=lambda c: (-c.chunks, c.relation, c.name))[:_MAX_CONNECTIONS]

    def _live_edges(
        self,
        txn: Transaction,
        stream: str,
        entity: str,
        direction: str,
        most: int = MAX_SUPPORT,
    ) -> Iterator[tuple[EdgeRow, str, int]]:
        is_out = direction == "out"
        prefix = keys.adjacent_prefix(entity) if is_out else keys.reverse_prefix(entity)
        for tail in self._rows.tails(txn, prefix):
            edge = self._rows.get(txn, keys.edge_key(tail.decode()), EdgeRow)
            if edge is None:
                continue
            supports = islice(self._rows.tails(txn, keys.support_prefix(edge.id)), most)
            chunks = sum(self._chunks.is_live_in(txn, c.decode(), stream) for c in supports)
            if chunks:
                yield edge, edge.target if is_out else edge.source, chunks

    def _connection(
        self,
        txn: Transaction,
        stream: str,
        edge: EdgeRow,
        other: str,
        direction: str,
        chunks: int,
    ) -> Connection:
        # A live link lies in a memory that mentions both ends, so the other one has live names.
        near = islice(self._live_mentions(txn, stream, other), 20)
        support = _Support([], Counter(), Counter(), Counter())
        for _chunk_id, row in near:
            for found in row.by.values():
                _count(support, found)
        return Connection(
            entity_id=other,
            name=max(support.names, key=lambda n: (support.names[n], n)),
            entity_type=_most_common_type([support]),
            relation=edge.relation,
            direction=direction,
            chunks=chunks,
        )

    def created_at(self, txn: Transaction, entity: str) -> int | None:
        """Return the time of the first memory that mentioned an entity."""
        row = self._rows.get(txn, keys.entity_key(entity), EntityRow)
        return None if row is None else row.created_at


def _count(support: _Support, found: Found) -> None:
    support.names[found.name] += 1
    support.types[found.entity_type] += 1
    support.aliases.update(found.aliases)


def _most_common_type(supports: Iterable[_Support]) -> str:
    types: Counter[str] = Counter()
    for support in supports:
        types.update({t: n for t, n in support.types.items() if is_known_type(t)})
    return max(types, key=lambda t: (types[t], t)) if types else EntityType.UNKNOWN.value


def _other_names(supports: Iterable[_Support], main: str) -> list[str]:
    counted: Counter[str] = Counter()
    for support in supports:
        counted.update(support.aliases)
        counted.update(support.names)
    tokens = {token_of(main)}
    names: list[str] = []
    for name in sorted(counted, key=lambda n: (-counted[n], n)):
        if token_of(name) not in tokens:
            tokens.add(token_of(name))
            names.append(name)
    return names
