"""Each check of the doctor finds what it is for, and advises."""

import fcntl
import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from loomem.config.settings import Settings
from loomem.runtime import doctor
from loomem.runtime.doctor import Check, Status
from loomem.stores.counters import CounterStore
from loomem.stores.embeddings import EmbeddingSpace
from loomem.stores.env import Env
from loomem.stores.meta import MetaStore, SchemaVersion


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


def test_the_holder_of_the_data_folder_is_named(settings: Settings) -> None:
    with held(settings.storage.data_dir):
        finding = doctor.check_data_folder(settings).finding
    assert f"process {os.getpid()} (serve)" in finding
    assert "held by nobody" in doctor.check_data_folder(settings).finding


def test_an_address_of_another_machine_is_a_failure(tmp_path: Path, free_port: int) -> None:
    assert_failed(doctor.check_address(make(tmp_path, host="192.0.2.1", port=free_port)))


class _Server(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, object]] = {}

    def do_GET(self) -> None:
        body = json.dumps(self.pages[self.path]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(port: int, **pages: object) -> Iterator[None]:
    """Answer on the port with JSON pages, as a running server would."""
    handler = type("Handler", (_Server,), {"pages": pages})
    with HTTPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield
        server.shutdown()
        thread.join()


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the data folder, as a running server would."""
    folder.mkdir(exist_ok=True)
    with (folder / "loomem.lock").open("w") as lock:
        lock.write(json.dumps({"pid": os.getpid(), "what": "serve"}))
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def test_a_running_server_is_recognised(settings: Settings) -> None:
    with serving(settings.server.port, **{"/health": {"status": "ok", "version": "9.9"}}):
        check = doctor.check_address(settings)
    assert check.status is Status.OK
    assert "Loomem 9.9 answers" in check.finding


def test_another_program_at_the_address_is_a_failure(settings: Settings) -> None:
    with serving(settings.server.port, **{"/health": ["not", "loomem"]}):
        assert_failed(doctor.check_address(settings))


@pytest.mark.parametrize(("in_sync", "status"), [(True, Status.OK), (False, Status.WARN)])
def test_a_running_server_is_asked_about_its_indexes(
    settings: Settings, in_sync: bool, status: Status
) -> None:
    names = ("chunks", "text_documents", "embeddings", "text_pending", "embedding_pending")
    page = {**dict.fromkeys(names, 1234), "in_sync": in_sync}
    with (
        held(settings.storage.data_dir),
        serving(settings.server.port, **{"/v1/health/index-sync": page}),
    ):
        check = doctor.check_indexes(settings)
    assert check.status is status
    assert "1,234 memories" in check.finding


def test_a_holder_that_does_not_answer_is_said_to_be_so(settings: Settings) -> None:
    with held(settings.storage.data_dir):
        check = doctor.check_indexes(settings)
    assert check.status is Status.WARN
    assert "could not be asked" in check.finding


def store_counts(folder: Path, *, schema: int = 1, digest: str = "d", **counts: int) -> None:
    """Write the counters and versions of a data folder, without any memory."""
    env = Env(folder / "lmdb")
    meta, counters = MetaStore(env), CounterStore(env)
    txn = env.begin_write()
    meta.put(txn, "schema", SchemaVersion(written=schema, readable_from=schema))
    meta.put(txn, "embedding", EmbeddingSpace(model="former", dim=3, digest=digest))
    counters.change(txn, "100", Counter(counts))
    txn.commit()
    env.close()


def test_the_counts_on_disk_are_compared_while_no_server_runs(settings: Settings) -> None:
    folder = settings.storage.data_dir
    store_counts(folder, live=5, embedded=5)
    (folder / "text").mkdir()
    assert doctor.check_indexes(settings).status is Status.OK
    store_counts(folder, live=2)
    check = doctor.check_indexes(settings)
    assert check.status is Status.WARN
    assert "7 memories, 5 vectors" in check.finding
    assert "held by nobody" in doctor.check_data_folder(settings).finding


def test_a_missing_text_index_is_noticed(settings: Settings) -> None:
    store_counts(settings.storage.data_dir, live=1, embedded=1)
    assert "text index is to be written again" in doctor.check_indexes(settings).finding


def test_vectors_of_another_model_lead_to_reembed(tmp_path: Path, models_dir: Path) -> None:
    settings = make(tmp_path, models={"dir": models_dir})
    store_counts(settings.storage.data_dir, live=1, embedded=1)
    check = doctor.check_indexes(settings)
    assert_failed(check)
    assert "loomem reembed" in (check.advice or "")


def test_data_of_a_newer_version_is_a_failure(settings: Settings) -> None:
    store_counts(settings.storage.data_dir, schema=10**6)
    checks = {check.name: check for check in doctor.run_checks(settings)}
    assert checks["indexes"].status is Status.FAIL
    assert "newer Loomem" in checks["indexes"].finding


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


KEY = "a key that is long enough"


@pytest.mark.parametrize(
    ("origin", "key", "status"),
    [
        ("", "", Status.OK),
        ("", KEY, Status.OK),
        ("https://memory.example.org", KEY, Status.OK),
        ("http://localhost:3030", KEY, Status.OK),
        ("https://memory.example.org", "", Status.WARN),
        ("http://memory.example.org", KEY, Status.WARN),
    ],
)
def test_an_address_that_logins_cannot_use_is_noticed(
    tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch, origin: str, key: str,
    status: Status,
) -> None:  # fmt: skip
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", key)
    settings = make(tmp_path)
    server = settings.server.model_copy(update={"origin": origin, "port": free_port})
    found = doctor.check_origin(settings.model_copy(update={"server": server}))
    assert found.status is status
    assert (found.advice is None) == (status is Status.OK)


def test_a_server_that_tells_another_address_is_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", KEY)
    page = {"issuer": "http://127.0.0.1:3030"}
    server = settings.server.model_copy(update={"origin": "https://memory.example.org"})
    with serving(settings.server.port, **{"/.well-known/oauth-authorization-server": page}):
        found = doctor.check_origin(settings.model_copy(update={"server": server}))
    assert found.status is Status.WARN
    assert "http://127.0.0.1:3030" in found.finding
