"""Which address, model and header a purpose has. Keys are held in headers and shown nowhere."""

import ipaddress
from collections.abc import Collection
from typing import Literal
from urllib.parse import urlsplit

Auth = Literal["auto", "bearer", "apikey", "none"]

_BEARER_HOSTS = frozenset({"api.openai.com", "openrouter.ai"})


class Endpoint:
    """A chat model at an address. Its representation has no key."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        auth: Auth = "auto",
        apikey_hosts: Collection[str] = (),
        timeout_s: float = 10.0,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.url = self.base_url + "/chat/completions"
        self.model = model
        self.timeout_s = timeout_s
        self.host = host_of(base_url)
        self.is_local = is_local(base_url)
        self.headers = _headers(self.host, key, auth, apikey_hosts, is_local=self.is_local)

    @property
    def can_be_asked(self) -> bool:
        """Whether there is a key, or none is needed."""
        return self.is_local or bool(self.headers)

    def __repr__(self) -> str:
        return f"Endpoint({self.model!r} at {self.host!r})"


def host_of(base_url: str) -> str:
    """Return the host of an address, in lower case, without a port."""
    return (urlsplit(base_url).hostname or "").lower()


def is_local(base_url: str) -> bool:
    """Say whether an address is this machine."""
    host = host_of(base_url)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _headers(
    host: str, key: str | None, auth: Auth, apikey_hosts: Collection[str], *, is_local: bool
) -> dict[str, str]:
    if not key:
        return {}
    if auth == "auto":
        auth = _usual_auth(host, apikey_hosts, is_local=is_local)
    if auth == "none":
        return {}
    return {"apikey": key} if auth == "apikey" else {"Authorization": f"Bearer {key}"}


def _usual_auth(host: str, apikey_hosts: Collection[str], *, is_local: bool) -> Auth:
    if host in _BEARER_HOSTS:
        return "bearer"
    if host in {name.lower() for name in apikey_hosts}:
        return "apikey"
    return "none" if is_local else "bearer"
