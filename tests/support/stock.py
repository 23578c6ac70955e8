"""A few hundred memories made once, copied for each test, and a check that all are still there."""

import asyncio
import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from loomem.model.chunk import Chunk, Source
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from tests.support.api import Api, eventually
from tests.support.audit import opened
from tests.support.server import ServerProcess

# A fact, and a question that shares no word with it or is asked in another language.
TELLING = {
    "Anna keeps the spare key under the blue flower pot.": "Gdzie schowano zapasowy klucz?",
    "Our cat Felix is allergic to chicken.": "Which food must the pet not eat?",
    "Tomek przeprowadził się w marcu do Krakowa.": "To which city did Tomek move?",
    "Ola lubi herbatę z cytryną i miodem.": "她喜欢喝什么茶?",
    "每天早上六点我在公园跑步。": "When do I go for a run in the morning?",
    "The boiler has to be serviced every October.": "Kiedy trzeba sprawdzić piec?",
}
FILLERS = 150
EXACT_LIMIT = 40
SMALL_LIMIT = {"LOOMEM_SEARCH__VECTORS__EXACT_LIMIT": str(EXACT_LIMIT)}
_CHECKED_MARKS = 25


@dataclass(frozen=True, slots=True)
class Stock:
    """A stopped data folder, and the texts in it by id."""

    data_dir: Path
    contents: dict[str, str]

    def copy_to(self, data_dir: Path) -> Path:
        """Return a copy that may be damaged."""
        shutil.copytree(self.data_dir, data_dir)
        return data_dir

    def ids_of(self, contents: list[str]) -> list[str]:
        ids = {content: chunk_id for chunk_id, content in self.contents.items()}
        return [ids[content] for content in contents]


def make_stock(data_dir: Path, models_dir: Path) -> Stock:
    """Fill a folder through a real server, which leaves a vector file behind."""
    settings = {"LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB": "0", **SMALL_LIMIT}
    with ServerProcess(data_dir, models_dir, **settings) as server:
        contents = asyncio.run(_fill(server.start()))
        assert server.stop() == 0
    assert vector_files(data_dir)
    return Stock(data_dir, contents)


async def _fill(server: ServerProcess) -> dict[str, str]:
    texts = [*TELLING, *(_filler(number) for number in range(FILLERS))]
    async with server.client() as api:
        ids = await api.store_all(texts)
        await api.find("key")  # a stream is loaded, and its file made, when it is first searched
        await eventually(lambda: _has_vector_file(server.data_dir))
    return dict(zip(ids, texts, strict=True))


async def _has_vector_file(data_dir: Path) -> bool:
    try:
        return bool(vector_files(data_dir))
    except FileNotFoundError:  # a generation was replaced while it was listed
        return False


def vector_files(data_dir: Path) -> list[Path]:
    """The vector index files of a folder; those being written are not counted."""
    return sorted((data_dir / "vectors").glob("*/generation-*/*"))


def _filler(number: int) -> str:
    return f"Meter reading {mark(number)}: {311 + 7 * number} kilowatt hours in flat {number % 9}."


def mark(number: int) -> str:
    """A word that occurs in one filler only."""
    return f"reading{number:04d}q"


async def expect_stock(api: Api, stock: Stock) -> None:
    """Want every memory of the stock listed, found by its words and found by its meaning."""
    shown = {item["id"]: item["content"] for item in await api.list_all()}
    assert {i: shown.get(i) for i in stock.contents} == stock.contents
    chosen = random.Random(1).sample(range(FILLERS), _CHECKED_MARKS)
    found = await asyncio.gather(*(api.find_by_words(mark(number)) for number in chosen))
    assert [ids[:1] for ids in found] == [stock.ids_of([_filler(number)]) for number in chosen]
    answers = await asyncio.gather(*(api.find(question, top_k=3) for question in TELLING.values()))
    for expected, answer in zip(stock.ids_of(list(TELLING)), answers, strict=True):
        assert expected in answer, stock.contents[expected]


def enlarge(data_dir: Path, models_dir: Path, count: int) -> None:
    """Add memories with random vectors to a stopped folder, quicker than a server would."""
    rng = np.random.default_rng(5)
    with opened(data_dir, models_dir) as stores:
        vectors = rng.standard_normal((count, stores.space.dim)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        jobs = [_addition(stores, number, vectors[number]) for number in range(count)]
        for future in [stores.writer.submit(job) for job in jobs]:
            future.result()
        assert stores.indexer.flush(60)


def _addition(stores: Stores, number: int, vector: np.ndarray):
    chunk = Chunk(
        id=f"extra-{number:06d}",
        content=f"Parcel {number} has arrived.",
        timestamp=1_700_000_000 + number,
        source=Source(agent="post"),
    )

    def job(write: WriteTxn) -> None:
        stores.memories.save(write, chunk, vector)

    return job
