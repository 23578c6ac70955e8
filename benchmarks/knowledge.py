"""Scores of the rule extractor and the rule judge on the hand-written sets of the tests.

`python -m benchmarks.knowledge --date 2026-11-30` prints a table and writes the figures.
"""

import argparse
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT, keep, origin
from loomem.knowledge.contradiction import RuleJudge
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import load_lexicon
from tests.knowledge.scoring import Score, load, score_facts, score_pairs

LANGUAGES = ("en", "pl", "zh")


def main() -> None:
    """Score all languages."""
    arguments = _parse()
    head = origin("knowledge", arguments.date)
    lexicon = load_lexicon(arguments.models / "polish-lemmas" / "lexicon.marisa")
    judge = RuleJudge(Analyzer(lexicon))
    figures = {
        language: {
            "facts": _figures(score_facts(language), len(load(f"facts.{language}.jsonl"))),
            "pairs": _figures(score_pairs(language, judge), len(load(f"pairs.{language}.jsonl"))),
        }
        for language in LANGUAGES
    }
    result = {
        **head,
        "languages": figures,
    }
    keep(result, arguments.out)
    print(render(figures))


def render(figures: dict[str, Any]) -> str:
    """Return the figures as a Markdown table."""
    rows = [
        "| language | sentences | precision | recall | pairs | precision | recall | F1 of updates |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for language, both in figures.items():
        facts, pairs = both["facts"], both["pairs"]
        rows.append(
            f"| {language} | {facts['cases']} | {facts['precision']:.3f} | {facts['recall']:.3f} "
            f"| {pairs['cases']} | {pairs['precision']:.3f} | {pairs['recall']:.3f} | {pairs['f1']:.3f} |"
        )
    return "\n".join(rows)


def _figures(score: Score, cases: int) -> dict[str, Any]:
    return {
        "cases": cases,
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "f1": round(score.f1, 4),
    }


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge", description=__doc__)
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/knowledge.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
