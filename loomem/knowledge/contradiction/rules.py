"""The judge that needs no model: statements of both sides, compared slot by slot.

Where the rules cannot read one of the sides, it says nothing: two memories side by side mislead less
than a true one that was hidden.
"""

from functools import lru_cache

from loomem.knowledge.contradiction.values import Values
from loomem.knowledge.contradiction.verdict import NOTHING, Relation, Said, Verdict
from loomem.text.analysis import Analyzer
from loomem.text.language import Language
from loomem.text.statements import (
    NEEDS_QUALIFIER,
    SINGLE_VALUED,
    USER,
    Slot,
    Statement,
    language_read,
    read_text,
)

_OPPOSITES = {Slot.LIKES: Slot.DISLIKES, Slot.DISLIKES: Slot.LIKES}
_EXCHANGEABLE = frozenset(
    {Slot.TOOL, Slot.POSSESSION, Slot.DECISION, Slot.EMPLOYER, Slot.PREFERENCE, Slot.HOME}
)
"""What "from X to Y" may give up, whichever of these slots X was stated in."""
_GRADED = frozenset({Slot.HOME, Slot.ORIGIN})
"""The qualifier is a grain (country, city, district): a move may change it."""
_REPLACEABLE = frozenset({Slot.MEETING, Slot.PLAN, Slot.EVENT, Slot.RELATIVE})
"""Many at a time, but one of a kind (the qualifier) can be replaced where the words say so: "the meeting
with Anna is on Tuesday *instead*", "my *new* boss is Marta".
"""
_OTHER_WORDS = 1
"""How many words of a duplicate may be others than those of the old memory ("works as" for "is")."""
_STRENGTH = {Relation.UPDATES: 3, Relation.DUPLICATE: 2, Relation.EXTENDS: 1, Relation.NONE: 0}


_SHORT_CHARS = 1_000
_Readings = tuple[Language, tuple[Statement, ...]]


def _read(said: Said) -> _Readings:
    """Return the language a side is read in, and what it states.

    A new memory is compared with several old ones, and those with many new ones: each is read once
    while it matters. Few long texts are remembered, because they are large.
    """
    read = _read_short if len(said.content) <= _SHORT_CHARS else _read_long
    return read(said.content, said.language)


def _read_anew(content: str, guess: Language) -> _Readings:
    language = language_read(content, guess)
    return language, tuple(read_text(content, language))


_read_short = lru_cache(maxsize=4_096)(_read_anew)
_read_long = lru_cache(maxsize=16)(_read_anew)


