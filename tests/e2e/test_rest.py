"""The documented REST interface from end to end: what is stored is found, changed, and gone."""

import asyncio

import pytest

from tests.support.api import Api, eventually
from tests.support.server import ServerProcess

POT = "Anna keeps the spare key under the blue flower pot."
SHED = "The lawn mower is locked away in the garden shed."
BOILER = "The boiler has to be serviced every October."
CLIENTS, CREATES = 8, 50


async def test_a_memory_is_found_by_the_very_next_search_by_words_and_by_meaning(
    api: Api, stream: str
) -> None:
    await api.store_all([SHED, BOILER], stream=stream)
    pot = await api.store(POT, stream=stream)
    assert (await api.find_by_words("flower pot", stream=stream))[0] == pot
    shed = await api.store("Tomek parked the motorbike behind the bakery.", stream=stream)
    assert (await api.find("Gdzie stoi jednoślad Tomka?", stream=stream))[0] == shed
    assert (await api.find("备用钥匙在哪里?", stream=stream))[0] == pot


async def test_the_life_of_a_memory(api: Api, stream: str) -> None:
    first = await api.store(POT, stream=stream, metadata={"room": "hall"}, source_agent="claude")
    shown = (await api.get(f"/api/memories/{first}")).ok()
    assert (shown["content"], shown["version"], shown["is_latest"]) == (POT, 1, True)
    assert (shown["metadata"], shown["source"]) == ({"room": "hall"}, {"agent": "claude"})

    moved = "Anna moved the spare key into the red letter box."
    answer = (await api.send("PUT", f"/api/memories/{first}", {"content": moved})).ok()
    second = answer["chunk_id"]
    assert (answer["supersedes"], answer["version"]) == (first, 2)
    assert await api.find("Where is the spare key?", stream=stream) == [second]
    both = await api.find("spare key", stream=stream, include_superseded=True)
    assert set(both) == {first, second}

    for any_version in (first, second):
        chain = (await api.get(f"/v1/memory-chain/{any_version}")).ok()
        assert [link["id"] for link in chain["chain"]] == [first, second]
        assert [link["is_latest"] for link in chain["chain"]] == [False, True]
        assert chain["chain"][0]["superseded_by"] == second

    again = await api.send("PUT", f"/api/memories/{first}", {"content": "A third place."})
    assert (again.status, again.code) == (409, "conflict")
    assert again.body["error"]["details"]["latest"] == second

    assert (await api.send("DELETE", f"/api/memories/{second}")).ok()["status"] == "deleted"
    assert await api.find("spare key", stream=stream) == []
    assert (await api.get(f"/api/memories/{second}")).status == 404
    assert (await api.send("DELETE", f"/api/memories/{second}")).status == 404
    assert (await api.post("/v1/delete", id=first)).ok()["id"] == first
    assert await api.find("spare key", stream=stream, include_superseded=True) == []


async def test_a_hit_has_the_documented_names_and_the_older_ones(api: Api, stream: str) -> None:
    pot = await api.store(POT, stream=stream, metadata={"room": "hall"})
    body = (await api.post("/v1/search", query="spare key", stream=stream, trace=True)).ok()
    (hit,) = body["results"]
    assert hit["chunk_id"] == hit["id"] == pot
    assert hit["score_final"] == hit["score"] > 0
    assert hit["trace_info"]["level"] == "L0"
    assert hit["user_metadata"] == {"room": "hall"}
    assert body["trace_metadata"]["search_latency_us"] > 0
    assert {stage["stage"] for stage in body["trace"]} >= {"prepare", "text", "vectors", "fuse"}


async def test_an_old_version_is_found_for_the_time_when_it_was_valid(
    api: Api, stream: str
) -> None:
    first = await api.store("Anna lives in Łódź.", stream=stream, valid_from=1_000_000_000)
    answer = await api.send("PUT", f"/api/memories/{first}", {"content": "Anna lives in Gdynia."})
    second = answer.ok()["chunk_id"]
    query = "Where does Anna live?"
    assert await api.find(query, stream=stream) == [second]
    assert await api.find(query, stream=stream, valid_at=1_200_000_000) == [first]
    assert await api.find(query, stream=stream, valid_at=900_000_000) == []


