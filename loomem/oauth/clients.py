"""The clients this server knows, and how one proves at the token endpoint that it is who it says."""

import uuid
from collections.abc import Mapping
from typing import Any

import msgspec

from loomem.clock import Clock
from loomem.model.oauth import Client
from loomem.oauth.client_documents import ClientDocuments, is_document_address
from loomem.oauth.errors import OAuthError
from loomem.oauth.registration import described, read_method, read_name, read_redirects
from loomem.oauth.secrets import hashed, is_same, new_secret
from loomem.stores.bundle import Stores

MOST_UNUSED = 1_000
UNUSED_SECONDS = 7 * 24 * 3600
_MAX_ID = 500


class Clients:
    """Registers, finds and checks clients."""

    def __init__(self, stores: Stores, clock: Clock, documents: ClientDocuments) -> None:
        self._stores = stores
        self._clock = clock
        self._documents = documents

    async def register(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Keep a new client and return the answer of RFC 7591; raises OAuthError."""
        now = self._clock.now()
        method = read_method(said)
        secret = None if method == "none" else new_secret()
        client = Client(
            id=uuid.uuid4().hex,
            name=read_name(said),
            redirect_uris=read_redirects(said),
            auth_method=method,
            secret_hash=None if secret is None else hashed(secret),
            created=now,
            expires=now + UNUSED_SECONDS,
        )
        store = self._stores.oauth

        def keep(write: Any) -> None:
            store.make_room(write, MOST_UNUSED)
            store.put(write, client.id, client, now)

        await self._stores.writer.write(keep)
        return described(client, secret, said)

    async def find(self, client_id: str) -> Client | None:
        """Return a client by its id, or None for one that nobody knows (any more)."""
        if is_document_address(client_id):
            try:
                return await self._documents.client(client_id)
            except OAuthError:
                return None
        if not 0 < len(client_id) <= _MAX_ID or not client_id.isascii():
            return None
        with self._stores.env.read() as txn:
            client = self._stores.oauth.get(txn, Client, client_id)
        if client is None or (client.expires or self._clock.now()) < self._clock.now():
            return None
        return client

    async def authenticated(self, client_id: str, secret: str | None) -> Client:
        """Return the client that asks for a token; raises OAuthError ``invalid_client``."""
        client = await self.find(client_id)
        if client is None:
            raise OAuthError(
                "invalid_client", "This client is not registered here; register again"
            )
        if client.secret_hash is None:
            return client
        if secret is None or not is_same(hashed(secret), client.secret_hash):
            raise OAuthError("invalid_client", "The secret of this client is missing or wrong")
        return client


def kept_for_good(client: Client) -> Client:
    """Return a registered client as it is kept once the owner allowed it something."""
    return msgspec.structs.replace(client, expires=None)
