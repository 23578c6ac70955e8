"""An OAuth client as a test drives it: registration, the owner's browser, tokens."""

import base64
import hashlib
import html
import re
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import aiohttp

CALLBACK = "https://claude.ai/api/mcp/auth_callback"
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@dataclass(frozen=True)
class Reply:
    """What came back. ``json`` is decoded, or None for a page."""

    status: int
    json: Any
    text: str
    headers: Any

    @property
    def error(self) -> str:
        return str(self.json["error"])

    @property
    def location(self) -> dict[str, str]:
        """The parameters of a redirect."""
        assert self.status == 302, (self.status, self.text)
        query = parse_qs(urlsplit(self.headers["Location"]).query)
        return {name: values[0] for name, values in query.items()}


@dataclass
class OAuthClient:
    """Talks to one server. ``browser`` keeps the owner's cookie."""

    session: aiohttp.ClientSession
    base_url: str
    key: str
    browser: dict[str, str] = field(default_factory=dict)

    async def send(self, method: str, path: str, **options: Any) -> Reply:
        options.setdefault("allow_redirects", False)
        async with self.session.request(method, self.base_url + path, **options) as reply:
            text = await reply.text()
            is_json = reply.content_type.endswith("json")
            if "loomem_consent" in reply.cookies:
                self.browser["loomem_consent"] = reply.cookies["loomem_consent"].value
            decoded = await reply.json() if is_json and text else None
            return Reply(reply.status, decoded, text, reply.headers)

    async def register(self, **said: Any) -> Reply:
        body = {"redirect_uris": [CALLBACK], "client_name": "Claude"} | said
        return await self.send("POST", "/register", json=body)

    async def client_id(self, **said: Any) -> str:
        said = {"token_endpoint_auth_method": "none"} | said
        answer = await self.register(**said)
        assert answer.status == 201, answer.text
        return str(answer.json["client_id"])

    async def open_page(self, params: dict[str, str], **headers: str) -> Reply:
        return await self.send("GET", "/authorize", params=params, headers=headers)

    async def answer_page(
        self, shown: Reply, /, *, cookie: bool = True, headers: Any = None, **answers: str
    ) -> Reply:
        form = {name: html.unescape(value) for name, value in _HIDDEN.findall(shown.text)}
        form |= {"key": self.key, "decision": "allow", "stream": ""} | answers
        cookies = self.browser if cookie else {}
        sent = {"Cookie": f"loomem_consent={cookies['loomem_consent']}"} if cookies else {}
        return await self.send("POST", "/authorize", data=form, headers=sent | (headers or {}))

    async def code(self, params: dict[str, str], **answers: str) -> str:
        page = await self.open_page(params)
        assert page.status == 200, page.text
        return (await self.answer_page(page, **answers)).location["code"]

    async def token(self, basic: tuple[str, str] | None = None, **form: str) -> Reply:
        headers = {}
        if basic is not None:
            shown = ":".join(map(quote_plus, basic)).encode()
            headers["Authorization"] = "Basic " + base64.b64encode(shown).decode()
        return await self.send("POST", "/token", data=form, headers=headers)

    async def exchange(self, client_id: str, code: str, verifier: str, /, **more: str) -> Reply:
        form = {
            "grant_type": "authorization_code",
            "client_id": client_id,
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": CALLBACK,
        }
        return await self.token(**(form | more))

    async def refresh(self, client_id: str, token: str, **more: str) -> Reply:
        form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": token}
        return await self.token(**(form | more))

    async def log_in(self, client_id: str | None = None, **answers: str) -> dict[str, Any]:
        """Go the whole way; returns the answer of the token endpoint, and the client's id."""
        client_id = client_id or await self.client_id()
        verifier = new_verifier()
        code = await self.code(authorization(client_id, verifier), **answers)
        answer = await self.exchange(client_id, code, verifier)
        assert answer.status == 200, answer.text
        return {**answer.json, "client_id": client_id}

    async def ping(self, token: str | None, path: str = "/mcp", scheme: str = "Bearer") -> Reply:
        headers = {"Authorization": f"{scheme} {token}"} if token else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        return await self.send("POST", path, json=body, headers=headers)

    async def rest(self, token: str, method: str, path: str, body: Any = None) -> Reply:
        headers = {"Authorization": f"Bearer {token}"}
        return await self.send(method, path, json=body, headers=headers)


def new_verifier() -> str:
    return secrets.token_urlsafe(48)


def challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def authorization(client_id: str, verifier: str, **more: str) -> dict[str, str]:
    """Return the parameters of an authorization request."""
    return {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": CALLBACK,
        "code_challenge": challenge_of(verifier),
        "code_challenge_method": "S256",
        "state": "st=1&ä",
        "scope": "mcp",
    } | more
