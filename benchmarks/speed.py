"""Measures speed and memory of a real server. `python -m benchmarks.speed --help`."""

import argparse
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.fill import FillPlan, copy_of_filled, settings_for
from benchmarks.machine import ROOT, keep, origin
from benchmarks.measures import (
    Effort,
    measure_decoding,
    measure_embedding,
    measure_recall,
    measure_searches,
    measure_starts,
    measure_stores,
)
from benchmarks.process import running_server

_SETTLE_SECONDS = 15  # the server gives freed memory back every second


def main() -> None:
    """Measure every size and write the result."""
    arguments = _parse()
    head = origin("speed", arguments.date)
    plain = Effort()
    effort = Effort(
        searches=arguments.searches,
        stores_by_many=arguments.stores,
        starts=arguments.starts,
        stores=min(plain.stores, arguments.stores),
    )
    result: dict[str, Any] = {
        **head,
        "settings": settings_for(Path("data"), Path("models")).model_dump(mode="json"),
        "effort": msgspec.to_builtins(effort),
        "vectors_of_their_own": arguments.embedded,
        "record": measure_decoding(),
        "embedding": measure_embedding(arguments.models, effort),
        "sizes": {},
    }
    for size in arguments.sizes:
        print(f"── {size} memories", flush=True)
        result["sizes"][str(size)] = _measure(size, arguments, effort)
        print(_brief(result["sizes"][str(size)]), flush=True)
    keep(result, arguments.out)
    print(f"written to {arguments.out}")


def _measure(size: int, arguments: argparse.Namespace, effort: Effort) -> dict[str, Any]:
    plan = FillPlan(size, arguments.embedded, arguments.models, ROOT / ".cache" / "speed")
    root = Path(tempfile.mkdtemp(prefix="loomem-speed-", dir=arguments.scratch))
    try:
        data_dir = copy_of_filled(plan, root / "data")
        start = measure_starts(data_dir, arguments.models, effort)
        recall = measure_recall(data_dir, arguments.models, effort)
        with running_server(data_dir, arguments.models) as server:
            search = measure_searches(server, effort)
            searched_mb = server.memory_mb()
            store = measure_stores(server, effort)
            stored_mb = server.memory_mb()
            time.sleep(_SETTLE_SECONDS)
            settled_mb = server.memory_mb()
    finally:
        shutil.rmtree(root)
    memory = {
        "at_start": start.pop("memory_mb"),
        "searched": searched_mb,
        "stored": stored_mb,
        "settled": settled_mb,
    }
    return {
        "start": start,
        "search": search,
        "store": store,
        "memory_mb": memory,
        "vector_index": recall,
    }


def _brief(figures: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(figures), indent=1).decode()


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument(
        "--sizes", type=_sizes, default=[1_000, 10_000, 100_000], help="1000,10000,100000"
    )
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--embedded", type=int, default=1_000_000, help="real vectors in a fill")
    parser.add_argument("--searches", type=int, default=Effort().searches)
    parser.add_argument("--stores", type=int, default=Effort().stores_by_many)
    parser.add_argument("--starts", type=int, default=Effort().starts)
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--scratch", type=Path, help="folder for the copies; default: temporary")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "speed.json")
    return parser.parse_args()


def _sizes(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


if __name__ == "__main__":
    main()
