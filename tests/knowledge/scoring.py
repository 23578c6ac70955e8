"""Scores of the rule extractor and the rule judge on hand-written sets.

``facts.{lang}.jsonl``: ``{"text": …, "facts": [{"slot": …, "value": …, "subject"?: …}]}``; no facts means silence;
``"slot": "hobby|habit"`` where both are right.
``pairs.{lang}.jsonl``: ``{"old": …, "new": …, "relation": "updates"|"extends"|"duplicate"|"none"}``.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loomem.knowledge.contradiction import Relation, RuleJudge, Said
from loomem.text.statements import USER, read_statements

DATA = Path(__file__).parent / "data"


@dataclass
class Score:
    """Counts, and the cases that went wrong."""

    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.true_positives / max(self.true_positives + self.false_positives, 1)

    @property
    def recall(self) -> float:
        return self.true_positives / max(self.true_positives + self.false_negatives, 1)

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def load(name: str) -> list[dict[str, Any]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def score_facts(language: str) -> Score:
    """Compare (slot, subject, value) triples; a value is right when one contains the other."""
    score = Score()
    for case in load(f"facts.{language}.jsonl"):
        found = read_statements(case["text"], language)
        expected = list(case["facts"])
        for statement in found:
            match = next((e for e in expected if _matches(e, statement)), None)
            if match is None:
                score.false_positives += 1
                score.wrong.append(f"+ {case['text']} -> {statement.slot}: {statement.value}")
            else:
                expected.remove(match)
                score.true_positives += 1
        score.false_negatives += len(expected)
        score.wrong += [f"- {case['text']} -> {e['slot']}: {e['value']}" for e in expected]
    return score


def _matches(expected: dict[str, Any], statement: Any) -> bool:
    wanted, got = expected["value"].casefold(), statement.value.casefold()
    same_value = wanted in got or got in wanted
    same_subject = expected.get("subject", USER).casefold() == statement.subject.casefold()
    return bool(
        statement.slot.value in expected["slot"].split("|") and same_value and same_subject
    )


def score_pairs(language: str, judge: RuleJudge) -> Score:
    """Score the verdict ``updates`` against everything else."""
    score = Score()
    for case in load(f"pairs.{language}.jsonl"):
        verdict = judge.judge(
            Said(content=case["old"], language=language),
            Said(content=case["new"], language=language),
        )
        got, wanted = verdict.relation is Relation.UPDATES, case["relation"] == "updates"
        if got and wanted:
            score.true_positives += 1
        elif got:
            score.false_positives += 1
            score.wrong.append(f"+ {case['old']} / {case['new']} ({verdict.reason})")
        elif wanted:
            score.false_negatives += 1
            score.wrong.append(f"- {case['old']} / {case['new']}")
    return score