class RuleJudge:
    """Deterministic; safe to call from any thread."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._values = Values(analyzer)

    def states_something(self, said: Said) -> bool:
        """Say whether a memory makes a statement that could change an older one."""
        return bool(_read(said)[1])

    def judge(self, old: Said, new: Said) -> Verdict:
        """Say how ``new`` stands to ``old``."""
        language, stated = _read(new)
        if not stated:
            return NOTHING
        other, earlier = _read(old)
        if language != other:
            return NOTHING
        verdicts = (
            self._verdict(relation, n.slot, old, new, language)
            for o in earlier
            for n in stated
            if _may_meet(o.slot, n.slot)
            and self._is_about_the_same(_subject(o, old), _subject(n, new), language)
            and (relation := self._compare(o, n, language)) is not Relation.NONE
        )
        return max(verdicts, key=lambda v: _STRENGTH[v.relation], default=NOTHING)

    def _verdict(
        self, relation: Relation, slot: Slot, old: Said, new: Said, language: Language
    ) -> Verdict:
        """Call nothing a duplicate that says more than the old memory, in whichever sentence."""
        if relation is Relation.DUPLICATE:
            added = self._values.added(old.content, new.content, language)
            if len(added) > _OTHER_WORDS or any(map(_has_number, added)):
                relation = Relation.EXTENDS
        return Verdict(relation=relation, reason=f"{relation.value}: {slot.value}")

    def _is_about_the_same(self, one: str, two: str, language: Language) -> bool:
        if USER in (one, two):
            return one == two
        return self._values.same(one, two, language)

    def _compare(self, o: Statement, n: Statement, language: Language) -> Relation:
        if self._gives_up(o, n, language) or self._opposes(o, n, language):
            return Relation.UPDATES
        if o.slot != n.slot or not self._is_comparable(o, n, language):
            return Relation.NONE
        if o.polarity != n.polarity:
            return Relation.UPDATES if self._denies(o, n, language) else Relation.NONE
        return self._compare_values(o, n, language)

    def _gives_up(self, o: Statement, n: Statement, language: Language) -> bool:
        """Say whether the new statement names the old value as the one that holds no longer."""
        if not o.polarity or not n.polarity:
            return False
        if o.slot != n.slot and not {o.slot, n.slot} <= _EXCHANGEABLE:
            return False
        if not self._has_same_qualifier(o, n, language):
            free = o.qualifier is None or n.qualifier is None or o.slot in _GRADED
            if o.slot not in _EXCHANGEABLE or not free:
                return False
        if n.previous and self._values.meet(n.previous, o.value, language):
            return not self._values.same(o.value, n.value, language)
        prefers_less_liked = o.slot is n.slot is Slot.PREFERENCE and o.previous
        return bool(prefers_less_liked) and self._values.same(o.previous or "", n.value, language)

    def _opposes(self, o: Statement, n: Statement, language: Language) -> bool:
        """Say whether one likes what the other dislikes."""
        if _OPPOSITES.get(o.slot) != n.slot or not (o.polarity and n.polarity):
            return False
        return self._values.same(o.value, n.value, language)

    def _is_comparable(self, o: Statement, n: Statement, language: Language) -> bool:
        if self._has_same_qualifier(o, n, language):
            return True
        if o.polarity != n.polarity:
            return o.qualifier is None or n.qualifier is None
        return n.replaces and n.slot in _GRADED

    def _has_same_qualifier(self, o: Statement, n: Statement, language: Language) -> bool:
        if o.qualifier is None or n.qualifier is None:
            return o.qualifier is n.qualifier
        return self._values.same(o.qualifier, n.qualifier, language)

    def _denies(self, o: Statement, n: Statement, language: Language) -> bool:
        """Say whether one is the other's negation, no narrower than it.

        Who likes coffee may not like *this* coffee; a negation of the qualifier itself ("sold the
        car", "has no editor") denies whichever value.
        """
        denied, asserted = (o, n) if n.polarity else (n, o)
        if denied.qualifier and self._values.same(denied.value, denied.qualifier, language):
            return True
        if _holds_one(denied):
            return self._values.meet(denied.value, asserted.value, language)
        return self._values.covers(asserted.value, denied.value, language)

    def _compare_values(self, o: Statement, n: Statement, language: Language) -> Relation:
        if self._values.same(o.value, n.value, language):
            return Relation.DUPLICATE
        meets = self._values.meet(o.value, n.value, language)
        if not (o.polarity and n.polarity) or n.adds:
            return Relation.EXTENDS if meets else Relation.NONE
        if n.replaces and (_holds_one(n) or _is_replaceable(n)):
            return Relation.UPDATES
        if meets:
            return Relation.EXTENDS
        return Relation.UPDATES if _holds_one(n) else Relation.NONE


def _may_meet(one: Slot, two: Slot) -> bool:
    """Say whether statements of two slots can have to do with each other at all."""
    return one is two or _OPPOSITES.get(one) is two or {one, two} <= _EXCHANGEABLE


def _subject(statement: Statement, said: Said) -> str:
    """The speaker's own statements are about the speaker, where that is not the owner."""
    if statement.subject != USER:
        return statement.subject
    return said.subject or said.speaker or USER


def _holds_one(statement: Statement) -> bool:
    if statement.slot in NEEDS_QUALIFIER:
        return statement.qualifier is not None
    return statement.slot in SINGLE_VALUED


def _is_replaceable(statement: Statement) -> bool:
    return statement.slot in _REPLACEABLE and statement.qualifier is not None


def _has_number(group: frozenset[str]) -> bool:
    return any(char.isdigit() for term in group for char in term)
