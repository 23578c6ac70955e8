"""What this server says of itself: where to log in, and what a token is for (RFC 8414, RFC 9728)."""

from typing import Any

from aiohttp import web

from loomem.oauth.resource import MCP_PATH, resource_of
from loomem.oauth.scopes import KNOWN, MCP
from loomem.web.oauth.answers import json_answer
from loomem.web.public_origin import PublicOrigin

RESOURCE = "/.well-known/oauth-protected-resource"
_SERVER = "/.well-known/oauth-authorization-server"
_OPENID = "/.well-known/openid-configuration"

RESOURCE_PATHS = (RESOURCE, RESOURCE + MCP_PATH, MCP_PATH + RESOURCE)
SERVER_PATHS = tuple(
    path for name in (_SERVER, _OPENID) for path in (name, name + MCP_PATH, MCP_PATH + name)
)


def resource_document(issuer: str) -> dict[str, Any]:
    """Describe the protected resource. Clients never need ``offline_access`` to use it."""
    return {
        "resource": resource_of(issuer),
        "authorization_servers": [issuer],
        "scopes_supported": [MCP],
        "bearer_methods_supported": ["header"],
        "resource_name": "Loomem",
    }


def server_document(issuer: str) -> dict[str, Any]:
    """Describe the authorization server; the issuer is letter for letter the resource's."""
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/authorize",
        "token_endpoint": f"{issuer}/token",
        "registration_endpoint": f"{issuer}/register",
        "revocation_endpoint": f"{issuer}/revoke",
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": [
            "none",
            "client_secret_post",
            "client_secret_basic",
        ],
        "revocation_endpoint_auth_methods_supported": [
            "none",
            "client_secret_post",
            "client_secret_basic",
        ],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": list(KNOWN),
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }


class Documents:
    """Cheap to make, so never limited: clients read them again at every attempt."""

    def __init__(self, origin: PublicOrigin) -> None:
        self._origin = origin

    async def resource(self, request: web.Request) -> web.StreamResponse:
        """GET: the protected resource."""
        return json_answer(resource_document(self._origin.of(request)))

    async def server(self, request: web.Request) -> web.StreamResponse:
        """GET: the authorization server."""
        return json_answer(server_document(self._origin.of(request)))

    def challenge(self, request: web.Request, *, token_was_sent: bool) -> str:
        """Return the ``WWW-Authenticate`` that leads a client to the login."""
        address = self._origin.of(request) + RESOURCE + MCP_PATH
        said = f'Bearer resource_metadata="{address}", scope="{MCP}"'
        if token_was_sent:
            said += ', error="invalid_token", error_description="The token is unknown or expired"'
        return said
