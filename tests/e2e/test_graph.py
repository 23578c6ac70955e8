"""The entity graph over REST: what memories name is there with them and gone with them."""

import asyncio

from tests.support.api import Api, eventually


async def entity(api: Api, name: str, stream: str) -> dict[str, object]:
    return dict((await api.get(f"/v1/graph/entity/{name}?stream={stream}")).ok())


async def test_what_a_memory_names_lives_and_goes_with_it(api: Api, stream: str) -> None:
    first = await api.store("Anna Kowalska pracuje w Allegro.", stream=stream)
    second = await api.store("Wczoraj byłem z Anną Kowalską w Krakowie.", stream=stream)
    found = await entity(api, "Anna Kowalska", stream)
    assert found["entity"] == found["entity"] | {"name": "Anna Kowalska", "type": "person"}
    assert set(found["chunk_ids"]) == {first, second}
    assert found["neighbors"] == [
        {
            "entity": "Allegro",
            "entity_type": "organization",
            "relation": "works_at",
            "direction": "out",
            "chunk_count": 1,
        }
    ]
    assert (await entity(api, "Krakowie", stream))["chunk_ids"] == [second]
    (await api.send("POST", "/v1/delete", {"id": first})).ok()
    assert (await api.get(f"/v1/graph/entity/Allegro?stream={stream}")).status == 404
    assert (await entity(api, "Anna Kowalska", stream))["chunk_ids"] == [second]
    (await api.send("POST", f"/v1/purge/{second}", {})).ok()
    assert (await api.get(f"/v1/graph/entity/Kraków?stream={stream}")).status == 404
    counts = (await api.get(f"/v1/graph/stats?stream={stream}")).ok()
    assert (counts["entities"], counts["edges"]) == (0, 0)


async def test_a_memory_is_found_by_the_name_of_its_place_in_another_language(
    api: Api, stream: str
) -> None:
    home = await api.store("我去年搬到了华沙。", stream=stream)
    await api.store("我喜欢喝绿茶。", stream=stream)
    assert (await api.find_by_words("Warszawa", stream=stream))[0] == home


async def test_the_graph_of_a_conversation_is_that_of_its_turns(api: Api, stream: str) -> None:
    text = "User: My sister Caroline moved to Boston.\nAssistant: How nice for Caroline!"
    body = {"content": text, "stream": stream, "wait": True}
    source = (await api.send("POST", "/v1/ingest", body)).ok()["source_id"]
    ids = (await entity(api, "Caroline", stream))["chunk_ids"]
    assert isinstance(ids, list)
    assert all(str(i).startswith(f"{source}:") for i in ids)
    (await api.send("POST", "/v1/delete", {"id": source})).ok()
    assert (await api.get(f"/v1/graph/entity/Caroline?stream={stream}")).status == 404


async def test_care_of_the_graph(api: Api, stream: str) -> None:
    await api.store("Anna Kowalska works at Google.", stream=stream)
    started = await api.send("POST", "/v1/build-graph", {})
    assert started.status in (202, 409), started.body

    async def is_built() -> bool:
        return bool((await api.get("/v1/status")).ok()["jobs"]["build_graph"] == "done")

    await eventually(is_built)
    retagged = (await api.send("POST", "/v1/retag-all", {})).ok()
    assert (retagged["status"], retagged["changed_count"]) == ("completed", 0)
    assert (await api.send("POST", "/v1/reset-backfill", {})).ok()["markers_deleted"] == 0
    refused = await api.send("POST", "/v1/extract-entities", {})
    assert (refused.status, refused.code) == (503, "unavailable")


async def test_ill_formed_questions_are_refused(api: Api, stream: str) -> None:
    assert (await api.get(f"/v1/graph/entity/{'x' * 600}?stream={stream}")).status == 413
    assert (await api.get("/v1/graph/entity/x?stream=no%20such")).status == 422
    answers = await asyncio.gather(
        *(api.get(f"/v1/graph/entity/{name}?stream={stream}") for name in ("%00", "%F0%9F%98%80"))
    )
    assert [answer.status for answer in answers] == [404, 404]
