import asyncio
import gzip

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import InvalidRequestError
from loomem.web.body import MAX_DEPTH, decode_object

MALFORMED = {
    "cut off": b'{"content": "a',
    "trailing words": b'{"content": "a"} x',
    "single quotes": b"{'content': 'a'}",
    "blank": b"   ",
    "not UTF-8": b'{"content": "\xff\xfe"}',
    "UTF-16": '{"content": "a"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"content": "a"}',
    "raw surrogate": b'{"content": "\xed\xa0\xbc"}',
    "lone high surrogate": b'{"content": "\\ud83c"}',
    "lone low surrogate": b'{"content": "\\udf55"}',
    "surrogate in a key": b'{"\\ud83c": 1}',
    "NaN": b'{"content": "a", "importance": NaN}',
    "Infinity": b'{"content": "a", "importance": -Infinity}',
    "float out of range": b'{"content": "a", "importance": 1e400}',
    "integer of 5000 digits": b'{"content": "a", "metadata": {"n": ' + b"9" * 5000 + b"}}",
    "integer over 64 bits": b'{"content": "a", "valid_from": 99999999999999999999}',
    "big integer deep inside": b'{"content": "a", "metadata": {"n": [[18446744073709551615]]}}',
    "100,000 open lists": b"[" * 100_000,
    "100,000 open objects": b'{"a":' * 100_000,
    "closed but deep": b'{"content":"a","metadata":{"x":' + b"[" * 900 + b"]" * 900 + b"}}",
    "raw control character": b'{"content": "a\x00b"}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_no_usable_json_is_400(server, body):
    status, answer = await server.post("/v1/keep", body)
    assert (status, answer["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("body", [b"[]", b'"words"', b"null", b"1", b"true", b"[[{}]]"])
async def test_json_that_is_no_object_is_422(server, body):
    status, answer = await server.post("/v1/keep", body)
    assert (status, answer["error"]["code"]) == (422, "invalid_request")


@pytest.mark.parametrize(
    "content",
    [
        "",
        " \t\n",
        "\x00",
        "a\x00b",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466\U0001f1f5\U0001f1f1",
        "\u202eright to left \u05e9\u05dc\u05d5\u05dd",
        "ą" * 1_000_000,
        "\U0001f355" * 1_000_000,
    ],
    ids=["empty", "blank", "nul", "nul inside", "emoji", "rtl", "2 MB", "4 MB"],
)
async def test_any_text_arrives_and_returns_unchanged(server, content):
    status, answer = await server.post("/v1/keep", {"content": content})
    assert (status, answer["length"]) == (200, len(content))
    assert answer["content"] == content


async def test_a_million_escaped_emoji_fit(server):
    body = b'{"content": "' + b"\\ud83c\\udf55" * 1_000_000 + b'"}'
    status, answer = await server.post("/v1/keep", body)
    assert (status, answer["length"]) == (200, 1_000_000)


async def test_one_character_over_the_documented_size_is_413_with_its_path(server):
    status, answer = await server.post("/v1/keep", {"content": "a" * 1_000_001})
    assert (status, answer["error"]["code"]) == (413, "too_large")
    assert answer["error"]["details"] == {"path": "content"}


async def test_a_text_full_of_brackets_and_commas_is_just_text(server):
    content = "[{," * 333_333
    status, answer = await server.post("/v1/keep", {"content": content})
    assert (status, answer["content"]) == (200, content)


@pytest.mark.parametrize("item", ["0", "[]", "{}", '{"a":[1]}'])
async def test_millions_of_tiny_values_are_413_before_they_are_built(server, item):
    body = b'{"content": "a", "metadata": {"x": [' + ",".join([item] * 1_000_000).encode() + b"]}}"
    status, answer = await server.post("/v1/keep", body)
    assert (status, answer["error"]["details"]) == (413, {"limit_values": 500_000})


@pytest.mark.parametrize(
    "body",
    [
        b'{"content": "a", "metadata": {"x": [' + b"[]," * 900_000 + b'0]}, "metadata": null}',
        b"{" + b",".join(b'"%d": 0' % number for number in range(600_000)) + b"}",
        b"[" + b"[]," * 600_000 + b"[]]",
    ],
    ids=["hidden by a duplicate key", "as fields", "as a list"],
)
async def test_tiny_values_are_found_wherever_they_are(server, body):
    assert (await server.post("/v1/keep", body))[0] == 413


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" + b"0," * 100_000 + b"0]", 422),
        (b"[" + b"0," * 100_000, 400),
        (b'{"content": ' + b" " * 100_000, 400),
        (b'"' + b"a" * 100_000 + b'"', 422),
        (b'{"content": "' + b"a" * 100_000 + b'", "importance": 1e400}', 400),
    ],
)
async def test_a_large_body_is_judged_like_a_small_one(server, body, status):
    assert (await server.post("/v1/keep", body))[0] == status


async def test_of_duplicate_keys_the_last_counts(server):
    status, answer = await server.post("/v1/keep", b'{"content": "a", "content": "b"}')
    assert (status, answer["content"]) == (200, "b")


async def test_nesting_up_to_the_limit_is_kept(server):
    depth = MAX_DEPTH - 2
    body = b'{"content":"a","metadata":{"x":' + b"[" * depth + b"]" * depth + b"}}"
    status, answer = await server.post("/v1/keep", body)
    assert status == 200
    assert msgspec.json.encode(answer["metadata"]).count(b"[") == depth


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": 5}, "content"),
        ({"content": None}, "content"),
        ({"content": "a", "importance": 3}, "importance"),
        ({"content": "a", "importance": "1"}, "importance"),
        (
            {"content": "a", "ratings": [{"usefulness": 1}, {"usefulness": 1.5}]},
            "ratings[1].usefulness",
        ),
        ({"content": "a", "contents": "b"}, "contents"),
        ({}, "content"),
    ],
)
async def test_a_wrong_type_is_422_with_the_path_of_the_field(server, body, path):
    status, answer = await server.post("/v1/keep", body)
    assert (status, answer["error"]["code"]) == (422, "invalid_request")
    assert answer["error"]["details"] == {"path": path}


