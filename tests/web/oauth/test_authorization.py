"""The owner is asked, and nothing is allowed that the owner did not allow."""

import re

import pytest

from loomem.clock import FixedClock
from tests.support.oauth_client import (
    CALLBACK,
    OAuthClient,
    authorization,
    challenge_of,
    new_verifier,
)


async def test_the_page_shows_who_asks_and_where_the_answer_goes(oauth: OAuthClient) -> None:
    client_id = await oauth.client_id(client_name="<b>Evil</b> & Co")
    page = await oauth.open_page(authorization(client_id, new_verifier()))
    assert page.status == 200
    assert "&lt;b&gt;Evil&lt;/b&gt; &amp; Co" in page.text
    assert "<b>Evil" not in page.text
    assert "claude.ai" in page.text
    assert "<script" not in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://claude.ai;" in policy
    assert page.headers["Cache-Control"] == "no-store"
    cookie = page.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    ("accept", "language", "word"),
    [
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl", "Zezwól"),
        ("en;q=0.5,zh-CN", "zh", "允许"),
        ("de,fr;q=0.3", "en", "Allow"),
        ("", "en", "Allow"),
        ("zh;q=abc,pl;q=0.1", "pl", "Zezwól"),
    ],
)
async def test_the_page_speaks_the_language_of_the_browser(
    oauth: OAuthClient, accept: str, language: str, word: str
) -> None:
    client_id = await oauth.client_id()
    params = authorization(client_id, new_verifier())
    page = await oauth.open_page(params, **{"Accept-Language": accept})
    assert f'<html lang="{language}">' in page.text
    assert word in page.text


async def test_a_program_on_the_computer_is_warned_of(oauth: OAuthClient) -> None:
    uri = "http://localhost:7777/callback"
    client_id = await oauth.client_id(redirect_uris=[uri])
    params = authorization(client_id, new_verifier(), redirect_uri=uri)
    assert 'class="warn"' in (await oauth.open_page(params)).text
    cursor = "cursor://anysphere.cursor-mcp/oauth/callback"
    client_id = await oauth.client_id(redirect_uris=[cursor])
    page = await oauth.open_page(authorization(client_id, new_verifier(), redirect_uri=cursor))
    assert 'class="warn"' in page.text
    assert "form-action 'self' cursor:;" in page.headers["Content-Security-Policy"]
    assert (await oauth.answer_page(page)).headers["Location"].startswith(cursor + "?code=")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
async def test_a_loopback_address_may_have_any_port(oauth: OAuthClient, host: str) -> None:
    client_id = await oauth.client_id(redirect_uris=[f"http://{host}/callback"])
    for port in ("", ":1", ":54321"):
        uri = f"http://{host}{port}/callback"
        params = authorization(client_id, new_verifier(), redirect_uri=uri)
        answer = await oauth.answer_page(await oauth.open_page(params))
        assert answer.headers["Location"].startswith(f"{uri}?code=")


@pytest.mark.parametrize(
    ("registered", "asked"),
    [
        ("http://localhost:1/callback", "http://localhost:2/other"),
        ("http://localhost:1/callback", "http://127.0.0.1:1/callback"),
        ("http://localhost:1/callback", "http://localhost.evil.org:1/callback"),
        ("http://localhost:1/callback", "http://localhost:1/callback/../x"),
        ("http://localhost:1/callback", "http://localhost:1@evil.org/callback"),
        (CALLBACK, CALLBACK + "/"),
        (CALLBACK, CALLBACK + "?x=1"),
        (CALLBACK, CALLBACK + "#x"),
        (CALLBACK, "https://claude.ai:444/api/mcp/auth_callback"),
        (CALLBACK, "https://claude.ai.evil.org/api/mcp/auth_callback"),
        (CALLBACK, "https://CLAUDE.ai/api/mcp/auth_callback"),
        (CALLBACK, "https://chatgpt.com/connector/oauth/abc"),
        ("https://chatgpt.com/connector_platform_oauth_redirect", "https://chatgpt.com/x"),
        (
            "https://chatgpt.com/connector_platform_oauth_redirect",
            "https://chatgpt.com/connector/oauth/a/b",
        ),
    ],
)
async def test_another_address_is_refused_on_a_page_without_a_redirect(
    oauth: OAuthClient, registered: str, asked: str
) -> None:
    client_id = await oauth.client_id(redirect_uris=[registered])
    page = await oauth.open_page(authorization(client_id, new_verifier(), redirect_uri=asked))
    assert page.status == 400
    assert "Location" not in page.headers
    assert "evil" not in page.text


