"""The files of one partition: generation folders with a graph, its exact vectors and a manifest.

A generation is written aside, synced and renamed into place; only the newest is kept. One that
is damaged, or made for other vectors, is removed and counts as missing. No byte reaches the
engine before its checksum is verified, because the engine trusts what it maps.
"""

import mmap
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import structlog

from loomem.errors import StoreCorruptError, StoreError
from loomem.stores.env import sync
from loomem.stores.vectors.graph import Graph, GraphBuilder
from loomem.stores.vectors.row_file import RowFile

FORMAT = 3
GRAPH_FILE = "graph.usearch"
VECTORS_FILE = "vectors.f16"
MANIFEST_FILE = "manifest.json"
_PREFIX = "generation-"
_UNFINISHED = "unfinished-"

_log = structlog.get_logger()


class Manifest(msgspec.Struct, frozen=True):
    """What must be true of a graph file before it is used. ``digest`` names the encoder."""

    format: int
    dim: int
    digest: str
    count: int
    size: int
    crc32: int
    vectors_crc32: int


class Generations:
    """The folder of one partition. Calls must not overlap, except for reads of open graphs."""

    def __init__(self, folder: Path, *, dim: int, digest: str) -> None:
        self._folder = folder
        self._dim = dim
        self._digest = digest

    @property
    def name(self) -> str:
        """The folder's name, for logs: it does not tell the partition."""
        return self._folder.name

    def open_newest(self) -> Graph | None:
        """Open the newest intact generation and remove everything else."""
        graph, chosen = None, None
        for candidate in reversed(self._complete()):
            try:
                graph, chosen = self._open(candidate), candidate
                break
            except (StoreError, OSError) as error:
                _log.warning("vector_graph_rejected", folder=self.name, reason=str(error))
        self._remove_all_but(chosen)
        return graph

    def publish(self, builder: GraphBuilder) -> Graph:
        """Save a built graph as the newest generation, open it and remove the older ones.


        Raises StoreError or OSError when the disk refuses; nothing of it is left then.
        """
        number = self._next_number()
        unfinished = self._folder / f"{_UNFINISHED}{number:08d}"
        finished = self._folder / f"{_PREFIX}{number:08d}"
        try:
            unfinished.mkdir(parents=True)
            self._write(builder, unfinished)
            unfinished.rename(finished)
            sync(self._folder)
            graph = self._open(finished)
        except BaseException:
            _remove_tree(unfinished)
            _remove_tree(finished)
            raise
        self._remove_all_but(finished)
        return graph

    def remove(self) -> None:
        """Delete all files of the partition."""
        if self._folder.exists():
            _remove_tree(self._folder)

    def _complete(self) -> list[Path]:
        return sorted(self._folder.glob(f"{_PREFIX}*"))

    def _next_number(self) -> int:
        taken = [path.name.removeprefix(_PREFIX) for path in self._complete()]
        return 1 + max((int(number) for number in taken if number.isdigit()), default=0)

    def _write(self, builder: GraphBuilder, folder: Path) -> None:
        path = folder / GRAPH_FILE
        builder.save(path)
        sync(path)
        builder.save_rows(folder / VECTORS_FILE)
        sync(folder / VECTORS_FILE)
        manifest = Manifest(
            format=FORMAT,
            dim=self._dim,
            digest=self._digest,
            count=len(builder),
            size=path.stat().st_size,
            crc32=_with_mapped(path, zlib.crc32),
            vectors_crc32=RowFile(folder / VECTORS_FILE, self._dim, len(builder)).crc32(),
        )
        (folder / MANIFEST_FILE).write_bytes(msgspec.json.encode(manifest))
        sync(folder / MANIFEST_FILE)
        sync(folder)

    def _open(self, folder: Path) -> Graph:
        manifest = _read_manifest(folder / MANIFEST_FILE)
        if (manifest.format, manifest.dim, manifest.digest) != (FORMAT, self._dim, self._digest):
            raise StoreCorruptError("made for other vectors")
        mapped = _map(folder / GRAPH_FILE, manifest.size)
        rows = RowFile(folder / VECTORS_FILE, self._dim, manifest.count)
        if (zlib.crc32(mapped), rows.crc32()) != (manifest.crc32, manifest.vectors_crc32):
            raise StoreCorruptError("checksum differs")
        graph = Graph(mapped, rows, self._dim)
        if len(graph) != manifest.count:
            raise StoreCorruptError("number of vectors differs")
        return graph

    def _remove_all_but(self, kept: Path | None) -> None:
        if not self._folder.is_dir():
            return
        for path in self._folder.iterdir():
            if path != kept:
                _remove_tree(path)


def _read_manifest(path: Path) -> Manifest:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.DecodeError as error:
        raise StoreCorruptError("manifest is unreadable") from error


def _map(path: Path, size: int) -> mmap.mmap:
    """Map a file for reading. The mapping outlives a removal of the file."""
    if path.stat().st_size != size or size == 0:
        raise StoreCorruptError("size differs")
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)


def _with_mapped(path: Path, use: Callable[[mmap.mmap], int]) -> int:
    with _map(path, path.stat().st_size) as mapped:
        return use(mapped)


def _remove_tree(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
