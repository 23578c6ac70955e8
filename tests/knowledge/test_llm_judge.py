"""The judge that asks a model."""

from pathlib import Path
from typing import Any

import pytest

from loomem.errors import ModelError, UnavailableError
from loomem.knowledge.contradiction import Relation, Said
from loomem.knowledge.llm_judge import LlmJudge
from loomem.knowledge.placement import Placer
from loomem.model.chunk import Chunk
from loomem.stores.effects import WriteTxn
from tests.support.fakes import NOW, WordEncoder, open_test_stores
from tests.support.llm_script import ScriptedLlm

OLD = Said(content="I live in Gdynia", language="en", subject="user", stream="work")
NEW = Said(content="I live in Łódź now", language="en", speaker="Anna", stream="work")


@pytest.mark.parametrize("relation", list(Relation))
async def test_the_answer_is_the_verdict(relation: Relation) -> None:
    llm = ScriptedLlm({"relation": relation.value, "reason": "home"})
    verdict = await LlmJudge(llm).judge(OLD, NEW)
    assert verdict.relation is relation
    assert verdict.reason == f"{relation.value}: home"


async def test_both_sides_are_data_with_who_they_are_about() -> None:
    llm = ScriptedLlm({"relation": "none"})
    await LlmJudge(llm).judge(OLD, NEW)
    older, newer = llm.prompts[0].data
    assert (older.id, newer.id) == ("1", "2")
    assert "(about: user)" in older.text
    assert "(said by: Anna)" in newer.text
    assert llm.prompts[0].stream == "work"


async def test_a_reason_never_quotes_the_memory() -> None:
    llm = ScriptedLlm({"relation": "updates", "reason": "Gdynia became Łódź, home"})
    assert (await LlmJudge(llm).judge(OLD, NEW)).reason == "updates: home"


@pytest.mark.parametrize("answer", ["yes", {"relation": "contradicts"}, {"reason": "x"}, []])
async def test_anything_else_is_an_error(answer: Any) -> None:
    with pytest.raises(ModelError):
        await LlmJudge(ScriptedLlm(answer)).judge(OLD, NEW)


async def place(tmp_path: Path, llm: ScriptedLlm, *, others: int = 1) -> tuple[Relation, int]:
    encoder = WordEncoder()
    stores = open_test_stores(tmp_path / "data", encoder)
    try:
        texts = [f"I live in Gdynia street {number}" for number in range(others)]
        for number, text in enumerate(texts):
            chunk = Chunk(id=f"old{number}", content=text, timestamp=NOW, stream="work")

            def save(write: WriteTxn, chunk: Chunk = chunk) -> None:
                stores.memories.save(write, chunk, encoder.vector(chunk.content))

            await stores.writer.write(save)
        new = Chunk(id="new", content="I live in Łódź street 0", timestamp=NOW, stream="work")
        placer = Placer(stores, LlmJudge(llm))
        placement = await placer.place(new, encoder.vector(texts[0]))
        return placement.relation, len(llm.prompts)
    finally:
        stores.close()


async def test_the_model_decides_where_a_memory_belongs(tmp_path: Path) -> None:
    llm = ScriptedLlm({"relation": "extends"})
    assert await place(tmp_path, llm) == (Relation.EXTENDS, 1)


async def test_the_rules_decide_where_the_model_does_not_answer(tmp_path: Path) -> None:
    llm = ScriptedLlm(UnavailableError("down"))
    assert await place(tmp_path, llm) == (Relation.UPDATES, 1)


async def test_a_model_is_asked_about_five_memories_at_most(tmp_path: Path) -> None:
    llm = ScriptedLlm({"relation": "none"})
    _, asked = await place(tmp_path, llm, others=9)
    assert asked == 5
