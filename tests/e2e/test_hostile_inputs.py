"""Inputs that break programs: each is answered with a clear 4xx or with the right answer."""

import asyncio
import json
from typing import Any

import pytest

from tests.support.api import Answer, Api

MILLION = 1_000_000

# Texts that are memories like any other: stored as they are, found by a word in them.
ODD_TEXTS = {
    "nul": "before\0after walrus",
    "zwj_family": "👨‍👩‍👧‍👦 walrus 👩🏽‍🚀",
    "flags": "🇵🇱🇨🇳 walrus",
    "right_to_left": "walrus \u202eשלום مرحبا\u202c \u200f",
    "combining": "walrus z" + "\u0301\u0323" * 5_000,
    "zero_width": "wal\u200brus walrus \ufeff\u2060",
    "controls": "walrus \x01\x02\x1b[31m\x7f\x85\u2028\u2029",
    "noncharacters": "walrus \ufffe\uffff\U0010ffff",
    "private_use": "walrus \ue000\U000f0000",
    "nfd": "walrus z\u0307o\u0301\u0142c\u0301",
    "quotes": "walrus \"'`\\ \\0 %s {} $(rm -rf) <T>",
    "template": "walrus {{7*7}} ${jndi:ldap://x} %00",
    "query_syntax": 'walrus AND NOT (stream:x OR "y" [1 TO 2] ^3 ~4 *',
    "one_word": "walrus" + "a" * 100_000 + " walrus",
    "one_ideograph": "walrus " + "的" * 2_001,
    "long_line": "walrus " + "lorem ipsum dolor " * 3_000,
    "spaces": "walrus" + " " * 100_000 + ".",
    "newlines": "walrus" + "\n" * 10_000 + ".",
}


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
async def test_an_odd_text_is_kept_as_it_is_and_found(api: Api, stream: str, text: str) -> None:
    chunk_id = await api.store(text, stream=stream)
    assert (await api.get(f"/api/memories/{chunk_id}")).ok()["content"] == text
    assert await api.find_by_words("walrus", stream=stream) == [chunk_id]
    (listed,) = await api.list_all(stream=stream, q="walrus")
    assert listed["content"] == text
    changed = await api.send("PUT", f"/api/memories/{chunk_id}", {"content": f"{text} otter"})
    assert await api.find_by_words("otter", stream=stream) == [changed.ok()["id"]]


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
async def test_an_odd_query_is_only_words(api: Api, stream: str, text: str) -> None:
    walrus = await api.store("A walrus on the beach.", stream=stream)
    other = await api.store("Nothing of the kind.", stream=f"{stream}-other")
    found = await api.find(text, stream=stream)
    assert found == [walrus]
    assert other not in found


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
@pytest.mark.parametrize(
    "field",
    ["stream", "source_agent", "subject", "entity", "fact_type", "date_from", "user_id", "source"],
)
async def test_an_odd_text_in_another_field_is_taken_or_refused(
    api: Api, stream: str, field: str, text: str
) -> None:
    searching = field in ("entity", "date_from")
    body = {"query": "walrus"} if searching else {"content": "A walrus."}
    place = {} if field == "stream" else {"stream": stream}
    answer = await api.post(
        "/v1/search" if searching else "/v1/store", **body, **place, **{field: text}
    )
    expect_answer_or_refusal(answer)
    assert answer.status in (200, 413, 422)


@pytest.mark.parametrize("content", ["", " ", "\t\n\r", "\u3000", " " * 100_000])
async def test_an_empty_text_is_refused_with_its_field(api: Api, content: str) -> None:
    answer = await api.post("/v1/store", content=content)
    assert (answer.status, answer.code) == (422, "invalid_request")
    assert answer.body["error"]["details"]["path"] == "content"


