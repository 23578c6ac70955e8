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

from benchmarks.client import Client
from benchmarks.machine import ROOT, keep, origin
from benchmarks.process import Server, running_server
from benchmarks.texts import memory

_POLL_SECONDS = 0.2
_LONG_TURNS = 10_000
_SPEAKERS = ("User", "Assistant")
_STAGES = {
    "read": "transcripts_pending",
    "own_vectors": "embedding_pending",
    "all_vectors": "contexts_pending",
}


def main() -> None:
    """Hand in all sessions, wait for each stage, write the result."""
    arguments = _parse()
    head = origin("ingest", arguments.date)
    sessions = list(_sessions(arguments.data))
    root = Path(tempfile.mkdtemp(prefix="loomem-ingest-"))
    try:
        with running_server(root / "data", arguments.models) as server:
            figures = _measure(server, sessions)
        with running_server(root / "long", arguments.models) as server:
            figures["long_transcript"] = _measure_long(server)
    finally:
        shutil.rmtree(root)
    result = {
        **head,
        "sessions": len(sessions),
        **figures,
    }
    keep(result, arguments.out)
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
    marks = {name: _wait(client, key, started) for name, key in _STAGES.items()}
    acknowledged.sort()
    return {
        "turns": turns,
        "acknowledged_ms_p50": round(acknowledged[len(acknowledged) // 2] * 1e3, 2),
        "acknowledged_ms_max": round(acknowledged[-1] * 1e3, 2),
        "turns_per_second": {name: round(turns / seconds, 1) for name, seconds in marks.items()},
        "memory_mb": server.memory_mb(),
    }


def _measure_long(server: Server) -> dict[str, Any]:
    """Hand in one conversation of 10,000 turns, and search all the while."""
    client = Client(server.port)
    lines = [f"{_SPEAKERS[n % 2]}: {memory(n)}" for n in range(_LONG_TURNS)]
    content = "\n".join(lines)
    started = time.perf_counter()
    client.post("/v1/ingest", {"content": content, "conversation_date": "2026-01-05"})
    marks = {"acknowledged": time.perf_counter() - started}
    searches, peak = [], 0.0
    while not all(name in marks for name in _STAGES):
        begun = time.perf_counter()
        client.post("/v1/search", {"query": f"question {len(searches)}"})
        searches.append(time.perf_counter() - begun)
        peak = max(peak, server.memory_mb()["resident"])
        queues = client.get("/v1/status")["queues"]
        for name in [name for name, key in _STAGES.items() if not queues[key]]:
            marks.setdefault(name, time.perf_counter() - started)
        if queues["transcripts_pending"]:
            marks = {"acknowledged": marks["acknowledged"]}
        time.sleep(_POLL_SECONDS)
    searches.sort()
    return {
        "turns": len(lines),
        "characters": len(content),
        "seconds": {name: round(seconds, 2) for name, seconds in marks.items()},
        "searches": len(searches),
        "search_p50_ms": round(searches[len(searches) // 2] * 1e3, 1),
        "search_p99_ms": round(searches[len(searches) * 99 // 100] * 1e3, 1),
        "search_max_ms": round(searches[-1] * 1e3, 1),
        "peak_resident_mb": peak,
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
