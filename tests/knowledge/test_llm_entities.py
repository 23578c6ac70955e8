"""Names by a language model: only those that stand in the memory itself."""

from typing import Any

import pytest

from loomem.errors import ModelError
from loomem.knowledge.llm_entities import MAX_BATCH, LlmEntities, batches_of
from loomem.model.chunk import Chunk
from loomem.text.entities.model import EntityType, Reading
from tests.support.llm_script import ScriptedLlm


def chunk(chunk_id: str, text: str, stream: str = "work") -> Chunk:
    return Chunk(id=chunk_id, content=text, timestamp=0, stream=stream)


def entity(name: str, kind: str = "Person", **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "confidence": 0.9} | fields


async def read(text: str, *entities: Any, relations: Any = ()) -> Reading:
    answer = {"memories": [{"id": "1", "entities": list(entities), "relations": list(relations)}]}
    return (await LlmEntities(ScriptedLlm(answer)).find([chunk("c", text)]))["c"]


async def test_names_get_their_type_and_place() -> None:
    text = "Zosia Nowak pracuje w Krakowie nad C++"
    found = await read(
        text, entity("Zosia Nowak"), entity("Kraków", "place"), entity("C++", "Technology")
    )
    named = [(m.canonical, m.entity_type, text[m.start : m.end]) for m in found.mentions]
    assert named == [
        ("Zosia Nowak", EntityType.PERSON, "Zosia Nowak"),
        ("Kraków", EntityType.PLACE, "Krakowie"),
        ("C++", EntityType.TECHNOLOGY, "C++"),
    ]


async def test_a_name_that_is_not_in_the_memory_is_dropped() -> None:
    found = await read("我在腾讯工作", entity("腾讯", "Organization"), entity("Elon Musk"))
    assert [m.canonical for m in found.mentions] == ["腾讯"]


@pytest.mark.parametrize(
    "bad", [{}, None, 3, entity(""), entity("Anna", confidence=0.2), entity("Anna", confidence=9)]
)
async def test_a_bad_entity_spoils_no_other(bad: Any) -> None:
    found = await read("Anna met Ben", bad, entity("Ben", "Alien"))
    assert [(m.canonical, m.entity_type) for m in found.mentions] == [("Ben", EntityType.UNKNOWN)]


async def test_relations_need_both_ends_and_get_a_known_name() -> None:
    found = await read(
        "Anna uses Rust at Acme",
        entity("Anna"),
        entity("Rust", "Technology"),
        relations=[
            {"subject": "anna", "relation": "loves", "object": "Rust", "confidence": 0.8},
            {"subject": "Anna", "relation": "uses", "object": "Rust", "confidence": 0.8},
            {"subject": "Anna", "relation": "works_at", "object": "Acme"},
            {"subject": "Anna", "relation": "uses", "object": "Anna"},
            {"subject": "Anna", "relation": "uses", "object": "Rust", "confidence": 0.1},
        ],
    )
    assert [(link.subject, link.relation, link.object) for link in found.links] == [
        ("Anna", "related_to", "Rust"),
        ("Anna", "uses", "Rust"),
    ]


async def test_an_alias_needs_to_stand_in_the_memory_too() -> None:
    found = await read("Jan Kowalski, aka Janek", entity("Jan Kowalski", aliases=["Janek", "JK"]))
    assert [(other.canonical, other.alias) for other in found.other_names] == [
        ("Jan Kowalski", "Janek")
    ]


async def test_names_are_not_carried_from_one_memory_to_another() -> None:
    answer = {
        "memories": [
            {"id": "2", "entities": [entity("Anna"), entity("Ben")]},
            {"id": "7", "entities": [entity("Ben")]},
            "nonsense",
        ]
    }
    llm = ScriptedLlm(answer)
    found = await LlmEntities(llm).find([chunk("a", "Anna sings"), chunk("b", "Ben runs")])
    assert found["a"] == Reading()
    assert [m.canonical for m in found["b"].mentions] == ["Ben"]
    assert [piece.id for piece in llm.prompts[0].data] == ["1", "2"]


async def test_no_memories_ask_nothing_and_no_json_is_an_error() -> None:
    llm = ScriptedLlm("sorry")
    assert await LlmEntities(llm).find([]) == {}
    assert llm.prompts == []
    with pytest.raises(ModelError):
        await LlmEntities(llm).find([chunk("a", "Anna")])


def test_batches_hold_one_stream_twenty_memories_and_two_thousand_tokens() -> None:
    many = [chunk(str(n), "short") for n in range(45)]
    assert [len(batch) for batch in batches_of(many)] == [MAX_BATCH, MAX_BATCH, 5]
    long = [chunk(str(n), "x" * 4_000) for n in range(4)]
    assert [len(batch) for batch in batches_of(long)] == [1, 1, 1, 1]
    mixed = [chunk("1", "a"), chunk("2", "a", "home"), chunk("3", "a", "home")]
    assert [len(batch) for batch in batches_of(mixed)] == [1, 2]
    assert list(batches_of([])) == []
