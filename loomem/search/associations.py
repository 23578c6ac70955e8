"""What the entity graph adds to a question: other names of what it names, and what lies beside it."""

import re
from collections.abc import Iterator, Sequence

from loomem.model.chunk import Chunk
from loomem.search.candidate import Query
from loomem.search.question import QUICK_CHARS
from loomem.stores.bundle import Stores
from loomem.text.stopwords import is_stop_word

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_MAX_WORDS = 24
_LONGEST_NAME = 3
_MOST_ENTITIES = 4
_MOST_TERMS = 16
_LOOKED_AT = 20


def named_entities(stores: Stores, query: Query) -> list[tuple[str, str]]:
    """Return (stream, entity id) for what a question names, in its order."""
    names = list(dict.fromkeys(_names(stores, query.text[:QUICK_CHARS])))
    with stores.env.read_much() as txn:
        return [
            (stream, entity)
            for stream in query.streams
            for entity in stores.graph.entities_named(txn, stream, names, _MOST_ENTITIES)
        ]


def other_spellings(stores: Stores, named: Sequence[tuple[str, str]]) -> list[str]:
    """Return terms of the other names that memories have for what was named."""
    found: dict[str, None] = {}
    with stores.env.read_much() as txn:
        for stream, entity in named:
            for name in stores.graph.spellings(txn, stream, entity):
                groups = stores.analyzer.query_groups(name)
                found.update(dict.fromkeys(term for group in groups for term in group))
    return list(found)[:_MOST_TERMS]


def beside(stores: Stores, query: Query, named: Sequence[tuple[str, str]]) -> list[Chunk]:
    """Return memories of what is linked with what was named, the strongest link first.

    None where the request asks for an entity: what merely lies beside it does not mention it.
    """
    if query.filter.entity:
        return []
    by_stream: dict[str, list[str]] = {}
    for stream, entity in named:
        by_stream.setdefault(stream, []).append(entity)
    found: list[Chunk] = []
    with stores.env.read_much() as txn:
        for stream, entities in by_stream.items():
            ids = stores.graph.memories_beside(txn, stream, entities, _LOOKED_AT)
            chunks = stores.chunks.get_many(txn, ids)
            found.extend(chunks[i] for i in ids if i in chunks)
    return [chunk for chunk in found if query.filter.admits(chunk)]


def _names(stores: Stores, text: str) -> Iterator[str]:
    """Yield what the rules find, then every short run of words: people also ask in small letters."""
    yield from (mention.canonical for mention in stores.entities.read(text).mentions)
    words = _WORD.findall(text)[:_MAX_WORDS]
    for length in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            if not (is_stop_word(run[0]) or is_stop_word(run[-1])):
                yield " ".join(run)