async def test_a_million_characters_are_stored_and_one_more_is_too_large(
    api: Api, stream: str
) -> None:
    text = ("walrus " * (MILLION // 7 + 1))[: MILLION - 6] + " otter"
    assert len(text) == MILLION
    chunk_id = await api.store(text, stream=stream)
    assert (await api.get(f"/api/memories/{chunk_id}")).ok()["content"] == text
    assert await api.find_by_words("otter", stream=stream) == [chunk_id]
    refused = await api.post("/v1/store", content=text + "x", stream=stream)
    assert (refused.status, refused.code) == (413, "too_large")
    assert refused.body["error"]["details"]["path"] == "content"
    assert await api.find(text, stream=stream, top_k=1) == [chunk_id]
    await api.post(f"/v1/purge/{chunk_id}")


@pytest.mark.parametrize("character", ["的", "🍷", "\0"], ids=["han", "emoji", "nul"])
async def test_a_million_wide_characters_are_a_text_too(
    api: Api, stream: str, character: str
) -> None:
    text = character * (MILLION - 6) + "walrus"
    answer = await api.post("/v1/store", content=text, stream=stream)
    chunk_id = answer.ok()["id"]
    assert (await api.get(f"/api/memories/{chunk_id}")).ok()["content"] == text
    await api.post(f"/v1/purge/{chunk_id}")


async def test_twenty_long_memories_come_back_in_one_answer(api: Api, stream: str) -> None:
    texts = [f"Walrus report {number}. " + "word " * 6_000 for number in range(20)]
    ids = await asyncio.gather(*(api.store(text[:30_000], stream=stream) for text in texts))
    found = await api.search("walrus report", stream=stream, top_k=20)
    assert {hit["chunk_id"] for hit in found} == set(ids)
    assert {len(hit["content"]) for hit in found} == {30_000}
    for chunk_id in ids:
        await api.post(f"/v1/purge/{chunk_id}")


# What is no JSON object of the right shape, and the status of the refusal.
BODIES: dict[str, tuple[bytes, int]] = {
    "lone_surrogate": (rb'{"content": "\ud83c"}', 400),
    "surrogates_swapped": (rb'{"content": "\udf77\ud83c"}', 400),
    "lone_surrogate_key": (rb'{"content": "x", "metadata": {"\ud83c": 1}}', 400),
    "bad_utf8": (b'{"content": "\xff\xfe"}', 400),
    "utf8_surrogate": (b'{"content": "\xed\xa0\xbc"}', 400),
    "utf16": ('{"content": "x"}'.encode("utf-16"), 400),
    "raw_nul": (b'{"content": "a\0b"}', 400),
    "nan": (b'{"content": "x", "importance": NaN}', 400),
    "infinity": (b'{"content": "x", "importance": Infinity}', 400),
    "huge_float": (b'{"content": "x", "importance": 1e999}', 400),
    "huge_integer": (b'{"content": "x", "metadata": {"n": ' + b"9" * 400 + b"}}", 400),
    "integer_of_65_bits": (b'{"content": "x", "valid_from": 18446744073709551616}', 400),
    "deep_arrays": (b'{"content": "x", "metadata": {"a": ' + b"[" * 90 + b"]" * 90 + b"}}", 400),
    "very_deep": (b'{"content": ' + b"[" * 200_000, 400),
    "very_deep_closed": (b'{"content": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", 400),
    "truncated": (b'{"content": "x"', 400),
    "trailing": (b'{"content": "x"} {"content": "y"}', 400),
    "single_quotes": (b"{'content': 'x'}", 400),
    "comment": (b'{"content": "x" /* why */}', 400),
    "form": (b"content=x", 400),
    "array": (b'[{"content": "x"}]', 422),
    "string": (b'"content"', 422),
    "null": (b"null", 422),
    "number": (b"1", 422),
    "empty_object": (b"{}", 422),
    "null_content": (b'{"content": null}', 422),
    "number_content": (b'{"content": 1}', 422),
    "list_content": (b'{"content": ["x"]}', 422),
    "unknown_field": (b'{"content": "x", "kontent": "y"}', 422),
    "text_as_number": (b'{"content": "x", "importance": "1"}', 422),
    "number_as_flag": (b'{"content": "x", "persistent": 1}', 422),
    "fraction_as_level": (b'{"content": "x", "level": 0.5}', 422),
    "level_2": (b'{"content": "x", "level": 2}', 422),
    "negative_time": (b'{"content": "x", "valid_from": -1}', 422),
    "time_after_year_9999": (b'{"content": "x", "valid_from": 999999999999999}', 422),
    "confidence_2": (b'{"content": "x", "confidence": 2}', 422),
    "ends_before_it_begins": (b'{"content": "x", "valid_from": 9, "valid_until": 8}', 422),
    "metadata_list": (b'{"content": "x", "metadata": []}', 422),
    "metadata_large": (b'{"content": "x", "metadata": {"a": "' + b"y" * 20_000 + b'"}}', 422),
    "impossible_day": (b'{"content": "x", "event_date": "2024-02-30"}', 422),
    "stream_empty": (b'{"content": "x", "stream": ""}', 422),
    "stream_600_bytes": (b'{"content": "x", "stream": "' + b"s" * 600 + b'"}', 422),
    "stream_path": (b'{"content": "x", "stream": "../../etc"}', 422),
    "stream_nul": (rb'{"content": "x", "stream": "a\u0000b"}', 422),
    "stream_han": ('{"content": "x", "stream": "流"}'.encode(), 422),
}


@pytest.mark.parametrize(("body", "status"), BODIES.values(), ids=BODIES)
async def test_a_body_that_cannot_be_used_is_refused_and_nothing_is_stored(
    api: Api, body: bytes, status: int
) -> None:
    before = (await api.get("/v1/status")).ok()["config_summary"]["chunks"]
    answer = await api.send("POST", "/v1/store", raw=body)
    assert answer.status == status, answer.body
    assert answer.code in ("malformed", "invalid_request")
    assert (await api.get("/v1/status")).ok()["config_summary"]["chunks"] == before


@pytest.mark.parametrize("body", [body for body, _ in BODIES.values()], ids=BODIES)
@pytest.mark.parametrize(
    "route",
    [
        "POST /v1/search",
        "POST /v1/delete",
        "POST /v1/boost",
        "PUT /api/memories/x",
        "POST /v1/purge-namespace",
    ],
)
async def test_no_body_breaks_another_verb(api: Api, route: str, body: bytes) -> None:
    method, path = route.split()
    answer = await api.send(method, path, raw=body.replace(b"content", b"query"))
    expect_answer_or_refusal(answer)


async def test_the_last_of_two_equal_keys_counts(api: Api, stream: str) -> None:
    body = f'{{"content": "walrus", "stream": "{stream}", "content": "otter"}}'.encode()
    chunk_id = (await api.send("POST", "/v1/store", raw=body)).ok()["id"]
    assert (await api.get(f"/api/memories/{chunk_id}")).ok()["content"] == "otter"


SEARCHES: dict[str, dict[str, Any]] = {
    "no_query": {"query": None},
    "top_k_0": {"top_k": 0},
    "top_k_101": {"top_k": 101},
    "top_k_negative": {"top_k": -1},
    "top_k_fraction": {"top_k": 1.5},
    "top_k_text": {"top_k": "5"},
    "top_k_true": {"top_k": True},
    "no_streams": {"streams": []},
    "streams_text": {"streams": "a"},
    "too_many_streams": {"streams": [f"s{n}" for n in range(500)]},
    "stream_600_bytes": {"stream": "s" * 600},
    "range_backwards": {"date_from": "2024-02-02", "date_to": "2024-01-01"},
    "no_day": {"date_from": "yesterday"},
    "day_with_time": {"date_from": "2024-01-01T00:00:00Z"},
    "year_0": {"date_from": "0000-01-01"},
    "min_confidence_2": {"min_confidence": 2},
    "valid_at_text": {"valid_at": "2024-01-01"},
    "valid_at_huge": {"valid_at": 2**62},
    "unknown_field": {"filter": "x"},
}


@pytest.mark.parametrize("fields", SEARCHES.values(), ids=SEARCHES)
async def test_a_search_that_makes_no_sense_is_refused(api: Api, fields: dict[str, Any]) -> None:
    answer = await api.send("POST", "/v1/search", {"query": "walrus", **fields})
    expected = (
        (413, "too_large")
        if "streams" in fields and len(fields["streams"]) > 32
        else (422, "invalid_request")
    )
    assert (answer.status, answer.code) == expected


@pytest.mark.parametrize(
    "text", ["%00", "%ff%fe", "x" * 5_000, "..%2f..%2fetc", "%F0%9F%8D%B7", "a%0d%0ab"]
)
async def test_an_odd_id_is_unknown(api: Api, text: str) -> None:
    for path in (f"/api/memories/{text}", f"/v1/memory-chain/{text}"):
        answer = await api.get(path)
        expect_answer_or_refusal(answer)
        assert answer.status in (200, 404, 413, 422)
        assert answer.status != 200 or answer.body["chain"] == []


@pytest.mark.parametrize("cursor", ["x", "AAAA", "%00", "MTIz", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OmE"])
async def test_an_odd_cursor_is_refused(api: Api, cursor: str) -> None:
    answer = await api.get("/api/memories", cursor=cursor)
    assert (answer.status, answer.code) == (422, "invalid_request")


async def test_a_body_over_the_limit_is_too_large_and_the_server_goes_on(api: Api) -> None:
    answer = await api.send("POST", "/v1/store", raw=b'{"content": "' + b"x" * 17 * 2**20 + b'"}')
    assert (answer.status, answer.code) == (413, "too_large")
    assert (await api.get("/health")).status == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/store", 405),
        ("PATCH", "/api/memories/x", 405),
        ("GET", "/v1/nothing", 404),
        ("POST", "/", 404),
        ("GET", "/api/memories/unknown", 404),
        ("DELETE", "/api/memories/unknown", 404),
    ],
)
async def test_what_is_not_there_says_so_in_json(
    api: Api, method: str, path: str, status: int
) -> None:
    answer = await api.send(method, path)
    assert answer.status == status
    assert answer.code in ("method_not_allowed", "not_found")


async def test_a_body_that_is_not_sent_as_json_is_refused(api: Api) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        raw = json.dumps({"content": "x"}).encode()
        answer = await api.send("POST", "/v1/store", raw=raw, headers={"Content-Type": kind})
        assert (answer.status, answer.code) == (415, "unsupported_media_type")


def expect_answer_or_refusal(answer: Answer) -> None:
    assert answer.status == 200 or 400 <= answer.status < 500, (answer.status, answer.body)
    if answer.status != 200:
        assert answer.code
        assert "Traceback" not in json.dumps(answer.body)
