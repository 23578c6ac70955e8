"""Applies rules to a tape; what a rule matched is handed to its builder."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from loomem.text.dates.tape import Find, Sketch, Tape, replace_finds
from loomem.text.dates.vantage import Expression

Built = Expression | Sketch | None


class Reading:
    """A match of a rule over the letters of a tape."""

    def __init__(self, tape: Tape, match: re.Match[str]) -> None:
        self.tape = tape
        self.match = match

    @property
    def start(self) -> int:
        """Index of the first token."""
        return self.match.start()

    @property
    def end(self) -> int:
        """Index behind the last token."""
        return self.match.end()

    def has(self, group: str) -> bool:
        """Say whether an optional group of the rule is there."""
        return group in self.match.re.groupindex and self.match.start(group) >= 0

    def sketch(self, group: str) -> Sketch:
        """Return what was found before at a token."""
        return self.tape.sketches[self.match.start(group)]

    def expression(self, group: str) -> Expression:
        """Return the date found before at a token."""
        found = self.sketch(group).expression
        assert found is not None, "what is no date has another letter"
        return found


R = TypeVar("R", bound=Reading)


@dataclass(frozen=True, slots=True)
class Rule(Generic[R]):
    """A pattern over the letters of a tape, and what it means; a builder rejects with None."""

    pattern: re.Pattern[str]
    build: Callable[[R], Built]
    classes: Mapping[str, str] = field(default_factory=dict)
    """The class of words each group is read in; unused where letters are the text itself."""


def apply(
    rules: Sequence[Rule[R]], tape: Tape, read: Callable[[Rule[R], Tape, re.Match[str]], R]
) -> Tape:
    """Return the tape with a token in place of everything the rules found."""
    finds = []
    for rule in rules:
        for match in rule.pattern.finditer(tape.codes):
            built = rule.build(read(rule, tape, match))
            if built is not None:
                sketch = built if isinstance(built, Sketch) else Sketch(built)
                finds.append(Find(match.start(), match.end(), sketch))
    return replace_finds(tape, finds)
