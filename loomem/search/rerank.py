"""A closer look at the first candidates: judgements of another kind are blended into their scores."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec
import structlog

from loomem.errors import LoomemError, ModelError
from loomem.inference.cross_encoder import CrossEncoder
from loomem.inference.late import TokenVectors
from loomem.llm.client import LlmClient, Prompt, Purpose, Untrusted
from loomem.llm.json_reply import parse_reply
from loomem.llm.prompt_files import load_prompt
from loomem.model.chunk import Chunk
from loomem.search.candidate import Candidate, Query
from loomem.search.fuse import in_order

log = structlog.get_logger(__name__)

_LEAST_SPAN: Final = 1e-6
_QUESTION_CHARS: Final = 2_000


class Reranker(Protocol):
    """Judges the first candidates of a question by their texts."""

    first: int
    """So many are looked at."""
    weight: float
    """How much its judgement counts beside the score so far, 0 to 1."""

    async def judge(self, query: Query, candidates: Sequence[Candidate]) -> list[float] | None:
        """Return a score for each candidate, on any scale; None where there is none yet."""
        ...

    def close(self) -> None:
        """Stop what is under way."""
        ...


class LateReranker:
    """Late interaction with the encoder itself.

    On LoCoMo it moves the first place by a point up and the first five by as much down, which is why it
    weighs little and is off unless asked for.
    """

    weight = 0.1

    def __init__(self, vectors: TokenVectors, first: int) -> None:
        self._vectors = vectors
        self.first = first

    async def judge(self, query: Query, candidates: Sequence[Candidate]) -> list[float]:
        """Return how near the tokens of each text are to those of the question."""
        texts = [_told(candidate.chunk) for candidate in candidates]
        return await asyncio.to_thread(self._vectors.likeness, query.text[:_QUESTION_CHARS], texts)

    def close(self) -> None:
        """Stop the threads."""
        self._vectors.close()


class CrossReranker:
    """An installed cross-encoder."""

    weight = 0.5

    def __init__(self, model: CrossEncoder, first: int) -> None:
        self._model = model
        self.first = first

    async def judge(self, query: Query, candidates: Sequence[Candidate]) -> list[float]:
        """Return how well each text answers the question, as the model says."""
        texts = [_told(candidate.chunk) for candidate in candidates]
        return await asyncio.to_thread(self._model.score, query.text[:_QUESTION_CHARS], texts)

    def close(self) -> None:
        """Stop the threads."""
        self._model.close()


class _Reply(msgspec.Struct):
    order: list[int]


class LlmReranker:
    """A language model, asked behind the answer: the next time the same is asked, its order counts.

    No search waits for it. It sees what the caller was shown, after every filter.
    """

    weight = 0.5
    _KEPT = 500
    _AT_ONCE = 4
    _SHOWN_CHARS = 200

    def __init__(self, client: LlmClient, first: int) -> None:
        self._client = client
        self._prompt = load_prompt("rerank")
        self.first = first
        self._orders: OrderedDict[tuple[str, ...], list[float]] = OrderedDict()
        self._asking: dict[tuple[str, ...], asyncio.Task[None]] = {}

    async def judge(self, query: Query, candidates: Sequence[Candidate]) -> list[float] | None:
        """Return the order the model gave to the same candidates before, or ask for it and return None."""
        key = (query.text, *(candidate.chunk.id for candidate in candidates))
        known = self._orders.get(key)
        if known is not None:
            self._orders.move_to_end(key)
            return known
        if key not in self._asking and len(self._asking) < self._AT_ONCE:
            task = asyncio.get_running_loop().create_task(self._ask(key, query, candidates))
            self._asking[key] = task
            task.add_done_callback(lambda _: self._asking.pop(key, None))
        return None

    async def settled(self) -> None:
        """Return when nothing is being asked."""
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    def close(self) -> None:
        """Stop asking."""
        for task in list(self._asking.values()):
            task.cancel()

    async def _ask(
        self, key: tuple[str, ...], query: Query, candidates: Sequence[Candidate]
    ) -> None:
        try:
            self._orders[key] = await self._order(query, candidates)
        except LoomemError as error:
            log.warning("search.model_did_not_rerank", error=error.code)
            return
        while len(self._orders) > self._KEPT:
            self._orders.popitem(last=False)

    async def _order(self, query: Query, candidates: Sequence[Candidate]) -> list[float]:
        texts = [
            Untrusted(str(number), _told(candidate.chunk)[: self._SHOWN_CHARS])
            for number, candidate in enumerate(candidates, 1)
        ]
        question = Untrusted("question", query.text[:_QUESTION_CHARS])
        completion = await self._client.complete(
            Prompt(
                purpose=Purpose.GATE,
                instructions=self._prompt,
                data=(question, *texts),
                stream=query.streams[0],
            )
        )
        return _places(parse_reply(completion.text, _Reply).order, len(candidates))


def _places(order: Sequence[int], count: int) -> list[float]:
    """Turn an order of numbers from 1 into a score by candidate; whom it leaves out comes last."""
    if len(set(order)) != len(order) or not all(1 <= number <= count for number in order):
        raise ModelError("The language model gave an order of something else.")
    scores = [0.0] * count
    for place, number in enumerate(order):
        scores[number - 1] = float(count - place)
    return scores


def blended(
    ranked: Sequence[Candidate], judged: Sequence[float], weight: float
) -> list[Candidate]:
    """Blend judgements, spread from 0 to 1, into the scores of the first candidates, and order anew."""
    low, high = min(judged), max(judged)
    span = max(high - low, _LEAST_SPAN)
    for number, candidate in enumerate(ranked):
        share = (judged[number] - low) / span if number < len(judged) else 0.0
        candidate.score = (1 - weight) * candidate.score + weight * share
    return in_order(ranked)


def _told(chunk: Chunk) -> str:
    return f"{chunk.author}: {chunk.content}" if chunk.author else chunk.content
