"""The only reader of the wall clock. Instants are whole seconds since the epoch, in UTC."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where every other module gets the time from."""

    def now(self) -> int:
        """Seconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back. For durations only."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> int:
        return int(time.time())

    def monotonic(self) -> float:
        return time.monotonic()


class FixedClock:
    """A clock that stands still until it is moved; for tests and reproducible imports."""

    def __init__(self, now: int) -> None:
        self._now = now

    def now(self) -> int:
        return self._now

    def monotonic(self) -> float:
        return float(self._now)

    def advance(self, seconds: int) -> None:
        """Move the clock forward."""
        self._now += seconds


def iso_date(instant: int) -> str:
    """Return the UTC calendar day of an instant, ``YYYY-MM-DD``."""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d")
