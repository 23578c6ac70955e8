"""Tokens open the door as long as they should, and no copy of one does harm for long."""

import asyncio
import json
from pathlib import Path

import pytest

from loomem.clock import FixedClock
from loomem.oauth.tokens import CODE_SECONDS, REUSE_SECONDS
from loomem.operations.context import Services
from tests.support.oauth_client import (
    OAuthClient,
    authorization,
    new_verifier,
)

ACCESS_SECONDS, REFRESH_SECONDS = 3_600, 60 * 86_400


async def test_a_token_opens_the_tools_and_rest_but_not_the_owners_side(
    oauth: OAuthClient,
) -> None:
    token = (await oauth.log_in())["access_token"]
    assert (await oauth.ping(token)).json["result"] == {}
    assert (await oauth.ping(token, path="/mcp/")).status == 200
    assert (await oauth.rest(token, "POST", "/v1/search", {"query": "x"})).status == 200
    whoami = await oauth.rest(token, "GET", "/v1/whoami")
    assert "Claude" in whoami.json["name"]
    for method, path in (("GET", "/v1/oauth/grants"), ("POST", "/v1/purge-namespace")):
        body = {} if method == "POST" else None
        answer = await oauth.rest(token, method, path, body)
        assert answer.status in (403, 422), answer.text
    assert (await oauth.rest(token, "GET", "/v1/oauth/grants")).status == 403


async def test_the_answer_has_no_nulls_and_is_not_kept(oauth: OAuthClient) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier, scope="mcp offline_access other"))
    answer = await oauth.exchange(client_id, code, verifier)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["token_type"] == "Bearer"
    assert answer.json["expires_in"] == ACCESS_SECONDS
    assert answer.json["scope"] == "mcp offline_access"
    assert None not in answer.json.values()


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "x" * 50},
        {"code_verifier": "short"},
        {"redirect_uri": "https://claude.ai/other"},
        {"code": "unknown"},
    ],
)
async def test_a_code_is_only_good_with_what_it_was_asked_with(
    oauth: OAuthClient, change: dict[str, str]
) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    refused = await oauth.exchange(client_id, code, verifier, **change)
    assert (refused.status, refused.error) == (400, "invalid_grant")


async def test_a_wrong_verifier_costs_the_code(oauth: OAuthClient) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    await oauth.exchange(client_id, code, new_verifier())
    assert (await oauth.exchange(client_id, code, verifier)).error == "invalid_grant"


async def test_a_code_of_another_client_is_not_good_and_stays_good_for_its_own(
    oauth: OAuthClient,
) -> None:
    mine, other, verifier = await oauth.client_id(), await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(mine, verifier))
    assert (await oauth.exchange(other, code, verifier)).error == "invalid_grant"
    assert (await oauth.exchange(mine, code, verifier)).status == 200


async def test_a_code_that_comes_again_ends_what_it_was_exchanged_for(oauth: OAuthClient) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    tokens = (await oauth.exchange(client_id, code, verifier)).json
    assert (await oauth.ping(tokens["access_token"])).status == 200
    assert (await oauth.exchange(client_id, code, verifier)).error == "invalid_grant"
    assert (await oauth.ping(tokens["access_token"])).status == 401
    refused = await oauth.refresh(client_id, tokens["refresh_token"])
    assert refused.error == "invalid_grant"


async def test_a_code_is_good_for_two_minutes(oauth: OAuthClient, clock: FixedClock) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    clock.advance(CODE_SECONDS + 1)
    assert (await oauth.exchange(client_id, code, verifier)).error == "invalid_grant"


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "", "/"])
async def test_the_resource_may_be_written_in_several_ways(oauth: OAuthClient, path: str) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    resource = oauth.base_url.replace("http://", "HTTP://") + path
    code = await oauth.code(authorization(client_id, verifier, resource=resource))
    answer = await oauth.exchange(client_id, code, verifier, resource=resource)
    assert (await oauth.ping(answer.json["access_token"])).status == 200


