"""Answers in the form of OAuth: flat JSON, no nulls, ``error`` a string; readable by any page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from aiohttp import web

from loomem.errors import LoomemError, MalformedError, RateLimitedError, TooLargeError
from loomem.oauth.errors import OAuthError
from loomem.web.body import read_json

MAX_BYTES = 64 * 1024
_MAX_FIELDS = 50
_FORM = "application/x-www-form-urlencoded"
_UNAUTHORIZED = frozenset({"invalid_client"})

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

CORS = {"Access-Control-Allow-Origin": "*"}
_PREFLIGHT = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, MCP-Protocol-Version",
    "Access-Control-Max-Age": "600",
}


def json_answer(value: Any, status: int = 200) -> web.Response:
    """Return JSON that every page may read and nobody keeps."""
    return web.Response(
        body=msgspec.json.encode(value),
        status=status,
        content_type="application/json",
        headers={**CORS, "Cache-Control": "no-store", "Pragma": "no-cache"},
    )


def error_answer(error: OAuthError) -> web.Response:
    """Return an error: 401 for a client that is not known, else 400."""
    status = 401 if error.error in _UNAUTHORIZED else 400
    answer = json_answer({"error": error.error, "error_description": error.description}, status)
    if status == web.HTTPUnauthorized.status_code:
        answer.headers["WWW-Authenticate"] = 'Basic realm="loomem"'
    return answer


def not_found() -> web.Response:
    """Return the answer for an address that is not there."""
    return json_answer({"error": "not_found"}, 404)


async def answer_preflight(_request: web.Request) -> web.Response:
    """Answer a browser that asks beforehand."""
    return web.Response(status=204, headers=_PREFLIGHT)


def speaking_oauth(handler: Handler) -> Handler:
    """Turn the errors of a handler into answers of this form."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except OAuthError as error:
            return error_answer(error)
        except RateLimitedError as error:
            return _too_many(error)
        except (MalformedError, TooLargeError) as error:
            return error_answer(OAuthError("invalid_request", error.message))

    return answer


def _too_many(error: LoomemError) -> web.Response:
    said = {"error": "temporarily_unavailable", "error_description": error.message}
    answer = json_answer(said, 429)
    answer.headers["Retry-After"] = str((error.details or {}).get("retry_after_seconds", 1))
    return answer


async def read_form(request: web.Request) -> dict[str, str]:
    """Return the fields of a form; raises OAuthError for another body or a field sent twice."""
    if request.content_type != _FORM:
        raise OAuthError("invalid_request", f"Send the fields as {_FORM}")
    body = bytearray()
    async for part in request.content.iter_any():
        body += part
        if len(body) > MAX_BYTES:
            raise OAuthError("invalid_request", "The form is too long")
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except (ValueError, UnicodeDecodeError) as error:
        raise OAuthError("invalid_request", "The form cannot be read") from error
    return once_each(pairs)


def once_each(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Return fields by name; raises OAuthError where one comes twice: which would be meant?"""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise OAuthError("invalid_request", "A parameter was sent twice")
    return fields


async def read_statement(request: web.Request) -> Mapping[str, Any]:
    """Return the JSON object that a client describes itself with; raises OAuthError."""
    try:
        said = await read_json(request, MAX_BYTES)
    except LoomemError as error:
        raise OAuthError("invalid_client_metadata", error.message) from error
    if not isinstance(said, dict):
        raise OAuthError("invalid_client_metadata", "Send a JSON object")
    return said
