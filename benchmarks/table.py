"""Renders a result of benchmarks.speed as Markdown. `python -m benchmarks.table [FILE | --write]`."""

import json
import sys
from pathlib import Path
from typing import Any

RESULT = Path(__file__).resolve().parent / "results" / "speed.json"
README = Path(__file__).resolve().parent / "README.md"
_BEGIN = "<!-- python -m benchmarks.table --write -->\n"
_END = "<!-- end -->\n"

Row = tuple[str, tuple[str, ...], str]

_ROWS: tuple[Row, ...] = (
    ("search, new question, p50 (ms)", ("search", "new_question", "p50_ms"), "12"),
    ("search, new question, p90 (ms)", ("search", "new_question", "p90_ms"), ""),
    ("search, new question, p99 (ms)", ("search", "new_question", "p99_ms"), "40"),
    ("search, known question, p50 (ms)", ("search", "known_question", "p50_ms"), "4"),
    ("search, known question, p99 (ms)", ("search", "known_question", "p99_ms"), ""),
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


def in_readme(readme: str, table: str) -> str:
    """Return the page with the table between its two marks."""
    before, _, rest = readme.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{table}{_END}{after}"


def main() -> None:
    """Print the table of a result file, or put that of the kept result into the page."""
    arguments = sys.argv[1:]
    path = Path(arguments[0]) if arguments and arguments != ["--write"] else RESULT
    table = render(json.loads(path.read_text(encoding="utf-8")))
    if arguments == ["--write"]:
        README.write_text(in_readme(README.read_text(encoding="utf-8"), table), encoding="utf-8")
    else:
        print(table, end="")


if __name__ == "__main__":
    main()
