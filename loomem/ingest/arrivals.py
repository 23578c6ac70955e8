"""Memories between their placement and their commit, which no snapshot shows yet.

Two that contradict each other and come at the same moment would both find only the older memories.
So the later of them waits for the earlier, and is placed when that one is there to be found.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from loomem.model.chunk import Chunk


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """One memory on its way; ``is_over`` is set once it is stored, or was not to be."""

    chunk: Chunk
    vector: np.ndarray | None
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class Arrivals:
    """Used on the event loop's thread. Each waits only for those before it, so all come through."""

    def __init__(self) -> None:
        self._under_way: dict[str, list[Arrival]] = {}

    @contextmanager
    def entered(self, chunk: Chunk, vector: np.ndarray | None) -> Iterator[Sequence[Arrival]]:
        """Count a memory among those on their way; yields the earlier ones of its stream."""
        arrival = Arrival(chunk, vector)
        under_way = self._under_way.setdefault(chunk.stream, [])
        earlier = tuple(under_way)
        under_way.append(arrival)
        try:
            yield earlier
        finally:
            arrival.is_over.set()
            under_way.remove(arrival)
            if not under_way:
                self._under_way.pop(chunk.stream, None)
