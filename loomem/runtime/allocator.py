"""Tells the C library how this process uses memory. Does nothing where the library is another."""

import ctypes
from collections.abc import Callable

_M_ARENA_MAX = -8
_ARENAS = 1


def share_arenas() -> None:
    """Let all threads share one arena; call it before threads are started.

    The default is eight per core. Each keeps the largest buffers that any thread ever had in it:
    with the threads of four engines that was 80 MB of memory which nobody used.
    """
    if (mallopt := _function("mallopt")) is not None:
        mallopt(_M_ARENA_MAX, _ARENAS)


def return_unused() -> None:
    """Give memory that was freed back to the system. Takes about a millisecond."""
    if (malloc_trim := _function("malloc_trim")) is not None:
        malloc_trim(0)


def _function(name: str) -> Callable[..., int] | None:
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):
        return None
    return found
