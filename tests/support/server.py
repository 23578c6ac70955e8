"""A real server process on a free port: started, killed, stopped and started again on its data."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Self

from tests.support.api import Api

START_SECONDS = 120
STOP_SECONDS = 10


class ServerProcess:
    """One data folder and the process that serves it. ``settings`` are environment variables.

    ``lines`` are the log lines of the present or last run, decoded.
    """

    def __init__(self, data_dir: Path, models_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.models_dir = models_dir
        self.lines: list[dict[str, Any]] = []
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = threading.Event()
        self._reader: threading.Thread | None = None

    @property
    def base_url(self) -> str:
        ready = self.events("server.ready")[0]
        return f"http://{ready['host']}:{ready['port']}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def events(self, name: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line.get("event") == name]

    @property
    def rebuilds(self) -> list[str]:
        """What the log says of indexes that were made anew."""
        names = ("text_index.started_empty", "text_index.drift", "vector_graph_rejected")
        return [name for name in names if self.events(name)]

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of the process; other commands on the same data take it too."""
        return {
            **os.environ,
            "LOOMEM_CONFIG": os.devnull,
            "PYTHONFAULTHANDLER": "1",
            "LOOMEM_MODELS__DIR": str(self.models_dir),
            "LOOMEM_STORAGE__DATA_DIR": str(self.data_dir),
            "LOOMEM_SERVER__PORT": "0",
            **self._settings,
            **more,
        }

    def start(self, *, crash_at: str | None = None) -> Self:
        """Start and wait until requests are answered; fails with the log where that never is."""
        self.launch(crash_at=crash_at)
        if not within(START_SECONDS, self._ready.wait):
            self.signal_all(signal.SIGABRT)  # the fault handler writes where each thread is
            self.wait()
        assert self.events("server.ready"), self.log()
        return self

    def launch(self, *, crash_at: str | None = None) -> None:
        """Start without waiting."""
        assert not self.is_running
        more = {"LOOMEM_CRASH_AT": crash_at} if crash_at else {}
        self.lines = []
        self._ready = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "loomem", "serve"],
            env=self.environment(**more),
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stderr, self.lines, self._ready)
        )
        self._reader.start()

    @staticmethod
    def _read(stream: IO[bytes], lines: list[dict[str, Any]], ready: threading.Event) -> None:
        with stream:
            for raw in stream:
                lines.append(_decoded(raw))
                if lines[-1].get("event") == "server.ready":
                    ready.set()
        ready.set()

    def signal_all(self, number: int) -> None:
        """Send a signal to the process and its children."""
        os.killpg(self.pid, number)

    def kill(self) -> None:
        """SIGKILL for the whole process tree."""
        if self.is_running:
            self.signal_all(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """SIGTERM; returns the exit code. Fails where the process takes over ten seconds."""
        self.signal_all(signal.SIGTERM)
        return self.wait(STOP_SECONDS)

    def wait(self, seconds: float = START_SECONDS) -> int:
        """Return the exit code once the process has ended and its log is read."""
        assert self._process is not None
        assert self._reader is not None
        if not within(seconds, self._has_ended):
            raise AssertionError(f"still running after {seconds} s\n{self.log()}")
        self._reader.join()
        return self._process.wait()

    def _has_ended(self, seconds: float) -> bool:
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Leave nothing running."""
        if self._process is not None:
            self.kill()

    def client(self, **headers: str) -> Api:
        return Api(self.base_url, headers)

    def log(self) -> str:
        """What went wrong and the last log lines, for the message of a failed test."""
        wrong = [line for line in self.lines[:-80] if line.get("level") in ("warning", "error")]
        return "\n".join(json.dumps(line) for line in [*wrong[-20:], *self.lines[-80:]])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def within(seconds: float, wait: Callable[[float], bool]) -> bool:
    """Wait second by second, so that a pause of the whole machine counts as one of them."""
    return any(wait(1) for _ in range(round(seconds)))


def _decoded(raw: bytes) -> dict[str, Any]:
    text = raw.decode("utf-8", "replace").rstrip()
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    return line if isinstance(line, dict) else {"event": "", "text": text}
