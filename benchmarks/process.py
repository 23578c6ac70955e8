"""A real server process on a data folder, and what Linux says about its memory."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

_DEADLINE_SECONDS = 60.0
_POLL_SECONDS = 0.005
_KB = 1024


class Server:
    """A running ``loomem serve``; ``healthy_s`` is the time from its start to a healthy answer."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, healthy_s: float) -> None:
        self.process = process
        self.port = port
        self.healthy_s = healthy_s

    def memory_mb(self) -> dict[str, float]:
        """Return resident memory: in all, of the process alone (anonymous), and mapped files."""
        rollup = _kilobytes(Path(f"/proc/{self.process.pid}/smaps_rollup"))
        anonymous = rollup["Anonymous"]
        return {
            "resident": round(rollup["Rss"] / _KB, 1),
            "anonymous": round(anonymous / _KB, 1),
            "mapped_files": round((rollup["Rss"] - anonymous) / _KB, 1),
        }

    def cpu_seconds(self) -> float:
        """Return the processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _kilobytes(path: Path) -> dict[str, int]:
    lines = (line.split() for line in path.read_text().splitlines()[1:])
    return {words[0].rstrip(":"): int(words[1]) for words in lines}


@contextlib.contextmanager
def running_server(
    data_dir: Path, models_dir: Path, settings: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Start a server, wait until it is healthy, stop it in the end with SIGTERM.

    ``settings`` are further variables, as in {"LOOMEM_SEARCH__RERANK": "late"}.
    """
    log_path = data_dir.with_name(data_dir.name + ".log")
    started = time.perf_counter()
    with log_path.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "loomem", "serve", "--port", "0"],
            stdin=subprocess.DEVNULL,
            stderr=log,
            env=_environment(data_dir, models_dir) | dict(settings or {}),
        )
    try:
        port = _await_healthy(process, log_path, started)
        yield Server(process, port, time.perf_counter() - started)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=_DEADLINE_SECONDS)


def _environment(data_dir: Path, models_dir: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LOOMEM_")}
    return kept | {
        "LOOMEM_CONFIG": os.devnull,
        "LOOMEM_STORAGE__DATA_DIR": str(data_dir),
        "LOOMEM_MODELS__DIR": str(models_dir),
        "LOOMEM_LOGGING__FORMAT": "json",
    }


def _await_healthy(process: subprocess.Popen[bytes], log_path: Path, started: float) -> int:
    while time.perf_counter() - started < _DEADLINE_SECONDS:
        if process.poll() is not None:
            raise SystemExit(f"The server did not start:\n{log_path.read_text()}")
        port = _announced_port(log_path)
        if port is not None and _is_healthy(port):
            return port
        time.sleep(_POLL_SECONDS)
    raise SystemExit("The server was not healthy within a minute.")


def _announced_port(log_path: Path) -> int | None:
    for line in log_path.read_text().splitlines():
        if '"server.ready"' in line:
            return int(json.loads(line)["port"])
    return None


def _is_healthy(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
