"""Errors as responses: one JSON shape, one table of statuses. Nothing internal leaves.

The shape is ``{"error": {"code", "message", "details"?}}``. What is not a LoomemError is logged
with its traceback and answered as ``internal`` with the request id.
"""

import traceback
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from loomem import errors
from loomem.web.keys import REQUEST_ID

STATUS_OF: Mapping[type[errors.LoomemError], int] = {
    errors.LoomemError: 500,
    errors.InvalidRequestError: 422,
    errors.MalformedError: 400,
    errors.TooLargeError: 413,
    errors.UnsupportedMediaError: 415,
    errors.UnauthorizedError: 401,
    errors.DeniedError: 403,
    errors.NotFoundError: 404,
    errors.ConflictError: 409,
    errors.UnavailableError: 503,
    errors.BudgetError: 503,
    errors.RateLimitedError: 429,
    errors.ConfigError: 500,
    errors.ModelError: 503,
    errors.StoreError: 500,
    errors.StoreFullError: 507,
    errors.StoreLockedError: 500,
    errors.StoreCorruptError: 500,
    errors.SchemaTooNewError: 500,
}

_CODE_OF_STATUS = {
    400: errors.MalformedError.code,
    404: errors.NotFoundError.code,
    405: "method_not_allowed",
    413: errors.TooLargeError.code,
    415: errors.UnsupportedMediaError.code,
}
_MESSAGE_OF_STATUS = {
    404: "There is no such route; GET /openapi.json lists them",
    405: "This route has no such method; see the Allow header",
}
_KEPT_HEADERS = ("Allow",)
_RETRY_AFTER_SECONDS = 1
_MAY_BE_RETRIED = frozenset({429, 503})
_MAX_MESSAGE = 500
_MAX_CAUSES = 5

_log = structlog.get_logger()


class ErrorInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What went wrong. ``code`` is stable; ``message`` is for people and may change."""

    code: str
    message: str
    details: dict[str, Any] | None = None


class ErrorBody(msgspec.Struct, kw_only=True):
    """The body of every response that is not a success."""

    error: ErrorInfo


def status_of(kind: type[errors.LoomemError]) -> int:
    """Return the HTTP status of an error class, its own or that of its nearest ancestor."""
    return next(STATUS_OF[parent] for parent in kind.__mro__ if parent in STATUS_OF)


def error_response(error: errors.LoomemError) -> web.Response:
    """Return the response for an error, with the headers its status asks for."""
    status = status_of(type(error))
    response = _response(status, error.code, error.message, error.details)
    if status in _MAY_BE_RETRIED:
        seconds = (error.details or {}).get("retry_after_seconds", _RETRY_AFTER_SECONDS)
        response.headers["Retry-After"] = str(seconds)
    return response


@web.middleware
async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn whatever a handler raises into a response of the one shape."""
    try:
        return await handler(request)
    except Exception as error:  # noqa: BLE001 - the last net: nothing internal may leave
        response = _answer(request, error)
    return closing_if_unread(request, response)


def closing_if_unread(request: web.Request, response: web.Response) -> web.Response:
    """Let the connection end with a refusal: the rest of the body is not worth reading."""
    if request.content.exception() is not None or not request.content.is_eof():
        response.headers["Connection"] = "close"
    return response


def _answer(request: web.Request, error: Exception) -> web.Response:
    if isinstance(error, errors.LoomemError):
        if status_of(type(error)) >= web.HTTPInternalServerError.status_code:
            _log.warning("request_failed", code=error.code, where=describe_origin(error))
        return error_response(error)
    if isinstance(error, web.HTTPException):
        return _translate(error)
    if request.transport is None or request.transport.is_closing():
        raise error  # the client went away: there is nobody to answer
    _log.error("request_crashed", where=describe_origin(error))
    return _internal(request)


def describe_origin(error: BaseException) -> str:
    """Return type and code lines of an exception and its causes, without their messages.

    Messages of foreign exceptions may quote memory text, so they stay out of the log.
    """
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and len(chain) < _MAX_CAUSES:
        chain.append(link)
        link = link.__cause__ or link.__context__
    return "".join(f"{type(link).__name__}\n{_lines(link)}" for link in chain)


def _lines(error: BaseException) -> str:
    return "".join(traceback.format_tb(error.__traceback__))


def _translate(error: web.HTTPException) -> web.Response:
    if error.status < web.HTTPBadRequest.status_code:
        raise error
    code = _CODE_OF_STATUS.get(error.status, f"http_{error.status}")
    message = _MESSAGE_OF_STATUS.get(error.status, error.reason)
    response = _response(error.status, code, message)
    kept = {name: error.headers[name] for name in _KEPT_HEADERS if name in error.headers}
    response.headers.update(kept)
    return response


def _internal(request: web.Request) -> web.Response:
    message = "Something broke inside; the log has more under this request id"
    details = {"request_id": request.get(REQUEST_ID)}
    return _response(500, errors.LoomemError.code, message, details)


def _response(
    status: int, code: str, message: str, details: dict[str, Any] | None = None
) -> web.Response:
    info = ErrorInfo(code=code, message=message[:_MAX_MESSAGE], details=details)
    body = msgspec.json.encode(ErrorBody(error=info), enc_hook=str)
    return web.Response(status=status, body=body, content_type="application/json")
