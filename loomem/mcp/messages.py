"""One JSON-RPC message, checked for shape. What is no message at all is an INVALID_REQUEST."""

from typing import Any

import msgspec

from loomem.mcp.protocol import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    META_VERSION,
    Json,
    MessageId,
    ProtocolError,
)


class Request(msgspec.Struct, frozen=True):
    """A message that wants an answer. 0 and "" are ids like any other."""

    id: MessageId
    method: str
    params: Json

    @property
    def meta(self) -> Json:
        """The ``_meta`` of the parameters, empty where there is none."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}

    @property
    def modern_version(self) -> str | None:
        """The revision that the message names itself, as modern ones do."""
        version = self.meta.get(META_VERSION)
        return version if isinstance(version, str) else None

    @property
    def progress_token(self) -> MessageId | None:
        """What progress is to be reported under, None where it is not asked for."""
        token = self.meta.get("progressToken")
        return token if is_message_id(token) else None


class Notification(msgspec.Struct, frozen=True):
    """A message that gets no answer."""

    method: str
    params: Json


class StrayResponse(msgspec.Struct, frozen=True):
    """An answer to something this server never asked."""


Message = Request | Notification | StrayResponse


def read_message(value: Any) -> Message:
    """Return the message that a JSON value is; raises ProtocolError."""
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, "Not a JSON-RPC 2.0 message")
    if "id" in value and not is_message_id(value["id"]):
        raise ProtocolError(INVALID_REQUEST, "id must be a string or an integer")
    method = value.get("method")
    if method is None and ("result" in value or "error" in value):
        return StrayResponse()
    if not isinstance(method, str) or not method:
        raise ProtocolError(INVALID_REQUEST, "method must be a string", message_id=value.get("id"))
    params = value.get("params")
    if "id" not in value:
        return Notification(method, params if isinstance(params, dict) else {})
    if params is not None and not isinstance(params, dict):
        raise ProtocolError(INVALID_PARAMS, "params must be an object", message_id=value["id"])
    return Request(value["id"], method, params or {})


def is_message_id(value: object) -> bool:
    """Say whether a value can be the id of a message: a string or an integer."""
    return isinstance(value, str | int) and not isinstance(value, bool)
