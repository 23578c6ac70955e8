"""How many operations run at once. Beyond that a caller is told to come back, not left waiting."""

from collections.abc import Iterator
from contextlib import contextmanager

from loomem.errors import UnavailableError

DEFAULT_SLOTS = 256


class Slots:
    """A count of running operations with a ceiling; used on the event loop only."""

    def __init__(self, limit: int = DEFAULT_SLOTS) -> None:
        self._limit = limit
        self._taken = 0

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold one slot, or raise UnavailableError at once where none is free."""
        if self._taken >= self._limit:
            raise UnavailableError("Too many requests at once; try again in a second")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1
