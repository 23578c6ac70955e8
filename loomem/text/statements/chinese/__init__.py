"""The Chinese grammar of statements: clause by clause, each read by the first rule of each subject."""

import re
from dataclasses import replace
from typing import Final

from loomem.text.statements.chinese import (
    health,
    homes,
    people,
    projects,
    tastes,
    times,
    tools,
    work,
)
from loomem.text.statements.chinese.canonical import canonical
from loomem.text.statements.chinese.clauses import Clause, clauses_of
from loomem.text.statements.chinese.rules import apply, clean_value
from loomem.text.statements.chinese.silence import is_silent
from loomem.text.statements.model import Grammar, Statement

_REPLACES: Final = re.compile(
    r"现在|如今|目前|改[成到为用]|换成|更正|纠正|说错了|推迟|提前到|不再|而不是"
)
_ADDS: Final = re.compile(
    r"(?:我|们|他|她)?也(?!不|没|许)|还(?:会|有|喜欢|爱|养|用|对|是喜欢)|另外|"
    r"此外|除了|同时|又(?:养|买|学|加)|[和跟]?.{1,8}也过敏"
)
_STOPPED: Final = re.compile(r"(?:现在|后来|如今|今年|已经|早就).{0,4}(?:不|戒|没)")
_ORDER: Final = (
    people.AGES,
    people.ANIMALS,
    health.RULES,
    people.FAMILY,
    times.MEETINGS,
    tools.CONTACTS,
    tools.DECISIONS,
    projects.RULES,
    times.PLANS,
    work.EDUCATION,
    homes.HOMES,
    work.EMPLOYERS,
    work.PROFESSIONS,
    homes.ORIGINS,
    people.NAMES,
    tools.POSSESSIONS,
    times.EVENTS,
    tastes.TASTES,
    tools.TOOLS,
    tastes.HOBBIES,
    tastes.HABITS,
)
RULES: Final = tuple(rule for group in _ORDER for rule in group)


def _read(sentence: str) -> list[Statement]:
    found: list[Statement] = []
    for clause in clauses_of(sentence):
        named = people.name_of_last(clause, found[-1]) if found else None
        found += [named] if named else _read_clause(clause, sentence)
    return found


def _read_clause(clause: Clause, sentence: str) -> list[Statement]:
    if clause.was and not clause.negated and not _STOPPED.search(sentence):
        return []
    for read in _WHOLE:
        if stated := list(read(clause)):
            return stated
    return apply(RULES, clause)


def _due(clause: Clause) -> list[Statement]:
    """A meeting with somebody is no deadline."""
    if apply(times.MEETINGS, clause):
        return []
    return list(projects.deadlines_of(clause))


_WHOLE: Final = (
    times.lessons_of,
    times.cancelled_plans_of,
    tools.components_of,
    projects.states_of,
    _due,
)


def read(sentence: str) -> list[Statement]:
    """Return what a sentence states, every value as it is written there."""
    return [
        replace(statement, end=min(statement.end, len(sentence)))
        for statement in _read(sentence)
        if statement.value in sentence
    ]


CHINESE: Final = Grammar(
    language="zh",
    rules=(),
    is_silent=is_silent,
    clean_value=clean_value,
    clean_subject=str.strip,
    replaces=lambda sentence: _REPLACES.search(sentence) is not None,
    adds=lambda sentence: _ADDS.search(sentence) is not None,
    canonical=canonical,
    read=read,
)
