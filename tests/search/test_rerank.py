"""A closer look at the first candidates."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.errors import ConfigError, LoomemError, ModelError, UnavailableError
from loomem.inference.encoder import LocalEncoder
from loomem.model.chunk import Chunk
from loomem.runtime.ranking import open_reranker
from loomem.search.candidate import Candidate, Query
from loomem.search.pipeline import SearchPipeline
from loomem.search.rerank import LateReranker, LlmReranker, blended
from loomem.stores.effects import WriteTxn
from tests.support.fakes import NOW, WordEncoder, open_test_stores
from tests.support.llm_script import ScriptedLlm

ASKED = Query(text="who is Ola", streams=("work",), limit=5)


def candidates(*texts: str) -> list[Candidate]:
    return [
        Candidate(chunk=Chunk(id=f"m{n}", content=text, timestamp=n), score=1 - n / 10)
        for n, text in enumerate(texts)
    ]


def ids(found: Sequence[Candidate]) -> list[str]:
    return [candidate.chunk.id for candidate in found]


def test_judgements_are_blended_and_the_rest_stays_behind() -> None:
    ranked = candidates("a", "b", "c", "d")
    assert ids(blended(ranked, [-3.0, 5.0, 1.0], 0.5)) == ["m1", "m2", "m0", "m3"]
    assert all(0 <= candidate.score <= 1 for candidate in ranked)


def test_equal_judgements_change_no_order() -> None:
    assert ids(blended(candidates("a", "b", "c"), [2.0, 2.0, 2.0], 0.5)) == ["m0", "m1", "m2"]


async def test_the_order_of_the_model_counts_the_next_time() -> None:
    llm = ScriptedLlm({"order": [3, 1, 2]})
    reranker = LlmReranker(llm, 20)
    three = candidates("a", "b", "c")
    assert await reranker.judge(ASKED, three) is None
    await reranker.settled()
    assert await reranker.judge(ASKED, three) == [2.0, 1.0, 3.0]
    assert len(llm.prompts) == 1
    assert [data.id for data in llm.prompts[0].data] == ["question", "1", "2", "3"]
    assert llm.prompts[0].stream == "work"


async def test_other_candidates_are_another_question_to_the_model() -> None:
    llm = ScriptedLlm({"order": [1]}, {"order": [2, 1]})
    reranker = LlmReranker(llm, 20)
    await reranker.judge(ASKED, candidates("a"))
    await reranker.settled()
    assert await reranker.judge(ASKED, candidates("a", "b")) is None


async def test_what_the_model_leaves_out_comes_last() -> None:
    reranker = LlmReranker(ScriptedLlm({"order": [2]}), 20)
    await reranker.judge(ASKED, candidates("a", "b", "c"))
    await reranker.settled()
    assert await reranker.judge(ASKED, candidates("a", "b", "c")) == [0.0, 3.0, 0.0]


@pytest.mark.parametrize(
    "answer",
    ["no json", {"order": [1, 1]}, {"order": [4]}, {"order": [0]}, UnavailableError("away")],
)
async def test_anything_else_leaves_the_order_as_it_is(answer: object) -> None:
    reranker = LlmReranker(ScriptedLlm(answer), 20)
    for _ in range(2):
        assert await reranker.judge(ASKED, candidates("a", "b", "c")) is None
        await reranker.settled()


async def test_no_more_than_a_few_are_asked_at_once() -> None:
    llm = ScriptedLlm({"order": [1]})
    reranker = LlmReranker(llm, 20)
    for number in range(20):
        asked = Query(text=f"question {number}", streams=("work",), limit=5)
        await reranker.judge(asked, candidates("a", "b"))
    await reranker.settled()
    assert len(llm.prompts) == 4
    reranker.close()


class Failing:
    first, weight = 5, 0.5

    def __init__(self, error: LoomemError | None) -> None:
        self.error = error

    async def judge(self, query: Query, found: Sequence[Candidate]) -> list[float] | None:
        if self.error is not None:
            raise self.error
        return None

    def close(self) -> None:
        return None


@pytest.mark.parametrize("error", [ModelError("broken"), UnavailableError("away")])
async def test_a_search_does_not_fail_with_its_reranker(
    error: LoomemError, tmp_path: Path
) -> None:
    encoder = WordEncoder()
    stores = open_test_stores(tmp_path / "data", encoder)
    try:

        def save(write: WriteTxn) -> None:
            for number in range(3):
                text = f"the boiler number {number}"
                chunk = Chunk(id=f"m{number}", content=text, timestamp=NOW, stream="work")
                stores.memories.save(write, chunk, encoder.vector(text))

        stores.writer.submit(save).result()
        clock = FixedClock(NOW)
        query = Query(text="boiler", streams=("work",), limit=5)
        plain = await SearchPipeline(stores, encoder, clock).run(query)
        pipeline = SearchPipeline(stores, encoder, clock, reranker=Failing(error))
        outcome = await pipeline.run(query)
        assert ids(outcome.candidates) == ids(plain.candidates)
        assert outcome.notes
        waiting = SearchPipeline(stores, encoder, clock, reranker=Failing(None))
        assert not (await waiting.run(query)).is_final
        asked = len(encoder.batches)
        await waiting.run(query)
        assert len(encoder.batches) > asked
    finally:
        stores.close()


async def test_late_interaction_prefers_the_text_with_the_words(model_dir: Path) -> None:
    encoder = await LocalEncoder.load(model_dir, threads=1)
    reranker = LateReranker(encoder.token_vectors(), 12)
    texts = (
        "The sky is grey today.",
        "",
        "Ola ist eine Krankenschwester",
        "Ola is a nurse.",
        "x " * 900,
    )
    scores = await reranker.judge(ASKED, candidates(*texts))
    assert max(range(len(texts)), key=lambda n: scores[n]) in (2, 3)
    again = await reranker.judge(ASKED, candidates(*texts))
    assert again == pytest.approx(scores, abs=0.02)
    reranker.close()
    await encoder.close()


async def test_late_interaction_needs_the_built_in_encoder() -> None:
    settings = Settings.model_validate({"search": {"rerank": "late"}})
    with pytest.raises(ConfigError, match="local"):
        open_reranker(settings, WordEncoder(), None)


async def test_a_cross_encoder_must_be_installed(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {"search": {"rerank": "cross", "rerank_model": "judge"}, "models": {"dir": tmp_path}}
    )
    with pytest.raises(ModelError, match="loomem models install judge"):
        open_reranker(settings, WordEncoder(), None)


async def test_without_a_language_model_none_is_asked() -> None:
    settings = Settings.model_validate({"search": {"rerank": "llm"}})
    assert open_reranker(settings, WordEncoder(), None) is None
    assert open_reranker(Settings(), WordEncoder(), None) is None
