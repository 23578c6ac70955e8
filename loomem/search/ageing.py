"""How age lowers a score, without burying what is old.

The factor is 1 - w + w·e^(-rate·days): the exact answer of last year keeps nine tenths of its score, where
a bare e^(-rate·days) would leave nothing of it.
"""

import math
from functools import lru_cache

from loomem.model.chunk import Chunk
from loomem.model.filters import DAY_SECONDS, day_start
from loomem.search.options import Decay


def freshness(chunk: Chunk, now: int, decay: Decay) -> float:
    """Return the factor of a memory's score, 1 - weight to 1; lasting memories do not age."""
    if chunk.persistent or decay.weight == 0:
        return 1.0
    # Whole days: the same question gets the same scores all day long.
    days = max(now - said_at(chunk), 0) // DAY_SECONDS
    rate = decay.rates[min(chunk.level, 1)]
    return 1.0 - decay.weight + decay.weight * math.exp(-rate * days)


def said_at(chunk: Chunk) -> int:
    """Return when a memory was said, in seconds: on the day of its conversation, not of its import."""
    day = None if chunk.conversation_date is None else _start_of(chunk.conversation_date)
    return chunk.timestamp if day is None else day


_start_of = lru_cache(4_096)(day_start)
