"""What an installed model says of itself, and whether its files still are what they were."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from loomem.errors import ModelError

FILE_NAME = "manifest.json"
FORMAT = 1
_CHUNK = 1 << 20


class Prefixes(msgspec.Struct, frozen=True):
    """The instruction put before a query and before everything stored."""

    query: str = ""
    passage: str = ""


class FileRecord(msgspec.Struct, frozen=True):
    """Size in bytes and SHA-256 of one installed file."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, kw_only=True, frozen=True):
    """``digest`` names what the vectors depend on; ``share`` is the part of the mean removed.

    ``recipe`` names how this version of Loomem makes vectors, whatever the weights.
    """

    format: int = FORMAT
    name: str
    kind: str
    files: dict[str, FileRecord]
    source: dict[str, str]
    versions: dict[str, str]
    license: str = "unknown"
    digest: str = ""
    recipe: str = ""
    dim: int = 0
    max_tokens: int = 512
    pooling: str = "mean"
    prefixes: Prefixes = Prefixes()
    share: float = 0.0
    pair: str = ""
    """How a reranker joins question and text: ``bert`` or ``roberta``."""


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as handle:
        while block := handle.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()


def record_files(directory: Path) -> dict[str, FileRecord]:
    """Return size and hash of every file in a folder but the manifest."""
    paths = sorted(p for p in directory.iterdir() if p.is_file() and p.name != FILE_NAME)
    return {p.name: FileRecord(p.stat().st_size, hash_file(p)) for p in paths}


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write the manifest, readable by people."""
    raw = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (directory / FILE_NAME).write_bytes(raw + b"\n")


def read_manifest(directory: Path) -> Manifest:
    """Read the manifest of an installed model and check that its files have their sizes.

    Raises ModelError when the model is missing, incomplete or of a format not known here.
    """
    path = directory / FILE_NAME
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError as error:
        raise ModelError(
            f"The model {directory.name} is not installed in {directory.parent}; "
            f"run: loomem models install {directory.name}"
        ) from error
    except (OSError, msgspec.DecodeError) as error:
        raise ModelError(f"{path} cannot be read; {_again(directory.name)}") from error
    if manifest.format != FORMAT:
        raise ModelError(f"{path} was written by another version; {_again(directory.name)}")
    _check_sizes(directory, manifest)
    return manifest


def verify_files(directory: Path, manifest: Manifest) -> None:
    """Compare the SHA-256 of every file; raises ModelError naming the first that differs."""
    for name, record in manifest.files.items():
        if hash_file(directory / name) != record.sha256:
            raise ModelError(f"{directory / name} is damaged; {_again(directory.name)}")


def sync_folder(paths: Iterable[Path], directory: Path) -> None:
    """Push files and their folder to the disk."""
    for path in [*paths, directory]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _check_sizes(directory: Path, manifest: Manifest) -> None:
    for name, record in manifest.files.items():
        path = directory / name
        if not path.is_file() or path.stat().st_size != record.size:
            raise ModelError(f"{path} is missing or cut short; {_again(directory.name)}")


def _again(name: str) -> str:
    return f"run: loomem models install {name}"
