"""Answers that are kept until anything changes that could change them."""

from collections import OrderedDict
from typing import Final, NamedTuple

from loomem.clock import Clock
from loomem.model.filters import Filter
from loomem.search.candidate import Outcome, Query

_SECONDS: Final = 300.0
"""Age lowers scores all the time, if slowly."""
_MAX_CHARS: Final = 8_000_000
_MAX_STATES: Final = 1_000


class Key(NamedTuple):
    """Everything an answer depends on; ``state`` is that of the streams, ``day`` the user's."""

    text: str
    streams: tuple[str, ...]
    limit: int
    filter: Filter
    day: str
    state: tuple[int, ...]

    @classmethod
    def of(cls, query: Query, day: str, state: tuple[int, ...]) -> "Key":
        """Return the key of a question asked on a day, of streams in a state."""
        return cls(query.text, query.streams, query.limit, query.filter, day, state)


class _Kept(NamedTuple):
    outcome: Outcome
    until: float
    chars: int


class Answers:
    """Belongs to the event loop. The answer unused for longest goes first."""

    def __init__(self, clock: Clock, size: int) -> None:
        self._clock = clock
        self._size = size
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._chars = 0
        self._states: dict[tuple[str, ...], tuple[int, ...]] = {}

    def get(self, key: Key) -> Outcome | None:
        """Return a kept answer to the same question about the same memories."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        if self._clock.monotonic() >= kept.until:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return kept.outcome

    def put(self, key: Key, outcome: Outcome) -> None:
        """Keep an answer, unless something in it was only for the moment."""
        if self._size == 0 or outcome.notes or not outcome.is_final:
            return
        self._drop(key)
        self._drop_stale(key)
        chars = len(key.text) + sum(len(c.chunk.content) for c in outcome.candidates)
        self._kept[key] = _Kept(outcome, self._clock.monotonic() + _SECONDS, chars)
        self._chars += chars
        while len(self._kept) > self._size or self._chars > _MAX_CHARS:
            self._drop(next(iter(self._kept)))

    def _drop_stale(self, key: Key) -> None:
        """Forget answers about the same streams in an earlier state: nobody can ask for them."""
        if self._states.get(key.streams) == key.state:
            return
        for other in [k for k in self._kept if k.streams == key.streams and k.state != key.state]:
            self._drop(other)
        if len(self._states) >= _MAX_STATES:
            self._states.clear()
        self._states[key.streams] = key.state

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._chars -= kept.chars
