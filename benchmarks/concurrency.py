"""Measures searches while others write. `python -m benchmarks.concurrency --help`.

32 clients search and 4 write at the same time, each as fast as it gets answers; the clients run on the
same cores as the server. Compared with one client alone in the same run, after a warm-up. Every question
is new to the server, and every writer looks for what it has just stored.
"""

import argparse
import itertools
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import texts
from benchmarks.client import Client
from benchmarks.figures import latency
from benchmarks.fill import FillPlan, copy_of_filled
from benchmarks.machine import ROOT, keep, origin
from benchmarks.process import running_server

_READERS, _WRITERS = 32, 4
_ALONE = 300
_WARM_UP = 60  # the first text of each language loads its grammar


def main() -> None:
    """Fill, measure one client, then all, and write the figures."""
    arguments = _parse()
    head = origin("concurrency", arguments.date)
    plan = FillPlan(arguments.size, arguments.size, arguments.models, ROOT / ".cache" / "speed")
    root = Path(tempfile.mkdtemp(prefix="loomem-concurrency-"))
    try:
        data_dir = copy_of_filled(plan, root / "data")
        with running_server(data_dir, arguments.models) as server:
            figures = _measure(server.port, arguments.seconds)
    finally:
        shutil.rmtree(root)
    result = {
        **head,
        "memories": arguments.size,
        "searching": _READERS,
        "writing": _WRITERS,
        **figures,
    }
    keep(result, arguments.out)
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())


def _measure(port: int, seconds: float) -> dict[str, Any]:
    questions = itertools.count(5_000_000)
    client = Client(port)
    for number in range(_WARM_UP):
        client.search(texts.question(next(questions)))
        client.store(f"warm up {number} {texts.memory(8_000_000 + number)}")
    alone = latency([client.search(texts.question(next(questions)))[1] for _ in range(_ALONE)])
    client.close()
    run = _Run(port, seconds, questions)
    run.all_at_once()
    together = latency(run.searches)
    return {
        "alone": alone,
        "together": together,
        "searches_per_second": round(len(run.searches) / seconds, 1),
        "stores": latency(run.stores),
        "stores_looked_for": run.looked_for,
        "not_found": run.not_found,
        "p99_together_to_p50_alone": round(together["p99_ms"] / alone["p50_ms"], 1),
    }


class _Run:
    def __init__(self, port: int, seconds: float, questions: "itertools.count[int]") -> None:
        self._port = port
        self._seconds = seconds
        self._questions = questions
        self._lock = threading.Lock()
        self.searches: list[float] = []
        self.stores: list[float] = []
        self.looked_for = 0
        self.not_found = 0

    def all_at_once(self) -> None:
        """Run all clients until the time is over; an error of any of them ends the program."""
        self._until = time.perf_counter() + self._seconds
        work: list[Callable[[int], None]] = [*[self._search] * _READERS, *[self._store] * _WRITERS]
        threads = [threading.Thread(target=job, args=(n,)) for n, job in enumerate(work)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _search(self, _number: int) -> None:
        client = Client(self._port)
        while time.perf_counter() < self._until:
            with self._lock:
                number = next(self._questions)
            self.searches.append(client.search(texts.question(number))[1])
        client.close()

    def _store(self, number: int) -> None:
        client = Client(self._port)
        for turn in itertools.count():
            if time.perf_counter() >= self._until:
                break
            mark = f"qx{number}z{turn}v"
            answer, elapsed = client.store(f"{mark} {texts.memory(9_000_000 + turn)}")
            self.stores.append(elapsed)
            found, _ = client.search(mark)
            self.looked_for += 1
            self.not_found += answer["id"] not in [hit["id"] for hit in found["results"]]
        client.close()


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.concurrency", description=__doc__)
    parser.add_argument("--size", type=int, default=10_000, help="memories in the store")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "benchmarks" / "results" / "concurrency.json"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
