"""The real model: what its vectors are good for, and texts that try to break it."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from loomem.errors import ModelError, UnavailableError
from loomem.inference.encoder import LocalEncoder, QueryCache
from loomem.inference.engine import Engine
from loomem.inference.manifest import read_manifest

CASES = json.loads(Path(__file__).with_name("crosslingual.json").read_text(encoding="utf-8"))


@pytest.fixture
async def encoder(model_dir: Path) -> AsyncIterator[LocalEncoder]:
    encoder = await LocalEncoder.load(model_dir, threads=2)
    yield encoder
    await encoder.close()


async def test_the_identity_is_that_of_the_installed_model(
    encoder: LocalEncoder, model_dir: Path
) -> None:
    assert encoder.identity.model == "multilingual-e5-small"
    assert encoder.identity.dim == 384
    assert encoder.identity.digest == read_manifest(model_dir).digest


async def test_a_question_in_chinese_finds_its_memory_in_polish(
    encoder: LocalEncoder, model_dir: Path
) -> None:
    memories = [memory for _, memory in CASES["cases"]] + CASES["others"]
    passages = await encoder.embed_passages(memories)
    questions = np.stack([await encoder.embed_query(q) for q, _ in CASES["cases"]])
    plain = plain_vectors(model_dir, [q for q, _ in CASES["cases"]], memories)
    centred_ranks, plain_ranks = ranks(questions @ passages.T), ranks(plain)
    assert max(centred_ranks) <= 7
    assert np.median(centred_ranks) <= 2
    assert np.median(plain_ranks) > 10


def plain_vectors(model_dir: Path, questions: list[str], memories: list[str]) -> np.ndarray:
    engine = Engine.open(model_dir, 1)
    sides = []
    for prefix, texts in (("query: ", questions), ("passage: ", memories)):
        sides.append(
            np.concatenate([engine.embed(engine.maker.windows(t, prefix)) for t in texts])
        )
    cosines: np.ndarray = sides[0] @ sides[1].T
    return cosines


def ranks(cosines: np.ndarray) -> list[int]:
    return [int((row > row[i]).sum()) + 1 for i, row in enumerate(cosines)]


async def test_cosines_of_unrelated_texts_are_low(encoder: LocalEncoder) -> None:
    related, unrelated = await encoder.embed_passages(
        ["My cat sleeps on the printer.", "The invoice must be signed twice."]
    )
    question = await encoder.embed_query("Where does the cat sleep?")
    assert question @ related > question @ unrelated + 0.3
    assert question @ unrelated < 0.3


async def test_a_vector_does_not_depend_on_its_batch(encoder: LocalEncoder) -> None:
    texts = ["short", "a somewhat longer sentence about gardens and rain", "好的", "x" * 99]
    together = await encoder.embed_passages(texts * 10)
    alone = np.concatenate([await encoder.embed_passages([text]) for text in texts])
    assert (together[:4] * alone).sum(axis=1).min() > 0.999


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\0", "\ud800 a \udfff", "🎉👩‍👩‍👧‍👦", "مرحبا", "a" + "\u0301" * 600, "x" * 900],
)
async def test_every_text_has_a_unit_vector(encoder: LocalEncoder, text: str) -> None:
    for vector in (await encoder.embed_query(text), (await encoder.embed_passages([text]))[0]):
        assert vector.dtype == np.float32
        assert vector.shape == (384,)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


async def test_a_text_over_the_window_is_near_to_each_of_its_halves(encoder: LocalEncoder) -> None:
    bees = "Bees gather nectar from lavender and clover in the summer garden. " * 40
    tax = "The tax office asks for receipts of every business trip in spring. " * 40
    whole, *halves, other = await encoder.embed_passages(
        [bees + tax, bees, tax, "Lyrics of a sea shanty about whales."]
    )
    assert min(whole @ half for half in halves) > 0.5
    assert min(whole @ half for half in halves) > whole @ other + 0.3


async def test_a_question_beside_a_failing_neighbour_is_answered(encoder: LocalEncoder) -> None:
    long = "zażółć gęślą jaźń " * 400
    results = await asyncio.gather(
        encoder.embed_passages([long, "", "\ud800"]), encoder.embed_query("hello")
    )
    assert np.isfinite(results[0]).all()
    assert results[1].shape == (384,)


async def test_a_repeated_question_is_not_encoded_again(encoder: LocalEncoder) -> None:
    first = await encoder.embed_query("What is the name of the dog?")
    assert await encoder.embed_query("What is the name of the dog?") is first
    assert not first.flags.writeable


async def test_a_cancelled_caller_leaves_the_encoder_usable(encoder: LocalEncoder) -> None:
    task = asyncio.create_task(encoder.embed_passages(["some text"] * 300))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await encoder.embed_passages(["still here"])).shape == (1, 384)


async def test_no_texts_give_no_vectors(encoder: LocalEncoder) -> None:
    assert (await encoder.embed_passages([])).shape == (0, 384)


async def test_a_closed_encoder_says_so(model_dir: Path) -> None:
    encoder = await LocalEncoder.load(model_dir, threads=1)
    await encoder.close()
    with pytest.raises(UnavailableError):
        await encoder.embed_query("too late")


async def test_a_missing_model_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="loomem models install nothing"):
        await LocalEncoder.load(tmp_path / "nothing")


def test_the_query_cache_forgets_what_was_unused_for_longest() -> None:
    cache = QueryCache(2)
    for name in ("a", "b"):
        cache.put(name, np.zeros(1, np.float32))
    cache.get("a")
    cache.put("c", np.zeros(1, np.float32))
    assert cache.get("b") is None
    assert cache.get("a") is not None
