"""Scores of the rules on hand-written sentences; ``held_out`` ones were written before and scored apart.

``mentions.{lang}.jsonl``: ``{"text": …, "entities": [[canonical name, type], …]}``.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from loomem.text.entities.reader import EntityReader
from loomem.text.folding import fold
from loomem.text.lexicon import Lexicon

DATA = Path(__file__).parent / "data"


@dataclass
class Score:
    right: int = 0
    extra: int = 0
    missed: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / max(self.right + self.extra, 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.right + self.missed, 1)


def score(reader: EntityReader, language: str, *, held_out: bool) -> Score:
    total = Score()
    for line in (DATA / f"mentions.{language}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case.get("held_out", False) != held_out:
            continue
        wanted = {(fold(name), kind) for name, kind in case["entities"]}
        found = {
            (fold(m.canonical), m.entity_type.value) for m in reader.read(case["text"]).mentions
        }
        total.right += len(wanted & found)
        total.extra += len(found - wanted)
        total.missed += len(wanted - found)
        if found != wanted:
            total.wrong.append(f"{case['text']}  +{found - wanted}  -{wanted - found}")
    return total


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("language", ["en", "pl", "zh"])
def test_the_rules_are_precise_and_find_most(
    lexicon: Lexicon, language: str, held_out: bool
) -> None:
    found = score(EntityReader(lexicon=lexicon), language, held_out=held_out)
    report = "\n".join(found.wrong)
    assert found.precision >= 0.9, report
    assert found.recall >= 0.6, report
