"""The environment on a full disk, the folder lock, snapshots."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loomem.errors import StoreError, StoreFullError, StoreLockedError
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env
from loomem.stores.folder import DataFolder, find_holder, is_held
from loomem.stores.writer import Writer

SMALL_DISK_MB = 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    size = f"size={SMALL_DISK_MB}m"
    command = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small disk needs the right to mount a tmpfs")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def put(env: Env, key: bytes, value: bytes):
    def job(write: WriteTxn) -> None:
        write.raw.put(key, value, db=env.db("default"))

    return job


def test_a_full_disk_refuses_the_write_keeps_the_rest_and_recovers_with_space(
    small_disk: Path,
) -> None:
    env = Env(small_disk / "lmdb", map_size_mb=256)
    writer = Writer(env, lambda _effects: None)
    written = 0
    with pytest.raises(StoreFullError):  # noqa: PT012 the write that fails cannot be known before
        while written < 2 * SMALL_DISK_MB:
            writer.submit(put(env, b"k%d" % written, b"x" * 1_000_000)).result(30)
            written += 1
    with env.read() as txn:
        assert env.fetch(txn, "default", b"k%d" % written) is None
        assert all(env.fetch(txn, "default", b"k%d" % n) for n in range(written))
    command = ["mount", "-o", f"remount,size={4 * SMALL_DISK_MB}m", str(small_disk)]
    subprocess.run(command, check=True)
    writer.submit(put(env, b"after", b"x" * 1_000_000)).result(30)
    with env.read() as txn:
        assert env.fetch(txn, "default", b"after") is not None
    writer.close()
    env.close()


def test_a_second_holder_is_refused_and_told_who_holds_the_folder(tmp_path: Path) -> None:
    first = DataFolder(tmp_path / "data", what="serve")
    code = (
        "import sys; from pathlib import Path; from loomem.stores.folder import DataFolder\n"
        "try: DataFolder(Path(sys.argv[1]), what='x')\n"
        "except Exception as error: print(type(error).__name__, error.message)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "data")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    holder = find_holder(tmp_path / "data")
    assert holder is not None
    assert answer.startswith("StoreLockedError")
    assert str(holder.pid) in answer
    assert "serve" in answer
    assert is_held(tmp_path / "data")
    first.release()
    assert not is_held(tmp_path / "data")
    DataFolder(tmp_path / "data", what="again").release()


def test_a_lock_left_by_a_killed_process_does_not_keep_the_next_one_out(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from loomem.stores.folder import DataFolder\n"
        "folder = DataFolder(Path(sys.argv[1]), what='x'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    DataFolder(tmp_path, what="next").release()


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot be used") as caught:
        DataFolder(tmp_path / "file" / "data", what="serve")
    assert not isinstance(caught.value, StoreLockedError)


def test_a_nested_snapshot_is_the_outer_one(tmp_path: Path) -> None:
    env = Env(tmp_path / "lmdb", map_size_mb=8)
    with env.read() as outer, env.read() as inner:
        assert inner is outer
    env.close()
