"""The endpoint on the wire: eras, statuses, shapes, browsers, hostile bytes."""

import asyncio
import base64
import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loomem.mcp.messages import read_message
from loomem.mcp.protocol import META_CAPABILITIES, META_VERSION, ProtocolError
from tests.web.mcp.conftest import MODERN, Wire

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


@pytest.mark.parametrize("version", LEGACY)
async def test_every_revision_with_a_handshake_is_answered_with_itself(
    wire: Wire, version: str
) -> None:
    answer = await wire.ask("initialize", {"protocolVersion": version})
    result = answer.json["result"]
    assert (answer.status, result["protocolVersion"]) == (200, version)
    assert result["serverInfo"]["name"] == "loomem-memory"
    assert "Never delete without" in result["instructions"]
    assert len(result["instructions"].encode()) <= 2_048
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("version", ["1999-01-01", "2026-07-28", "2099-01-01"])
@pytest.mark.parametrize("header", [None, "2026-07-28", "nonsense"])
async def test_an_unknown_revision_gets_the_newest_with_a_handshake(
    wire: Wire, version: str, header: str | None
) -> None:
    headers = {"MCP_Protocol_Version": header} if header else {}
    answer = await wire.ask("initialize", {"protocolVersion": version}, **headers)
    assert (answer.status, answer.json["result"]["protocolVersion"]) == (200, "2025-11-25")


@pytest.mark.parametrize("params", [None, {}, {"protocolVersion": 5}])
async def test_a_handshake_without_a_revision_is_an_error_that_travels_with_200(
    wire: Wire, params: Any
) -> None:
    answer = await wire.ask("initialize", params)
    assert (answer.status, answer.error) == (200, -32602)


@pytest.mark.parametrize("message_id", [0, "", "abc", 2**53 - 1, -7])
async def test_every_id_comes_back_as_it_was(wire: Wire, message_id: object) -> None:
    answer = await wire.send({"jsonrpc": "2.0", "id": message_id, "method": "ping"})
    assert answer.json == {"jsonrpc": "2.0", "id": message_id, "result": {}}
    assert type(answer.json["id"]) is type(message_id)


@pytest.mark.parametrize("message_id", [None, True, 1.5, {}, []])
async def test_what_is_no_id_is_refused(wire: Wire, message_id: object) -> None:
    answer = await wire.send({"jsonrpc": "2.0", "id": message_id, "method": "ping"})
    assert (answer.status, answer.error) == (400, -32600)


@pytest.mark.parametrize(
    "message",
    [
        {"method": "notifications/initialized"},
        {"method": "notifications/unheard_of", "params": {"a": 1}},
        {"method": "notifications/cancelled", "params": {"requestId": 99}},
        {"id": 3, "result": {}},
        {"id": 3, "error": {"code": 1, "message": "x"}},
    ],
)
async def test_what_wants_no_answer_gets_an_empty_202(wire: Wire, message: Any) -> None:
    answer = await wire.send({"jsonrpc": "2.0", **message})
    assert (answer.status, answer.raw) == (202, b"")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b'"x"',
        b"1",
        b"\xef\xbb\xbf{}",
        b'{"jsonrpc":"2.0","id":1,"method":"ping"',
        b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
        b'{"a":NaN}',
        b"[" * 10_000,
        b"{}",
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1}',
        b'{"jsonrpc":"2.0","id":1,"method":5}',
    ],
)
async def test_what_is_no_message_is_a_400_of_the_protocol(wire: Wire, body: bytes) -> None:
    answer = await wire.send(body)
    assert answer.status == 400
    assert answer.error in (-32700, -32600)


@pytest.mark.parametrize("body", [[], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}] * 2])
async def test_several_messages_at_once_are_refused_and_not_run(wire: Wire, body: Any) -> None:
    answer = await wire.send(body)
    assert (answer.status, answer.error) == (400, -32600)


async def test_the_one_revision_with_batches_gets_them(wire: Wire) -> None:
    body = [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "nope"},
    ]
    answer = await wire.send(body, MCP_Protocol_Version="2025-03-26")
    assert answer.status == 200
    assert [reply["id"] for reply in answer.json] == [1, 2]
    alone = await wire.send(body[1:2], MCP_Protocol_Version="2025-03-26")
    assert (alone.status, alone.raw) == (202, b"")


