"""What a client learns before it logs in, and how it is led there."""

import pytest

from loomem.config.settings import Settings
from loomem.web.oauth.documents import RESOURCE_PATHS, SERVER_PATHS
from tests.support.oauth_client import OAuthClient

ORIGIN = "https://memory.example.org"


class TestWithAnOrigin:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(server={"origin": ORIGIN + "/"})  # type: ignore[arg-type]

    async def test_all_copies_of_a_document_are_the_same_without_nulls(
        self, oauth: OAuthClient
    ) -> None:
        resources = [await oauth.send("GET", path) for path in RESOURCE_PATHS]
        servers = [await oauth.send("GET", path) for path in SERVER_PATHS]
        assert {"/.well-known/oauth-protected-resource/mcp"} < set(RESOURCE_PATHS)
        assert len(servers) == 6
        for answers in (resources, servers):
            assert all(answer.status == 200 for answer in answers)
            assert all(answer.json == answers[0].json for answer in answers)
            assert all(answer.headers["Access-Control-Allow-Origin"] == "*" for answer in answers)
            assert None not in answers[0].json.values()
            assert "" not in answers[0].json.values()
        assert resources[0].json["resource"] == f"{ORIGIN}/mcp"
        assert resources[0].json["authorization_servers"] == [servers[0].json["issuer"]]
        assert "offline_access" not in resources[0].json["scopes_supported"]
        assert servers[0].json["code_challenge_methods_supported"] == ["S256"]
        assert servers[0].json["token_endpoint"] == f"{ORIGIN}/token"

    async def test_headers_of_strangers_do_not_change_the_addresses(
        self, oauth: OAuthClient
    ) -> None:
        headers = {
            "X-Forwarded-Host": "evil.example",
            "X-Forwarded-Proto": "http",
            "Host": "evil.example",
        }
        for path in (*RESOURCE_PATHS, *SERVER_PATHS):
            answer = await oauth.send("GET", path, headers=headers)
            assert "evil" not in answer.text
            assert f'"{ORIGIN}' in answer.text

    async def test_documents_answer_to_head_and_options(self, oauth: OAuthClient) -> None:
        for path in (*RESOURCE_PATHS, *SERVER_PATHS):
            assert (await oauth.send("HEAD", path)).status == 200
            asked = await oauth.send("OPTIONS", path)
            assert asked.status == 204
            assert "MCP-Protocol-Version" in asked.headers["Access-Control-Allow-Headers"]

    async def test_a_request_without_a_token_is_led_to_the_login(self, oauth: OAuthClient) -> None:
        answer = await oauth.ping(None)
        assert answer.status == 401
        assert answer.error == "unauthorized"
        challenge = answer.headers["WWW-Authenticate"]
        assert challenge.startswith("Bearer ")
        assert (
            f'resource_metadata="{ORIGIN}/.well-known/oauth-protected-resource/mcp"' in challenge
        )
        assert 'scope="mcp"' in challenge
        assert "error=" not in challenge

    @pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Basic"])
    async def test_a_token_that_opens_nothing_is_called_invalid(
        self, oauth: OAuthClient, scheme: str
    ) -> None:
        answer = await oauth.ping("garbage", scheme=scheme)
        assert answer.status == 401
        assert answer.error == "invalid_token"
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]

    async def test_a_token_in_the_address_opens_nothing(self, oauth: OAuthClient) -> None:
        token = (await oauth.log_in())["access_token"]
        assert (await oauth.ping(None, path=f"/mcp?access_token={token}")).status == 401
        assert (await oauth.ping(token)).status == 200

    async def test_a_browser_may_ask_beforehand_without_a_token(self, oauth: OAuthClient) -> None:
        headers = {"Origin": oauth.base_url, "Access-Control-Request-Method": "POST"}
        answer = await oauth.send("OPTIONS", "/mcp", headers=headers)
        assert answer.status == 204
        assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
        refused = await oauth.send("POST", "/mcp", json={}, headers={"Origin": oauth.base_url})
        assert refused.status == 401
        assert refused.headers["Access-Control-Allow-Origin"] == oauth.base_url
        assert "WWW-Authenticate" in refused.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(
    "path",
    ["/.well-known/openid-federation", "/.well-known/", "/mcp/.well-known/x", "/.well-known/a/b"],
)
async def test_another_well_known_address_is_absent_in_a_form_clients_can_read(
    oauth: OAuthClient, path: str
) -> None:
    answer = await oauth.send("GET", path)
    assert answer.status == 404
    assert answer.json == {"error": "not_found"}


async def test_the_origin_is_that_of_the_request_where_none_is_set(oauth: OAuthClient) -> None:
    answer = await oauth.send("GET", SERVER_PATHS[0])
    assert answer.json["issuer"] == oauth.base_url


async def test_a_trusted_proxy_says_how_it_was_reached(oauth: OAuthClient) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "memory.example.org"}
    answer = await oauth.send("GET", SERVER_PATHS[0], headers=headers)
    assert answer.json["issuer"] == "https://memory.example.org"


class TestWithoutTrustedProxies:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(server={"trusted_proxies": ()})  # type: ignore[arg-type]

    async def test_forwarded_headers_are_nothing(self, oauth: OAuthClient) -> None:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        answer = await oauth.send("GET", SERVER_PATHS[0], headers=headers)
        assert answer.json["issuer"] == oauth.base_url


@pytest.mark.parametrize("host", ["a b", "x/../y", "<script>", "host:99999999", "ex@mple"])
async def test_a_strange_host_is_not_repeated(oauth: OAuthClient, host: str) -> None:
    answer = await oauth.send("GET", SERVER_PATHS[0], headers={"Host": host})
    assert host not in answer.text


class TestWithoutAKey:
    @pytest.fixture
    def key(self) -> str | None:
        return None

    async def test_there_is_nothing_to_log_in_to(self, oauth: OAuthClient) -> None:
        paths = (*RESOURCE_PATHS, *SERVER_PATHS, "/authorize", "/token", "/register", "/revoke")
        for path in paths:
            for method in ("GET", "POST"):
                answer = await oauth.send(method, path)
                assert answer.status == 404
                assert answer.json == {"error": "not_found"}
        assert (await oauth.ping(None)).status == 200
