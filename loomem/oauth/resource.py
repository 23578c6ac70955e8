"""Which server a token is for (RFC 8707). This one has a single resource: its MCP endpoint."""

from urllib.parse import urlsplit

MCP_PATH = "/mcp"


def resource_of(issuer: str) -> str:
    """Return the one resource of a server, the address that people paste into their client."""
    return issuer + MCP_PATH


def is_this_server(asked: str, issuer: str) -> bool:
    """Say whether a client means this server: its address, the bare origin, with or without slash."""
    place, own = _place(asked), _place(issuer)
    if place is None or own is None or place[0] != own[0]:
        return False
    return place[1].rstrip("/") in ("", MCP_PATH)


def _place(address: str) -> tuple[str, str] | None:
    """Return origin (host in small letters, usual port left out) and path."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    if usual is None:
        return None
    return f"{parts.scheme}://{parts.hostname}:{port or usual}", parts.path
