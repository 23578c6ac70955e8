"""Micro-batches: who goes with whom, and that nobody suffers for a neighbour."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence

import numpy as np
import pytest

from loomem.errors import ModelError, UnavailableError
from loomem.inference import batcher as batcher_module
from loomem.inference.batcher import Batcher

Window = list[int]


def cut(text: str, instruction: str) -> list[Window]:
    """One window per line; ``bad`` cannot be cut."""
    if text == "bad":
        raise ValueError(text)
    return [[len(instruction), *map(ord, line)] for line in text.split("\n")]


class Gate:
    """An engine that can be held, and remembers its batches."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.threads: set[str] = set()
        self.open = threading.Event()
        self.open.set()
        self.entered = threading.Semaphore(0)

    def embed(self, windows: Sequence[Window]) -> np.ndarray:
        texts = ["".join(map(chr, window[1:])) for window in windows]
        self.batches.append(texts)
        self.threads.add(threading.current_thread().name)
        self.entered.release()
        assert self.open.wait(10)
        if any("poison" in text for text in texts):
            raise RuntimeError("poison")
        return np.array([[float(len(text)), 1.0] for text in texts], np.float32)


@pytest.fixture
def gate() -> Gate:
    return Gate()


Make = Callable[[int], Batcher]


@pytest.fixture
async def make(gate: Gate) -> AsyncIterator[Make]:
    made: list[Batcher] = []

    def build(workers: int) -> Batcher:
        made.append(Batcher(cut, gate.embed, workers=workers))
        return made[-1]

    yield build
    gate.open.set()
    for batcher in made:
        await batcher.close()


async def hold(batcher: Batcher, gate: Gate, text: str = "held") -> "asyncio.Future[np.ndarray]":
    """Occupy one worker with a passage until the gate opens."""
    gate.open.clear()
    (reply,) = batcher.submit([text], "", urgent=False)
    assert await asyncio.to_thread(gate.entered.acquire, timeout=10)
    return reply


async def test_a_lone_text_is_answered_alone_with_a_unit_vector(make: Make, gate: Gate) -> None:
    (reply,) = make(1).submit(["abc"], "", urgent=False)
    assert np.allclose(await reply, np.array([3, 1]) / np.sqrt(10))
    assert gate.batches == [["abc"]]


async def test_whoever_waits_goes_together(make: Make, gate: Gate) -> None:
    batcher = make(1)
    first = await hold(batcher, gate)
    others = [batcher.submit([t], "", urgent=False)[0] for t in ("aa", "bb", "cc")]
    gate.open.set()
    await asyncio.gather(first, *others)
    assert [sorted(batch) for batch in gate.batches] == [["held"], ["aa", "bb", "cc"]]


async def test_texts_of_like_length_go_together_within_the_budget(make: Make, gate: Gate) -> None:
    batcher = make(1)
    await hold(batcher, gate)
    texts = [letter * size for size in (100, 5) for letter in "abcdef"]
    replies = batcher.submit(texts[::2] + texts[1::2], "", urgent=False)
    gate.open.set()
    await asyncio.gather(*replies)
    for batch in gate.batches:
        assert len({len(text) for text in batch}) == 1
        assert len(batch) == 1 or max(map(len, batch)) * len(batch) <= batcher_module._BATCH_TOKENS


async def test_a_question_does_not_wait_for_passages(make: Make, gate: Gate) -> None:
    batcher = make(1)
    held = await hold(batcher, gate)
    batcher.submit(["later"], "", urgent=False)
    batcher.submit(["question"], "", urgent=True)
    assert await asyncio.to_thread(gate.entered.acquire, timeout=10)
    assert gate.batches[1] == ["question"]
    assert not held.done()


async def test_questions_that_come_meanwhile_share_the_next_batch(make: Make, gate: Gate) -> None:
    batcher = make(2)
    gate.open.clear()
    (first,) = batcher.submit(["first"], "", urgent=True)
    assert await asyncio.to_thread(gate.entered.acquire, timeout=10)
    others = [batcher.submit([text], "", urgent=True)[0] for text in ("aa", "bb", "cc")]
    (passage,) = batcher.submit(["passage"], "", urgent=False)
    # A free worker takes the passage, and leaves the questions where they are.
    assert await asyncio.to_thread(gate.entered.acquire, timeout=10)
    gate.open.set()
    await asyncio.gather(first, *others, passage)
    assert [sorted(batch) for batch in gate.batches] == [
        ["first"],
        ["passage"],
        ["aa", "bb", "cc"],
    ]


