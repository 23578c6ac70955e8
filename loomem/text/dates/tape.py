"""A text as a row of tokens with one letter each, so that rules can be patterns over these letters."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from loomem.text.dates.numeric import CLUSTER, MARKER, Slashed, read_cluster
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.vantage import Expression

_TOKEN: Final = re.compile(
    rf"(?P<word>[a-z][a-z0-9_]*+)|(?P<number>{CLUSTER})(?P<tail>[a-z0-9_%]*+)"
    rf"|(?P<ending>'[a-z]{{1,2}}(?![a-z]))|(?P<marker>{MARKER})|(?P<gap>\n[^\S\n]*+\n)"
    r"|(?P<other>[^\W\d_a-z]++)|(?P<mark>\S)"
)
_JOINED: Final = re.compile(r"([0-9]{1,4})(-)([0-9]{1,4})|([0-9]{4})(/)([0-9]{4}|[0-9]{2})")
_PARTS_OF_JOINED: Final = ("number", "mark", "number")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_MAX_DIGITS: Final = 4
_GLUE_BEFORE: Final = frozenset("@#_\\.")
_GLUE_AFTER: Final = frozenset("@_\\")
_NUMBER_GLUE: Final = frozenset("#$€£¥+@_./\\")


class Token(NamedTuple):
    """A piece of plain text. ``kind``: word, number, ordinal, date, slashed, dotted, gap, mark, junk."""

    start: int
    end: int
    text: str
    kind: str
    expression: Expression | None = None


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a rule made of some tokens.

    ``weak`` names a kind of words that are a date only after certain others ("in May"); ``expression``
    None means that these tokens are no date, and no part of one.
    """

    expression: Expression | None
    weak: str = ""


NOTHING: Final = Sketch(None)


def tokenize(spelling: Spelling, language: str | None) -> list[Token]:
    """Return the tokens of a text; dates in digits are one token each."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(spelling.plain):
        kind = match.lastgroup or "mark"
        if kind == "tail":
            tokens.extend(_number(match, spelling.plain, language))
        elif kind == "word" and _is_glued(match, spelling.plain):
            tokens.append(Token(match.start(), match.end(), match.group(), "junk"))
        else:
            tokens.append(Token(match.start(), match.end(), match.group(), kind))
    return tokens


def _is_glued(match: re.Match[str], plain: str) -> bool:
    """Say whether a word is a piece of an address, a tag or a path rather than of a sentence."""
    start, end = match.span()
    after = plain[end : end + 2]
    if after[:1] in _GLUE_AFTER or (after[:1] == "." and after[1:].isalnum()):
        return True
    return start > 0 and plain[start - 1] in _GLUE_BEFORE


def _number(match: re.Match[str], plain: str, language: str | None) -> Iterator[Token]:
    text, tail, start = match["number"], match["tail"], match.start()
    before = plain[start - 1] if start else " "
    if before in _NUMBER_GLUE or (tail and tail not in _ORDINALS) or _is_suffix(plain, start):
        yield Token(start, match.end(), match.group(), "junk")
    elif text.isdigit() and len(text) <= _MAX_DIGITS:
        yield Token(start, match.end(), text, "ordinal" if tail else "number")
    elif tail:
        yield Token(start, match.end(), match.group(), "junk")
    else:
        yield from _cluster(text, start, language)


def _is_suffix(plain: str, start: int) -> bool:
    """Say whether digits belong to a name like covid-19."""
    return (
        plain[start - 1 : start] == "-"
        and plain[start - 2 : start - 1].isalnum()
        and plain[max(0, start - 4) : start] != "mid-"
    )


def _cluster(text: str, start: int, language: str | None) -> Iterator[Token]:
    end = start + len(text)
    found = read_cluster(text, language)
    if isinstance(found, Slashed):
        yield Token(start, end, text, found.kind, found.expression)
    elif found is not None:
        yield Token(start, end, text, "date", found)
    elif joined := _JOINED.fullmatch(text):
        for part, kind in zip(filter(None, joined.groups()), _PARTS_OF_JOINED, strict=True):
            yield Token(start, start + len(part), part, kind)
            start += len(part)
    else:
        yield Token(start, end, text, "junk")


class Tape:
    """Tokens, a letter for each, and by the index of its token what was found so far."""

    def __init__(
        self,
        spelling: Spelling,
        tokens: Sequence[Token],
        codes: str,
        sketches: dict[int, Sketch],
    ) -> None:
        self.spelling = spelling
        self.tokens = tokens
        self.codes = codes
        self.sketches = sketches

    def is_capital(self, index: int) -> bool:
        """Say whether a token begins with a capital letter."""
        return self.spelling.letter(self.tokens[index].start).isupper()

    def begins_sentence(self, index: int) -> bool:
        """Say whether a token is the first of its sentence, line, quotation or list entry."""
        if index == 0:
            return True
        before = self.tokens[index - 1]
        if before.kind == "gap" or before.text in _OPENERS:
            return True
        return "\n" in self.spelling.plain[before.end : self.tokens[index].start]


class Find(NamedTuple):
    """What a rule made of the tokens from ``start`` up to ``end``."""

    start: int
    end: int
    sketch: Sketch


FIRM: Final = "\uf000"
WEAK: Final = "\uf001"
OTHER: Final = "\uf002"


def code_of(sketch: Sketch) -> str:
    """Return the letter of a token that stands for a find."""
    if sketch.expression is None:
        return OTHER
    return WEAK if sketch.weak else FIRM


def replace_finds(tape: Tape, finds: Sequence[Find]) -> Tape:
    """Return the tape with one token per find; of overlapping finds the longest stays."""
    kept = _without_overlaps(finds, len(tape.tokens))
    if not kept:
        return tape
    tokens: list[Token] = []
    codes: list[str] = []
    sketches: dict[int, Sketch] = {}
    done = 0
    for find in kept:
        _copy(tape, done, find.start, tokens, sketches)
        codes += (tape.codes[done : find.start], code_of(find.sketch))
        sketches[len(tokens)] = find.sketch
        tokens.append(_merged(tape, find))
        done = find.end
    _copy(tape, done, len(tape.tokens), tokens, sketches)
    return Tape(tape.spelling, tokens, "".join((*codes, tape.codes[done:])), sketches)


def _without_overlaps(finds: Sequence[Find], length: int) -> list[Find]:
    """Return the longest finds in order of the text; of equal ones the earlier rule's."""
    taken = bytearray(length)
    kept = []
    for find in sorted(finds, key=lambda find: find.start - find.end):
        if not any(taken[find.start : find.end]):
            taken[find.start : find.end] = b"\1" * (find.end - find.start)
            kept.append(find)
    return sorted(kept, key=lambda find: find.start)


def _copy(
    tape: Tape, start: int, end: int, tokens: list[Token], sketches: dict[int, Sketch]
) -> None:
    for index in range(start, end):
        if index in tape.sketches:
            sketches[len(tokens)] = tape.sketches[index]
        tokens.append(tape.tokens[index])


def _merged(tape: Tape, find: Find) -> Token:
    start, end = tape.tokens[find.start].start, tape.tokens[find.end - 1].end
    return Token(start, end, tape.spelling.plain[start:end], "date")


_OPENERS: Final = frozenset(".!?:;…\"'“”„«»()[]*-–—•>|。！？：；，")
