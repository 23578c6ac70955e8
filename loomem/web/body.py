"""Request bodies: read within a limit, decoded, and held to limits the decoder does not know.

Whatever a client sends ends as an object or as a 400, 413 or 415, never as a crash.
"""

import asyncio
from itertools import chain
from typing import Any

import msgspec
from aiohttp import web

from loomem.errors import (
    InvalidRequestError,
    MalformedError,
    TooLargeError,
    UnsupportedMediaError,
)

MAX_DEPTH = 64
MAX_INTEGER = 2**63 - 1
MAX_VALUES = 500_000
THREAD_FROM_BYTES = 64 * 1024

_ENCODINGS = frozenset({"", "identity", "gzip", "deflate"})
_OPENERS = (b"{", b"[")
_MARKS = (b"{", b"[", b",")
_CHARSETS = frozenset({"utf-8", "utf8", "us-ascii"})
_MEDIA_ADVICE = (
    "Send JSON with the header 'Content-Type: application/json'; "
    "with curl: -H 'Content-Type: application/json'"
)


async def read_object(request: web.Request, limit_bytes: int) -> dict[str, Any]:
    """Return the JSON object of the body; no body at all is an empty object.

    Raises UnsupportedMediaError, TooLargeError, MalformedError, or InvalidRequestError where
    the JSON is something other than an object.
    """
    if not request.can_read_body:
        return {}
    _check_media_type(request)
    body = await _read(request, limit_bytes)
    if len(body) < THREAD_FROM_BYTES:
        return decode_object(body)
    return await asyncio.to_thread(decode_object, body)


async def read_json(request: web.Request, limit_bytes: int) -> Any:
    """Return whatever JSON the body is; raises as `read_object` does, and for an empty body."""
    _check_media_type(request)
    body = await _read(request, limit_bytes)
    if len(body) < THREAD_FROM_BYTES:
        return decode_json(body)
    return await asyncio.to_thread(decode_json, body)


def decode_object(body: bytes) -> dict[str, Any]:
    """Decode one JSON object with bounded nesting and 64-bit integers."""
    if not body:
        return {}
    value = decode_json(body)
    if not isinstance(value, dict):
        raise InvalidRequestError("The body must be a JSON object, like {}")
    return value


def decode_json(body: bytes) -> Any:
    """Decode one JSON value with bounded nesting and 64-bit integers."""
    if len(body) >= THREAD_FROM_BYTES:
        _check_structure(body)
    try:
        value = _decode(body, Any)
    except msgspec.ValidationError as error:
        raise MalformedError(f"The body is not usable JSON: {error}") from error
    _check_limits(value)
    return value


def _decode(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise
    except RecursionError as error:
        raise _too_deep() from error
    except (ValueError, UnicodeError) as error:
        raise MalformedError(f"The body is not valid JSON: {error}") from error


def _check_structure(body: bytes) -> None:
    """Refuse millions of tiny values, which cost seconds to build; long text is cheap."""
    values = sum(part.count(mark) for part in _containers(body) for mark in _MARKS)
    if values > MAX_VALUES:
        raise TooLargeError(
            f"The body holds more than {MAX_VALUES} values; send fewer at a time",
            {"limit_values": MAX_VALUES},
        )


def _containers(body: bytes) -> list[bytes]:
    """Return the fields that are no plain text, as they are written.

    A body that is not mostly the values of different fields is returned whole.
    """
    try:
        fields = [memoryview(raw) for raw in _decode(body, dict[str, msgspec.Raw]).values()]
    except msgspec.ValidationError:
        return [body]
    if 2 * sum(map(len, fields)) < len(body):
        return [body]
    return [bytes(field) for field in fields if field[:1] in _OPENERS]


def _check_media_type(request: web.Request) -> None:
    kind = request.content_type
    if "Content-Type" not in request.headers:
        raise UnsupportedMediaError(_MEDIA_ADVICE)
    if kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMediaError(_MEDIA_ADVICE, {"content_type": kind[:100]})
    if (request.charset or "utf-8").lower() not in _CHARSETS:
        raise UnsupportedMediaError("Send the JSON in UTF-8", {"charset": request.charset})
    if request.headers.get("Content-Encoding", "").strip().lower() not in _ENCODINGS:
        raise UnsupportedMediaError(
            "Send the body plain, or with Content-Encoding gzip or deflate"
        )


async def _read(request: web.Request, limit_bytes: int) -> bytes:
    if (request.content_length or 0) > limit_bytes:
        raise _too_large(limit_bytes)
    body = bytearray()
    try:
        async for part in request.content.iter_any():
            body += part
            if len(body) > limit_bytes:
                raise _too_large(limit_bytes)
    except web.RequestPayloadError as error:
        raise MalformedError("The body does not arrive as its headers say") from error
    return bytes(body)


def _too_large(limit_bytes: int) -> TooLargeError:
    return TooLargeError(
        f"The body is larger than {limit_bytes} bytes; split it, or raise server.max_body_mb",
        {"limit_bytes": limit_bytes},
    )


def _too_deep() -> MalformedError:
    return MalformedError(f"The body is nested deeper than {MAX_DEPTH} levels; flatten it")


def _check_limits(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = list(chain.from_iterable(map(_children, level)))
        if not level:
            return
    raise _too_deep()


def _children(value: Any) -> list[Any]:
    """Return the containers in a container, after a look at its integers."""
    if isinstance(value, dict):
        values = list(value.values())
    elif isinstance(value, list):
        values = value
    else:
        return []
    for item in values:
        if type(item) is int and not -MAX_INTEGER <= item <= MAX_INTEGER:
            raise MalformedError("The body holds an integer of more than 64 bits")
    return [item for item in values if isinstance(item, dict | list)]
