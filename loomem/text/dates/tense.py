"""Which way a sentence faces in time: what was, or what is to come.

The clause of a date counts before the rest of its sentence, verbs before weaker hints, and what
stands before the date before what follows it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from loomem.text.dates.model import Direction
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import Token
from loomem.text.stopwords import words

_SENTENCE_MARKS: Final = frozenset("!?;…。！？；")
_CLAUSE_MARKS: Final = frozenset(",:()—，：、（）")
_CONJUNCTIONS: Final = words("and but or i a ale lecz oraz lub albo")


class Clue(NamedTuple):
    """A place (in plain characters) that tells the tense; EITHER of what comes back every year."""

    position: int
    direction: Direction
    is_strong: bool = True


Judge = Callable[[Spelling, Sequence[Token]], Iterable[Clue]]
"""Finds the clues of one language, in order of the text."""


class TenseReader:
    """Answers for places in one text. Reads the text once, when first asked.

    A weak clue counts only before a date, unless ``is_verb_last``: where verbs follow their time.
    """

    def __init__(
        self,
        spelling: Spelling,
        tokens: Sequence[Token],
        judge: Judge,
        *,
        is_verb_last: bool = False,
    ) -> None:
        self._is_verb_last = is_verb_last
        self._spelling = spelling
        self._tokens = tokens
        self._judge = judge
        self._is_read = False
        self._clues: dict[bool, list[Clue]] = {True: [], False: []}
        self._sentences: list[int] = []
        self._clauses: list[int] = []

    def facing(self, start: int, end: int) -> Direction | None:
        """Return the tense around the plain characters from ``start`` to ``end``.

        EITHER of what recurs, None where nothing tells.
        """
        if not self._is_read:
            self._read()
        clause = self._around(self._clauses, start, end)
        sentence = self._around(self._sentences, start, end)
        for is_strong in (True, False):
            for reach in (clause, sentence):
                found = _nearest(
                    self._clues[is_strong],
                    (start, end),
                    reach,
                    both=is_strong or self._is_verb_last,
                )
                if found is not None:
                    return found
        return None

    def _read(self) -> None:
        self._is_read = True
        for clue in self._judge(self._spelling, self._tokens):
            self._clues[clue.is_strong].append(clue)
        for index, token in enumerate(self._tokens):
            if self._ends_sentence(index, token):
                self._sentences.append(token.start)
                self._clauses.append(token.start)
            elif token.text in _CLAUSE_MARKS or token.text in _CONJUNCTIONS:
                self._clauses.append(token.start)

    def _ends_sentence(self, index: int, token: Token) -> bool:
        if token.kind == "gap" or token.text in _SENTENCE_MARKS:
            return True
        if token.text != ".":
            return False
        following = self._tokens[index + 1 : index + 2]
        return not following or self._spelling.letter(following[0].start).isupper()

    def _around(self, borders: list[int], start: int, end: int) -> tuple[int, int]:
        before, after = bisect_right(borders, start), bisect_left(borders, end)
        first = borders[before - 1] if before else 0
        last = borders[after] if after < len(borders) else len(self._spelling.plain)
        return first, last


def _nearest(
    clues: list[Clue], around: tuple[int, int], reach: tuple[int, int], *, both: bool
) -> Direction | None:
    """Return what the last clue before a place tells, else (``both``) the first one behind."""
    before = bisect_left(clues, (around[0],)) - 1
    if before >= 0 and clues[before].position >= reach[0]:
        return clues[before].direction
    after = bisect_left(clues, (around[1],))
    if both and after < len(clues) and clues[after].position < reach[1]:
        return clues[after].direction
    return None
