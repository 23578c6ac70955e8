"""Measures whether searches find what was said. `python -m benchmarks.locomo --help`.

Hands in every session of LoCoMo conversations with its date through the public API, a stream for each
conversation, asks every answerable question, and compares what comes back with the turns that hold the
answer. No language model is asked anything.
"""

import argparse
import json
import shutil
import statistics
import time
from bisect import bisect_right
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.client import Client
from benchmarks.figures import latency
from benchmarks.ingest import day_of, transcript
from benchmarks.machine import ROOT, keep, origin
from benchmarks.process import Server, running_server
from loomem.config.values import SearchStage

_POLL_SECONDS = 0.5
_TOP_K = 20
_RANKS = (1, 5, 10, 20)
_WITHOUT = "LOOMEM_SEARCH__WITHOUT"
_VARIANTS = {
    **{f"without {stage}": {_WITHOUT: f'["{stage}"]'} for stage in SearchStage},
    "words only": {"LOOMEM_SEARCH__HYBRID_WEIGHTS__VECTOR": "0"},
    "meaning only": {"LOOMEM_SEARCH__HYBRID_WEIGHTS__BM25": "0"},
    "fusion by rank": {"LOOMEM_SEARCH__FUSION": "rrf"},
    "rerank late": {"LOOMEM_SEARCH__RERANK": "late"},
}
"""What is changed in turn, each with all the rest in place."""
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}


class Place(msgspec.Struct, frozen=True):
    """Where a session lies in the store, and at which byte each of its turns begins."""

    session: str
    turns: list[str]
    starts: list[int]


def main() -> None:
    """Fill a folder where there is none yet, ask everything, write the figures."""
    arguments = _parse()
    head = origin("locomo", arguments.date)
    conversations = json.loads(arguments.data.read_text(encoding="utf-8"))
    if arguments.fresh:
        shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    places_file = arguments.folder / "places.json"
    data_dir = arguments.folder / "data"
    with running_server(data_dir, arguments.models) as server:
        if not places_file.exists():
            places_file.write_bytes(msgspec.json.encode(_fill(server, conversations)))
        places = msgspec.json.decode(places_file.read_bytes(), type=dict[str, Place])
        figures = _measure(server, conversations, places)
    if arguments.ablation:
        figures["ablation"] = {}
        for name, settings in _VARIANTS.items():
            with running_server(data_dir, arguments.models, settings) as server:
                measured = _measure(server, conversations, places)
            figures["ablation"][name] = {**measured["search"], **measured["scores"]["all"]}
            print(name, figures["ablation"][name]["turn@5"], flush=True)
    result = {
        **head,
        **figures,
    }
    keep(result, arguments.out)
    print(json.dumps(figures, indent=1))


def _fill(server: Server, conversations: list[dict[str, Any]]) -> dict[str, Place]:
    client = Client(server.port)
    places = {}
    for conversation in conversations:
        for session in conversation["sessions"]:
            answer, _ = client.post(
                "/v1/ingest",
                {
                    "stream": f"talk-{conversation['conversation']}",
                    "content": transcript(session),
                    "conversation_date": day_of(session),
                },
            )
            places[answer["source_id"]] = _place(session)
    while any(_queues(client)):
        time.sleep(_POLL_SECONDS)
    return places


def _queues(client: Client) -> list[int]:
    queues = client.get("/v1/status")["queues"]
    return [queues[f"{name}_pending"] for name in ("transcripts", "embedding", "contexts")]


def _place(session: dict[str, Any]) -> Place:
    starts, position = [], 0
    for line in transcript(session).split("\n"):
        starts.append(position)
        position += len(line.encode()) + 1
    turns = [turn["id"] for turn in session["turns"]]
    lines = [transcript({"turns": [turn]}).count("\n") + 1 for turn in session["turns"]]
    firsts = [starts[sum(lines[:number])] for number in range(len(turns))]
    return Place(session=session["id"], turns=turns, starts=firsts)


def _measure(
    server: Server, conversations: list[dict[str, Any]], places: dict[str, Place]
) -> dict[str, Any]:
    client = Client(server.port)
    asked = [
        (f"talk-{conversation['conversation']}", question)
        for conversation in conversations
        for question in conversation["questions"]
        if question["category"] in _CATEGORIES and question["evidence"]
    ]
    taken: list[float] = []
    scores: dict[str, list[dict[str, float]]] = defaultdict(list)
    for stream, question in asked:
        answer, elapsed = client.search(
            question["question"], stream=stream, top_k=_TOP_K, dry_run=True
        )
        taken.append(elapsed)
        score = _score(answer["results"], set(question["evidence"]), places)
        scores["all"].append(score)
        scores[_CATEGORIES[question["category"]]].append(score)
        scores[stream].append(score)
    return {
        "questions": len(asked),
        "search": latency(taken),
        "scores": {group: _means(rows) for group, rows in scores.items()},
    }


def _score(
    hits: list[dict[str, Any]], gold: set[str], places: dict[str, Place]
) -> dict[str, float]:
    found = [_found(hit, places) for hit in hits]
    turns = [turn for turn, _ in found]
    sessions = list(dict.fromkeys(session for _, session in found if session))
    gold_sessions = {turn.split(":")[0] for turn in gold}
    score = {}
    for rank in _RANKS:
        score[f"turn@{rank}"] = float(bool(gold & set(turns[:rank])))
        score[f"session@{rank}"] = float(bool(gold_sessions & set(sessions[:rank])))
    score["all_gold@5"] = float(gold <= set(turns[:5]))
    return score


def _found(hit: dict[str, Any], places: dict[str, Place]) -> tuple[str | None, str | None]:
    """Return the turn and the session of a hit; of a whole session no turn."""
    evidence = hit.get("evidence") or {}
    place = places.get(evidence.get("source_id") or hit["id"])
    if place is None:
        return None, None
    begin = evidence.get("byte_start")
    if begin is None:
        return None, place.session
    return place.turns[bisect_right(place.starts, begin) - 1], place.session


def _means(rows: list[dict[str, float]]) -> dict[str, float]:
    means = {name: round(statistics.mean(row[name] for row in rows), 4) for name in rows[0]}
    return {"questions": len(rows), **means}


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("data", type=Path, help="conversations of LoCoMo, as JSON")
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--folder", type=Path, default=ROOT / ".cache" / "locomo")
    parser.add_argument("--ablation", action="store_true", help="ask again without each stage")
    parser.add_argument("--fresh", action="store_true", help="fill the folder anew")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/locomo.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
