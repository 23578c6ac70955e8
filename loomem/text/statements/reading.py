"""Applies the grammar of a language to a sentence."""

import re

from loomem.text.language import Language
from loomem.text.statements.chinese import CHINESE
from loomem.text.statements.english import ENGLISH
from loomem.text.statements.model import USER, Grammar, Rule, Statement
from loomem.text.statements.polish import POLISH

_GRAMMARS = {"en": ENGLISH, "pl": POLISH, "zh": CHINESE}
_MAX_SENTENCE_CHARS = 600


def read_statements(sentence: str, language: Language) -> list[Statement]:
    """Return what a sentence states, in order of the rules; nothing for other languages.

    A span is read once: the first rule that claims it wins.
    """
    grammar = _GRAMMARS.get(language)
    if grammar is None or len(sentence) > _MAX_SENTENCE_CHARS or grammar.is_silent(sentence):
        return []
    found: list[Statement] = []
    for rule in grammar.rules:
        for match in rule.pattern.finditer(sentence):
            statement = _statement(grammar, rule, match)
            if statement is not None and not _overlaps(statement, found):
                found.append(statement)
    return found


def _statement(grammar: Grammar, rule: Rule, match: re.Match[str]) -> Statement | None:
    if rule.build is not None:
        return rule.build(match)
    groups = match.groupdict()
    value = grammar.clean_value(groups.get("value") or "")
    if not value:
        return None
    subject = groups.get("subject")
    previous = groups.get("previous")
    return Statement(
        slot=rule.slot,
        value=value,
        subject=grammar.clean_subject(subject) if subject else USER,
        qualifier=groups.get("qualifier") or rule.qualifier,
        polarity=rule.polarity,
        previous=grammar.clean_value(previous) if previous else None,
        fact_type=rule.fact_type,
        confidence=rule.confidence,
        start=match.start(),
        end=match.end(),
    )


def _overlaps(statement: Statement, found: list[Statement]) -> bool:
    return any(s.start < statement.end and statement.start < s.end for s in found)
