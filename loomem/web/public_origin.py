"""Under which address this server is known, and who really asks where a proxy stands between.

Headers about that count only where they come from a proxy of the settings: anybody can send them.
"""

import re
from ipaddress import ip_address, ip_network

from aiohttp import web

_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
_SCHEMES = frozenset({"http", "https"})


class PublicOrigin:
    """``configured`` is the owner's word and wins where it is not empty; it ends without a slash."""

    def __init__(self, configured: str, trusted_proxies: tuple[str, ...]) -> None:
        self._configured = configured
        self._trusted = [ip_network(place, strict=False) for place in trusted_proxies]

    def of(self, request: web.Request) -> str:
        """Return scheme, host and port without a slash at the end."""
        if self._configured:
            return self._configured
        scheme = "https" if request.secure else "http"
        host = request.headers.get("Host", "")
        if self._is_proxied(request):
            scheme = _first(request, "X-Forwarded-Proto").lower() or scheme
            host = _first(request, "X-Forwarded-Host") or host
        if scheme not in _SCHEMES or not _HOST.fullmatch(host):
            return "http://localhost"
        return f"{scheme}://{host.lower()}"

    def client_address(self, request: web.Request) -> str:
        """Return the address of who asks: the last one that no trusted proxy added itself."""
        address = request.remote or ""
        if not self._trusts(address):
            return address
        for step in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
            if step.strip() and not self._trusts(step.strip()):
                return step.strip()[:45]
        return address

    def _is_proxied(self, request: web.Request) -> bool:
        return self._trusts(request.remote or "")

    def _trusts(self, address: str) -> bool:
        try:
            place = ip_address(address)
        except ValueError:
            return False
        mapped = getattr(place, "ipv4_mapped", None)
        return any((mapped or place) in network for network in self._trusted)


def _first(request: web.Request, name: str) -> str:
    return request.headers.get(name, "").split(",")[0].strip()
