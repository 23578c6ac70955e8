"""The first requests of programs that cannot run here, in the order and form in which they are seen.

Each is replayed from the first probe without a token to a tool call, and none may meet an answer that
is known to stop it.
"""

from typing import Any

import pytest

from tests.support.oauth_client import OAuthClient, Reply, challenge_of, new_verifier

META = "io.modelcontextprotocol/"


def message(method: str, number: Any = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def initialize(number: Any, version: str, client: str) -> dict[str, Any]:
    info = {"name": client, "version": "1.0.0"}
    return message("initialize", number, protocolVersion=version, capabilities={}, clientInfo=info)


def discover(number: Any = 0) -> dict[str, Any]:
    meta = {
        f"{META}protocolVersion": "2026-07-28",
        f"{META}clientCapabilities": {},
        f"{META}clientInfo": {"name": "probe", "version": "1"},
    }
    return message("server/discover", number, _meta=meta)


MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"}


class Program:
    """One foreign program: how it names itself and what it accepts."""

    def __init__(self, oauth: OAuthClient, agent: str, accept: str) -> None:
        self.oauth = oauth
        self.headers = {"User-Agent": agent, "Accept": accept}

    async def post(self, body: Any, token: str | None = None, **headers: str) -> Reply:
        sent = self.headers | {n.replace("_", "-"): v for n, v in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        return await self.oauth.send("POST", "/mcp", json=body, headers=sent)

    async def get(self, path: str, **headers: str) -> Reply:
        sent = self.headers | {n.replace("_", "-"): v for n, v in headers.items()}
        return await self.oauth.send("GET", path, headers=sent)

    async def log_in(self, registration: dict[str, Any], uri: str, **more: str) -> str:
        registered = await self.oauth.send("POST", "/register", json=registration)
        assert registered.status == 201, registered.text
        client_id, verifier = registered.json["client_id"], new_verifier()
        params = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": uri,
            "code_challenge": challenge_of(verifier),
            "code_challenge_method": "S256",
            **more,
        }
        answer = await self.oauth.answer_page(await self.oauth.open_page(params))
        form = {
            "grant_type": "authorization_code",
            "code": answer.location["code"],
            "redirect_uri": uri,
            "client_id": client_id,
            "code_verifier": verifier,
        }
        if secret := registered.json.get("client_secret"):
            form["client_secret"] = secret
        tokens = await self.oauth.token(**form)
        assert tokens.status == 200, tokens.text
        return str(tokens.json["access_token"])


async def use(program: Program, token: str, version: str, client: str) -> None:
    opened = await program.post(initialize(0, version, client), token)
    assert opened.json["result"]["protocolVersion"] == version
    noticed = await program.post(
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        token,
        MCP_Protocol_Version=version,
    )
    assert noticed.status == 202
    listed = await program.post(message("tools/list"), token, MCP_Protocol_Version=version)
    assert listed.json["result"]["tools"]
    call = message("tools/call", 2, name="memory_search", arguments={"query": "hello"})
    called = await program.post(call, token, MCP_Protocol_Version=version)
    assert called.status == 200
    assert '"isError":true' not in called.text


@pytest.mark.parametrize(
    ("accept", "number"), [("*/*", 1), ("application/json, text/event-stream", 0)]
)
async def test_claude_ai_finds_its_way_from_the_first_probe(
    oauth: OAuthClient, accept: str, number: int
) -> None:
    program = Program(oauth, "Claude-User", accept)
    head = await oauth.send("HEAD", "/mcp", headers=program.headers)
    assert head.status == 401
    for probe in (discover(number), initialize(number, "2025-11-25", "Anthropic/ClaudeAI")):
        refused = await program.post(probe)
        assert refused.status == 401
        assert "resource_metadata=" in refused.headers["WWW-Authenticate"]
    described = await program.get("/.well-known/oauth-protected-resource/mcp")
    issuer = described.json["authorization_servers"][0]
    server = await program.get("/.well-known/oauth-authorization-server")
    assert server.json["issuer"] == issuer
    uri = "https://claude.ai/api/mcp/auth_callback"
    registration = {
        "client_name": "Claude",
        "redirect_uris": [uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "client_secret_post",
        "scope": "mcp",
    }
    token = await program.log_in(
        registration, uri, scope="mcp", state="abc", resource=f"{issuer}/mcp"
    )
    found = await program.post(
        discover(), token, **{k.replace("-", "_"): v for k, v in MODERN.items()}
    )
    assert "2026-07-28" in found.json["result"]["supportedVersions"]
    await use(program, token, "2025-11-25", "Anthropic/ClaudeAI")


async def test_claude_ai_may_know_itself_by_its_document(oauth: OAuthClient) -> None:
    params = {
        "response_type": "code",
        "client_id": "https://claude.ai/oauth/mcp-oauth-client-metadata",
        "redirect_uri": "https://claude.ai/api/mcp/auth_callback",
        "code_challenge": challenge_of(new_verifier()),
        "code_challenge_method": "S256",
        "state": "s",
    }
    page = await oauth.open_page(params)
    assert page.status == 200
    assert "<strong>Claude</strong>" in page.text


async def test_claude_code_asks_for_the_documents_before_anything_else(
    oauth: OAuthClient,
) -> None:
    program = Program(oauth, "claude-code/2.1.260", "application/json, text/event-stream")
    version = {"MCP_Protocol_Version": "2025-11-25"}
    assert (
        await program.get("/.well-known/oauth-protected-resource/mcp", **version)
    ).status == 200
    absent = await program.get("/.well-known/openid-configuration/other", **version)
    assert isinstance(absent.json["error"], str)
    refused = await program.post(discover(), MCP_Protocol_Version="2025-11-25")
    assert refused.status == 401
    assert isinstance(refused.json["error"], str)
    params = {
        "response_type": "code",
        "client_id": "https://claude.ai/oauth/claude-code-client-metadata",
        "redirect_uri": "http://localhost:54545/callback",
        "code_challenge": challenge_of(new_verifier()),
        "code_challenge_method": "S256",
    }
    answer = await oauth.answer_page(await oauth.open_page(params))
    assert answer.headers["Location"].startswith("http://localhost:54545/callback?code=")


async def test_chatgpt_discovers_then_initializes_and_revokes(oauth: OAuthClient) -> None:
    program = Program(oauth, "openai-mcp/1.0.0", "application/json, text/event-stream")
    uri = "https://chatgpt.com/connector/oauth/Zz9_-x"
    for path in (
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
    ):
        assert (await program.get(path)).status == 200
    registration = {
        "client_name": "ChatGPT",
        "redirect_uris": [uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
    token = await program.log_in(registration, uri, state="oauth_s_1", resource=oauth.base_url)
    found = await program.post(
        discover(), token, **{k.replace("-", "_"): v for k, v in MODERN.items()}
    )
    assert found.status == 200
    await use(program, token, "2025-06-18", "openai-mcp")
    listed = await program.post(message("tools/list"), token, MCP_Protocol_Version="2025-06-18")
    assert all("annotations" in tool for tool in listed.json["result"]["tools"])


async def test_cursor_is_told_at_once_that_there_is_no_stream(oauth: OAuthClient) -> None:
    program = Program(oauth, "Cursor/2.0", "application/json, text/event-stream")
    cursor = "cursor://anysphere.cursor-mcp/oauth/callback"
    registration = {
        "client_name": "Cursor",
        "redirect_uris": [
            cursor,
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "https://www.cursor.com/bot/mcp/oauth/callback",
            "http://localhost:8787/callback",
        ],
        "token_endpoint_auth_method": "none",
    }
    token = await program.log_in(registration, cursor)
    await use(program, token, "2025-06-18", "cursor-vscode")
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    stream = await oauth.send("GET", "/mcp", headers=headers)
    assert stream.status == 405
    assert "POST" in stream.headers["Allow"]


async def test_without_documents_a_client_guesses_the_addresses_right(oauth: OAuthClient) -> None:
    for path in ("/authorize", "/token", "/register"):
        assert (await oauth.send("OPTIONS", path)).status == 204
    assert (await oauth.send("GET", "/authorize")).status == 400
    assert (await oauth.register()).status == 201


async def test_a_client_that_was_forgotten_is_told_to_register_again(oauth: OAuthClient) -> None:
    refused = await oauth.refresh("forgotten", "token")
    assert refused.status == 401
    assert refused.error == "invalid_client"
