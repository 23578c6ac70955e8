"""Turns what the engine throws into the project's errors. Engine messages quote values, so they
are never passed on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from loomem.errors import StoreCorruptError, StoreError, StoreFullError, StoreLockedError

_FULL: Final = ("os error 28)", "os error 122)", "os error 27)")  # ENOSPC, EDQUOT, EFBIG
_LOCKED: Final = "LockBusy"
_PANIC: Final = "PanicException"  # derives from BaseException and cannot be imported


@contextmanager
def engine_errors(doing: str) -> Iterator[None]:
    """Raise StoreFullError, StoreLockedError, StoreCorruptError or StoreError for engine failures."""
    try:
        yield
    except (ValueError, RuntimeError, OSError) as error:
        raise translate(error, doing) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise StoreCorruptError(
            f"The text index broke while {doing}; restart the server, or call rebuild-tantivy."
        ) from error


def translate(error: Exception, doing: str) -> StoreError:
    """Return the project's error for an engine's."""
    text = str(error)
    if any(code in text for code in _FULL) or getattr(error, "errno", None) in (27, 28, 122):
        return StoreFullError(f"No space left while {doing}; free some space on the data disk.")
    if _LOCKED in text:
        return StoreLockedError("Another process writes to the text index; stop it first.")
    return StoreError(f"The text index failed while {doing} ({type(error).__name__}).")
