"""The request that a client sends the owner's browser with, checked before the owner is asked."""

from collections.abc import Mapping

import msgspec

from loomem.model.oauth import Client
from loomem.oauth.clients import Clients
from loomem.oauth.errors import PageError, SentBackError
from loomem.oauth.redirects import is_allowed
from loomem.oauth.resource import is_this_server, resource_of
from loomem.oauth.scopes import narrowed
from loomem.oauth.secrets import CHALLENGE

PARAMETERS: tuple[str, ...] = (
    "response_type",
    "client_id",
    "redirect_uri",
    "code_challenge",
    "code_challenge_method",
    "scope",
    "state",
    "resource",
    "response_mode",
)
MAX_STATE = 4_000


class Asked(msgspec.Struct, kw_only=True, frozen=True):
    """A sound request: who asks, and where the answer goes."""

    client: Client
    redirect_uri: str
    challenge: str
    scope: str
    resource: str
    state: str | None


async def read_request(params: Mapping[str, str], clients: Clients, issuer: str) -> Asked:
    """Check a request; raises PageError before the address is trusted, SentBackError after."""
    client = await clients.find(params.get("client_id", ""))
    if client is None:
        raise PageError("unknown_client")
    redirect_uri = params.get("redirect_uri", "")
    if not redirect_uri and len(client.redirect_uris) == 1:
        redirect_uri = client.redirect_uris[0]
    if not is_allowed(redirect_uri, client.redirect_uris):
        raise PageError("wrong_redirect")
    state = params.get("state")
    problem = _problem(params, issuer)
    if problem is not None:
        kept = state if state is None or len(state) <= MAX_STATE else None
        raise SentBackError(*problem, redirect_uri, kept)
    return Asked(
        client=client,
        redirect_uri=redirect_uri,
        challenge=params["code_challenge"],
        scope=narrowed(params.get("scope")) or "",
        resource=resource_of(issuer),
        state=state,
    )


def _problem(params: Mapping[str, str], issuer: str) -> tuple[str, str] | None:
    if params.get("response_type") != "code":
        return "unsupported_response_type", "response_type must be code"
    if params.get("response_mode", "query") != "query":
        return "invalid_request", "response_mode must be query"
    if params.get("code_challenge_method") != "S256":
        return "invalid_request", "code_challenge_method must be S256"
    if not CHALLENGE.fullmatch(params.get("code_challenge", "")):
        return "invalid_request", "code_challenge must be the S256 challenge of a verifier"
    if narrowed(params.get("scope")) is None:
        return "invalid_scope", "The scopes of this server are mcp and offline_access"
    if len(params.get("state", "")) > MAX_STATE:
        return "invalid_request", "state is too long"
    resource = params.get("resource")
    if resource and not is_this_server(resource, issuer):
        return "invalid_target", "resource must be the address of this server's /mcp"
    return None