async def test_a_token_for_another_resource_is_not_made(oauth: OAuthClient) -> None:
    client_id, verifier = await oauth.client_id(), new_verifier()
    code = await oauth.code(authorization(client_id, verifier))
    foreign = "https://elsewhere.example/mcp"
    refused = await oauth.exchange(client_id, code, verifier, resource=foreign)
    assert (refused.status, refused.error) == (400, "invalid_target")


async def test_an_access_token_ends_after_an_hour_and_is_renewed(
    oauth: OAuthClient, clock: FixedClock
) -> None:
    tokens = await oauth.log_in()
    clock.advance(ACCESS_SECONDS + 1)
    assert (await oauth.ping(tokens["access_token"])).status == 401
    fresh = await oauth.refresh(tokens["client_id"], tokens["refresh_token"])
    assert fresh.status == 200
    assert fresh.json["refresh_token"] != tokens["refresh_token"]
    assert (await oauth.ping(fresh.json["access_token"])).status == 200


async def test_ten_refreshes_at_once_all_get_usable_tokens(
    oauth: OAuthClient, clock: FixedClock
) -> None:
    tokens = await oauth.log_in()
    answers = await asyncio.gather(
        *(oauth.refresh(tokens["client_id"], tokens["refresh_token"]) for _ in range(10))
    )
    assert {answer.status for answer in answers} == {200}
    for answer in answers:
        assert (await oauth.ping(answer.json["access_token"])).status == 200
    clock.advance(REUSE_SECONDS)
    last = await oauth.refresh(tokens["client_id"], answers[3].json["refresh_token"])
    assert last.status == 200


async def test_a_refresh_token_that_comes_again_later_ends_the_family(
    oauth: OAuthClient, clock: FixedClock
) -> None:
    tokens = await oauth.log_in()
    fresh = (await oauth.refresh(tokens["client_id"], tokens["refresh_token"])).json
    clock.advance(REUSE_SECONDS + 1)
    replay = await oauth.refresh(tokens["client_id"], tokens["refresh_token"])
    assert (replay.status, replay.error) == (400, "invalid_grant")
    assert (await oauth.ping(fresh["access_token"])).status == 401
    dead = await oauth.refresh(tokens["client_id"], fresh["refresh_token"])
    assert dead.error == "invalid_grant"


async def test_refreshing_keeps_a_grant_alive_and_silence_ends_it(
    oauth: OAuthClient, clock: FixedClock
) -> None:
    tokens = await oauth.log_in()
    refresh = tokens["refresh_token"]
    for _ in range(3):
        clock.advance(REFRESH_SECONDS - 1)
        refresh = (await oauth.refresh(tokens["client_id"], refresh)).json["refresh_token"]
    clock.advance(REFRESH_SECONDS + 1)
    assert (await oauth.refresh(tokens["client_id"], refresh)).error == "invalid_grant"


async def test_a_refresh_by_others_gets_nothing(oauth: OAuthClient) -> None:
    tokens, other = await oauth.log_in(), await oauth.client_id()
    refused = await oauth.refresh(other, tokens["refresh_token"])
    assert (refused.status, refused.error) == (400, "invalid_grant")
    refused = await oauth.refresh(tokens["client_id"], "unknown")
    assert (refused.status, refused.error) == (400, "invalid_grant")
    refused = await oauth.refresh("nobody", tokens["refresh_token"])
    assert (refused.status, refused.error) == (401, "invalid_client")
    assert (await oauth.refresh(tokens["client_id"], tokens["refresh_token"])).status == 200


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
async def test_revoking_either_token_ends_both(oauth: OAuthClient, kind: str) -> None:
    tokens = await oauth.log_in()
    form = {"client_id": tokens["client_id"], "token": tokens[kind]}
    assert (await oauth.send("POST", "/revoke", data=form)).status == 200
    assert (await oauth.ping(tokens["access_token"])).status == 401
    refused = await oauth.refresh(tokens["client_id"], tokens["refresh_token"])
    assert refused.error == "invalid_grant"


