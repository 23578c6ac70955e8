"""Names and relations that a language model finds in memories, many in one call.

A name counts only where the memory has it, in whatever inflection; a relation only between two such
names. What the model says of one memory is never carried over to another.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import structlog

from loomem.llm.client import LlmClient, Prompt, Purpose, Untrusted
from loomem.llm.json_reply import parse_reply, valid_items
from loomem.llm.prompt_files import load_prompt
from loomem.model.chunk import Chunk
from loomem.text.entities.model import (
    EntityType,
    Link,
    Mention,
    OtherName,
    Reading,
    known_relation,
)
from loomem.text.folding import fold

log = structlog.get_logger(__name__)

MAX_BATCH = 20
MAX_BATCH_TOKENS = 2_000
_BYTES_PER_TOKEN = 4
_MAX_CHARS = 6_000
_MAX_NAME_CHARS = 120
_STEM_SHARE = 0.6
_MIN_STEM = 2
_WORD = re.compile(r"[^\W_]+")
_TYPES = {kind.value.casefold(): kind for kind in EntityType}


class _Entity(msgspec.Struct):
    name: str
    type: str = ""
    confidence: float = 0.7
    aliases: list[str] = msgspec.field(default_factory=list)


class _Relation(msgspec.Struct):
    subject: str
    relation: str
    object: str
    confidence: float = 0.7


class _Memory(msgspec.Struct):
    id: str
    entities: list[object] = msgspec.field(default_factory=list)
    relations: list[object] = msgspec.field(default_factory=list)


class _Reply(msgspec.Struct):
    memories: list[object]


class LlmEntities:
    """Reads batches of memories of one stream."""

    def __init__(self, client: LlmClient, *, min_confidence: float = 0.5) -> None:
        self._client = client
        self._min_confidence = min_confidence
        self._prompt = load_prompt("find_entities")

    async def find(self, chunks: Sequence[Chunk]) -> dict[str, Reading]:
        """Return what each memory names, by its id; memories without names have an empty reading.

        ``chunks`` are at most what ``batches_of`` puts together. Raises LoomemError where the model
        does not answer.
        """
        if not chunks:
            return {}
        numbered = {str(number): chunk for number, chunk in enumerate(chunks, 1)}
        completion = await self._client.complete(
            Prompt(
                purpose=Purpose.EXTRACTION,
                instructions=self._prompt,
                data=tuple(Untrusted(n, c.content[:_MAX_CHARS]) for n, c in numbered.items()),
                stream=chunks[0].stream,
            )
        )
        memories, bad = valid_items(parse_reply(completion.text, _Reply).memories, _Memory)
        if bad:
            log.info("entities.malformed", memories=bad)
        return await asyncio.to_thread(self._readings, numbered, memories)

    def _readings(
        self, numbered: dict[str, Chunk], memories: Iterable[_Memory]
    ) -> dict[str, Reading]:
        found = {chunk.id: Reading() for chunk in numbered.values()}
        for memory in memories:
            chunk = numbered.get(memory.id.strip())
            if chunk is not None:
                found[chunk.id] = self._reading(chunk.content[:_MAX_CHARS], memory)
        return found

    def _reading(self, text: str, memory: _Memory) -> Reading:
        entities, _ = valid_items(memory.entities, _Entity)
        relations, _ = valid_items(memory.relations, _Relation)
        words = [(fold(found[0]), found.start(), found.end()) for found in _WORD.finditer(text)]
        mentions: dict[str, Mention] = {}
        others: list[OtherName] = []
        for entity in entities:
            mention = self._mention(text, words, entity)
            if mention is not None:
                mentions.setdefault(fold(mention.canonical), mention)
                others += _other_names(text, words, mention, entity.aliases)
        links = self._links(relations, mentions, others)
        return Reading(tuple(mentions.values()), tuple(links), tuple(others))

    def _mention(
        self, text: str, words: list[tuple[str, int, int]], entity: _Entity
    ) -> Mention | None:
        name = _clean(entity.name)
        span = _place(text, words, name)
        if span is None or not self._min_confidence <= entity.confidence <= 1:
            return None
        return Mention(
            name=text[span[0] : span[1]],
            canonical=name,
            entity_type=_TYPES.get(entity.type.strip().casefold(), EntityType.UNKNOWN),
            start=span[0],
            end=span[1],
            confidence=entity.confidence,
        )

    def _links(
        self,
        relations: Iterable[_Relation],
        mentions: dict[str, Mention],
        others: Iterable[OtherName],
    ) -> Iterator[Link]:
        names = {key: mention.canonical for key, mention in mentions.items()}
        names |= {fold(other.alias): other.canonical for other in others}
        for relation in relations:
            subject = names.get(fold(_clean(relation.subject)))
            other = names.get(fold(_clean(relation.object)))
            is_sure = self._min_confidence <= relation.confidence <= 1
            if subject and other and subject != other and is_sure:
                yield Link(
                    subject=subject,
                    relation=known_relation(relation.relation),
                    object=other,
                    confidence=relation.confidence,
                )


def batches_of(chunks: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    """Yield the memories in batches of one stream each, as large as one call can carry."""
    batch: list[Chunk] = []
    room = 0
    for chunk in chunks:
        size = len(chunk.content[:_MAX_CHARS].encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 1
        is_full = len(batch) >= MAX_BATCH or room + size > MAX_BATCH_TOKENS
        if batch and (is_full or chunk.stream != batch[0].stream):
            yield batch
            batch, room = [], 0
        batch.append(chunk)
        room += size
    if batch:
        yield batch


def _clean(name: str) -> str:
    return " ".join(name.split())[:_MAX_NAME_CHARS]


def _place(text: str, words: list[tuple[str, int, int]], name: str) -> tuple[int, int] | None:
    """Return where a text has a name: as it is written, else word by word in another inflection."""
    if not name:
        return None
    lowered = text.lower()
    at = lowered.find(name.lower()) if len(lowered) == len(text) else text.find(name)
    if at >= 0:
        return at, at + len(name)
    wanted = [fold(word) for word in _WORD.findall(name)]
    for first in range(len(words) - len(wanted) + 1 if wanted else 0):
        run = words[first : first + len(wanted)]
        if all(map(_is_form, wanted, (word for word, _, _ in run))):
            return run[0][1], run[-1][2]
    return None


def _is_form(name: str, word: str) -> bool:
    """Say whether a word may be an inflected form: it shares the stem, and is not much longer."""
    stem = max(_MIN_STEM, int(len(name) * _STEM_SHARE + 0.5))
    return len(word) <= len(name) + 4 and len(name) >= _MIN_STEM and word[:stem] == name[:stem]


def _other_names(
    text: str, words: list[tuple[str, int, int]], mention: Mention, aliases: Iterable[str]
) -> Iterator[OtherName]:
    for alias in map(_clean, aliases):
        if fold(alias) != fold(mention.canonical) and _place(text, words, alias) is not None:
            yield OtherName(canonical=mention.canonical, alias=alias)
