"""Hand-written memories and questions about them, and how many of these find their memory."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from loomem.config.settings import Settings
from loomem.operations.context import Context
from loomem.operations.search import SearchRequest, search
from loomem.operations.store import StoreRequest, store
from loomem.runtime.composition import open_services
from tests.support.fakes import make_context

SETS = Path(__file__).parents[1] / "search" / "sets"


class Memory(msgspec.Struct, frozen=True):
    """One memory; ``day`` is that of the event, None where it has none."""

    key: str
    day: str | None
    text: str


class Question(msgspec.Struct, frozen=True):
    """A question and the keys of the memories that answer it; ``about`` names the direction."""

    keys: tuple[str, ...]
    text: str
    about: str = ""


class Miss(msgspec.Struct, frozen=True):
    """A question whose memory was not among the first; what came instead."""

    question: Question
    instead: list[str]


def read_set(name: str) -> tuple[list[Memory], list[Question]]:
    """Read a set from its file."""
    lines = [line for line in (SETS / name).read_text().splitlines() if not line.startswith("#")]
    middle = lines.index("---")
    return [_memory(line) for line in lines[:middle]], [_question(q) for q in lines[middle + 1 :]]


def _memory(line: str) -> Memory:
    key, day, text = line.split(" | ")
    return Memory(key, None if day == "-" else day, text)


def _question(line: str) -> Question:
    *about, keys, text = line.split(" | ")
    return Question(tuple(keys.split(",")), text, " ".join(about))


@asynccontextmanager
async def open_context(data_dir: Path, models_dir: Path) -> AsyncIterator[Context]:
    """Yield the services over a fresh folder, with the real encoder."""
    settings = Settings.model_validate(
        {"storage": {"data_dir": data_dir}, "models": {"dir": models_dir}}
    )
    async with open_services(settings) as services:
        yield make_context(services)


async def keep_all(context: Context, memories: Sequence[Memory]) -> dict[str, str]:
    """Store memories; returns their keys by id."""
    keys = {}
    for memory in memories:
        request = StoreRequest(content=memory.text, event_date=memory.day)
        keys[(await store(context, request)).id] = memory.key
    return keys


async def misses(
    context: Context, keys: dict[str, str], questions: Sequence[Question], k: int
) -> list[Miss]:
    """Return the questions of which not every memory is among the first ``k``."""
    missed = []
    for question in questions:
        found = await search(context, SearchRequest(query=question.text, top_k=k))
        first = [keys[hit.id] for hit in found.results]
        if not set(question.keys) <= set(first):
            missed.append(Miss(question, first))
    return missed
