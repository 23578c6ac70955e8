"""Writes the entity graph: what a memory names is linked and unlinked in the job that writes it."""

from collections.abc import Iterator

from loomem.model.chunk import Chunk
from loomem.stores import graph_keys as keys
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.graph_rows import (
    RULES,
    Contribution,
    EdgeRow,
    EntityRow,
    Found,
    GraphRows,
    MentionRow,
    SupportRow,
    contribution_of,
    token_of,
)
from loomem.text.entities.model import Reading


class GraphWriter:
    """Keeps the rows of a memory equal to what was read in it."""

    def __init__(self, env: Env) -> None:
        self._rows = GraphRows(env)

    def link(self, write: WriteTxn, chunk: Chunk, reading: Reading, origin: str = RULES) -> bool:
        """Put a reading in place of what ``origin`` found in this memory before.

        What others found stays. Returns whether anything changed.
        """
        txn = write.raw
        old = self.contribution(txn, chunk.id)
        new = contribution_of(chunk.stream, chunk.timestamp, reading, origin)
        _keep_others(old, new, origin)
        write.effects.streams.add(chunk.stream)
        return self._replace(txn, chunk.stream, chunk.id, old, new)

    def unlink(self, write: WriteTxn, stream: str, chunk_id: str) -> bool:
        """Remove all that a memory contributes, and what nothing supports then."""
        old = self.contribution(write.raw, chunk_id)
        self._rows.delete(write.raw, keys.marker_key(chunk_id))
        return self._replace(write.raw, stream, chunk_id, old, Contribution())

    def contribution(self, txn: Transaction, chunk_id: str) -> Contribution:
        """Return all rows of one memory."""
        held = Contribution()
        for entity in self._ids(txn, keys.chunk_prefix(chunk_id)):
            row = self._rows.get(txn, keys.mention_key(entity, chunk_id), MentionRow)
            if row is not None:
                held.mentions[entity] = row
        for edge in self._ids(txn, keys.chunk_edges_prefix(chunk_id)):
            support_key = keys.support_prefix(edge) + chunk_id.encode()
            support = self._rows.get(txn, support_key, SupportRow)
            made = self._rows.get(txn, keys.edge_key(edge), EdgeRow)
            if support is not None and made is not None:
                held.supports[edge], held.edges[edge] = support, made
        return held

    def _ids(self, txn: Transaction, prefix: bytes) -> Iterator[str]:
        for tail in list(self._rows.tails(txn, prefix)):
            yield tail.decode()

    def entities_of(self, txn: Transaction, chunk_id: str) -> tuple[list[str], list[str]]:
        """Return the names of a memory's entities and its links as text, for the text index."""
        held = self.contribution(txn, chunk_id)
        names: dict[str, None] = {}
        for row in held.mentions.values():
            names.update(dict.fromkeys(found.name for found in row.by.values()))
            names.update(dict.fromkeys(sorted(row.aliases)))
        links = [text for edge in held.edges.values() if (text := _as_text(held, edge))]
        return list(names), links

    def is_marked(self, txn: Transaction, chunk_id: str) -> bool:
        """Say whether a language model has read a memory for entities."""
        return self._rows.has_any(txn, keys.marker_key(chunk_id))

    def mark(self, write: WriteTxn, chunk_id: str) -> None:
        """Note that a language model has read a memory for entities."""
        self._rows.put(write.raw, keys.marker_key(chunk_id))

    def clear_markers(self, write: WriteTxn, limit: int) -> int:
        """Forget which memories a model has read, up to ``limit``; returns how many."""
        found = []
        for tail in self._rows.tails(write.raw, keys.MARKERS_PREFIX):
            found.append(keys.MARKERS_PREFIX + tail)
            if len(found) >= limit:
                break
        self._rows.delete_all(write.raw, found)
        return len(found)

    def _replace(
        self, txn: Transaction, stream: str, chunk_id: str, old: Contribution, new: Contribution
    ) -> bool:
        if old.mentions == new.mentions and old.supports == new.supports:
            return False
        for edge in old.supports.keys() - new.supports.keys():
            self._drop_support(txn, old.edges[edge], chunk_id)
        for entity, row in new.mentions.items():
            self._put_mention(txn, stream, chunk_id, entity, old.mentions.get(entity), row, new)
        for edge, support in new.supports.items():
            self._put_support(txn, new.edges[edge], chunk_id, support)
        for entity in old.mentions.keys() - new.mentions.keys():
            self._drop_mention(txn, stream, chunk_id, entity, old.mentions[entity])
        return True

    def _put_mention(
        self,
        txn: Transaction,
        stream: str,
        chunk_id: str,
        entity: str,
        old: MentionRow | None,
        new: MentionRow,
        held: Contribution,
    ) -> None:
        rows = self._rows
        if rows.get(txn, keys.entity_key(entity), EntityRow) is None:
            token = held.tokens[entity]
            made = EntityRow(id=entity, stream_id=stream, token=token, created_at=held.at)
            rows.put(txn, keys.entity_key(entity), made)
            rows.put_text(txn, keys.name_key(stream, token), entity)
        if old is not None:
            self._drop_aliases(txn, stream, chunk_id, entity, old.aliases - new.aliases)
        for alias in new.aliases:
            rows.put_text(txn, keys.alias_key(stream, token_of(alias), entity, chunk_id), alias)
        rows.put(txn, keys.mention_key(entity, chunk_id), new)
        rows.put(txn, keys.chunk_prefix(chunk_id) + entity.encode())

    def _drop_mention(
        self, txn: Transaction, stream: str, chunk_id: str, entity: str, old: MentionRow
    ) -> None:
        rows = self._rows
        self._drop_aliases(txn, stream, chunk_id, entity, old.aliases)
        rows.delete(txn, keys.mention_key(entity, chunk_id))
        rows.delete(txn, keys.chunk_prefix(chunk_id) + entity.encode())
        if rows.has_any(txn, keys.mention_prefix(entity)):
            return
        made = rows.get(txn, keys.entity_key(entity), EntityRow)
        if made is not None:
            rows.delete(txn, keys.name_key(made.stream_id, made.token))
            rows.delete(txn, keys.entity_key(entity))

    def _drop_aliases(
        self, txn: Transaction, stream: str, chunk_id: str, entity: str, aliases: set[str]
    ) -> None:
        for alias in aliases:
            self._rows.delete(txn, keys.alias_key(stream, token_of(alias), entity, chunk_id))

    def _put_support(
        self, txn: Transaction, edge: EdgeRow, chunk_id: str, support: SupportRow
    ) -> None:
        rows = self._rows
        if rows.get(txn, keys.edge_key(edge.id), EdgeRow) is None:
            rows.put(txn, keys.edge_key(edge.id), edge)
            rows.put_text(txn, keys.adjacent_prefix(edge.source) + edge.id.encode(), edge.target)
            rows.put_text(txn, keys.reverse_prefix(edge.target) + edge.id.encode(), edge.source)
        rows.put(txn, keys.support_prefix(edge.id) + chunk_id.encode(), support)
        rows.put(txn, keys.chunk_edges_prefix(chunk_id) + edge.id.encode())

    def _drop_support(self, txn: Transaction, edge: EdgeRow, chunk_id: str) -> None:
        rows = self._rows
        rows.delete(txn, keys.support_prefix(edge.id) + chunk_id.encode())
        rows.delete(txn, keys.chunk_edges_prefix(chunk_id) + edge.id.encode())
        if not rows.has_any(txn, keys.support_prefix(edge.id)):
            rows.delete(txn, keys.edge_key(edge.id))
            rows.delete(txn, keys.adjacent_prefix(edge.source) + edge.id.encode())
            rows.delete(txn, keys.reverse_prefix(edge.target) + edge.id.encode())


def _keep_others(old: Contribution, new: Contribution, origin: str) -> None:
    """Carry over what other readers than ``origin`` found."""
    for entity, row in old.mentions.items():
        others = {by: found for by, found in row.by.items() if by != origin}
        if others:
            mine = new.mentions.get(entity, MentionRow({})).by
            new.mentions[entity] = MentionRow({**others, **mine})
            name = next(iter(others.values())).name
            new.tokens.setdefault(entity, token_of(name))
    for edge, support in old.supports.items():
        others_sure = {by: sure for by, sure in support.by.items() if by != origin}
        if others_sure:
            mine_sure = new.supports.get(edge, SupportRow({})).by
            new.supports[edge] = SupportRow({**others_sure, **mine_sure})
            new.edges.setdefault(edge, old.edges[edge])


def _as_text(held: Contribution, edge: EdgeRow) -> str | None:
    ends = [_best(held.mentions.get(end)) for end in (edge.source, edge.target)]
    if ends[0] is None or ends[1] is None:
        return None
    return f"{ends[0].name} {edge.relation.replace('_', ' ')} {ends[1].name}".lower()


def _best(row: MentionRow | None) -> Found | None:
    return None if row is None else max(row.by.values(), key=lambda found: found.confidence)
