"""All addresses of the authorization server. Without a key there is nothing to log in to: 404."""

from aiohttp import web

from loomem.oauth.client_documents import ClientDocuments
from loomem.oauth.clients import Clients
from loomem.operations.context import Services
from loomem.operations.limits import Category, RateLimiter
from loomem.web.oauth.answers import answer_preflight, not_found, speaking_oauth
from loomem.web.oauth.authorize import AuthorizeEndpoint
from loomem.web.oauth.documents import RESOURCE_PATHS, SERVER_PATHS, Documents
from loomem.web.oauth.token import TokenEndpoints
from loomem.web.public_origin import PublicOrigin

_ENDPOINTS = ("/authorize", "/token", "/revoke", "/register")
_DOCUMENTS = ("/.well-known/", "/mcp/.well-known/")
_ELSE = tuple(f"{prefix}{{rest:.*}}" for prefix in _DOCUMENTS)

PER_MINUTE: dict[Category, int] = {"consent": 10, "register": 30, "token": 60}
"""Tries to enter the key and registrations of one address; token calls of one client and kind."""


def is_open(path: str) -> bool:
    """Say whether a path asks for no key: it is how clients come to one."""
    return path in _ENDPOINTS or path.startswith(_DOCUMENTS)


def add_oauth(
    app: web.Application,
    services: Services,
    key: str,
    origin: PublicOrigin,
    documents: ClientDocuments | None = None,
) -> None:
    """Add the whole server; ``key`` is what the owner shows on the consent page."""
    clock = services.clock
    clients = Clients(services.stores, clock, documents or ClientDocuments(clock))
    limiter = RateLimiter(clock, PER_MINUTE)
    consent = AuthorizeEndpoint(services, key, clients, services.tokens, origin, limiter)
    tokens = TokenEndpoints(clients, services.tokens, origin, limiter)
    described = Documents(origin)
    router = app.router
    for path in RESOURCE_PATHS:
        router.add_get(path, described.resource)
    for path in SERVER_PATHS:
        router.add_get(path, described.server)
    router.add_get("/authorize", consent.show)
    router.add_post("/authorize", consent.answer)
    router.add_post("/token", speaking_oauth(tokens.token))
    router.add_post("/revoke", speaking_oauth(tokens.revoke))
    router.add_post("/register", speaking_oauth(tokens.register))
    for path in (*RESOURCE_PATHS, *SERVER_PATHS, *_ENDPOINTS):
        router.add_route("OPTIONS", path, answer_preflight)
    _add_absent(app, _ELSE)


def add_absent(app: web.Application) -> None:
    """Answer every address of it with 404 in the form that clients can read."""
    _add_absent(app, (*_ENDPOINTS, *_ELSE))


def _add_absent(app: web.Application, paths: tuple[str, ...]) -> None:
    for path in paths:
        app.router.add_route("*", path, _absent)


async def _absent(_request: web.Request) -> web.StreamResponse:
    return not_found()