async def test_a_text_that_breaks_the_engine_fails_alone(make: Make, gate: Gate) -> None:
    batcher = make(1)
    await hold(batcher, gate)
    replies = batcher.submit(["good", "poison", "fine"], "", urgent=False)
    gate.open.set()
    good, poison, fine = await asyncio.gather(*replies, return_exceptions=True)
    assert isinstance(poison, ModelError)
    assert "poison" not in poison.message
    assert isinstance(good, np.ndarray)
    assert isinstance(fine, np.ndarray)


async def test_a_text_that_cannot_be_cut_fails_alone(make: Make) -> None:
    replies = make(2).submit(["good", "bad"], "", urgent=False)
    good, bad = await asyncio.gather(*replies, return_exceptions=True)
    assert isinstance(good, np.ndarray)
    assert isinstance(bad, ModelError)


async def test_a_cancelled_caller_does_not_disturb_the_others(make: Make, gate: Gate) -> None:
    batcher = make(1)
    held = await hold(batcher, gate)
    gone, stays = batcher.submit(["gone", "stays"], "", urgent=False)
    gone.cancel()
    held.cancel()
    gate.open.set()
    assert isinstance(await stays, np.ndarray)
    assert gate.batches == [["held"], ["stays"]]
    assert batcher.waiting == 0


async def test_windows_are_averaged_by_their_length(make: Make) -> None:
    (reply,) = make(2).submit(["a\nbbbb"], "", urgent=False)
    parts = np.array([[1, 1], [4, 1]])
    weighted = 2 * parts[0] + 5 * parts[1]
    assert np.allclose(await reply, weighted / np.linalg.norm(weighted), atol=1e-6)


async def test_a_long_text_does_not_hold_up_short_ones(make: Make, gate: Gate) -> None:
    batcher = make(1)
    await hold(batcher, gate)
    (long,) = batcher.submit(["\n".join(["x" * 200] * 8)], "", urgent=False)
    (short,) = batcher.submit(["short"], "", urgent=False)
    gate.open.set()
    await asyncio.gather(long, short)
    place = next(i for i, batch in enumerate(gate.batches) if "short" in batch)
    assert place <= 2
    assert sum(batch == ["x" * 200] for batch in gate.batches) == 8


async def test_a_full_queue_says_try_again_later(
    make: Make, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batcher_module, "MAX_WAITING", 3)
    batcher = make(1)
    held = await hold(batcher, gate)
    waiting = batcher.submit(["a", "b"], "", urgent=False)
    with pytest.raises(UnavailableError, match="try again"):
        batcher.submit(["c"], "", urgent=False)
    gate.open.set()
    await asyncio.gather(held, *waiting)
    assert await batcher.submit(["c"], "", urgent=False)[0] is not None


async def test_closing_answers_everybody_and_refuses_newcomers(make: Make, gate: Gate) -> None:
    batcher = make(1)
    held = await hold(batcher, gate)
    waiting = batcher.submit(["one", "bad"], "", urgent=False)
    closing = asyncio.create_task(batcher.close())
    refused = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(error, UnavailableError) for error in refused)
    gate.open.set()
    await closing
    assert isinstance(await held, np.ndarray)
    with pytest.raises(UnavailableError):
        batcher.submit(["late"], "", urgent=False)


async def test_many_callers_at_once_all_get_their_own_vector(make: Make, gate: Gate) -> None:
    batcher = make(2)
    texts = [chr(97 + i % 26) * (1 + i % 40) for i in range(600)]
    replies = [batcher.submit([text], "", urgent=i % 5 == 0)[0] for i, text in enumerate(texts)]
    for text, vector in zip(texts, await asyncio.gather(*replies), strict=True):
        assert np.allclose(vector[0] / vector[1], len(text), rtol=1e-4)
    assert not any(name == "MainThread" for name in gate.threads)
