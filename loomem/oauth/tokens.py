"""Codes and tokens: made, exchanged, renewed, ended.

A code and a refresh token count once. Where either comes again, somebody has a copy, so everything
that came of it ends; but hosts refresh in parallel, so for a short while a refresh token that was
just replaced still gets tokens.
"""

import uuid

import msgspec

from loomem.clock import Clock
from loomem.model.oauth import AccessToken, Client, Code, Grant, RefreshToken
from loomem.oauth.authorization import Asked
from loomem.oauth.clients import kept_for_good
from loomem.oauth.errors import OAuthError
from loomem.oauth.resource import is_this_server
from loomem.oauth.secrets import hashed, new_secret, proves
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn

CODE_SECONDS = 120
REUSE_SECONDS = 120
_REPLAY_SECONDS = 24 * 3600
"""How long a code is remembered, so that a second use is recognised."""


class TokenAnswer(msgspec.Struct, kw_only=True, frozen=True):
    """The answer of the token endpoint (RFC 6749, section 5.1)."""

    access_token: str
    refresh_token: str
    scope: str
    expires_in: int
    token_type: str = "Bearer"  # noqa: S105 - the kind, not a token


class _Fresh(msgspec.Struct, frozen=True):
    """Secrets made before the write, which may run twice."""

    access: str
    refresh: str
    grant_id: str


