"""A small disk of its own, as a tmpfs; needs the right to mount."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A mounted disk. ``ballast`` takes space away and gives it back."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._ballast = root / "ballast"

    @property
    def free_bytes(self) -> int:
        return shutil.disk_usage(self.root).free

    def leave_free(self, wanted_bytes: int) -> None:
        """Fill the disk up to what shall be left free."""
        with self._ballast.open("ab") as file:
            file.write(b"\0" * max(self.free_bytes - wanted_bytes, 0))

    def drop_ballast(self) -> None:
        self._ballast.unlink()

    def resize(self, megabytes: int) -> None:
        command = ["mount", "-o", f"remount,size={megabytes}m", str(self.root)]
        subprocess.run(command, check=True)


@contextmanager
def small_disk(root: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mount a disk at a folder; the test is skipped where that is not allowed."""
    root.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(root)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small disk needs the right to mount a tmpfs")
    try:
        yield SmallDisk(root)
    finally:
        subprocess.run(["umount", "-l", str(root)], check=True)
