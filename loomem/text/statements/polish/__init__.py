"""The Polish grammar of statements: rules by subject matter, tried where their cue words occur."""

import re
from typing import Final

from loomem.text.statements.model import Grammar, Statement
from loomem.text.statements.polish import (
    family,
    health,
    life,
    occupation,
    plans,
    projects,
    tastes,
    things,
)
from loomem.text.statements.polish.canonical import canonical
from loomem.text.statements.polish.rules import trimmed
from loomem.text.statements.polish.silence import is_silent
from loomem.text.statements.polish.words import loose, plain

RULES: Final = (
    *family.RULES,
    *life.RULES,
    *health.RULES,
    *occupation.RULES,
    *tastes.RULES,
    *things.RULES,
    *projects.RULES,
    *plans.RULES,
)
_REPLACES: Final = re.compile(
    loose(r"(?i)\b(?:teraz|obecnie|od\s+teraz|jednak|pomyłka|przesun\w+|przełoż\w+|zamiast)\b")
)
_ADDS: Final = re.compile(
    loose(r"(?i)\b(?:też|także|również|dodatkowo|oprócz|poza\s+tym|czasem|czasami)\b")
)


def _read(sentence: str) -> list[Statement]:
    lowered = plain(sentence)
    found: list[Statement] = []
    for rule in RULES:
        for statement in rule.statements(sentence, lowered):
            if not any(s.start < statement.end and statement.start < s.end for s in found):
                found.append(statement)
    return found


POLISH: Final = Grammar(
    language="pl",
    rules=(),
    is_silent=is_silent,
    clean_value=trimmed,
    clean_subject=str.strip,
    replaces=lambda sentence: _REPLACES.search(sentence) is not None,
    adds=lambda sentence: _ADDS.search(sentence) is not None,
    canonical=canonical,
    read=_read,
)
