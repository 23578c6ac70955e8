"""What systemd hears, over real sockets."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from loomem.runtime.notify import notify_alive, notify_ready, notify_stopping, watchdog_interval


@pytest.fixture(params=["path", "abstract"])
def supervisor(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    name = f"loomem-test-{os.getpid()}"
    path = tmp_path / name
    is_abstract = request.param == "abstract"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(f"\0{name}" if is_abstract else str(path))
        server.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if is_abstract else str(path))
        yield server


def test_each_state_arrives_as_one_message(supervisor: socket.socket) -> None:
    notify_ready()
    notify_alive()
    notify_stopping()
    heard = [supervisor.recv(100) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_three_signs_of_life_fit_into_the_period(
    supervisor: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert watchdog_interval() is None
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_interval() == 10.0


def test_without_systemd_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    notify_ready()
    assert watchdog_interval() is None


def test_a_supervisor_that_went_away_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify_ready()
