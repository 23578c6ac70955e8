"""What the bridge reads in a JSON-RPC message: its era, its headers, its id."""

import base64
import re
from typing import Any

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PLAIN = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")

Message = dict[str, Any]


def params_of(message: Message) -> Message:
    """Return the parameters, or an empty object where there are none of use."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def modern_version(message: Message) -> str | None:
    """Return the version a self-describing message names; None for a legacy one."""
    meta = params_of(message).get("_meta")
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else None


def headers_of(message: Message, negotiated: str | None) -> dict[str, str]:
    """Return the MCP headers of a message; ``negotiated`` is what ``initialize`` agreed on."""
    version, method = modern_version(message), message.get("method")
    if version is None:
        is_opening = method == "initialize" or negotiated is None
        return {} if is_opening else {"MCP-Protocol-Version": str(negotiated)}
    headers = {
        "MCP-Protocol-Version": header_value(version),
        "Mcp-Method": header_value(str(method)),
    }
    name = params_of(message).get(_NAMED_BY.get(str(method), ""))
    if isinstance(name, str):
        headers["Mcp-Name"] = header_value(name)
    return headers


def header_value(text: str) -> str:
    """Return a text as a header can carry it: itself where plain, else wrapped in base64."""
    if _PLAIN.fullmatch(text) and not text.startswith("=?base64?"):
        return text
    encoded = base64.b64encode(text.encode("utf-8", "replace")).decode()
    return f"=?base64?{encoded}?="


def failure(request_id: object, message: str, code: int = -32603) -> Message:
    """Return a JSON-RPC error."""
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}