async def test_every_connector_of_chatgpt_has_an_address_of_its_own(oauth: OAuthClient) -> None:
    known = "https://chatgpt.com/connector_platform_oauth_redirect"
    client_id = await oauth.client_id(redirect_uris=[known])
    uri = "https://chatgpt.com/connector/oauth/aB-_9"
    page = await oauth.open_page(authorization(client_id, new_verifier(), redirect_uri=uri))
    assert page.status == 200


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"scope": "admin root"}, "invalid_scope"),
        ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
        ({"resource": "not an address"}, "invalid_target"),
    ],
)
async def test_what_is_wrong_is_told_to_the_client_with_state_and_issuer(
    oauth: OAuthClient, change: dict[str, str], error: str
) -> None:
    client_id = await oauth.client_id()
    page = await oauth.open_page(authorization(client_id, new_verifier(), **change))
    assert page.location["error"] == error
    assert page.location["state"] == "st=1&ä"
    assert page.location["iss"] == oauth.base_url


async def test_a_success_carries_state_and_issuer_and_keeps_the_query(oauth: OAuthClient) -> None:
    uri = "https://example.org/back?tenant=7&x=a%20b"
    client_id = await oauth.client_id(redirect_uris=[uri])
    params = authorization(client_id, new_verifier(), redirect_uri=uri)
    answer = await oauth.answer_page(await oauth.open_page(params))
    assert answer.headers["Location"].startswith(uri + "&code=")
    assert answer.location["state"] == "st=1&ä"
    assert answer.location["iss"] == oauth.base_url
    del params["state"]
    answer = await oauth.answer_page(await oauth.open_page(params))
    assert "state" not in answer.location


async def test_the_owner_can_say_no(oauth: OAuthClient) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    answer = await oauth.answer_page(page, decision="deny", key="")
    assert answer.location["error"] == "access_denied"
    assert "code" not in answer.location


@pytest.mark.parametrize("guess", ["", "wrong", "owner's key, long enoug", "ключ 🔑"])
async def test_without_the_key_no_code_is_issued(oauth: OAuthClient, guess: str) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    answer = await oauth.answer_page(page, key=guess)
    assert answer.status == 403
    assert "Location" not in answer.headers
    assert 'role="alert"' in answer.text
    again = await oauth.answer_page(answer)
    assert "code" in again.location


async def test_the_key_cannot_be_guessed_by_trying(oauth: OAuthClient, clock: FixedClock) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    answers = [await oauth.answer_page(page, key=f"guess {n}") for n in range(10)]
    assert {answer.status for answer in answers} == {403}
    shut = await oauth.answer_page(page)
    assert shut.status == 429
    assert int(shut.headers["Retry-After"]) > 0
    clock.advance(60)
    assert "code" in (await oauth.answer_page(page)).location


async def test_an_answer_must_come_from_the_page_of_the_same_browser(oauth: OAuthClient) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    without = await oauth.answer_page(page, cookie=False)
    forged = await oauth.answer_page(page, page="x" * 43)
    foreign = await oauth.answer_page(page, headers={"Sec-Fetch-Site": "cross-site"})
    for answer in (without, forged, foreign):
        assert answer.status == 403
        assert "Location" not in answer.headers


async def test_the_answer_is_checked_again_like_the_question(oauth: OAuthClient) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    answer = await oauth.answer_page(page, redirect_uri="https://evil.org/")
    assert answer.status == 400
    answer = await oauth.answer_page(page, code_challenge_method="plain")
    assert answer.location["error"] == "invalid_request"


async def test_a_parameter_that_comes_twice_is_refused(oauth: OAuthClient) -> None:
    params = authorization(await oauth.client_id(), new_verifier())
    twice = [*params.items(), ("redirect_uri", "https://evil.org/")]
    page = await oauth.send("GET", "/authorize", params=twice)
    assert page.status == 400
    assert "Location" not in page.headers


async def test_the_page_offers_the_streams_and_a_token_is_held_to_the_chosen_one(
    oauth: OAuthClient,
) -> None:
    for stream in ("work", "garden"):
        body = {"content": f"something about {stream}", "stream": stream}
        assert (await oauth.rest(oauth.key, "POST", "/v1/store", body)).status == 200
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    assert '<option value="work">work</option>' in page.text
    assert '<option value="140">journal</option>' in page.text
    tokens = await oauth.log_in(stream="work")
    allowed = {"content": "mine", "stream": "work"}
    assert (await oauth.rest(tokens["access_token"], "POST", "/v1/store", allowed)).status == 200
    unnamed = await oauth.rest(tokens["access_token"], "POST", "/v1/search", {"query": "mine"})
    assert [hit["content"] for hit in unnamed.json["results"]][:1] == ["mine"]
    denied = {"query": "something", "stream": "garden"}
    assert (await oauth.rest(tokens["access_token"], "POST", "/v1/search", denied)).status == 403


async def test_a_stream_that_is_not_there_cannot_be_chosen(oauth: OAuthClient) -> None:
    page = await oauth.open_page(authorization(await oauth.client_id(), new_verifier()))
    assert (await oauth.answer_page(page, stream="made up")).status == 403


async def test_the_page_never_shows_a_challenge_of_another(oauth: OAuthClient) -> None:
    verifier = new_verifier()
    page = await oauth.open_page(authorization(await oauth.client_id(), verifier))
    assert challenge_of(verifier) in page.text
    assert verifier not in page.text
    assert not re.search(r'value="[^"]*owner', page.text)
