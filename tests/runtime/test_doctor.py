"""Each check of the doctor finds what it is for, and advises."""

import fcntl
import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from loomem.config.settings import Settings
from loomem.runtime import doctor
from loomem.runtime.doctor import Check, Status


@pytest.fixture
def settings(tmp_path: Path, free_port: int) -> Settings:
    return make(tmp_path, port=free_port)


def make(folder: Path, *, host: str = "127.0.0.1", port: int = 3030, **more: Any) -> Settings:
    tree = {
        "storage": {"data_dir": folder / "data"},
        "models": {"dir": folder / "models"},
        "server": {"host": host, "port": port},
        "resource_guards": {"min_disk_space_mb": 0},
        **more,
    }
    return Settings(**tree)


def assert_failed(check: Check) -> None:
    assert check.status is Status.FAIL
    assert check.advice


def test_a_fresh_machine_lacks_only_its_models(settings: Settings) -> None:
    checks = {check.name: check for check in doctor.run_checks(settings)}
    failed = [name for name, check in checks.items() if check.status is Status.FAIL]
    assert failed == ["models"]
    assert checks["models"].advice == "Run `loomem models install`."
    assert not settings.storage.data_dir.exists(), "the doctor changes nothing"


def test_too_little_disk_space_is_a_failure(tmp_path: Path) -> None:
    guard = {"min_disk_space_mb": 10**12}
    assert_failed(doctor.check_disk_space(make(tmp_path, resource_guards=guard)))


def test_a_data_folder_that_is_a_file_is_a_failure(settings: Settings) -> None:
    settings.storage.data_dir.write_text("not a folder")
    assert_failed(doctor.check_data_folder(settings))


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc/version").exists(), reason="no procfs")
def test_a_folder_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    # A file below a pseudo file system cannot be made by anybody, not even by root.
    check = doctor.check_data_folder(make(Path("/proc/version")))
    assert_failed(check)


def test_the_holder_of_the_data_folder_is_named(settings: Settings) -> None:
    folder = settings.storage.data_dir
    folder.mkdir()
    with (folder / "loomem.lock").open("w") as lock:
        lock.write(f'{{"pid": {os.getpid()}, "what": "loomem serve"}}')
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        finding = doctor.check_data_folder(settings).finding
    assert f"process {os.getpid()} (loomem serve)" in finding
    assert "held by nobody" in doctor.check_data_folder(settings).finding


def test_a_port_that_another_program_uses_is_a_failure(settings: Settings) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", settings.server.port))
        other.listen()
        other.settimeout(0)
        monkey = doctor._try_to_listen("127.0.0.1", settings.server.port)
    assert monkey is not None


def test_an_address_of_another_machine_is_a_failure(tmp_path: Path, free_port: int) -> None:
    assert_failed(doctor.check_address(make(tmp_path, host="192.0.2.1", port=free_port)))


class _Health(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b'{"status": "ok", "version": "9.9"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_running_server_is_recognised(settings: Settings) -> None:
    with HTTPServer(("127.0.0.1", settings.server.port), _Health) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        check = doctor.check_address(settings)
        server.shutdown()
        thread.join()
    assert check.status is Status.OK
    assert "Loomem 9.9 answers" in check.finding


def test_beyond_loopback_a_key_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = make(tmp_path, host="0.0.0.0")
    assert_failed(doctor.check_access_key(settings))
    monkeypatch.setenv("LOOMEM_ALLOW_UNAUTH", "1")
    assert doctor.check_access_key(settings).status is Status.WARN
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", "short")
    assert doctor.check_access_key(settings).status is Status.WARN
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", "x" * 32)
    assert doctor.check_access_key(settings).status is Status.OK
    assert "x" * 32 not in doctor.check_access_key(settings).finding


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_on_loopback_no_key_is_fine(host: str, tmp_path: Path) -> None:
    assert doctor.check_access_key(make(tmp_path, host=host)).status is Status.OK


def test_a_slip_in_a_variable_name_is_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOMEM_SERVER_PORT", "4040")
    check = doctor.check_settings(settings)
    assert check.status is Status.WARN
    assert "LOOMEM_SERVER__PORT" in (check.advice or "")


def test_a_remote_encoder_without_a_key_is_noticed(tmp_path: Path) -> None:
    llm = {"embedding_provider": "openai", "embedding_dim": 8}
    assert doctor.check_settings(make(tmp_path, llm=llm)).status is Status.WARN


def test_installed_models_are_compared_with_their_sums(
    settings: Settings, models_dir: Path, tmp_path: Path
) -> None:
    real = settings.model_copy(
        update={"models": settings.models.model_copy(update={"dir": models_dir})}
    )
    assert doctor.check_models(real).status is Status.OK
    for name in ("multilingual-e5-small", "polish-lemmas"):
        copy = settings.models.dir / name
        copy.mkdir(parents=True)
        for file in (models_dir / name).iterdir():
            (copy / file.name).symlink_to(file)
    damaged = settings.models.dir / "polish-lemmas" / "lexicon.marisa"
    size = damaged.stat().st_size
    damaged.unlink()
    damaged.write_bytes(b"\0" * size)
    assert_failed(doctor.check_models(settings))