async def test_no_body_is_an_empty_object(server):
    server.gate.opened.set()
    assert (await server.ask("POST", "/v1/wait"))[0] == 200
    status, _, answer = await server.ask("POST", "/v1/keep")
    assert (status, answer["error"]["details"]) == (422, {"path": "content"})


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "text/json",
        "application/json; charset=utf-16",
        "application/jsonp",
        "",
    ],
)
async def test_a_body_not_sent_as_json_is_415(server, kind):
    status, _, answer = await server.ask(
        "POST", "/v1/keep", data=b'{"content": "a"}', headers={"Content-Type": kind}
    )
    assert (status, answer["error"]["code"]) == (415, "unsupported_media_type")


async def test_a_body_without_any_type_is_415_and_says_what_to_send(server):
    answer = await server.raw(
        b"POST /v1/keep HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
        b"Connection: close\r\n\r\n{}"
    )
    assert answer.startswith(b"HTTP/1.1 415 ")
    assert b"Content-Type: application/json" in answer


@pytest.mark.parametrize(
    "kind",
    ["application/json", "Application/JSON; charset=UTF-8", "application/merge-patch+json"],
)
async def test_every_spelling_of_json_is_read(server, kind):
    status, _, _ = await server.ask(
        "POST", "/v1/keep", data=b'{"content": "a"}', headers={"Content-Type": kind}
    )
    assert status == 200


async def test_a_body_announced_over_the_limit_is_413(start_server):
    server = await start_server(max_body_mb=1)
    status, answer = await server.post("/v1/keep", {"content": "a" * 1_100_000})
    assert (status, answer["error"]["code"]) == (413, "too_large")
    assert "max_body_mb" in answer["error"]["message"]


async def test_a_body_in_chunks_is_held_to_the_same_limit(start_server):
    server = await start_server(max_body_mb=1)
    sent = 0

    async def parts():
        nonlocal sent
        yield b'{"content": "'
        for _ in range(64):
            sent += 1
            yield b"a" * 32_768

    status, _, answer = await server.ask(
        "POST", "/v1/keep", data=parts(), headers={"Content-Type": "application/json"}
    )
    assert (status, answer["error"]["code"]) == (413, "too_large")
    assert sent > 0


async def test_a_small_body_that_unpacks_to_a_huge_one_is_413(start_server):
    server = await start_server(max_body_mb=1)
    bomb = gzip.compress(b'{"content": "' + b"a" * 50_000_000)
    status, answer = await server.post("/v1/keep", bomb, **{"Content-Encoding": "gzip"})
    assert (status, answer["error"]["code"]) == (413, "too_large")


async def test_a_packed_body_is_read(server):
    body = gzip.compress(b'{"content": "packed"}')
    status, answer = await server.post("/v1/keep", body, **{"Content-Encoding": "gzip"})
    assert (status, answer["content"]) == (200, "packed")


async def test_a_badly_packed_body_is_400_and_an_unknown_packing_415(server):
    status, _ = await server.post("/v1/keep", b"not gzip", **{"Content-Encoding": "gzip"})
    assert status == 400
    status, _ = await server.post("/v1/keep", b"{}", **{"Content-Encoding": "x-own"})
    assert status == 415


async def test_the_loop_answers_while_a_huge_body_is_decoded(server):
    body = b'{"content": "' + b"\\ud83c\\udf55" * 1_000_000 + b'"}'
    task = asyncio.create_task(server.post("/v1/keep", body))
    answered = 0
    while not task.done():
        assert (await server.ask("GET", "/health"))[0] == 200
        answered += 1
    assert (await task)[0] == 200
    assert answered > 1


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=300)
def test_any_bytes_decode_to_an_object_or_to_a_clear_error(body):
    try:
        result = decode_object(body)
    except InvalidRequestError as error:
        result = {"error": error.message}
    assert isinstance(result, dict)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
KEEP = st.fixed_dictionaries(
    {"content": JSON},
    optional=dict.fromkeys(("importance", "valid_from", "ratings", "metadata", "other"), JSON),
)


def encode(value):
    """JSON as any client may write it, lone surrogates and endless integers included."""
    import json

    return json.dumps(value).encode("ascii")


def test_no_input_whatever_breaks_the_server(start_outside):
    with asyncio.Runner() as loop:
        server, stop = loop.run(start_outside())

        @given(st.binary(max_size=200) | (JSON | KEEP).map(encode))
        @settings(deadline=None, max_examples=400)
        def check(body):
            status, answer = loop.run(server.post("/v1/keep", body))
            assert status in {200, 400, 413, 422}
            assert status == 200 or answer["error"]["message"]

        @given(
            st.lists(
                st.tuples(
                    st.sampled_from(["limit", "weight", "latest", "streams", "x"]),
                    st.text(max_size=20),
                ),
                max_size=4,
            )
        )
        @settings(deadline=None, max_examples=300)
        def check_query(query):
            clean = [(name, value.encode("utf-8", "replace").decode()) for name, value in query]
            status, _, _ = loop.run(server.ask("GET", "/v1/look/1", params=clean))
            assert status in {200, 422}

        try:
            check()
            check_query()
        finally:
            loop.run(stop())
