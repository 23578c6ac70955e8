"""Measures the reading of conversations by a real server. `python -m benchmarks.ingest --help`.

Takes a file of LoCoMo conversations, hands in every session with its date, and waits until all of
it is readable: fragments, facts, own vectors, and the vectors of what stands around each turn.
"""

import argparse
import json
import shutil
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.client import Client
from benchmarks.machine import describe_machine, describe_versions, revision
from benchmarks.process import Server, running_server

ROOT = Path(__file__).resolve().parent.parent
_POLL_SECONDS = 0.2


def main() -> None:
    """Hand in all sessions, wait for each stage, write the result."""
    arguments = _parse()
    sessions = list(_sessions(arguments.data))
    root = Path(tempfile.mkdtemp(prefix="loomem-ingest-"))
    try:
        with running_server(root / "data", arguments.models) as server:
            figures = _measure(server, sessions)
    finally:
        shutil.rmtree(root)
    result = {
        "benchmark": "ingest",
        "date": arguments.date,
        "revision": revision(ROOT),
        "machine": describe_machine(),
        "versions": describe_versions(),
        "sessions": len(sessions),
        **figures,
    }
    arguments.out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    print(json.dumps(figures, indent=1))


def transcript(session: dict[str, Any]) -> str:
    """Return a session as a person would paste it: one line for each turn."""
    return "\n".join(f"{turn['speaker']}: {_said(turn)}" for turn in session["turns"])


def day_of(session: dict[str, Any]) -> str:
    """Return the ISO day of a session (``1:56 pm on 8 May, 2023``)."""
    _, _, day = session["date_time"].partition(" on ")
    return datetime.strptime(day, "%d %B, %Y").date().isoformat()  # noqa: DTZ007 - a day, no time


def _said(turn: dict[str, Any]) -> str:
    caption = turn.get("caption") or turn.get("image")
    return f"{turn['text']} [image: {caption}]" if caption else str(turn["text"])


def _sessions(path: Path) -> Any:
    for number, conversation in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        for session in conversation["sessions"]:
            yield {
                "stream": f"talk-{number}",
                "content": transcript(session),
                "conversation_date": day_of(session),
                "turns": len(session["turns"]),
            }


def _measure(server: Server, sessions: list[dict[str, Any]]) -> dict[str, Any]:
    client = Client(server.port)
    turns = sum(session.pop("turns") for session in sessions)
    started = time.perf_counter()
    acknowledged = []
    for session in sessions:
        begun = time.perf_counter()
        client.post("/v1/ingest", session)
        acknowledged.append(time.perf_counter() - begun)
    marks = {
        name: _wait(client, key, started)
        for name, key in (
            ("read", "transcripts_pending"),
            ("own_vectors", "embedding_pending"),
            ("all_vectors", "contexts_pending"),
        )
    }
    acknowledged.sort()
    return {
        "turns": turns,
        "acknowledged_ms_p50": round(acknowledged[len(acknowledged) // 2] * 1e3, 2),
        "acknowledged_ms_max": round(acknowledged[-1] * 1e3, 2),
        "turns_per_second": {name: round(turns / seconds, 1) for name, seconds in marks.items()},
        "memory_mb": server.memory_mb(),
    }


def _wait(client: Client, key: str, started: float) -> float:
    while client.get("/v1/status")["queues"][key]:
        time.sleep(_POLL_SECONDS)
    return time.perf_counter() - started


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ingest", description=__doc__)
    parser.add_argument("data", type=Path, help="conversations of LoCoMo, as JSON")
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/ingest.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
