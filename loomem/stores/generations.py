"""How often each stream was written to since the start, so that what was kept of it can be told stale."""

import threading
from collections.abc import Iterable


class Generations:
    """Counters by stream, raised after each commit and before its answer. Safe in several threads."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._everything = 0
        self._lock = threading.Lock()

    def of(self, streams: Iterable[str]) -> tuple[int, ...]:
        """Return the state of these streams; equal states mean that nothing was written between."""
        with self._lock:
            return (self._everything, *(self._counts.get(stream, 0) for stream in streams))

    def raise_for(self, streams: Iterable[str]) -> None:
        """Note a commit that changed these streams."""
        with self._lock:
            for stream in streams:
                self._counts[stream] = self._counts.get(stream, 0) + 1

    def raise_all(self) -> None:
        """Note a change that concerns every stream, as another table of vectors."""
        with self._lock:
            self._everything += 1