async def test_errors_of_old_clients_travel_with_200(wire: Wire) -> None:
    unknown = await wire.ask("nope")
    assert (unknown.status, unknown.error) == (200, -32601)
    tool = await wire.ask("tools/call", {"name": "nope"})
    assert (tool.status, tool.error) == (200, -32602)
    cursor = await wire.ask("tools/list", {"cursor": ""})
    assert (cursor.status, cursor.error) == (200, -32602)
    resource = await wire.ask("resources/read", {"uri": "memory://chunk/none"})
    assert (resource.status, resource.error) == (200, -32002)
    prompt = await wire.ask("prompts/get", {"name": "recall"})
    assert (prompt.status, prompt.error) == (200, -32602)
    assert (await wire.ask("ping")).json["result"] == {}


async def test_an_unknown_revision_in_the_header_is_a_400(wire: Wire) -> None:
    assert (await wire.ask("ping", MCP_Protocol_Version="2020-01-01")).status == 400
    assert (await wire.ask("ping", Mcp_Session_Id="stale")).status == 200


async def test_a_message_that_describes_itself_needs_no_handshake(wire: Wire) -> None:
    found = await wire.modern("server/discover")
    result = found.json["result"]
    assert (found.status, result["resultType"]) == (200, "complete")
    assert MODERN in result["supportedVersions"]
    assert (result["ttlMs"] >= 0, result["cacheScope"]) == (True, "private")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "loomem-memory"
    called = await wire.modern("tools/call", {"name": "memory_status", "arguments": {}})
    assert called.json["result"]["resultType"] == "complete"
    for method in ("ping", "initialize", "subscriptions/listen", "nope"):
        answer = await wire.modern(method)
        assert (answer.status, answer.error) == (404, -32601)


@pytest.mark.parametrize(
    ("params", "headers", "code"),
    [
        ({}, {}, -32602),
        ({"_meta": {META_VERSION: MODERN}}, {}, -32602),
        ({"_meta": {META_CAPABILITIES: {}}}, {}, -32602),
        ({}, {"MCP_Protocol_Version": "2027-01-01"}, -32022),
        ({}, {"Mcp_Method": "TOOLS/LIST"}, -32020),
        ({}, {"Mcp_Method": "ping"}, -32020),
    ],
)
async def test_a_modern_message_must_agree_with_its_headers(
    wire: Wire, params: Any, headers: dict[str, str], code: int
) -> None:
    version = headers.get("MCP_Protocol_Version", MODERN)
    meta = {META_VERSION: version, META_CAPABILITIES: {}}
    given = params or ({"_meta": meta} if code != -32602 else {})
    answer = await wire.ask(
        "tools/list",
        given,
        **{"MCP_Protocol_Version": MODERN, "Mcp_Method": "tools/list", **headers},
    )
    assert (answer.status, answer.error, answer.json["id"]) == (400, code, 1)
    if code == -32022:
        data = answer.json["error"]["data"]
        assert data["requested"] == "2027-01-01"
        assert MODERN in data["supported"]


async def test_a_modern_body_without_its_header_is_a_mismatch(wire: Wire) -> None:
    meta = {META_VERSION: MODERN, META_CAPABILITIES: {}}
    answer = await wire.ask("tools/list", {"_meta": meta})
    assert (answer.status, answer.error) == (400, -32020)


async def test_connectors_with_an_old_header_and_a_modern_body_are_served_as_old(
    wire: Wire,
) -> None:
    meta = {META_VERSION: MODERN, META_CAPABILITIES: {}}
    answer = await wire.ask("tools/list", {"_meta": meta}, MCP_Protocol_Version="2025-11-25")
    assert answer.status == 200
    assert "resultType" not in answer.json["result"]


async def test_a_name_may_come_wrapped(wire: Wire) -> None:
    wrapped = f"=?base64?{base64.b64encode(b'memory_status').decode()}?="
    params = {"name": "memory_status"}
    assert (await wire.modern("tools/call", params, Mcp_Name=wrapped)).status == 200
    for wrong in ("=?base64?***?=", "memory_stats", ""):
        answer = await wire.modern("tools/call", params, Mcp_Name=wrong)
        assert (answer.status, answer.error) == (400, -32020)


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "PATCH"])
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_only_post_is_served(wire: Wire, method: str, path: str) -> None:
    answer = await wire.send(b"", method=method, path=path)
    assert (answer.status, answer.headers["Allow"]) == (405, "POST, OPTIONS")


async def test_the_address_takes_a_slash_and_a_query(wire: Wire) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for path in ("/mcp/", "/mcp?x=1"):
        assert (await wire.send(message, path=path)).status == 200


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/event-stream", "text/html"])
async def test_whatever_a_client_accepts_it_gets_an_answer(wire: Wire, accept: str) -> None:
    answer = await wire.ask("ping", Accept=accept)
    assert (answer.status, answer.json["result"]) == (200, {})


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain"])
async def test_a_form_of_a_browser_is_refused(wire: Wire, kind: str) -> None:
    answer = await wire.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, Content_Type=kind)
    assert answer.status == 415


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost.evil.example"]
)
async def test_pages_of_others_are_refused(wire: Wire, origin: str) -> None:
    assert (await wire.ask("ping", Origin=origin)).status == 403
    assert (await wire.ask("ping", Host="evil.example")).status == 403


