"""Puts kept results as tables into the pages. `python -m benchmarks.table [FILE | --write]`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.table_quality import proofs_table, quality_tables

_RESULTS = Path(__file__).resolve().parent / "results"
RESULT = _RESULTS / "speed.json"
PAGES = (_RESULTS.parents[1] / "README.md", _RESULTS.parent / "README.md")

Row = tuple[str, tuple[str, ...], str]

_ROWS: tuple[Row, ...] = (
    ("search, new question, p50 (ms)", ("search", "new_question", "p50_ms"), "12"),
    ("search, new question, p90 (ms)", ("search", "new_question", "p90_ms"), ""),
    ("search, new question, p99 (ms)", ("search", "new_question", "p99_ms"), "40"),
    ("search, known question, p50 (ms)", ("search", "known_question", "p50_ms"), "4"),
    ("search, known question, p99 (ms)", ("search", "known_question", "p99_ms"), ""),
    ("search, kept answer, p50 (ms)", ("search", "kept_answer", "p50_ms"), ""),
    ("first search after a start (ms)", ("search", "first_ms"), ""),
    ("store, one client, p50 (ms)", ("store", "alone", "p50_ms"), "15"),
    ("store, one client, p99 (ms)", ("store", "alone", "p99_ms"), ""),
    ("stores per second, 16 clients", ("store", "many_clients", "per_second"), "≥ 150"),
    ("search right after a store, p50 (ms)", ("store", "search_right_after", "p50_ms"), ""),
    ("start to healthy, median (s)", ("start", "healthy_s_median"), "2"),
    ("resident after the searches (MB)", ("memory_mb", "searched", "resident"), "600"),
    ("… of that anonymous (MB)", ("memory_mb", "searched", "anonymous"), ""),
    ("… of that mapped files (MB)", ("memory_mb", "searched", "mapped_files"), ""),
    ("resident right after the stores (MB)", ("memory_mb", "stored", "resident"), ""),
    ("resident 15 s after the stores (MB)", ("memory_mb", "settled", "resident"), "600"),
    ("vector index, recall@10 against exact", ("vector_index", "recall_at_10"), "≥ 0.98"),
    ("vector index, top 100, p50 (ms)", ("vector_index", "top_100", "p50_ms"), ""),
)


def render(result: dict[str, Any]) -> str:
    """Return the table of all sizes, and a line with what does not depend on the size."""
    sizes = list(result["sizes"])
    head = ["memories", *(f"{int(size):,}" for size in sizes), "bar"]
    lines = [_line(head), _line(["---"] + ["--:"] * (len(sizes) + 1))]
    for title, path, bar in _ROWS:
        cells = [_figure(result["sizes"][size], path) for size in sizes]
        lines.append(_line([title, *cells, bar]))
    return "\n".join([*lines, "", _summary(result)]) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _figure(tree: Any, path: tuple[str, ...]) -> str:
    for name in path:
        tree = tree[name]
    return str(tree)


def _summary(result: dict[str, Any]) -> str:
    machine, embedding = result["machine"], result["embedding"]
    return (
        f"Embedding: {embedding['texts_per_second']} texts/s in bulk, one new question "
        f"{embedding['one_question']['p50_ms']} ms. Decoding a record: "
        f"{result['record']['decode_us']} µs (bar 3). "
        f"{machine['cores']} cores ({machine['cpu']}), load {machine['load_at_start']} at the "
        f"start; revision {result['revision']}, {result['date']}."
    )


def tables() -> dict[str, str]:
    """Return every table of the page by the name in its marks."""
    return {name: make(_kept) for name, make in _TABLES.items()}


def with_tables(page: str, made: dict[str, str]) -> str:
    """Return the page with each table between its two marks, where it has them."""
    for name, table in made.items():
        begin, end = f"<!-- table {name} -->\n", f"<!-- end of {name} -->\n"
        before, mark, rest = page.partition(begin)
        if mark:
            page = f"{before}{begin}{table}{end}{rest.partition(end)[2]}"
    return page


def _kept(name: str) -> Any:
    return json.loads((_RESULTS / f"{name}.json").read_text(encoding="utf-8"))


_TABLES: dict[str, Callable[[Callable[[str], Any]], str]] = {
    "speed": lambda kept: render(kept("speed")),
    "locomo": lambda kept: quality_tables(kept("locomo")),
    "proofs": proofs_table,
}


def main() -> None:
    """Print the table of a result of benchmarks.speed, or put all kept results into the pages."""
    arguments = sys.argv[1:]
    if arguments == ["--write"]:
        for page in PAGES:
            page.write_text(
                with_tables(page.read_text(encoding="utf-8"), tables()), encoding="utf-8"
            )
        return
    path = Path(arguments[0]) if arguments else RESULT
    print(render(json.loads(path.read_text(encoding="utf-8"))), end="")


if __name__ == "__main__":
    main()
