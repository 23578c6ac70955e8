"""Clients register in the ways that are seen in the wild, and not with what could hurt."""

from typing import Any

import pytest

from loomem.clock import FixedClock
from loomem.model.oauth import Client
from loomem.oauth import clients
from loomem.operations.context import Services
from tests.support.oauth_client import CALLBACK, OAuthClient, authorization, new_verifier

SEEN: dict[str, dict[str, Any]] = {
    "claude.ai": {
        "client_name": "Claude",
        "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "client_secret_post",
        "scope": "mcp",
    },
    "chatgpt": {
        "client_name": "ChatGPT",
        "redirect_uris": ["https://chatgpt.com/connector_platform_oauth_redirect"],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "none",
    },
    "cursor": {
        "client_name": "Cursor",
        "redirect_uris": [
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "https://www.cursor.com/bot/mcp/oauth/callback",
            "http://localhost:8787/callback",
        ],
        "token_endpoint_auth_method": "none",
        "application_type": "native",
    },
    "vscode": {
        "client_name": "Visual Studio Code",
        "redirect_uris": [
            "http://127.0.0.1:33418",
            "http://127.0.0.1/",
            "https://vscode.dev/redirect",
            "https://insiders.vscode.dev/redirect",
        ],
        "token_endpoint_auth_method": "none",
    },
    "mcp-remote": {
        "client_name": "MCP CLI Proxy",
        "client_uri": "https://github.com/modelcontextprotocol/mcp-cli",
        "redirect_uris": ["http://localhost:3334/oauth/callback"],
        "token_endpoint_auth_method": "none",
        "software_id": "2e6dc280",
        "software_version": "1.0.0",
    },
    "inspector": {
        "client_name": "MCP Inspector",
        "redirect_uris": ["http://localhost:6274/oauth/callback"],
        "scope": "",
    },
    "python": {
        "client_name": None,
        "redirect_uris": ["http://localhost:3030/callback"],
        "jwks": None,
        "contacts": [],
    },
}


@pytest.mark.parametrize("name", SEEN)
async def test_the_registrations_of_known_clients_are_taken(oauth: OAuthClient, name: str) -> None:
    answer = await oauth.send("POST", "/register", json=SEEN[name])
    assert answer.status == 201, answer.text
    said = answer.json
    assert said["redirect_uris"] == SEEN[name]["redirect_uris"]
    assert None not in said.values()
    assert "" not in said.values()
    method = SEEN[name].get("token_endpoint_auth_method", "client_secret_basic")
    assert said["token_endpoint_auth_method"] == method
    assert ("client_secret" in said) == (method != "none")
    assert said.get("client_secret_expires_at", 0) == 0
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.org/callback",
        "javascript:alert(1)",
        "data:text/html,hi",
        "https://example.org/#part",
        "https://*.example.org/",
        "https://user@example.org/",
        "https://user:pw@example.org/",
        "https://example.org/a/../b",
        "https://exa mple.org/",
        "https://example.org/\nx",
        "https:///path",
        "//example.org/",
        "cursor://other/oauth/callback",
        "http://localhost.example.org/",
        "http://127.0.0.1@example.org/",
        "https://example.org:999999/",
        "",
        "x" * 3000,
    ],
)
async def test_an_address_that_could_hurt_is_refused(oauth: OAuthClient, uri: str) -> None:
    answer = await oauth.register(redirect_uris=[uri])
    assert answer.status == 400
    assert answer.error == "invalid_redirect_uri"


@pytest.mark.parametrize("uris", [[], None, "https://x.org/", [1], [CALLBACK] * 21])
async def test_a_list_of_addresses_that_is_none_is_refused(oauth: OAuthClient, uris: Any) -> None:
    answer = await oauth.register(redirect_uris=uris)
    assert answer.error == "invalid_redirect_uri"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff", b"{" + b'"a":' * 9000])
async def test_a_body_that_describes_nothing_is_refused(oauth: OAuthClient, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await oauth.send("POST", "/register", data=body, headers=headers)
    assert answer.status == 400
    assert answer.error == "invalid_client_metadata"


async def test_a_huge_registration_is_refused(oauth: OAuthClient) -> None:
    answer = await oauth.register(client_name="x" * 1_000_000)
    assert answer.status == 400
    assert answer.error == "invalid_client_metadata"


async def test_a_name_is_one_short_visible_line(oauth: OAuthClient) -> None:
    answer = await oauth.register(client_name="  Evil\u202e\n\x00 name \ud83d\ude00 " + "x" * 200)
    assert answer.json["client_name"].startswith("Evil name 😀 x")
    assert len(answer.json["client_name"]) == 80


@pytest.mark.parametrize("method", ["client_secret_post", "client_secret_basic"])
async def test_a_secret_that_was_given_is_asked_for(oauth: OAuthClient, method: str) -> None:
    said = (await oauth.register(token_endpoint_auth_method=method)).json
    client_id, secret = said["client_id"], said["client_secret"]
    verifier = new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    for wrong in ({}, {"client_secret": "wrong"}):
        refused = await oauth.exchange(client_id, code, verifier, **wrong)
        assert (refused.status, refused.error) == (401, "invalid_client")
    if method == "client_secret_post":
        answer = await oauth.exchange(client_id, code, verifier, client_secret=secret)
    else:
        answer = await oauth.token(
            (client_id, secret),
            grant_type="authorization_code",
            client_id=client_id,
            code=code,
            code_verifier=verifier,
        )
    assert answer.status == 200, answer.text


async def test_an_unused_registration_goes_after_a_week_and_a_used_one_stays(
    oauth: OAuthClient, clock: FixedClock, services: Services
) -> None:
    unused, used = await oauth.client_id(), await oauth.client_id()
    await oauth.log_in(used)
    clock.advance(clients.UNUSED_SECONDS + 1)
    page = await oauth.open_page(authorization(unused, new_verifier()))
    assert page.status == 400
    await oauth.log_in(used)
    with services.stores.env.read() as txn:
        kept = [client.id for client in services.stores.oauth.all(txn, Client)]
    assert kept == [used]


async def test_the_number_of_unused_clients_is_bounded(
    oauth: OAuthClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "MOST_UNUSED", 3)
    used = (await oauth.log_in())["client_id"]
    ids = [await oauth.client_id() for _ in range(6)]
    with services.stores.env.read() as txn:
        kept = {client.id for client in services.stores.oauth.all(txn, Client)}
    assert used in kept
    assert len(kept & set(ids)) == 3


async def test_one_address_cannot_register_without_end(oauth: OAuthClient) -> None:
    answers = [await oauth.register() for _ in range(31)]
    assert answers[-1].status == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert isinstance(answers[-1].json["error"], str)
