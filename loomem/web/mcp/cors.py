"""Which pages may use the endpoint, and what browsers are told about it."""

from collections.abc import Collection

from aiohttp import web

from loomem.web.origin import is_foreign_page, is_loopback_host

_ALLOWED = (
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, "
    "Mcp-Name, Last-Event-ID"
)
_EXPOSED = "WWW-Authenticate, Mcp-Session-Id"
_MAX_AGE_SECONDS = "600"


class Pages:
    """The pages that may talk to this server: its own, and those that the owner names."""

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)

    def admits(self, request: web.Request) -> bool:
        """Say whether a request may be served: programs send no Origin, pages must be known."""
        origins = request.headers.getall("Origin", [])
        if all(origin.lower() in self._allowed for origin in origins):
            return True
        return not is_foreign_page(request.headers.get("Host", ""), origins, "")

    def headers_for(self, request: web.Request) -> dict[str, str]:
        """Return the headers that let a known page read the answer; none for programs."""
        origin = request.headers.get("Origin")
        if origin is None or not self.admits(request):
            return {}
        return {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Expose-Headers": _EXPOSED,
            "Vary": "Origin",
        }

    def preflight(self, request: web.Request) -> web.Response:
        """Answer a browser that asks beforehand."""
        headers = self.headers_for(request)
        if headers:
            headers |= {
                "Access-Control-Allow-Methods": "POST, OPTIONS",
                "Access-Control-Allow-Headers": _ALLOWED,
                "Access-Control-Max-Age": _MAX_AGE_SECONDS,
            }
        return web.Response(status=204, headers=headers)


def is_rebound(request: web.Request) -> bool:
    """Say whether a page reached a loopback address under a name of its own."""
    peer = request.transport.get_extra_info("sockname") if request.transport else None
    address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    is_local_door = address.startswith("127.") or address == "::1"
    origin = request.headers.get("Origin")
    return is_local_door and origin is not None and not is_loopback_host(_host(request))


def _host(request: web.Request) -> str:
    return request.headers.get("Host", "")
