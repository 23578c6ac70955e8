"""Tables of what is found: LoCoMo with its ablation, and the single proofs."""

from collections.abc import Callable
from typing import Any

_FIGURES = ("turn@1", "turn@5", "turn@10", "turn@20", "all_gold@5", "session@5")
_HEAD = "| turn hit@1 | @5 | @10 | @20 | all gold @5 | session hit@5 |"
_BARS = "| 0.480 | 0.780 | 0.860 | | 0.650 | 0.945 |"
_MARK = "|--:|--:|--:|--:|--:|--:|"


def quality_tables(result: dict[str, Any]) -> str:
    """Return scores by kind of question and by conversation, and what each stage is worth."""
    search = result["search"]
    lines = [f"| questions | {_HEAD}", f"|---|--:{_MARK}"]
    for group, scores in sorted(result["scores"].items(), key=_order):
        lines.append(f"| {group} | {scores['questions']} {_cells(scores)}")
    lines += [f"| bar | {_BARS}", ""]
    lines.append(
        f"{result['questions']} questions; {search['p50_ms']} ms each in the median, "
        f"{search['p95_ms']} ms p95, {search['p99_ms']} ms p99. {_origin(result)}"
    )
    lines += ["", f"| changed {_HEAD} p50, p95 (ms) |", f"|---{_MARK}--:|"]
    plain = {**search, **result["scores"]["all"]}
    for name, scores in {"nothing": plain, **result["ablation"]}.items():
        lines.append(f"| {name} {_cells(scores)} {scores['p50_ms']}, {scores['p95_ms']} |")
    return "\n".join(lines) + "\n"


def _order(item: tuple[str, Any]) -> tuple[int, str]:
    kinds = ("all", "single-hop", "multi-hop", "temporal", "open-domain")
    return (kinds.index(item[0]) if item[0] in kinds else len(kinds), item[0])


def _cells(scores: dict[str, Any]) -> str:
    return "| " + " | ".join(f"{scores[name]:.3f}" for name in _FIGURES) + " |"


def _origin(result: dict[str, Any]) -> str:
    machine = result["machine"]
    return (
        f"{machine['cores']} cores ({machine['cpu']}), revision {result['revision']}, "
        f"{result['date']}."
    )


def proofs_table(kept: Callable[[str], Any]) -> str:
    """Return buried names, searches beside writes, and the time of a cross-encoder."""
    buried, crowd, rerank = kept("buried"), kept("concurrency"), kept("rerank")
    rows = [
        (
            "50 names under 20,000 newer memories, full name, hit@5",
            buried["full_name"]["hit@5"],
            "1.0",
        ),
        ("the same, first name alone, hit@5", buried["first_name"]["hit@5"], "≥ 0.9"),
        ("32 clients searching, 4 writing: p99 (ms)", crowd["together"]["p99_ms"], ""),
        ("… to the p50 of one client alone", crowd["p99_together_to_p50_alone"], "≤ 40"),
        ("… searches per second", crowd["searches_per_second"], ""),
        (
            f"… of {crowd['stores_looked_for']} writes not seen by the next search",
            crowd["not_found"],
            "0",
        ),
        ("cross-encoder, 20 pairs of 128 tokens, p50 (ms)", rerank["all_pairs"]["p50_ms"], "200"),
    ]
    lines = ["| | measured | bar |", "|---|--:|--:|"]
    lines += [f"| {what} | {value} | {bar} |" for what, value, bar in rows]
    return "\n".join([*lines, "", _origin(crowd)]) + "\n"
