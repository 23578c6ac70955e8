"""Work of the outbox that could not be done now: when to try it again, and how to wait for that."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from loomem.clock import Clock
from loomem.stores.effects import Intent

_SHORTEST_SLEEP_SECONDS = 0.05


class Postponed:
    """Each failure doubles the wait of an intent, from ``first_s`` up to ``last_s`` seconds."""

    def __init__(self, clock: Clock, *, first_s: float, last_s: float) -> None:
        self._clock = clock
        self._first_s = first_s
        self._last_s = last_s
        self._retry_at: dict[int, float] = {}
        self._waits: dict[int, float] = {}

    def due(self, intents: Iterable[Intent]) -> Iterator[Intent]:
        """Yield those that do not have to wait."""
        now = self._clock.monotonic()
        return (intent for intent in intents if self._retry_at.get(intent.seq, now) <= now)

    def postpone(self, intents: Sequence[Intent]) -> None:
        """Let them wait, twice as long as the last time."""
        now = self._clock.monotonic()
        for intent in intents:
            wait = min(self._waits.get(intent.seq, self._first_s / 2) * 2, self._last_s)
            self._waits[intent.seq] = wait
            self._retry_at[intent.seq] = now + wait

    def forget(self, intents: Sequence[Intent]) -> None:
        """They are done."""
        for intent in intents:
            self._retry_at.pop(intent.seq, None)
            self._waits.pop(intent.seq, None)

    async def sleep(self, wake: asyncio.Event) -> None:
        """Return when there is something new, or when the next of them is due."""
        now = self._clock.monotonic()
        next_at = min(self._retry_at.values(), default=None)
        left = None if next_at is None else max(_SHORTEST_SLEEP_SECONDS, next_at - now)
        try:
            async with asyncio.timeout(left):
                await wake.wait()
        except TimeoutError:
            return
