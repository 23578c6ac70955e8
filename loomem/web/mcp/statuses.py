"""The HTTP status of a JSON-RPC reply.

Legacy clients take anything but 200 for a broken connection, so their errors travel with 200.
"""

from collections.abc import Mapping

from loomem.mcp.protocol import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    PARSE_ERROR,
    UNSUPPORTED_VERSION,
    Era,
    Json,
)

_MODERN: Mapping[int, int] = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    MISSING_CAPABILITY: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}


def status_of_reply(reply: Json, era: Era) -> int:
    """Return the status for a response."""
    if era == "legacy" or "error" not in reply:
        return 200
    return _MODERN.get(reply["error"]["code"], 200)
