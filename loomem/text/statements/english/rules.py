"""What an English rule is: a pattern for a predicate, and what is stated where it matches."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from loomem.model.chunk import FactType
from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.model import FACT_TYPES, Slot, Statement

Built = Iterable[Statement]
Builder = Callable[[Clause, re.Match[str]], Built]
_ARTICLE: Final = re.compile(r"^(?:an?|the|my|our|some) (?=\S)", re.IGNORECASE)


class Denied(Enum):
    """What a plain negation ("I don't …") makes of a rule. "No longer" always denies."""

    SAYS_NOTHING = "nothing"
    DENIES = "denies"
    SAYS_THE_SAME = "same"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseRule:
    """Matches at the beginning of a predicate; the group ``value`` is what it states.

    ``accepts`` judges the cleaned value. ``build`` states something else than the default.
    """

    slot: Slot
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool] = is_clear
    denied: Denied = Denied.SAYS_NOTHING
    qualifier: str | None = None
    build: Builder | None = None


def rule(slot: Slot, pattern: str, **options: object) -> ClauseRule:
    """Compile a rule."""
    return ClauseRule(slot=slot, pattern=re.compile(pattern), **options)  # type: ignore[arg-type]


def apply(rules: Iterable[ClauseRule], clause: Clause, text: str) -> list[Statement]:
    """Return what the first rule that says anything reads in a text of the clause."""
    for candidate in rules:
        match = candidate.pattern.match(text)
        if match is None or _is_denied(candidate, clause):
            continue
        stated = list((candidate.build or _default(candidate))(clause, match))
        if stated:
            return stated
    return []


def state(
    clause: Clause,
    slot: Slot,
    value: str,
    *,
    subject: str | None = None,
    qualifier: str | None = None,
    polarity: bool | None = None,
    previous: str | None = None,
    replaces: bool = False,
) -> Statement:
    """Make a statement of a clause. Polarity None: as the clause has it."""
    return Statement(
        slot=slot,
        value=value,
        subject=clause.subject if subject is None else subject,
        qualifier=qualifier,
        polarity=not (clause.ended or clause.negated) if polarity is None else polarity,
        previous=previous,
        replaces=replaces or clause.ended,
        fact_type=FACT_TYPES.get(slot, FactType.FACT),
        start=clause.start,
        end=clause.end,
    )


def without_article(value: str) -> str:
    """Return a value without the article or possessive in front."""
    return _ARTICLE.sub("", value, count=1)


def _is_denied(candidate: ClauseRule, clause: Clause) -> bool:
    return clause.negated and not clause.ended and candidate.denied is Denied.SAYS_NOTHING


def _default(candidate: ClauseRule) -> Builder:
    def build(clause: Clause, match: re.Match[str]) -> Built:
        groups = match.groupdict()
        value = clean_value(groups.get("value") or "")
        if not candidate.accepts(value):
            return
        polarity = None
        if candidate.denied is Denied.SAYS_THE_SAME:
            polarity = not clause.ended
        previous = clean_value(groups.get("previous") or "")
        yield state(
            clause,
            candidate.slot,
            value,
            qualifier=groups.get("qualifier") or candidate.qualifier,
            polarity=polarity,
            previous=previous or None,
        )

    return build
