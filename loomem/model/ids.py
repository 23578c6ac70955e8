"""Identifiers of streams and memories: their alphabet, their bounds, their making."""

import re
import secrets
import uuid
from itertools import count

from loomem.errors import InvalidRequestError

DEFAULT_STREAM = "__user_default__"
MAX_STREAM_BYTES = 128
MAX_ID_BYTES = 160

_STREAM = re.compile(r"[A-Za-z0-9_.@-]{1,128}")
_numbers = count()
_ID = re.compile(r"[A-Za-z0-9_.@:-]{1,160}")


def check_stream(stream: str, path: str = "stream") -> str:
    """Return the stream id unchanged, or raise InvalidRequestError naming ``path``."""
    if not _STREAM.fullmatch(stream):
        raise InvalidRequestError(
            "A stream id is 1 to 128 characters from A-Z a-z 0-9 _ . @ -", {"path": path}
        )
    return stream


def is_chunk_id(value: str) -> bool:
    """Say whether a string could be the id of a memory at all."""
    return _ID.fullmatch(value) is not None


def new_chunk_id(instant: int) -> str:
    """Return a fresh id: a UUID of version 7 for an instant in seconds since the epoch.

    It begins with the time and a running number. Memories that come one after the other lie side
    by side in the data file then, so that a commit changes few pages and leaves them full.
    """
    number = next(_numbers) & 0xFFF
    chance = secrets.randbits(62)
    time_part = (instant * 1_000 & 0xFFFF_FFFF_FFFF) << 80
    return str(uuid.UUID(int=time_part | 7 << 76 | number << 64 | 2 << 62 | chance))
