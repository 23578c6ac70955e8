"""The English grammar of statements: clause by clause, the first rule that reads one wins."""

import re
from typing import Final

from loomem.text.statements.english import (
    family,
    habits,
    people,
    projects,
    tastes,
    times,
    tools,
    work,
)
from loomem.text.statements.english.clauses import Clause, clauses_of
from loomem.text.statements.english.rules import apply
from loomem.text.statements.english.silence import clean_value, is_silent
from loomem.text.statements.english.spelling import canonical
from loomem.text.statements.model import Grammar, Statement

_TEXT_RULES: Final = (
    *family.CALLED,
    *people.NICKNAMES,
    *tastes.TEXTS,
    *habits.TEXTS,
    *times.TEXTS,
    *projects.TEXTS,
)
_ATTRIBUTE_RULES: Final = (
    *people.ATTRIBUTES,
    *family.ATTRIBUTES,
    *tastes.ATTRIBUTES,
    *tools.ATTRIBUTES,
    *habits.ATTRIBUTES,
    *projects.ATTRIBUTES,
)
_PREDICATE_RULES: Final = (
    *work.INTRODUCTIONS,
    *people.PEOPLE,
    *family.FAMILY,
    *work.WORK,
    *projects.PROJECTS,
    *times.APPOINTMENTS,
    *tastes.TASTES,
    *tools.TOOLS,
    *habits.HABITS,
    *times.PLANS,
)
_REPLACES: Final = re.compile(
    r"\b(?:now|nowadays|these days|instead|actually|correction|no longer|any ?more|again"
    r"|switched|changed|moved|not .{1,30} but|new)\b",
    re.IGNORECASE,
)
_ADDS: Final = re.compile(
    r"\b(?:also|as well|another|second|besides|in addition|additionally|part-time|on the "
    r"side|one more)\b|\btoo\b\W*$",
    re.IGNORECASE,
)


def read(sentence: str) -> list[Statement]:
    """Return what a sentence states, clause by clause."""
    return [statement for clause in clauses_of(sentence) for statement in _read_clause(clause)]


def _read_clause(clause: Clause) -> list[Statement]:
    found = apply(_TEXT_RULES, clause, clause.text)
    if found or not clause.predicate:
        return found
    if clause.attribute:
        return apply(_ATTRIBUTE_RULES, clause, f"{clause.attribute} | {clause.predicate}")
    return apply(_PREDICATE_RULES, clause, clause.predicate)


ENGLISH = Grammar(
    language="en",
    rules=(),
    is_silent=is_silent,
    clean_value=clean_value,
    clean_subject=str.strip,
    replaces=lambda sentence: _REPLACES.search(sentence) is not None,
    adds=lambda sentence: _ADDS.search(sentence) is not None,
    canonical=canonical,
    read=read,
)
