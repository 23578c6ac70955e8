"""Index folders damaged while the server is stopped: it starts, heals, and finds everything."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from loomem.model.ids import DEFAULT_STREAM
from loomem.stores.bundle import Stores
from loomem.stores.effects import Work, WriteTxn
from loomem.stores.fulltext import TextIndex
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon
from tests.recovery.conftest import Serve
from tests.support.audit import audit, opened
from tests.support.server import ServerProcess
from tests.support.stock import EXACT_LIMIT, SMALL_LIMIT, Stock, expect_stock, vector_files

FLIPS_PER_FILE = 12


def remove(folder: Path) -> None:
    shutil.rmtree(folder)


def truncate_all(folder: Path) -> None:
    for path in files_in(folder):
        with path.open("rb+") as file:
            file.truncate(path.stat().st_size // 2)


def empty_all(folder: Path) -> None:
    for path in files_in(folder):
        path.write_bytes(b"")


def flip_bytes(folder: Path) -> None:
    rng = random.Random(3)
    for path in files_in(folder):
        data = bytearray(path.read_bytes())
        for _ in range(min(FLIPS_PER_FILE, len(data))):
            data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
        path.write_bytes(data)


def flip_one_byte_in_the_largest(folder: Path) -> None:
    path = max(files_in(folder), key=lambda file: file.stat().st_size)
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x40
    path.write_bytes(data)


def remove_the_largest(folder: Path) -> None:
    max(files_in(folder), key=lambda file: file.stat().st_size).unlink()


def replace_by_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def add_strangers(folder: Path) -> None:
    for place in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        (place / "stranger.bin").write_bytes(b"\0" * 100)


DAMAGES = [
    remove,
    truncate_all,
    empty_all,
    flip_bytes,
    flip_one_byte_in_the_largest,
    remove_the_largest,
    replace_by_a_file,
    add_strangers,
]


def files_in(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    assert found
    return found


CASES = [
    *((damage, [folder]) for damage in DAMAGES for folder in ("text", "vectors")),
    *((damage, ["text", "vectors"]) for damage in (remove, flip_bytes)),
]


def name_of(case: tuple[Callable[[Path], None], list[str]]) -> str:
    return f"{case[0].__name__}-{'-and-'.join(case[1])}"


@pytest.mark.parametrize(("damage", "folders"), CASES, ids=map(name_of, CASES))
async def test_a_damaged_index_heals_at_the_next_start_and_only_then(
    serve: Serve,
    stock: Stock,
    copied: Path,
    models_dir: Path,
    damage: Callable[[Path], None],
    folders: list[str],
) -> None:
    for folder in folders:
        damage(copied / folder)
    server = serve(**SMALL_LIMIT)
    await expect_healthy(server, stock)
    assert len(server.events("text_index.reconciled")) <= 1
    await expect_healthy(server, stock)
    assert not rebuilds(server)
    audit(copied, models_dir, exact_limit=EXACT_LIMIT)


async def test_an_untouched_folder_is_not_rebuilt(
    serve: Serve, stock: Stock, copied: Path
) -> None:
    before = [(path, path.stat().st_mtime_ns) for path in vector_files(copied)]
    server = serve(**SMALL_LIMIT)
    await expect_healthy(server, stock)
    assert not rebuilds(server)
    assert [(path, path.stat().st_mtime_ns) for path in vector_files(copied)] == before


async def test_an_index_made_with_another_analysis_is_written_again(
    serve: Serve, stock: Stock, copied: Path
) -> None:
    path = copied / "text" / "identity.json"
    identity = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**identity, "analyzer": "of another version"}))
    server = serve(**SMALL_LIMIT)
    await expect_healthy(server, stock)
    assert [e["reason"] for e in server.events("text_index.started_empty")] == ["another identity"]
    await expect_healthy(server, stock)
    assert not rebuilds(server)


async def test_a_vector_file_made_with_another_encoder_is_made_again(
    serve: Serve, stock: Stock, copied: Path, models_dir: Path
) -> None:
    (path,) = [path for path in vector_files(copied) if path.name == "manifest.json"]
    manifest = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**manifest, "digest": "of another encoder"}))
    server = serve(**SMALL_LIMIT)
    await expect_healthy(server, stock)
    assert len(server.events("vector_graph_rejected")) == 1
    audit(copied, models_dir, exact_limit=EXACT_LIMIT)


async def test_an_index_that_was_emptied_unnoticed_is_filled_although_the_outbox_is_not_empty(
    serve: Serve, stock: Stock, copied: Path, models_dir: Path
) -> None:
    """The process may die after it emptied the folder and before it wrote down that it did."""
    some_id = next(iter(stock.contents))
    with opened(copied, models_dir) as stores:
        stores.text.close()
        stores.writer.submit(lambda write: owe(stores, write, some_id)).result()
    shutil.rmtree(copied / "text")
    lexicon = load_lexicon(models_dir / "polish-lemmas" / "lexicon.marisa")
    TextIndex.open(copied / "text", Analyzer(lexicon)).close()
    server = serve(**SMALL_LIMIT)
    await expect_healthy(server, stock)
    assert len(server.events("text_index.drift")) == 1


def owe(stores: Stores, write: WriteTxn, chunk_id: str) -> None:
    """Leave a row in the outbox that the indexer does not hear of."""
    stores.intents.add(write, Work.TEXT, DEFAULT_STREAM, chunk_id)
    write.effects.intents.clear()


def rebuilds(server: ServerProcess) -> list[str]:
    names = ("text_index.started_empty", "text_index.reconciled", "text_index.drift")
    return [name for name in (*names, "vector_graph_rejected") if server.events(name)]


async def expect_healthy(server: ServerProcess, stock: Stock) -> None:
    """Start, want everything in sync and found, and stop."""
    server.start()
    async with server.client() as api:
        await api.wait_until_in_sync()
        await expect_stock(api, stock)
        assert (await api.get("/v1/status")).ok()["status"] == "ok"
    assert server.stop() == 0, server.log()
