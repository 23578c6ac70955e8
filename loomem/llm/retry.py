"""When to ask again, and after what pause."""

import random
from collections.abc import Callable
from email.utils import parsedate_to_datetime

import msgspec


class RetryPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """``attempts`` in all. Pauses are drawn from 0 to a limit that doubles (full jitter).

    A service that wants a longer pause than ``longest_pause_s`` is not asked again.
    """

    attempts: int = 3
    first_pause_s: float = 0.5
    longest_pause_s: float = 20.0

    def pause(
        self,
        attempt: int,
        retry_after_s: float | None = None,
        draw: Callable[[float, float], float] = random.uniform,
    ) -> float | None:
        """Return the seconds to wait after a failed ``attempt`` (1 is the first); None gives up."""
        if attempt >= self.attempts:
            return None
        if retry_after_s is not None:
            return retry_after_s if retry_after_s <= self.longest_pause_s else None
        limit: float = min(self.longest_pause_s, self.first_pause_s * 2.0 ** (attempt - 1))
        return draw(0.0, limit)


def read_retry_after(value: str | None, now: int) -> float | None:
    """Return the seconds that a ``Retry-After`` header asks for, given as a number or as a date."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = _seconds_until(value, now)
    return seconds if 0 <= seconds < float("inf") else None


def _seconds_until(value: str, now: int) -> float:
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return -1.0
