"""What callers say of the use of memories, as a tally on each: a Beta distribution and its harm."""

from collections.abc import Sequence

import msgspec

from loomem.clock import Clock
from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

MAX_USEFULNESS = 4
_HARM = 2.0
"""What one report of harm weighs against a memory, in ratings."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """One opinion: ``usefulness`` from 0 (none) to 4."""

    chunk_id: str
    usefulness: int
    harmful: bool = False


class Feedback:
    """Keeps the tallies; the search reads them."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    async def rate(self, stream: str, ratings: Sequence[Rating]) -> list[str]:
        """Count ratings in one commit; returns the ids that are no live memory of the stream."""
        now = self._clock.now()

        def job(write: WriteTxn) -> list[str]:
            return [r.chunk_id for r in ratings if not self._count(write, stream, r, now)]

        return await self._stores.writer.write(job)

    def _count(self, write: WriteTxn, stream: str, rating: Rating, now: int) -> bool:
        chunk = self._stores.chunks.get(write.raw, rating.chunk_id)
        if chunk is None or not chunk.is_live or chunk.stream != stream:
            return False
        self._stores.memories.save(write, rated(chunk, rating, now))
        return True


def rated(chunk: Chunk, rating: Rating, now: int) -> Chunk:
    """Return a memory with one more rating."""
    useful = rating.usefulness / MAX_USEFULNESS
    return msgspec.structs.replace(
        chunk,
        alpha=chunk.alpha + useful,
        beta=chunk.beta + (1.0 - useful) + (_HARM if rating.harmful else 0.0),
        harmful_count=chunk.harmful_count + rating.harmful,
        n_ratings=chunk.n_ratings + 1,
        last_rated_at=now,
    )