class Tokens:
    """Times are in seconds; a refresh token's begins anew with every use."""

    def __init__(
        self,
        stores: Stores,
        clock: Clock,
        *,
        access_seconds: int,
        refresh_seconds: int,
    ) -> None:
        self._stores = stores
        self._clock = clock
        self._access_seconds = access_seconds
        self._refresh_seconds = refresh_seconds

    async def issue_code(self, asked: Asked, stream: str | None) -> str:
        """Return a code for what the owner has just allowed; ``stream`` None: all streams."""
        now, secret = self._clock.now(), new_secret()
        code = Code(
            client_id=asked.client.id,
            client_name=asked.client.name,
            redirect_uri=asked.redirect_uri,
            challenge=asked.challenge,
            scope=asked.scope,
            resource=asked.resource,
            stream=stream,
            valid_until=now + CODE_SECONDS,
            expires=now + _REPLAY_SECONDS,
        )

        def keep(write: WriteTxn) -> None:
            self._stores.oauth.put(write, hashed(secret), code, now)

        await self._stores.writer.write(keep)
        return secret

    async def exchange(
        self, client: Client, code: str, redirect_uri: str | None, verifier: str
    ) -> TokenAnswer:
        """Return tokens for a code; raises OAuthError ``invalid_grant``."""
        now, fresh = self._clock.now(), _fresh()

        def job(write: WriteTxn) -> Grant | None:
            return self._exchange(write, client, (code, redirect_uri, verifier), fresh, now)

        grant = await self._stores.writer.write(job)
        if grant is None:
            raise OAuthError("invalid_grant", "The code is unknown, used, expired or not yours")
        return self._answer(grant, fresh)

    def _exchange(
        self,
        write: WriteTxn,
        client: Client,
        shown: tuple[str, str | None, str],
        fresh: _Fresh,
        now: int,
    ) -> Grant | None:
        secret, redirect_uri, verifier = shown
        store = self._stores.oauth
        code = store.get(write.raw, Code, hashed(secret))
        if code is None or code.client_id != client.id:
            return None
        if code.grant_id is not None:
            store.delete(write, Grant, code.grant_id)
            return None
        if now > code.valid_until or (redirect_uri or code.redirect_uri) != code.redirect_uri:
            return None
        # A code is for one try: whoever guesses verifiers gets no second.
        store.put(
            write, hashed(secret), msgspec.structs.replace(code, grant_id=fresh.grant_id), now
        )
        if not proves(verifier, code.challenge):
            return None
        self._keep_client(write, client, now)
        grant = _grant_of(code, fresh.grant_id, now, self._refresh_seconds)
        self._keep_tokens(write, grant, fresh, now)
        return grant

    def _keep_client(self, write: WriteTxn, client: Client, now: int) -> None:
        if client.expires is not None:
            self._stores.oauth.put(write, client.id, kept_for_good(client), now)

    def _keep_tokens(self, write: WriteTxn, grant: Grant, fresh: _Fresh, now: int) -> None:
        store = self._stores.oauth
        access = AccessToken(grant_id=grant.id, expires=now + self._access_seconds)
        refresh = RefreshToken(grant_id=grant.id, expires=grant.expires)
        store.put(write, grant.id, grant, now)
        store.put(write, hashed(fresh.access), access, now)
        store.put(write, hashed(fresh.refresh), refresh, now)

    async def refresh(self, client: Client, token: str) -> TokenAnswer:
        """Return new tokens for a refresh token; raises OAuthError ``invalid_grant``."""
        now, fresh = self._clock.now(), _fresh()

        def job(write: WriteTxn) -> Grant | None:
            return self._refresh(write, client, token, fresh, now)

        grant = await self._stores.writer.write(job)
        if grant is None:
            raise OAuthError("invalid_grant", "The refresh token is unknown, used or expired")
        return self._answer(grant, fresh)

    def _refresh(
        self, write: WriteTxn, client: Client, secret: str, fresh: _Fresh, now: int
    ) -> Grant | None:
        store = self._stores.oauth
        token = store.get(write.raw, RefreshToken, hashed(secret))
        grant = store.get(write.raw, Grant, token.grant_id) if token is not None else None
        if token is None or grant is None or grant.client_id != client.id or token.expires < now:
            return None
        if token.replaced is not None and now - token.replaced > REUSE_SECONDS:
            store.delete(write, Grant, grant.id)
            return None
        if token.replaced is None:
            store.put(write, hashed(secret), msgspec.structs.replace(token, replaced=now), now)
        renewed = msgspec.structs.replace(grant, used=now, expires=now + self._refresh_seconds)
        self._keep_tokens(write, renewed, fresh, now)
        return renewed

    def grant_of(self, token: str) -> Grant | None:
        """Return what an access token opens now, or None."""
        now = self._clock.now()
        with self._stores.env.read() as txn:
            access = self._stores.oauth.get(txn, AccessToken, hashed(token))
            if access is None or access.expires < now:
                return None
            return self._stores.oauth.get(txn, Grant, access.grant_id)

    async def revoke(self, client: Client, token: str) -> None:
        """End the grant of a token of either kind (RFC 7009); others' and unknown ones: nothing."""

        def job(write: WriteTxn) -> None:
            store, name = self._stores.oauth, hashed(token)
            found = store.get(write.raw, RefreshToken, name) or store.get(
                write.raw, AccessToken, name
            )
            grant = store.get(write.raw, Grant, found.grant_id) if found is not None else None
            if grant is not None and grant.client_id == client.id:
                store.delete(write, Grant, grant.id)

        await self._stores.writer.write(job)

    def _answer(self, grant: Grant, fresh: _Fresh) -> TokenAnswer:
        return TokenAnswer(
            access_token=fresh.access,
            refresh_token=fresh.refresh,
            scope=grant.scope,
            expires_in=self._access_seconds,
        )


def check_resource(resource: str | None, issuer: str) -> None:
    """Raise OAuthError ``invalid_target`` where a token is asked for another server."""
    if resource and not is_this_server(resource, issuer):
        raise OAuthError("invalid_target", "resource must be the address of this server's /mcp")


def _fresh() -> _Fresh:
    return _Fresh(access=new_secret(), refresh=new_secret(), grant_id=uuid.uuid4().hex)


def _grant_of(code: Code, grant_id: str, now: int, seconds: int) -> Grant:
    return Grant(
        id=grant_id,
        client_id=code.client_id,
        client_name=code.client_name,
        scope=code.scope,
        resource=code.resource,
        stream=code.stream,
        created=now,
        used=now,
        expires=now + seconds,
    )
