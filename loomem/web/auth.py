"""The door: who may talk to this server at all. The only maker of Callers for HTTP.

With a key, the key decides, or a token that the owner allowed a client. Without one, only this
machine is answered, and no foreign page.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from loomem.config.settings import Settings
from loomem.errors import ConfigError, DeniedError, UnauthorizedError
from loomem.model.oauth import Grant
from loomem.operations.context import Caller
from loomem.web.errors import closing_if_unread, error_response
from loomem.web.keys import CALLER
from loomem.web.mcp.cors import Pages
from loomem.web.mcp.paths import PATHS as MCP_PATHS
from loomem.web.oauth.documents import Documents
from loomem.web.oauth.routes import is_open
from loomem.web.origin import is_foreign_page, is_loopback, is_loopback_host

OPEN_PATHS = frozenset({"/health"})

_OWNER = Caller(name="owner", is_admin=True)
_SCHEME = "bearer"
_GRANT_CHARS = 8


@dataclass(frozen=True, slots=True)
class Access:
    """What the door asks for. ``allow_unauth`` opens it to other machines without a key."""

    token: str | None
    allow_unauth: bool = False

    def __repr__(self) -> str:
        return f"Access(token={'set' if self.token else None}, allow_unauth={self.allow_unauth})"


def check_bind(settings: Settings, token: str | None, *, allow_unauth: bool) -> None:
    """Raise ConfigError where the server would be open to other machines without a key."""
    host = settings.server.host
    if token or allow_unauth or is_loopback(host):
        return
    raise ConfigError(
        f"server.host = {host!r} is reachable from other machines and no key is set; put a key "
        f"into {settings.server.auth_token_env}, or listen on 127.0.0.1, or set "
        "LOOMEM_ALLOW_UNAUTH=1 if something else guards the door"
    )


class Door:
    """Lets requests in, or answers them itself. ``grant_of`` finds what a token stands for."""

    def __init__(
        self,
        access: Access,
        grant_of: Callable[[str], Grant | None],
        documents: Documents,
        pages: Pages,
    ) -> None:
        self._access = access
        self._grant_of = grant_of
        self._documents = documents
        self._pages = pages

    @property
    def middleware(self) -> Middleware:
        """The middleware; it raises DeniedError for pages of others."""

        @web.middleware
        async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not _asks_nothing(request):
                try:
                    request[CALLER] = self._identify(request)
                except UnauthorizedError as error:
                    return closing_if_unread(request, self._turned_away(request, error))
            return await handler(request)

        return admit

    def _identify(self, request: web.Request) -> Caller:
        if not self._access.token:
            _check_local(request, allow_others=self._access.allow_unauth)
            return _OWNER
        shown = _bearer(request)
        if shown is not None:
            if hmac.compare_digest(_bytes(shown), _bytes(self._access.token)):
                return _OWNER
            if (grant := self._grant_of(shown)) is not None:
                return _caller_of(grant)
        raise UnauthorizedError("Send the key as 'Authorization: Bearer <key>'")

    def _turned_away(self, request: web.Request, error: UnauthorizedError) -> web.Response:
        """Answer with the way to the login; MCP clients read ``error`` as text."""
        was_sent = "Authorization" in request.headers
        if request.path in MCP_PATHS:
            answer = web.json_response(
                {
                    "error": "invalid_token" if was_sent else "unauthorized",
                    "error_description": error.message,
                },
                status=401,
                headers=self._pages.headers_for(request),
            )
        else:
            answer = error_response(error)
        challenge = self._documents.challenge(request, token_was_sent=was_sent)
        answer.headers["WWW-Authenticate"] = challenge
        return answer


def _asks_nothing(request: web.Request) -> bool:
    """Say whether a request needs no key: it is open to all, or a browser asking beforehand."""
    is_preflight = request.method == "OPTIONS" and request.path in MCP_PATHS
    return request.path in OPEN_PATHS or is_preflight or is_open(request.path)


def _bearer(request: web.Request) -> str | None:
    headers = request.headers.getall("Authorization", [])
    scheme, _, shown = (headers[0] if len(headers) == 1 else "").partition(" ")
    return shown.strip() if scheme.lower() == _SCHEME else None


def _caller_of(grant: Grant) -> Caller:
    return Caller(
        name=f"oauth:{grant.client_name}:{grant.id[:_GRANT_CHARS]}",
        streams=None if grant.stream is None else frozenset({grant.stream}),
    )


def _check_local(request: web.Request, *, allow_others: bool) -> None:
    host = request.headers.get("Host", "")
    origins = request.headers.getall("Origin", [])
    if is_foreign_page(host, origins, request.headers.get("Sec-Fetch-Site", "")):
        raise DeniedError("Pages of other sites may not use a server without a key; set a key")
    if allow_others:
        return
    if request.remote and not is_loopback(request.remote):
        raise DeniedError("A server without a key answers only its own machine; set a key")
    if not is_loopback_host(host):
        raise DeniedError(
            "A server without a key answers only to localhost or 127.0.0.1; use that name or "
            "set a key"
        )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
