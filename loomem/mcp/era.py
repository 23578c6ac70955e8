"""Which era a message belongs to, and what a modern one must carry.

The header decides before the body: connectors are known to send an old header with a modern body, and
mean the old revision.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence

from loomem.mcp.messages import Request
from loomem.mcp.protocol import (
    ALL_VERSIONS,
    HEADER_MISMATCH,
    INVALID_PARAMS,
    LEGACY_VERSIONS,
    META_CAPABILITIES,
    META_VERSION,
    MODERN_VERSIONS,
    UNSUPPORTED_VERSION,
    Era,
    ProtocolError,
)

VERSION_HEADER = "MCP-Protocol-Version"
METHOD_HEADER = "Mcp-Method"
NAME_HEADER = "Mcp-Name"
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_BEGIN, _END = "=?base64?", "?="

Headers = Mapping[str, Sequence[str]]
"""Lower-case names to all values of each."""


def era_of(message: Request, headers: Headers) -> Era:
    """Return the era; ``initialize`` opens the legacy one, whatever its headers say."""
    given = headers.get(VERSION_HEADER.lower(), ())
    version = given[0] if given else None
    if message.method == "initialize":
        is_modern = version in MODERN_VERSIONS and message.modern_version is not None
        return "modern" if is_modern else "legacy"
    if version in LEGACY_VERSIONS:
        return "legacy"
    if version is not None or META_VERSION in message.meta:
        return "modern"
    return "legacy"


def check_modern(message: Request, headers: Headers) -> None:
    """Raise ProtocolError where ``_meta`` and headers are not what the modern revision asks for."""
    version = _required_meta(message)
    _expect(headers, VERSION_HEADER, version, message)
    if version not in MODERN_VERSIONS:
        raise ProtocolError(
            UNSUPPORTED_VERSION,
            "Unsupported protocol version",
            {"supported": list(ALL_VERSIONS), "requested": version},
            message_id=message.id,
        )
    _expect(headers, METHOD_HEADER, message.method, message)
    field = _NAMED_BY.get(message.method)
    if field is not None:
        wanted = message.params.get(field)
        _expect(headers, NAME_HEADER, wanted if isinstance(wanted, str) else "", message)


def _required_meta(message: Request) -> str:
    version = message.modern_version
    if version is None:
        raise ProtocolError(
            INVALID_PARAMS, f"_meta must hold {META_VERSION}, a string", message_id=message.id
        )
    if not isinstance(message.meta.get(META_CAPABILITIES), dict):
        raise ProtocolError(
            INVALID_PARAMS,
            f"_meta must hold {META_CAPABILITIES}, an object",
            message_id=message.id,
        )
    return version


def _expect(headers: Headers, name: str, wanted: str, message: Request) -> None:
    values = headers.get(name.lower(), ())
    if len(values) != 1 or decode_header(values[0]) != wanted:
        raise ProtocolError(
            HEADER_MISMATCH,
            f"The header {name} must be given once and equal the body",
            message_id=message.id,
        )


def decode_header(value: str) -> str | None:
    """Return a header value, unwrapped from its base64 form; None where that is broken."""
    if not (value.startswith(_BEGIN) and value.endswith(_END)):
        return value
    try:
        return base64.b64decode(value[len(_BEGIN) : -len(_END)], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
