"""What is told without a question: lasting facts, and what came lately."""

from collections.abc import Callable
from typing import Final

from loomem.clock import iso_date
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores

STABLE: Final = 30
RECENT: Final = 15
RECENT_SECONDS: Final = 7 * 24 * 3600
_SCANNED: Final = 2_000

_DECISION = "preference_or_decision"


def stable_facts(stores: Stores, stream: str) -> list[Chunk]:
    """Return up to 30 lasting facts of a stream, newest first."""
    return _newest(stores, stream, STABLE, _is_stable)


def recent_memories(
    stores: Stores, stream: str, since: int, *, only_decisions: bool = False
) -> list[Chunk]:
    """Return up to 15 current memories of the time since an instant, newest first."""

    def is_wanted(chunk: Chunk) -> bool:
        meta = chunk.extraction_meta
        is_decision = meta is not None and meta.fact_type == _DECISION
        return chunk.timestamp >= since and (is_decision or not only_decisions)

    return _newest(stores, stream, RECENT, is_wanted)


def day_told(chunk: Chunk) -> str:
    """Return the day to show beside a memory: of the event, else of the talk, else of the writing."""
    return chunk.event_date or chunk.conversation_date or iso_date(chunk.timestamp)


def _is_stable(chunk: Chunk) -> bool:
    """Facts are kept for good, but of those drawn from talks only some are of the lasting kind."""
    return chunk.memory_type == "static" or (chunk.persistent and chunk.memory_type is None)


def _newest(
    stores: Stores, stream: str, most: int, is_wanted: Callable[[Chunk], bool]
) -> list[Chunk]:
    found: list[Chunk] = []
    with stores.env.read_much() as txn:
        for scanned, chunk in enumerate(stores.chunks.newest_first(txn, stream)):
            if len(found) >= most or scanned >= _SCANNED:
                break
            if chunk.is_live and chunk.is_latest and not chunk.is_evidence and is_wanted(chunk):
                found.append(chunk)
    return found
