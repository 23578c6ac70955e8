"""Keeps memory text and secrets out of every log line, whoever wrote it."""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

PRIVATE_KEYS = frozenset(
    {
        "content",
        "query",
        "text",
        "texts",
        "body",
        "payload",
        "subject",
        "metadata",
        "authorization",
        "cookie",
        "token",
        "password",
        "secret",
        "key",
        "headers",
    }
)
_PRIVATE_ENDINGS = tuple(
    f"_{name}" for name in ("content", "query", "text", "token", "password", "secret", "key")
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',]+")
_IN_ADDRESS = re.compile(r"(?i)([?&](?:q|query|text|content|token|api_key|key)=)[^&\s\"']+")
_MAX_DEPTH = 6
_MASK = "[private]"


def drop_private_fields(
    logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Mask private values in a structlog event, at any depth. Only their length is kept."""
    del logger, method
    for key in list(event):
        if not key.startswith("_"):
            event[key] = _clean_field(key, event[key], _MAX_DEPTH)
    return event


def mask_secrets(line: str) -> str:
    """Mask credentials and query strings inside a text that others formatted."""
    return _IN_ADDRESS.sub(rf"\1{_MASK}", _BEARER.sub(rf"\1 {_MASK}", line))


def is_private(key: str) -> bool:
    """Say whether values under this key must not be logged."""
    folded = key.casefold().replace("-", "_")
    return folded in PRIVATE_KEYS or folded.endswith(_PRIVATE_ENDINGS)


def _clean_field(key: str, value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    return _masked(value) if is_private(key) else _clean(value, depth)


def _clean(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return mask_secrets(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return _masked(value)
    if not isinstance(value, Mapping | list | tuple | set | frozenset):
        return value
    if depth == 0:
        return _MASK
    if isinstance(value, Mapping):
        return {str(key): _clean_field(str(key), item, depth - 1) for key, item in value.items()}
    return [_clean(item, depth - 1) for item in value]


def _masked(value: Any) -> str:
    try:
        return f"[private, {len(value)}]"
    except TypeError:
        return _MASK
