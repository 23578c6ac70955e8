"""POST /token, /revoke and /register: what programs ask for without the owner's browser."""

import base64
import binascii
from urllib.parse import unquote_plus

from aiohttp import web

from loomem.model.oauth import Client
from loomem.oauth.clients import Clients
from loomem.oauth.errors import OAuthError
from loomem.oauth.tokens import TokenAnswer, Tokens, check_resource
from loomem.operations.limits import RateLimiter
from loomem.web.oauth.answers import json_answer, read_form, read_statement
from loomem.web.public_origin import PublicOrigin

_MAX_LIMIT_NAME = 100


class TokenEndpoints:
    """Limits count for each client and kind of grant: one that loops does not lock out others."""

    def __init__(
        self, clients: Clients, tokens: Tokens, origin: PublicOrigin, limiter: RateLimiter
    ) -> None:
        self._clients = clients
        self._tokens = tokens
        self._origin = origin
        self._limiter = limiter

    async def register(self, request: web.Request) -> web.StreamResponse:
        """Keep a new client (RFC 7591)."""
        self._limiter.take(self._origin.client_address(request), "", "register")
        said = await read_statement(request)
        return json_answer(await self._clients.register(said), 201)

    async def token(self, request: web.Request) -> web.StreamResponse:
        """Exchange a code or a refresh token."""
        form = await read_form(request)
        kind = form.get("grant_type", "")
        client = await self._client(request, form)
        self._limiter.take(client.id[:_MAX_LIMIT_NAME], kind[:_MAX_LIMIT_NAME], "token")
        check_resource(form.get("resource"), self._origin.of(request))
        return json_answer(await self._exchanged(client, kind, form))

    async def _exchanged(self, client: Client, kind: str, form: dict[str, str]) -> TokenAnswer:
        if kind == "authorization_code":
            return await self._tokens.exchange(
                client,
                _needed(form, "code"),
                form.get("redirect_uri"),
                _needed(form, "code_verifier"),
            )
        if kind == "refresh_token":
            return await self._tokens.refresh(client, _needed(form, "refresh_token"))
        raise OAuthError(
            "unsupported_grant_type", "grant_type must be authorization_code or refresh_token"
        )

    async def revoke(self, request: web.Request) -> web.StreamResponse:
        """End what a token stands for (RFC 7009); an unknown token is no error."""
        form = await read_form(request)
        client = await self._client(request, form)
        await self._tokens.revoke(client, _needed(form, "token"))
        return json_answer({})

    async def _client(self, request: web.Request, form: dict[str, str]) -> Client:
        name, secret = form.get("client_id", ""), form.get("client_secret")
        basic = _basic(request.headers.get("Authorization", ""))
        if basic is not None:
            if name not in ("", basic[0]):
                raise OAuthError("invalid_client", "Header and body name different clients")
            name, secret = basic
        return await self._clients.authenticated(name, secret)


def _needed(form: dict[str, str], name: str) -> str:
    value = form.get(name, "")
    if not value:
        raise OAuthError("invalid_request", f"{name} is missing")
    return value


def _basic(header: str) -> tuple[str, str] | None:
    """Read ``Basic`` credentials; their parts are escaped as in forms (RFC 6749, 2.3.1)."""
    scheme, _, encoded = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, _, secret = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise OAuthError("invalid_client", "The Authorization header cannot be read") from error
    return unquote_plus(name), unquote_plus(secret)
