"""What a client says of itself, read into a Client: at registration, or from its own document."""

import unicodedata
from collections.abc import Mapping
from typing import Any, cast, get_args

from loomem.model.oauth import AuthMethod, Client
from loomem.oauth.errors import OAuthError
from loomem.oauth.redirects import check_redirect_uri

MAX_REDIRECTS = 20
_MAX_NAME = 80
_METHODS: tuple[str, ...] = get_args(AuthMethod)
_UNNAMED = "MCP client"
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def read_redirects(said: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the redirect addresses; raises OAuthError where one cannot be used, or none is said."""
    uris = said.get("redirect_uris")
    if not isinstance(uris, list) or not 0 < len(uris) <= MAX_REDIRECTS:
        raise OAuthError(
            "invalid_redirect_uri", f"Say one to {MAX_REDIRECTS} addresses in redirect_uris"
        )
    if not all(isinstance(uri, str) for uri in uris):
        raise OAuthError("invalid_redirect_uri", "redirect_uris must hold text")
    return tuple(dict.fromkeys(check_redirect_uri(uri) for uri in uris))


def read_method(said: Mapping[str, Any]) -> AuthMethod:
    """Return how a client will prove who it is; without a word that is HTTP Basic (RFC 7591)."""
    method = said.get("token_endpoint_auth_method") or "client_secret_basic"
    if method not in _METHODS:
        raise OAuthError(
            "invalid_client_metadata",
            f"token_endpoint_auth_method must be one of {', '.join(_METHODS)}",
        )
    return cast("AuthMethod", method)


def read_name(said: Mapping[str, Any]) -> str:
    """Return a name fit for a page: one line, nothing invisible, not long."""
    name = said.get("client_name")
    if not isinstance(name, str):
        return _UNNAMED
    visible = "".join(" " if unicodedata.category(c) in _UNPRINTABLE else c for c in name[:500])
    return " ".join(visible.split())[:_MAX_NAME] or _UNNAMED


def described(client: Client, secret: str | None, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a registration: what holds, and the harmless rest as it was said."""
    answer: dict[str, Any] = {
        "client_id": client.id,
        "client_id_issued_at": client.created,
        "client_name": client.name,
        "redirect_uris": list(client.redirect_uris),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": client.auth_method,
    }
    if secret is not None:
        answer |= {"client_secret": secret, "client_secret_expires_at": 0}
    for name in ("client_uri", "logo_uri", "application_type", "software_id", "software_version"):
        value = said.get(name)
        if isinstance(value, str) and 0 < len(value) <= _MAX_NAME:
            answer[name] = value
    return answer