async def test_streams_can_be_searched_together_and_only_by_name(api: Api, stream: str) -> None:
    left = await api.store(POT, stream=f"{stream}-left")
    right = await api.store(POT, stream=f"{stream}-right")
    streams = [f"{stream}-left", f"{stream}-right"]
    assert set(await api.find("spare key", streams=streams)) == {left, right}
    assert await api.find("spare key", stream=streams[0]) == [left]
    assert await api.find("spare key", stream=stream) == []
    both = await api.post("/v1/search", query="key", stream=streams[0], streams=streams)
    assert (both.status, both.code) == (422, "invalid_request")


async def test_a_repeated_key_gets_the_first_answer_and_makes_no_second_memory(
    api: Api, stream: str
) -> None:
    answers = [await api.store(POT, stream=stream, key=f"{stream}-1") for _ in range(3)]
    assert len(set(answers)) == 1
    side_by_side = await asyncio.gather(
        *(api.store(SHED, stream=stream, key=f"{stream}-2") for _ in range(12))
    )
    assert len(set(side_by_side)) == 1
    headers = {"Idempotency-Key": f"{stream}-1"}
    other = {"content": BOILER, "stream": stream}
    refused = await api.send("POST", "/v1/store", other, headers=headers)
    assert (refused.status, refused.code) == (409, "conflict")
    shown = await api.list_all(stream=stream)
    assert {item["id"] for item in shown} == {answers[0], side_by_side[0]}


async def test_a_key_that_is_no_key_is_refused(api: Api) -> None:
    for key in ("", "a b", "x" * 256):
        headers = {"Idempotency-Key": key}
        answer = await api.send("POST", "/v1/store", {"content": POT}, headers=headers)
        assert (answer.status, answer.code) == (422, "invalid_request")


@pytest.mark.parametrize(
    "query", ["", "   ", "???", "🍷", "\u200b", "()", "\t\n", "- -- ---", "。！"]
)
async def test_a_query_without_words_finds_nothing_and_says_why(
    api: Api, stream: str, query: str
) -> None:
    await api.store(POT, stream=stream)
    answer = (await api.post("/v1/search", query=query, stream=stream)).ok()
    assert answer["results"] == []
    assert "no words" in answer["reason"]


async def test_a_stream_is_purged_only_when_that_is_confirmed(api: Api, stream: str) -> None:
    ids = await api.store_all([POT, SHED, BOILER], stream=stream)
    other = await api.store(POT, stream=f"{stream}-other")
    await api.post("/v1/delete", id=ids[0])
    dry = (await api.post("/v1/purge-namespace", stream=stream, dry_run=True)).ok()
    assert (dry["status"], dry["deleted_count"], set(dry["deleted_ids"])) == (
        "dry_run",
        3,
        set(ids),
    )
    asked = (await api.post("/v1/purge-namespace", stream=stream)).ok()
    assert asked["status"] == "confirmation_required"
    assert set(await api.find("key mower boiler", stream=stream)) == set(ids[1:])
    done = (await api.post("/v1/purge-namespace", stream=stream, confirmed=True)).ok()
    assert (done["status"], done["deleted_count"]) == ("purged", 3)
    assert await api.find("key mower boiler", stream=stream) == []
    assert await api.list_all(stream=stream) == []
    assert await api.find("spare key", stream=f"{stream}-other") == [other]
    fresh = await api.store(SHED, stream=stream)
    assert await api.find("lawn mower", stream=stream) == [fresh]


async def test_a_purged_memory_is_gone_for_good(api: Api, stream: str) -> None:
    pot = await api.store(POT, stream=stream)
    assert (await api.post(f"/v1/purge/{pot}")).ok()["purged"] is True
    assert (await api.get(f"/api/memories/{pot}")).status == 404
    assert (await api.post(f"/v1/purge/{pot}")).status == 404
    assert await api.find("spare key", stream=stream, include_superseded=True) == []


