import pytest

from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.web.auth import Access, check_bind

KEY = "a key with żółć"


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


async def test_with_a_key_only_its_bearer_gets_in(start_server):
    server = await start_server(token=KEY)
    assert (await server.ask("GET", "/v1/look/1", headers=bearer(KEY)))[0] == 200
    assert (await server.ask("GET", "/openapi.json", headers=bearer(KEY)))[0] == 200


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {KEY}x",
        f"Bearer {KEY[:-1]}",
        f"Basic {KEY}",
        KEY,
        f"Bearer {KEY} {KEY}",
        "Bearer \udcff",
    ],
)
async def test_any_other_header_is_401_with_a_challenge(start_server, value):
    server = await start_server(token=KEY)
    raw = value.encode("utf-8", "surrogateescape")
    answer = await server.raw(
        b"GET /v1/look/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
        + raw
        + b"\r\nConnection: close\r\n\r\n"
    )
    assert answer.startswith(b"HTTP/1.1 401 ")
    assert b"WWW-Authenticate: Bearer resource_metadata=" in answer
    assert b'"code":"unauthorized"' in answer


async def test_no_header_or_two_of_them_are_401(start_server):
    server = await start_server(token=KEY)
    assert (await server.ask("GET", "/v1/look/1"))[0] == 401
    twice = [("Authorization", f"Bearer {KEY}")] * 2
    assert (await server.ask("GET", "/v1/look/1", headers=twice))[0] == 401


async def test_the_scheme_may_be_written_in_any_case(start_server):
    server = await start_server(token=KEY)
    headers = {"Authorization": f"bearer {KEY}"}
    assert (await server.ask("GET", "/v1/look/1", headers=headers))[0] == 200


@pytest.mark.parametrize(
    "path", ["/openapi.json", "/metrics", "/v1/look/1", "/nothing", "//health"]
)
async def test_without_the_key_only_health_answers(start_server, path):
    server = await start_server(token=KEY)
    assert (await server.ask("GET", path))[0] == 401
    assert (await server.ask("GET", "/health"))[0] == 200


async def test_a_key_makes_any_host_and_origin_good(start_server):
    server = await start_server(token=KEY)
    headers = {**bearer(KEY), "Host": "memory.example", "Origin": "https://claude.ai"}
    assert (await server.ask("GET", "/v1/look/1", headers=headers))[0] == 200


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:3030", "127.0.0.1:9", "127.8.8.8", "[::1]:3030", "[::1]"]
)
async def test_without_a_key_the_names_of_this_machine_are_answered(server, host):
    assert (await server.ask("GET", "/v1/look/1", headers={"Host": host}))[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:3030",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "192.168.1.10:3030",
        "localhost@evil.example",
        "evil.example#localhost",
        "localhost:port",
        "",
    ],
)
async def test_without_a_key_any_other_host_is_403(server, host):
    answer = await server.raw(
        f"POST /v1/keep HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        'Content-Length: 15\r\nConnection: close\r\n\r\n{"content":"a"}'.encode()
    )
    assert answer.startswith((b"HTTP/1.1 403 ", b"HTTP/1.0 400 "))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "http://127.0.0.1.evil.example"},
        {"Origin": "chrome-extension://abcdef"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "CROSS-SITE"},
    ],
)
@pytest.mark.parametrize("allow_unauth", [True, False])
async def test_without_a_key_foreign_pages_are_403(start_server, headers, allow_unauth):
    server = await start_server(allow_unauth=allow_unauth)
    status, _, answer = await server.ask("GET", "/v1/look/1", headers=headers)
    assert (status, answer["error"]["code"]) == (403, "denied")


async def test_a_page_of_this_server_is_answered(server):
    headers = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    assert (await server.ask("GET", "/v1/look/1", headers=headers))[0] == 200
    assert (await server.ask("GET", "/v1/look/1", headers={"Sec-Fetch-Site": "none"}))[0] == 200


async def test_an_owner_who_allows_it_is_answered_under_any_name(start_server):
    server = await start_server(allow_unauth=True)
    headers = {"Host": "memory.lan:3030"}
    assert (await server.ask("GET", "/v1/look/1", headers=headers))[0] == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.9"])
def test_a_loopback_address_needs_no_key(host):
    check_bind(Settings(server={"host": host}), None, allow_unauth=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.10", "memory.lan", "fe80::1"])
def test_any_other_address_needs_a_key_or_the_owners_word(host):
    settings = Settings(server={"host": host, "auth_token_env": "MY_KEY"})
    with pytest.raises(ConfigError, match="MY_KEY"):
        check_bind(settings, None, allow_unauth=False)
    with pytest.raises(ConfigError):
        check_bind(settings, "", allow_unauth=False)
    check_bind(settings, "key", allow_unauth=False)
    check_bind(settings, None, allow_unauth=True)


def test_the_key_is_not_shown_when_access_is_printed():
    assert "hush" not in repr(Access("hush"))
