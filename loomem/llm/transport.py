"""One call over HTTP: bounded in time and size, and every way to fail told apart."""

import aiohttp
import msgspec
import structlog

from loomem.clock import Clock
from loomem.llm.endpoints import Endpoint
from loomem.llm.payload import Answer, Request, read_answer
from loomem.llm.retry import read_retry_after

log = structlog.get_logger(__name__)

MAX_REPLY_BYTES = 2 * 1024 * 1024
_CONNECT_S = 5.0
_PIECE = 65_536
_REFUSED_INPUT = frozenset({400, 413, 422})
_REFUSED_KEY = frozenset({401, 403})
_PASSING = frozenset({408, 409, 425, 429})
_JSON_TYPES = ("application/json", "text/json", "text/plain", "application/octet-stream", "")


class Fault(Exception):  # noqa: N818 - never leaves this package
    """A call that came to nothing.

    ``was_billed`` is True where the service may have done the work. ``is_the_service`` is False
    where another request may well be answered.
    """

    def __init__(
        self,
        reason: str,
        *,
        status: int = 0,
        may_pass: bool = False,
        retry_after_s: float | None = None,
        was_billed: bool = False,
        is_the_service: bool = True,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.may_pass = may_pass
        self.retry_after_s = retry_after_s
        self.was_billed = was_billed
        self.is_the_service = is_the_service


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in full, within bounds."""

    status: int
    content_type: str
    retry_after_s: float | None
    body: bytes


class Transport:
    """Posts requests over connections that are kept."""

    def __init__(self, clock: Clock, max_reply_bytes: int = MAX_REPLY_BYTES) -> None:
        self._clock = clock
        self._max_reply_bytes = max_reply_bytes
        self._session: aiohttp.ClientSession | None = None

    async def ask(self, endpoint: Endpoint, request: Request) -> Answer:
        """Return a usable answer, or raise Fault."""
        received = await self._exchange(endpoint, request)
        if received.status != 200:
            raise _refusal(received.status, received.retry_after_s)
        return _answer(received, request)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def _exchange(self, endpoint: Endpoint, request: Request) -> Received:
        try:
            return await self._post(endpoint, request)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise Fault("cannot be reached", may_pass=True) from error
        except TimeoutError as error:
            # Asking again would double the wait and the price.
            raise Fault("did not answer in time", was_billed=True) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise Fault("broke off", may_pass=True, was_billed=True) from error

    async def _post(self, endpoint: Endpoint, request: Request) -> Received:
        if self._session is None:
            self._session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        timeout = aiohttp.ClientTimeout(
            total=endpoint.timeout_s, sock_connect=min(_CONNECT_S, endpoint.timeout_s)
        )
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        async with self._session.post(
            endpoint.url,
            data=request.body,
            headers=headers | endpoint.headers,
            timeout=timeout,
            allow_redirects=False,  # a redirect could carry the key to another host
        ) as reply:
            return Received(
                status=reply.status,
                content_type=reply.content_type if "Content-Type" in reply.headers else "",
                retry_after_s=read_retry_after(
                    reply.headers.get("Retry-After"), self._clock.now()
                ),
                body=await self._read(reply) if reply.status == 200 else b"",
            )

    async def _read(self, reply: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for piece in reply.content.iter_chunked(_PIECE):
            body += piece
            if len(body) > self._max_reply_bytes:
                reply.close()
                raise Fault("sent more than any answer needs", was_billed=True)
        return bytes(body)


def _answer(received: Received, request: Request) -> Answer:
    if received.content_type not in _JSON_TYPES and not received.content_type.endswith("+json"):
        raise Fault(f"answered with {received.content_type} in the place of JSON", status=200)
    answer = read_answer(received.body, request)
    if answer is None:
        raise Fault("broke off", may_pass=True, was_billed=True)
    if answer.error_status is not None:
        raise _refusal(answer.error_status, received.retry_after_s)
    return answer


def _refusal(status: int, retry_after_s: float | None) -> Fault:
    if status in _REFUSED_INPUT:
        return Fault("refuses this request", status=status, is_the_service=False)
    if status in _REFUSED_KEY:
        return Fault("refuses the key", status=status)
    may_pass = status in _PASSING or status >= 500
    return Fault("failed", status=status, may_pass=may_pass, retry_after_s=retry_after_s)
