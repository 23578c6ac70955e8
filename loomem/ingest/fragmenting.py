"""From a stored source to its fragments, as records. Nothing is written here."""

from collections.abc import Callable, Iterator

from loomem.model.chunk import INGEST_CONTRACT, Chunk, ChunkKind
from loomem.text.split import CountTokens
from loomem.text.turns.fragments import fragments

SuspicionOf = Callable[[str], list[str] | None]


def fragment_id(source_id: str, index: int) -> str:
    """Return the id of a fragment, the same whenever the source is cut again."""
    return f"{source_id}:f{index}"


def fragments_of(
    source: Chunk, *, max_tokens: int, count_tokens: CountTokens, suspicion_of: SuspicionOf
) -> Iterator[Chunk]:
    """Yield the fragments of a source in order. They have no event date of their own, are never
    input of a consolidation, and inherit stream, trust and origin.
    """
    cut = fragments(source.content, max_tokens=max_tokens, count_tokens=count_tokens)
    for piece in cut:
        content = source.content[piece.start : piece.end]
        yield Chunk(
            id=fragment_id(source.id, piece.index),
            content=content,
            timestamp=source.timestamp,
            stream=source.stream,
            kind=ChunkKind.FRAGMENT.value,
            consolidated=True,
            source=source.source,
            trust_level=source.trust_level,
            ingest_contract=INGEST_CONTRACT,
            source_id=source.id,
            byte_start=piece.byte_start,
            byte_end=piece.byte_end,
            author=piece.author,
            attributed_to=piece.role,
            conversation_date=piece.day or source.conversation_date,
            valid_from=source.valid_from,
            suspicion=suspicion_of(content),
            ingester_user_id=source.ingester_user_id,
        )
