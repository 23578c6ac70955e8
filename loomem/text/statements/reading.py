"""Applies the grammar of a language to a sentence or to all sentences of a text."""

import re
from dataclasses import replace
from functools import cache

from loomem.text.language import Language, examine
from loomem.text.sentences import sentences_of
from loomem.text.statements.model import USER, Grammar, Rule, Statement

_READABLE: tuple[Language, ...] = ("en", "pl", "zh")
_MAX_SENTENCE_CHARS = 600


@cache
def _grammar(language: Language) -> Grammar | None:
    """Return the grammar of a language.

    Compiling its patterns takes a fifth of a second: the first text of a language pays for that, not
    every start of the server and the searches after it.
    """
    if language == "en":
        from loomem.text.statements.english import ENGLISH

        return ENGLISH
    if language == "pl":
        from loomem.text.statements.polish import POLISH

        return POLISH
    if language == "zh":
        from loomem.text.statements.chinese import CHINESE

        return CHINESE
    return None


def read_text(text: str, language: Language) -> list[Statement]:
    """Return what the sentences of a text state, in order; offsets are characters of the text."""
    return [
        replace(statement, start=start + statement.start, end=start + statement.end)
        for start, end in sentences_of(text)
        for statement in read_statements(text[start:end], language)
    ]


def language_read(text: str, language: Language) -> Language:
    """Return the language in which a text can be read, ``other`` where no grammar reads it.

    A short sentence often has too few common words to tell its language; that a grammar reads it is
    evidence enough.
    """
    if language in _READABLE:
        return language
    guess = examine(text)
    if guess.is_sure:
        return guess.language
    candidates: dict[Language, None] = dict.fromkeys((guess.language, "en", "pl"))
    return next((c for c in candidates if read_text(text, c)), "other")


def canonical(value: str, language: Language) -> str:
    """Return the one spelling under which values or subjects of a language are compared."""
    grammar = _grammar(language)
    return value if grammar is None else grammar.canonical(value)


def read_statements(sentence: str, language: Language) -> list[Statement]:
    """Return what a sentence states, in order of the rules; nothing for other languages.

    A span is read once: the first rule that claims it wins.
    """
    grammar = _grammar(language)
    if grammar is None or len(sentence) > _MAX_SENTENCE_CHARS or grammar.is_silent(sentence):
        return []
    found = _read_rules(grammar, sentence) if grammar.read is None else grammar.read(sentence)
    replaces, adds = grammar.replaces(sentence), grammar.adds(sentence)
    if not (replaces or adds):
        return found
    return [replace(s, replaces=s.replaces or replaces, adds=s.adds or adds) for s in found]


def _read_rules(grammar: Grammar, sentence: str) -> list[Statement]:
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
        replaces=rule.replaces,
        fact_type=rule.fact_type,
        confidence=rule.confidence,
        start=match.start(),
        end=match.end(),
    )


def _overlaps(statement: Statement, found: list[Statement]) -> bool:
    return any(s.start < statement.end and statement.start < s.end for s in found)
