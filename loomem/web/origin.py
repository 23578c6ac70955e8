"""Keeping other web pages out of a server without a key. Pure decisions on header values.

Any page a browser shows can send requests to localhost, by name or through a DNS name that
points there. So without a key only this machine's own names are answered, and never a page
from elsewhere.
"""

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}
_OWN_SITES = frozenset({"", "none", "same-origin"})


def is_loopback(address: str) -> bool:
    """Say whether an address or host name means this machine and nothing else."""
    name = address.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        parsed = ip_address(name)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback


def is_loopback_host(host: str) -> bool:
    """Say whether a Host header, with or without port, names this machine."""
    place = _place(f"http://{host}")
    return place is not None and is_loopback(place[0])


def is_foreign_page(host: str, origins: Sequence[str], site: str) -> bool:
    """Say whether a browser sent the request for a page of another origin.

    ``origins`` are the Origin headers, ``site`` is Sec-Fetch-Site; programs send neither.
    """
    if site.lower() not in _OWN_SITES:
        return True
    return any(not _is_own_origin(origin, host) for origin in origins)


def _is_own_origin(origin: str, host: str) -> bool:
    scheme, separator, rest = origin.partition("://")
    if not separator or scheme not in _DEFAULT_PORTS:
        return False
    place = _place(origin)
    return place is not None and place == _place(f"{scheme}://{host}") and "/" not in rest


def _place(address: str) -> tuple[str, int] | None:
    """Return host name and port of an address, or None where it has none or is odd."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.username is not None or parts.path or parts.query:
        return None
    return parts.hostname, port or _DEFAULT_PORTS[parts.scheme]
