"""What is kept of clients that connect with OAuth. Secrets, codes and tokens only as their hashes."""

from typing import Literal

import msgspec

AuthMethod = Literal["none", "client_secret_post", "client_secret_basic"]


class Client(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A program that registered. ``expires`` None: a grant was once given, so it is kept."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]
    auth_method: AuthMethod = "none"
    secret_hash: str | None = None
    created: int = 0
    expires: int | None = None


class Grant(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """What the owner allowed one client. ``stream`` None: all of them.

    ``used`` is the last time a token was made of it; instants are UTC seconds.
    """

    id: str
    client_id: str
    client_name: str
    scope: str
    resource: str
    created: int
    used: int
    expires: int
    stream: str | None = None


class Code(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """An authorization code. ``grant_id`` is what it was exchanged for: a second use ends that."""

    client_id: str
    client_name: str
    redirect_uri: str
    challenge: str
    scope: str
    resource: str
    valid_until: int
    expires: int
    stream: str | None = None
    grant_id: str | None = None


class AccessToken(msgspec.Struct, kw_only=True, frozen=True):
    """Opens the door until ``expires``, while its grant stands."""

    grant_id: str
    expires: int


class RefreshToken(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """Makes new tokens, once; ``replaced`` is when it did."""

    grant_id: str
    expires: int
    replaced: int | None = None
