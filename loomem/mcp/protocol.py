"""Revisions of the protocol, error codes, and the keys of ``_meta`` that the revisions define."""

from typing import Any, Final, Literal

Era = Literal["legacy", "modern"]
"""Legacy: a handshake with ``initialize``. Modern: every request describes itself, no handshake."""

LEGACY_VERSIONS: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Newest first."""
MODERN_VERSIONS: Final = ("2026-07-28",)
ALL_VERSIONS: Final = MODERN_VERSIONS + LEGACY_VERSIONS
VERSION_WITH_BATCHES: Final = "2025-03-26"

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
RESOURCE_NOT_FOUND: Final = -32002
"""Legacy only; later revisions answer INVALID_PARAMS."""
HEADER_MISMATCH: Final = -32020
MISSING_CAPABILITY: Final = -32021
UNSUPPORTED_VERSION: Final = -32022

_PREFIX: Final = "io.modelcontextprotocol/"
META_VERSION: Final = _PREFIX + "protocolVersion"
META_CAPABILITIES: Final = _PREFIX + "clientCapabilities"
META_SERVER: Final = _PREFIX + "serverInfo"

MessageId = str | int
Json = dict[str, Any]


class ProtocolError(Exception):
    """A request that is answered with a JSON-RPC error. ``message_id`` is None where it is unknown."""

    def __init__(
        self,
        code: int,
        message: str,
        data: Json | None = None,
        *,
        message_id: MessageId | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.message_id = message_id


def result_reply(message_id: MessageId, result: Json) -> Json:
    """Return the response that carries a result."""
    return {"jsonrpc": "2.0", "id": message_id, "result": result}


def error_reply(error: ProtocolError, message_id: MessageId | None = None) -> Json:
    """Return the response for an error."""
    body: Json = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    known = error.message_id if error.message_id is not None else message_id
    return {"jsonrpc": "2.0", "id": known, "error": body}