@pytest.mark.parametrize(
    "query",
    ["stream_id:A", "stream:{a}", "*", "钥", "key", ") OR (stream:{a}", "备用", "AND NOT x"],
)
async def test_no_query_reaches_into_another_stream(api: Api, stream: str, query: str) -> None:
    mine, other = f"{stream}-mine", f"{stream}-other"
    await api.store_all([POT, "备用钥匙在花盆下面。", "A AND NOT x *"], stream=other)
    own = await api.store("The tent is in the attic.", stream=mine)
    found = await api.find(query.format(a=other), stream=mine, top_k=100, include_superseded=True)
    assert set(found) <= {own}
    entity = await api.find("tent", stream=mine, entity=query.format(a=other))
    assert set(entity) <= {own}


async def test_many_clients_lose_nothing_and_the_counts_agree_also_after_a_restart(
    server: ServerProcess, stream: str
) -> None:
    async def create(client: int) -> list[str]:
        texts = [f"Note {number} of client {client}." for number in range(CREATES)]
        return [await api.store(text, stream=stream) for text in texts]

    async with server.client() as api:
        created = [i for ids in await asyncio.gather(*map(create, range(CLIENTS))) for i in ids]
        assert len(set(created)) == CLIENTS * CREATES
        before = await counts_of(api, stream)
        assert before["live"] == before["embedded"] == CLIENTS * CREATES
        state = await api.wait_until_in_sync()
        shown = await api.list_all(stream=stream)
        hits = await api.search("Note 7 of client 3", stream=stream, top_k=20)
    assert {item["id"] for item in shown} == set(created)
    assert server.stop() == 0
    server.start()
    async with server.client() as api:
        assert await counts_of(api, stream) == before
        assert await api.wait_until_in_sync() == state
        assert await api.list_all(stream=stream) == shown
        again = await api.search("Note 7 of client 3", stream=stream, top_k=20)
    assert again == hits


async def counts_of(api: Api, stream: str) -> dict[str, int]:
    counts: dict[str, int] = (await api.get("/v1/status")).ok()["streams"][stream]
    return counts


async def test_importance_is_lifted_scored_and_forgotten(api: Api, stream: str) -> None:
    pot, shed = await api.store_all([POT, SHED], stream=stream)
    assert (await api.post("/v1/boost", id=pot)).ok()["importance"] == 1.5
    scored = (await api.post("/v1/score-all")).ok()
    assert scored["total"] == scored["scored"] + scored["already_scored"]
    assert (await api.get(f"/api/memories/{shed}")).ok()["importance"] > 0
    assert (await api.post("/v1/reset-importance")).ok()["chunks_reset"] >= 2
    assert "importance" not in (await api.get(f"/api/memories/{pot}")).ok()
    assert (await api.post("/v1/boost", id="unknown")).status == 404


async def test_derived_data_is_made_again_on_request_while_searches_go_on(
    api: Api, stream: str
) -> None:
    pot = await api.store(POT, stream=stream)
    assert (await api.post("/v1/embed-missing")).ok()["total_missing"] == 0
    assert (await api.post("/v1/rebuild-tantivy")).status == 202
    assert (await api.post("/v1/re-embed-all")).status == 202
    assert (await api.find("spare key", stream=stream)) == [pot]

    async def is_done() -> bool:
        return bool((await api.get("/v1/status")).ok()["jobs"]["re_embed"] == "done")

    await eventually(is_done, 60)
    await api.wait_until_in_sync()
    assert (await api.find("Gdzie jest zapasowy klucz?", stream=stream)) == [pot]


async def test_who_and_where(api: Api) -> None:
    who = (await api.get("/v1/whoami")).ok()
    assert who == {
        "name": "owner",
        "stream_id": "__user_default__",
        "is_admin": True,
        "streams": None,
    }
    assert (await api.get("/v1/namespaces")).ok()["namespaces"]["personal"] == "100"
    assert (await api.get("/v1/status")).ok()["status"] == "ok"
    health = await api.get("/health")
    assert health.ok()["status"] == "ok"