async def test_progress_comes_as_a_stream_before_the_response(wire: Wire) -> None:
    params = {
        "name": "memory_status",
        "arguments": {},
        "_meta": {"progressToken": "t-1"},
    }
    answer = await wire.ask("tools/call", params, Accept="application/json, text/event-stream")
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    events = [line for line in answer.raw.decode().split("\n\n") if "data: " in line]
    last = json.loads(events[-1].partition("data: ")[2])
    assert (last["id"], last["result"]["isError"]) == (1, False)


@pytest.mark.parametrize("slots", [0])
async def test_beyond_what_may_run_at_once_a_client_is_told_to_come_back(wire: Wire) -> None:
    answer = await wire.ask("ping")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
    streamed = await wire.ask(
        "tools/call",
        {"name": "memory_status", "_meta": {"progressToken": 1}},
        Accept="text/event-stream",
    )
    assert streamed.status == 503


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.sampled_from(["2.0", "1.0"]) | JSON},
    optional={
        "id": st.integers() | st.text() | JSON,
        "method": st.sampled_from(
            ["initialize", "ping", "tools/list", "tools/call", "resources/read", "prompts/get"]
        )
        | st.text(),
        "params": st.fixed_dictionaries(
            {},
            optional={
                "name": st.sampled_from(
                    ["memory_search", "memory_store", "memory_get", "memory_list"]
                )
                | JSON,
                "arguments": JSON,
                "_meta": JSON,
                "uri": st.text(),
                "cursor": JSON,
                "protocolVersion": JSON,
            },
        )
        | JSON,
    },
)


@given(value=MESSAGES)
@settings(max_examples=2_000, deadline=None)
def test_any_value_is_a_message_or_an_error_of_the_protocol(value: Any) -> None:
    code = -32600
    try:
        read_message(value)
    except ProtocolError as error:
        code = error.code
    assert code in (-32600, -32602)


async def test_a_thousand_broken_messages_break_nothing(wire: Wire) -> None:
    found: list[Any] = []

    @given(value=MESSAGES, header=st.sampled_from(["", *LEGACY, MODERN, "x"]))
    @settings(
        max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    def collect(value: Any, header: str) -> None:
        found.append((value, header))

    collect()
    for value, header in found:
        headers = {"MCP_Protocol_Version": header} if header else {}
        answer = await wire.send(value, **headers)
        assert answer.status in (200, 202, 400, 404), (value, answer.status)
    assert (await wire.ask("ping")).status == 200


VALID = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}},
    {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {
        "name": "memory_search", "arguments": {"query": "tea", "top_k": 3}}},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "memory_store", "arguments": {"content": "tea is served at five"}}},
    {"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": None}},
    {"jsonrpc": "2.0", "id": 4, "method": "resources/read", "params": {"uri": "memory://profile"}},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}},
    [{"jsonrpc": "2.0", "id": 5, "method": "ping"}],
)  # fmt: skip
ODD = (
    b"",
    b"\x00",
    b"\xff",
    b"null",
    b"1e999",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\\u0000",
    b"-",
)


def mutated(rng: random.Random) -> bytes:
    """Return a message with one to four places changed, cut out, doubled or swapped."""
    body = json.dumps(rng.choice(VALID)).encode()
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(body) + 1)
        end = min(len(body), start + rng.choice((0, 1, 2, 8, 40)))
        piece = rng.choice((*ODD, body[start:end] * 2, bytes([rng.randrange(256)])))
        body = body[:start] + piece + body[end:]
    return body


async def test_ten_thousand_mutated_messages_get_an_answer_each_and_none_a_500(wire: Wire) -> None:
    rng, headers = random.Random(7), ["", *LEGACY, MODERN, "x", "2099-01-01"]
    bodies = iter([(mutated(rng), rng.choice(headers)) for _ in range(10_000)])
    seen: Counter[int] = Counter()

    async def send_some() -> None:
        for body, version in bodies:
            named = {"MCP_Protocol_Version": version} if version else {}
            answer = await wire.send(body, **named)
            assert answer.status in (200, 202, 400, 404), (body, answer.status)
            seen[answer.status] += 1

    async with asyncio.timeout(300):
        await asyncio.gather(*(send_some() for _ in range(8)))
    assert seen.total() == 10_000
    assert seen[200] > 100
    assert (await wire.ask("ping")).status == 200