async def test_revoking_what_is_unknown_or_anothers_is_no_error_and_ends_nothing(
    oauth: OAuthClient,
) -> None:
    tokens, other = await oauth.log_in(), await oauth.client_id()
    for token in ("unknown", tokens["access_token"]):
        form = {"client_id": other, "token": token}
        assert (await oauth.send("POST", "/revoke", data=form)).status == 200
    assert (await oauth.ping(tokens["access_token"])).status == 200


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({}, "invalid_client"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "authorization_code"}, "invalid_request"),
        ({"grant_type": "authorization_code", "code": "x"}, "invalid_request"),
        ({"grant_type": "refresh_token"}, "invalid_request"),
    ],
)
async def test_an_unfinished_request_is_told_what_it_lacks(
    oauth: OAuthClient, form: dict[str, str], error: str
) -> None:
    named = {"client_id": await oauth.client_id()} if form else {}
    answer = await oauth.token(**named, **form)
    assert answer.error == error


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data"])
async def test_a_body_that_is_no_form_is_refused(oauth: OAuthClient, kind: str) -> None:
    answer = await oauth.send("POST", "/token", data=b"{}", headers={"Content-Type": kind})
    assert (answer.status, answer.error) == (400, "invalid_request")


@pytest.mark.parametrize(
    "body", [b"\xff\xfe", b"a=1&a=2", b"&".join([b"x=1"] * 60), b"x" * 100_000]
)
async def test_a_form_that_cannot_be_read_is_refused(oauth: OAuthClient, body: bytes) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await oauth.send("POST", "/token", data=body, headers=headers)
    assert (answer.status, answer.error) == (400, "invalid_request")


async def test_one_looping_client_does_not_hide_the_end_of_its_grant_from_others(
    oauth: OAuthClient,
) -> None:
    loops, tokens = await oauth.client_id(), await oauth.log_in()
    answers = [await oauth.refresh(loops, "dead") for _ in range(61)]
    assert {answer.status for answer in answers[:60]} == {400}
    assert answers[60].status == 429
    assert (await oauth.refresh(tokens["client_id"], tokens["refresh_token"])).status == 200


async def test_the_owner_sees_who_came_in_and_puts_one_out(oauth: OAuthClient) -> None:
    first, second = await oauth.log_in(), await oauth.log_in()
    listed = (await oauth.rest(oauth.key, "GET", "/v1/oauth/grants")).json["grants"]
    assert {row["client_id"] for row in listed} == {first["client_id"], second["client_id"]}
    assert {row["client_name"] for row in listed} == {"Claude"}
    mine = next(row["id"] for row in listed if row["client_id"] == first["client_id"])
    path = f"/v1/oauth/grants/{mine}"
    assert (await oauth.rest(oauth.key, "DELETE", path)).status == 200
    assert (await oauth.ping(first["access_token"])).status == 401
    assert (await oauth.ping(second["access_token"])).status == 200
    assert (await oauth.rest(oauth.key, "DELETE", path)).status == 404


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


async def test_secrets_are_in_no_log_line_and_in_no_file(
    oauth: OAuthClient, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    verifier, client_id = new_verifier(), await oauth.client_id()
    code = await oauth.code(authorization(client_id, verifier))
    tokens = (await oauth.exchange(client_id, code, verifier)).json
    await oauth.ping(tokens["access_token"])
    await oauth.refresh(client_id, tokens["refresh_token"])
    secrets = [code, verifier, oauth.key, tokens["access_token"], tokens["refresh_token"]]
    written = capsys.readouterr()
    for secret in secrets:
        assert secret not in written.out + written.err
    kept = all_bytes(services.stores.folder.lmdb)
    for secret in secrets:
        assert secret.encode() not in kept
    assert json.dumps(client_id)[1:-1].encode() in kept
