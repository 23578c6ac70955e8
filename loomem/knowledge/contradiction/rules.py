"""The judge that needs no model: statements of both sides, compared slot by slot.

Where the rules cannot read one of the sides, it says nothing: two memories side by side mislead less
than a true one that was hidden.
"""

from loomem.knowledge.contradiction.values import Values
from loomem.knowledge.contradiction.verdict import NOTHING, Relation, Said, Verdict
from loomem.text.analysis import Analyzer
from loomem.text.language import Language
from loomem.text.statements import SINGLE_VALUED, USER, Slot, Statement, read_statements

_OPPOSITES = {Slot.LIKES: Slot.DISLIKES, Slot.DISLIKES: Slot.LIKES}
_STRENGTH = {Relation.UPDATES: 3, Relation.DUPLICATE: 2, Relation.EXTENDS: 1, Relation.NONE: 0}


class RuleJudge:
    """Deterministic; safe to call from any thread."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._values = Values(analyzer)

    def judge(self, old: Said, new: Said) -> Verdict:
        """Say how ``new`` stands to ``old``."""
        if old.language != new.language:
            return NOTHING
        verdicts = [
            self._compare(o, n, old, new)
            for o in read_statements(old.content, old.language)
            for n in read_statements(new.content, new.language)
        ]
        return max(verdicts, key=lambda v: _STRENGTH[v.relation], default=NOTHING)

    def _compare(self, o: Statement, n: Statement, old: Said, new: Said) -> Verdict:
        language = new.language
        if not self._same_subject(_subject(o, old), _subject(n, new), language):
            return NOTHING
        if _OPPOSITES.get(o.slot) == n.slot and self._same(o.value, n.value, language):
            return _verdict(Relation.UPDATES, n)
        if o.slot != n.slot or not self._same_qualifier(o, n, language):
            return NOTHING
        return self._compare_values(o, n, language)

    def _compare_values(self, o: Statement, n: Statement, language: Language) -> Verdict:
        if n.previous and self._values.covers(n.previous, o.value, language):
            return _verdict(Relation.UPDATES, n)
        if o.polarity != n.polarity:
            meets = self._overlap(o.value, n.value, language)
            return _verdict(Relation.UPDATES, n) if meets else NOTHING
        if self._same(o.value, n.value, language):
            return _verdict(Relation.DUPLICATE, n)
        if self._overlap(o.value, n.value, language):
            return _verdict(Relation.EXTENDS, n)
        if n.polarity and _holds_one(n):
            return _verdict(Relation.UPDATES, n)
        return NOTHING

    def _same(self, one: str, two: str, language: Language) -> bool:
        return self._values.same(one, two, language)

    def _overlap(self, one: str, two: str, language: Language) -> bool:
        return self._values.covers(one, two, language) or self._values.covers(two, one, language)

    def _same_subject(self, one: str, two: str, language: Language) -> bool:
        if USER in (one, two):
            return one == two
        return self._same(one, two, language)

    def _same_qualifier(self, o: Statement, n: Statement, language: Language) -> bool:
        if o.qualifier is None or n.qualifier is None:
            return o.qualifier is n.qualifier
        return self._same(o.qualifier, n.qualifier, language)


def _subject(statement: Statement, said: Said) -> str:
    """The speaker's own statements are about the speaker, where that is not the owner."""
    if statement.subject != USER:
        return statement.subject
    return said.subject or said.speaker or USER


def _holds_one(statement: Statement) -> bool:
    if statement.slot is Slot.TOOL:
        return statement.qualifier is not None
    return statement.slot in SINGLE_VALUED


def _verdict(relation: Relation, statement: Statement) -> Verdict:
    return Verdict(relation=relation, reason=f"{relation.value}: {statement.slot.value}")
