"""Measures whether a name that was mentioned once, long ago, is found. `python -m benchmarks.buried --help`.

Fifty people under 20,000 newer memories full of other names; each is asked for by the full name and by the
first name alone.
"""

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.client import Client
from benchmarks.fill import FillPlan, bury, copy_of_filled
from benchmarks.machine import ROOT, keep, origin
from benchmarks.process import running_server

PEOPLE = Path(__file__).with_name("people.txt")
_RANKS = (1, 5, 10)


class Person(msgspec.Struct, frozen=True):
    """A memory, and the two ways to ask for whom it names."""

    memory: str
    by_full_name: str
    by_first_name: str


def read_people() -> list[Person]:
    """Read the fifty from their file."""
    lines = PEOPLE.read_text(encoding="utf-8").splitlines()
    return [Person(*line.split(" | ")) for line in lines if not line.startswith("#")]


def main() -> None:
    """Bury the fifty in a copy of a filled folder, ask, write the figures."""
    arguments = _parse()
    head = origin("buried", arguments.date)
    people = read_people()
    plan = FillPlan(arguments.size, arguments.size, arguments.models, ROOT / ".cache" / "speed")
    root = Path(tempfile.mkdtemp(prefix="loomem-buried-"))
    try:
        data_dir = copy_of_filled(plan, root / "data")
        bury(data_dir, arguments.models, [person.memory for person in people])
        with running_server(data_dir, arguments.models) as server:
            figures = _measure(Client(server.port), people)
    finally:
        shutil.rmtree(root)
    result = {
        **head,
        "newer_memories": arguments.size,
        **figures,
    }
    keep(result, arguments.out)
    print(msgspec.json.format(msgspec.json.encode(figures), indent=1).decode())


def _measure(client: Client, people: list[Person]) -> dict[str, Any]:
    return {
        "full_name": _ranks(client, [(p.memory, p.by_full_name) for p in people]),
        "first_name": _ranks(client, [(p.memory, p.by_first_name) for p in people]),
    }


def _ranks(client: Client, asked: list[tuple[str, str]]) -> dict[str, Any]:
    ranks = []
    missed = []
    for memory, question in asked:
        answer, _ = client.search(question, top_k=max(_RANKS), dry_run=True)
        found = [hit["content"] for hit in answer["results"]]
        ranks.append(found.index(memory) + 1 if memory in found else max(_RANKS) + 1)
        if ranks[-1] > 5:
            missed.append(question)
    shares = {f"hit@{k}": sum(rank <= k for rank in ranks) / len(ranks) for k in _RANKS}
    return {"questions": len(ranks), **shares, "missed_at_5": missed}


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.buried", description=__doc__)
    parser.add_argument("--size", type=int, default=20_000, help="newer memories")
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "benchmarks" / "results" / "buried.json"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
