"""Identifiers of streams and memories: their alphabet, their bounds, their making."""

import re
import uuid

from loomem.errors import InvalidRequestError

DEFAULT_STREAM = "__user_default__"
MAX_STREAM_BYTES = 128
MAX_ID_BYTES = 160

_STREAM = re.compile(r"[A-Za-z0-9_.@-]{1,128}")
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


def new_chunk_id() -> str:
    """Return a fresh random id."""
    return str(uuid.uuid4())
