"""What a Chinese rule is: a pattern at the front of a predicate, and what is stated where it matches."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from loomem.model.chunk import FactType
from loomem.text.statements.chinese.clauses import Clause
from loomem.text.statements.chinese.words import EDGES, NUMBER
from loomem.text.statements.model import FACT_TYPES, USER, Slot, Statement

Built = Iterable[Statement]
Builder = Callable[[Clause, re.Match[str]], Built]

_TAIL: Final = re.compile(
    rf"(?:了|啦|呢|啊|呀|哦|吧|嘛|哈|的|已?(?:有|快|将近|差不多)?{NUMBER}(?:多)"
    rf"?(?:个?月|年|天|周)(?:多)?(?:了)?)$"
)
_VAGUE: Final = re.compile(
    r"(?:你|您|他|她|它|这|那|哪|上面|下面|上述|第[一二三四五\d]|什么|怎么|"
    r"自己$|东西$|一下$|一点$|死|上了$|了$|的$|得|过$|着)"
)
_QUOTES: Final = ("《》", "“”", "「」", "‘’", '""')


def clean_value(value: str) -> str:
    """Return the words of a value without particles, durations and quotes around it."""
    value = value.strip(EDGES)
    for _ in range(4):
        end = _TAIL.search(value[-12:])
        if end is None or len(end.group()) == len(value):
            break
        value = value[: len(value) - len(end.group())].rstrip(EDGES)
    for pair in _QUOTES:
        if len(value) > 2 and value[0] == pair[0] and value[-1] == pair[1]:
            value = value[1:-1]
    return value


def is_clear(value: str) -> bool:
    """Say whether a value names something out of itself."""
    return 0 < len(value) <= 40 and _VAGUE.match(value) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseRule:
    """Matches at the beginning of a predicate; the group ``value`` is what it states.

    ``denies`` says a plain negation ("不…") states something too; "不再" and "不…了" always do.
    ``bare`` rules read clauses that name nobody: they are the speaker's.
    """

    slot: Slot
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool] = is_clear
    denies: bool = False
    bare: bool = False
    replaces: bool = False
    qualifier: str | Callable[[str], str | None] | None = None
    build: Builder | None = None


def rule(slot: Slot, pattern: str, **options: object) -> ClauseRule:
    """Compile a rule."""
    return ClauseRule(slot=slot, pattern=re.compile(pattern), **options)  # type: ignore[arg-type]


def apply(rules: Sequence[ClauseRule], clause: Clause) -> list[Statement]:
    """Return what the first rule that says anything reads in a clause."""
    for candidate in rules:
        if not _may_say(candidate, clause):
            continue
        match = candidate.pattern.match(clause.predicate)
        stated = list((candidate.build or _default(candidate))(clause, match)) if match else []
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
        subject=(clause.subject or USER) if subject is None else subject,
        qualifier=qualifier,
        polarity=not (clause.ended or clause.negated or clause.was)
        if polarity is None
        else polarity,
        previous=previous,
        replaces=replaces or clause.ended or clause.is_new,
        fact_type=FACT_TYPES.get(slot, FactType.FACT),
        start=clause.start,
        end=clause.end,
    )


def _may_say(candidate: ClauseRule, clause: Clause) -> bool:
    if clause.subject == "?" or (not clause.subject and not candidate.bare):
        return False
    return not clause.negated or clause.ended or candidate.denies


def _default(candidate: ClauseRule) -> Builder:
    def build(clause: Clause, match: re.Match[str]) -> Built:
        groups = match.groupdict()
        value = clean_value(groups.get("value") or "")
        if not candidate.accepts(value):
            return
        given = candidate.qualifier
        qualifier = given(value) if callable(given) else given
        previous = clean_value(groups.get("previous") or "")
        yield state(
            clause,
            candidate.slot,
            value,
            qualifier=clean_value(groups.get("qualifier") or "") or qualifier,
            polarity=False if groups.get("no") else None,
            previous=previous or None,
            replaces=candidate.replaces,
        )

    return build
