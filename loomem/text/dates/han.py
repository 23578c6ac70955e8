"""Chinese: a text whose every character is a token, and the numbers written in it."""

import re
from collections.abc import Sequence
from typing import Final

from loomem.text.dates.numeric import CLUSTER, MARKER, Slashed, read_cluster
from loomem.text.dates.reading import Reading, Rule, apply
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import FIRM, OTHER, Sketch, Tape, Token

NUMBER: Final = "(?:[0-9]{1,4}|[一二两三四五六七八九十]{1,3})"
"""A number below a hundred in characters, or up to four digits; inside of a pattern."""

_DIGITS: Final = {char: i for i, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_WRITTEN: Final = re.compile(r"([二三四五六七八九])?十([一二三四五六七八九])?")
_CLUSTER: Final = re.compile(
    rf"(?P<marker>{MARKER})|(?<![a-z0-9_./:#$¥@\-])(?P<date>{CLUSTER})(?![a-z0-9_%])"
)


class HanReading(Reading):
    """A match over characters."""

    def text(self, group: str) -> str:
        """Return the characters of a group, or nothing."""
        return (self.match[group] or "") if self.has(group) else ""

    def number(self, group: str) -> int:
        """Return the number written in a group; -1 for characters that are none."""
        return read_number(self.text(group))


def read_number(written: str) -> int:
    """Return the number of digits or characters: 12, 十二, 二〇二四; -1 for anything else."""
    if written.isascii():
        return int(written) if written.isdigit() else -1
    if match := _WRITTEN.fullmatch(written):
        return 10 * _DIGITS.get(match[1] or "一", 1) + _DIGITS.get(match[2] or "零", 0)
    digits = [_DIGITS.get(char, -1) for char in written]
    if -1 in digits or len(digits) in (2, 3):
        return -1  # 三四 is "three or four"
    return int("".join(map(str, digits)))


class HanGrammar:
    """Rules over characters, in two rounds: dates, then the words around dates."""

    def __init__(
        self,
        dates: Sequence[tuple[str, Sequence[Rule[HanReading]]]],
        frames: Sequence[Rule[HanReading]],
    ) -> None:
        """``dates`` go with characters, one of which must occur for the rules to be tried."""
        self._dates = [(frozenset(characters), rules) for characters, rules in dates]
        self._frames = frames

    def read(self, spelling: Spelling) -> Tape | None:
        """Return the characters with one token for each date, or None where there is none."""
        present = frozenset(spelling.plain)
        rules = [rule for needed, group in self._dates if needed & present for rule in group]
        tape = apply(rules, _spread(spelling), _reading)
        return apply(self._frames, tape, _reading) if tape.sketches else None


def _reading(_: Rule[HanReading], tape: Tape, match: re.Match[str]) -> HanReading:
    return HanReading(tape, match)


def _spread(spelling: Spelling) -> Tape:
    """Return a tape of characters, with dates in digits as one token each."""
    plain, done = spelling.plain, 0
    tokens: list[Token] = []
    codes: list[str] = []
    sketches: dict[int, Sketch] = {}
    for match in _CLUSTER.finditer(plain):
        found = None if match["marker"] else read_cluster(match["date"], "zh")
        if isinstance(found, Slashed) or (found is None and not match["marker"]):
            continue
        tokens += _characters(plain, done, match.start())
        codes += (plain[done : match.start()], OTHER if found is None else FIRM)
        if found is not None:
            sketches[len(tokens)] = Sketch(found)
        tokens.append(Token(*match.span(), match.group(), "date", found))
        done = match.end()
    tokens += _characters(plain, done, len(plain))
    return Tape(spelling, tokens, "".join((*codes, plain[done:])), sketches)


def _characters(plain: str, start: int, end: int) -> list[Token]:
    return [Token(i, i + 1, plain[i], "mark") for i in range(start, end)]
