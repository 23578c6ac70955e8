"""How often a caller may do what: one token bucket per caller, stream and category.

A bucket holds a minute's worth of calls and fills evenly. A full bucket says nothing that a new
one would not, so full ones are dropped, and the number of buckets stays bounded.
"""

import math
from collections import OrderedDict
from collections.abc import Mapping
from typing import Literal

from loomem.clock import Clock
from loomem.errors import RateLimitedError

Category = Literal["search", "store", "delete", "consent", "register", "token"]

MAX_BUCKETS = 10_000
_FULL_AFTER_SECONDS = 60.0

_Key = tuple[str, str, Category]


class RateLimiter:
    """Takes tokens on the event loop's thread. ``per_minute`` None limits nothing."""

    def __init__(
        self,
        clock: Clock,
        per_minute: Mapping[Category, int] | None,
        max_buckets: int = MAX_BUCKETS,
    ) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._max_buckets = max_buckets
        # Each bucket: tokens left and when they were counted; the longest unused comes first.
        self._buckets: OrderedDict[_Key, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, caller: str, stream: str, category: Category) -> None:
        """Take one token, or raise RateLimitedError with the seconds until there is one."""
        if self._per_minute is None:
            return
        capacity = self._per_minute[category]
        now = self._clock.monotonic()
        self._drop_idle(now)
        key = (caller, stream, category)
        left, counted_at = self._buckets.pop(key, (float(capacity), now))
        rate = capacity / 60
        tokens = min(float(capacity), left + (now - counted_at) * rate)
        is_allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if is_allowed else tokens, now)
        if len(self._buckets) > self._max_buckets:
            self._buckets.popitem(last=False)
        if not is_allowed:
            raise _refusal(category, max(1, math.ceil((1 - tokens) / rate)))

    def _drop_idle(self, now: float) -> None:
        """Drop buckets that are full again: none takes longer than a minute to fill."""
        while self._buckets:
            key, (_, counted_at) = next(iter(self._buckets.items()))
            if now - counted_at < _FULL_AFTER_SECONDS:
                return
            del self._buckets[key]


def _refusal(category: Category, seconds: int) -> RateLimitedError:
    return RateLimitedError(
        f"Too many {category} calls; try again in {seconds} s",
        {"category": category, "retry_after_seconds": seconds},
    )
