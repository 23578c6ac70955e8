"""Where a client may have its answer sent: one rule for registration and for authorization."""

import re
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from loomem.oauth.errors import OAuthError

_MAX_CHARS = 2_000
_OWN_SCHEMES = frozenset({"cursor://anysphere.cursor-mcp/oauth/callback"})
"""Addresses that open a program on the owner's machine; each by its full name only."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_CONNECTOR_HOST = "chatgpt.com"
_CONNECTOR_PATH = re.compile(r"/connector/oauth/[A-Za-z0-9_-]{1,200}")
_PLAIN = re.compile(r"[!-~]+")


def check_redirect_uri(uri: str) -> str:
    """Return the address, or raise OAuthError ``invalid_redirect_uri``."""
    if uri in _OWN_SCHEMES:
        return uri
    parts = _split(uri)
    if parts is None or not _is_sound(uri, parts):
        raise OAuthError(
            "invalid_redirect_uri",
            "A redirect URI must be an https address, or http on localhost, without user, "
            "fragment and wildcard",
        )
    return uri


def is_allowed(uri: str, registered: Collection[str]) -> bool:
    """Say whether a client may use this address: one it registered, letter for letter.

    On this machine the port may be any (RFC 8252, section 7.3); ChatGPT has an address for each
    connector beside the one it registers.
    """
    if uri in registered:
        return True
    parts = _split(uri)
    if parts is None or not _is_sound(uri, parts):
        return False
    if is_loopback(uri):
        return any(_without_port(uri) == _without_port(known) for known in registered)
    is_connector = parts.scheme == "https" and parts.netloc == _CONNECTOR_HOST
    return (
        is_connector
        and not parts.query
        and _CONNECTOR_PATH.fullmatch(parts.path) is not None
        and any(urlsplit(known).netloc == _CONNECTOR_HOST for known in registered)
    )


def is_loopback(uri: str) -> bool:
    """Say whether an address leads to a program on the owner's own machine over http."""
    parts = _split(uri)
    return parts is not None and parts.scheme == "http" and parts.hostname in _LOOPBACK


def target_of(uri: str) -> str:
    """Return what a consent page shows of an address: its host, or its scheme."""
    parts = urlsplit(uri)
    return parts.netloc if parts.scheme in ("http", "https") else f"{parts.scheme}://"


def _split(uri: str) -> SplitResult | None:
    if not 0 < len(uri) <= _MAX_CHARS or not _PLAIN.fullmatch(uri):
        return None
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _is_sound(uri: str, parts: SplitResult) -> bool:
    if any(mark in uri for mark in ("#", "*", "\\")) or "@" in parts.netloc or not parts.hostname:
        return False
    if ".." in parts.path.split("/"):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


def _without_port(uri: str) -> tuple[str, str | None, str, str]:
    parts = urlsplit(uri)
    return parts.scheme, parts.hostname, parts.path, parts.query
