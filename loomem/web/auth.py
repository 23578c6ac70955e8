"""The door: who may talk to this server at all. The only maker of Callers for HTTP.

With a key, the key decides. Without one, only this machine is answered, and no foreign page.
"""

import hmac
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from loomem.config.settings import Settings
from loomem.errors import ConfigError, DeniedError, UnauthorizedError
from loomem.operations.context import Caller
from loomem.web.keys import CALLER
from loomem.web.origin import is_foreign_page, is_loopback, is_loopback_host

OPEN_PATHS = frozenset({"/health"})

_OWNER = Caller(name="owner", is_admin=True)
_SCHEME = "bearer"


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


def guard(access: Access) -> Middleware:
    """Return the middleware that lets in or raises UnauthorizedError or DeniedError."""

    @web.middleware
    async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path not in OPEN_PATHS:
            request[CALLER] = _identify(request, access)
        return await handler(request)

    return admit


def _identify(request: web.Request, access: Access) -> Caller:
    if access.token:
        _check_key(request, access.token)
    else:
        _check_local(request, allow_others=access.allow_unauth)
    return _OWNER


def _check_key(request: web.Request, token: str) -> None:
    headers = request.headers.getall("Authorization", [])
    scheme, _, key = (headers[0] if len(headers) == 1 else "").partition(" ")
    matches = hmac.compare_digest(_bytes(key.strip()), _bytes(token))
    if scheme.lower() != _SCHEME or not matches:
        raise UnauthorizedError("Send the key as 'Authorization: Bearer <key>'")


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
