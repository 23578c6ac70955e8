"""Files that are damaged, cut, missing or made for other vectors are made anew."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from loomem.stores.vectors.generations import GRAPH_FILE, MANIFEST_FILE


def _flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


DAMAGE = {
    "a flipped byte in the header": lambda folder: _flip(folder / GRAPH_FILE, 2),
    "a flipped byte in the middle": lambda folder: _flip(folder / GRAPH_FILE, 40_000),
    "a flipped byte at the end": lambda folder: _flip(folder / GRAPH_FILE, -3),
    "a cut graph": lambda folder: (folder / GRAPH_FILE).write_bytes(
        (folder / GRAPH_FILE).read_bytes()[:5_000]
    ),
    "an empty graph": lambda folder: (folder / GRAPH_FILE).write_bytes(b""),
    "a longer graph": lambda folder: (folder / GRAPH_FILE).write_bytes(
        (folder / GRAPH_FILE).read_bytes() + bytes(64)
    ),
    "garbage for a graph": lambda folder: (folder / GRAPH_FILE).write_bytes(b"\xff" * 90_000),
    "no graph": lambda folder: _remove(folder / GRAPH_FILE),
    "a folder for a graph": lambda folder: (
        _remove(folder / GRAPH_FILE),
        (folder / GRAPH_FILE).mkdir(),
    ),
    "no manifest": lambda folder: _remove(folder / MANIFEST_FILE),
    "garbage for a manifest": lambda folder: (folder / MANIFEST_FILE).write_bytes(b"{\xff"),
    "an empty manifest": lambda folder: (folder / MANIFEST_FILE).write_bytes(b""),
    "a manifest of another shape": lambda folder: (folder / MANIFEST_FILE).write_text("[1]"),
    "no generation": _remove,
    "no folder": lambda folder: _remove(folder.parent),
    "a file for a generation": lambda folder: (_remove(folder), folder.write_text("x")),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_heals(large, open_shelf, vectors, damage):
    large.indexes.close()
    damage(large.graph_files()[0].parent)
    again = open_shelf()
    query = vectors(1, seed=1)[0]
    assert len(again.found(query)) == 10
    assert again.indexes.size("home") == 1000
    again.indexes.wait_for_builds()
    assert len(again.graph_files()) == 1
    assert again.recall(vectors(20, seed=2)) >= 0.98


def test_any_flipped_byte_is_noticed(large, open_shelf, vectors):
    large.indexes.close()
    [graph] = large.graph_files()
    sound = {path: path.read_bytes() for path in graph.parent.iterdir()}
    chance = random.Random(5)
    for _ in range(40):
        graph.parent.mkdir(parents=True, exist_ok=True)
        for path, data in sound.items():
            path.write_bytes(data)
        path = chance.choice(list(sound))
        _flip(path, chance.randrange(len(sound[path])))
        again = open_shelf(exact_limit=5_000)
        assert len(again.found(vectors(1, seed=1)[0])) == 10
        assert again.indexes.size("home") == 1000
        again.indexes.close()


def test_a_graph_of_another_encoder_is_made_anew(large, open_shelf, source, vectors):
    large.indexes.close()
    source.put("home", list(range(1, 1001)), vectors(1000, seed=50))
    again = open_shelf(digest="encoder-2")
    assert again.found(vectors(1000, seed=50)[4])[0] == 5
    again.indexes.wait_for_builds()
    assert len(again.graph_files()) == 1
    assert open_shelf(digest="encoder-2").recall(vectors(20, seed=2)) >= 0.98


def test_a_graph_of_another_dimension_is_made_anew(large, open_shelf, source, vectors):
    large.indexes.close()
    source.put("home", list(range(1, 1001)), vectors(1000, dim=24))
    again = open_shelf(dim=24)
    assert again.found(vectors(1000, dim=24)[4])[0] == 5
    again.indexes.wait_for_builds()
    assert again.found(vectors(1000, dim=24)[4])[0] == 5
    assert len(again.graph_files()) == 1


def test_what_an_interrupted_build_left_is_cleared_away(large, open_shelf):
    large.indexes.close()
    unfinished = large.graph_files()[0].parent.parent / "unfinished-00000002"
    unfinished.mkdir()
    (unfinished / GRAPH_FILE).write_bytes(b"half")
    again = open_shelf()
    assert again.indexes.size("home") == 1000
    assert not unfinished.exists()
    assert again.graph_files() == large.graph_files()


def test_an_older_generation_serves_when_the_newest_is_damaged(large, open_shelf):
    large.indexes.close()
    sound = large.graph_files()[0].parent
    newer = sound.with_name("generation-00000009")
    shutil.copytree(sound, newer)
    _flip(newer / GRAPH_FILE, 77)
    again = open_shelf()
    assert again.indexes.size("home") == 1000
    again.indexes.wait_for_builds()
    assert [path.parent for path in again.graph_files()] == [sound]


def test_a_graph_whose_file_is_gone_still_answers(large, vectors):
    shutil.rmtree(large.root)
    assert large.recall(vectors(20, seed=1)) >= 0.98


_KILLED = """
import os, sys
from pathlib import Path
import numpy as np
from loomem.stores.vectors.generations import Generations
from loomem.stores.vectors.graph import GraphBuilder
builder = GraphBuilder(16)
builder.add(np.arange(1, 1001, dtype=np.uint64), np.load(sys.argv[2]))
generations = Generations(Path(sys.argv[1]), dim=16, digest="encoder-1")
left = int(sys.argv[3])
def kill_in_time(event, args):
    global left
    if event in ("open", "os.mkdir", "os.rename", "mmap.__new__", "shutil.rmtree"):
        left -= 1
        if left < 0:
            os._exit(9)
sys.addaudithook(kill_in_time)
while True:
    generations.publish(builder)
"""


@pytest.mark.parametrize("steps", range(0, 28, 3))
def test_a_process_killed_while_publishing_leaves_nothing_that_misleads(
    large, open_shelf, vectors, tmp_path, steps
):
    large.indexes.close()
    folder = large.graph_files()[0].parent.parent
    np.save(tmp_path / "vectors.npy", vectors(1000))
    command = [sys.executable, "-c", _KILLED, folder, tmp_path / "vectors.npy", str(steps)]
    assert subprocess.run(command, check=False).returncode == 9
    again = open_shelf()
    assert again.indexes.size("home") == 1000
    assert again.recall(vectors(20, seed=1)) >= 0.98
    again.indexes.wait_for_builds()
    assert len(again.graph_files()) == 1
    assert list(folder.glob("unfinished-*")) == []
