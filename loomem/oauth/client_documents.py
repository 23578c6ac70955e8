"""Clients whose id is the address of a document about them.

The address comes from a stranger, so the document is fetched with care: only https, only public
addresses, the one that was checked is the one that is connected to, no redirects, little and soon.
"""

import asyncio
import re
import socket
import ssl
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp.abc import AbstractResolver, ResolveResult

from loomem.clock import Clock
from loomem.model.oauth import Client
from loomem.oauth.errors import OAuthError
from loomem.oauth.registration import read_name, read_redirects

MAX_BYTES = 5 * 1024
_MAX_URL = 500
_TIMEOUT = aiohttp.ClientTimeout(total=5.0)
_MOST_REMEMBERED = 100
_LEAST_AGE, _MOST_AGE = 60, 24 * 3600
_MAX_AGE = re.compile(r"max-age=(\d{1,9})")
_OK = 200

KNOWN = {
    "https://claude.ai/oauth/mcp-oauth-client-metadata": (
        "Claude",
        ("https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"),
    ),
    "https://claude.ai/oauth/claude-code-client-metadata": (
        "Claude Code",
        ("http://localhost/callback", "http://127.0.0.1/callback"),
    ),
}
"""Documents that their owner's network does not give to every server: used where fetching fails."""

_TRANSLATED = ip_network("64:ff9b::/96")
"""Where a network with IPv6 only shows addresses of IPv4 (RFC 6052)."""

Resolve = Callable[[str, int], Awaitable[list[str]]]


def is_document_address(client_id: str) -> bool:
    """Say whether a client id is the address of a document: https, with a path, and nothing odd."""
    if not client_id.startswith("https://") or len(client_id) > _MAX_URL or "#" in client_id:
        return False
    try:
        parts = urlsplit(client_id)
        _ = parts.port
    except ValueError:
        return False
    steps = parts.path.split("/")
    has_path = len(parts.path) > 1 and not any(step in (".", "..") for step in steps)
    return bool(parts.hostname) and "@" not in parts.netloc and has_path


def is_public(address: str) -> bool:
    """Say whether an address is one of the open internet, in whatever form it is written."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in _TRANSLATED:
            inner = IPv4Address(found.packed[-4:])
        if inner is not None:
            return inner.is_global and not inner.is_multicast
    return found.is_global and not found.is_multicast


async def resolve(host: str, port: int) -> list[str]:
    """Return all addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class ClientDocuments:
    """Fetches and remembers documents. ``resolver``, ``admits`` and ``tls`` are for tests."""

    def __init__(
        self,
        clock: Clock,
        resolver: Resolve = resolve,
        admits: Callable[[str], bool] = is_public,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._clock = clock
        self._resolve = resolver
        self._admits = admits
        self._tls = tls
        self._remembered: OrderedDict[str, tuple[float, Client]] = OrderedDict()

    async def client(self, client_id: str) -> Client:
        """Return the client of a document; raises OAuthError ``invalid_client``."""
        held = self._remembered.get(client_id)
        if held is not None and held[0] > self._clock.monotonic():
            return held[1]
        try:
            said, seconds = await self._fetch(client_id)
            client = read_document(client_id, said)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, OAuthError) as error:
            if client_id not in KNOWN:
                raise OAuthError(
                    "invalid_client", "The document of this client cannot be used"
                ) from error
            name, redirects = KNOWN[client_id]
            client, seconds = Client(id=client_id, name=name, redirect_uris=redirects), _LEAST_AGE
        self._remember(client, seconds)
        return client

    def _remember(self, client: Client, seconds: int) -> None:
        self._remembered[client.id] = (self._clock.monotonic() + seconds, client)
        self._remembered.move_to_end(client.id)
        while len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    async def _fetch(self, address: str) -> tuple[Any, int]:
        """Return the decoded document and how many seconds it may be remembered."""
        parts = urlsplit(address)
        host, port = str(parts.hostname), parts.port or 443
        async with asyncio.timeout(_TIMEOUT.total):
            places = await self._resolve(host, port)
            if not places or not all(self._admits(place) for place in places):
                raise ValueError("not a public address")
            connector = aiohttp.TCPConnector(
                resolver=_Checked(places), ssl=self._tls or True, force_close=True
            )
            async with (
                aiohttp.ClientSession(connector=connector, timeout=_TIMEOUT) as session,
                session.get(address, allow_redirects=False) as response,
            ):
                return await _read(response)


async def _read(response: aiohttp.ClientResponse) -> tuple[Any, int]:
    if response.status != _OK or not response.content_type.endswith("json"):
        raise ValueError("no JSON document")
    body = bytearray()
    async for part in response.content.iter_any():
        body += part
        if len(body) > MAX_BYTES:
            raise ValueError("too long")
    stated = _MAX_AGE.search(response.headers.get("Cache-Control", ""))
    seconds = int(stated[1]) if stated else _LEAST_AGE
    return msgspec.json.decode(bytes(body)), min(max(seconds, _LEAST_AGE), _MOST_AGE)


def read_document(client_id: str, said: Any) -> Client:
    """Read a document; raises ValueError or OAuthError where it is not one about this client."""
    if not isinstance(said, dict) or said.get("client_id") != client_id:
        raise ValueError("a document about something else")
    if said.get("token_endpoint_auth_method", "none") != "none" or "client_secret" in said:
        raise ValueError("a public document cannot hold a secret")
    return Client(id=client_id, name=read_name(said), redirect_uris=read_redirects(said))


class _Checked(AbstractResolver):
    """Gives the addresses that were checked, whatever the name means by now."""

    def __init__(self, places: list[str]) -> None:
        self._places = places

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,  # noqa: ARG002 - the library's signature
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host=place,
                port=port,
                family=socket.AF_INET6 if ":" in place else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for place in self._places
        ]

    async def close(self) -> None:
        """Nothing is held."""
