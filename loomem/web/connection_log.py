"""What aiohttp has to say about connections, without the bytes it quotes.

Its own lines repeat what the client sent, which may be memory text, so only kinds are kept.
"""

from typing import Any

import structlog
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError

from loomem.web.errors import describe_origin

_log = structlog.get_logger()


class ConnectionLog:
    """The two methods that aiohttp's protocol calls on its logger."""

    def debug(self, *_args: Any, **_fields: Any) -> None:
        """Drop remarks about connections that come and go."""

    def exception(self, *_args: Any, exc_info: BaseException | None = None, **_rest: Any) -> None:
        """Write one line; only what is not the client's doing is an error."""
        kind = type(exc_info).__name__
        if isinstance(exc_info, HttpProcessingError | RequestPayloadError):
            _log.info("bad_http", kind=kind)
        else:
            where = describe_origin(exc_info) if exc_info else None
            _log.error("connection_failed", kind=kind, where=where)
