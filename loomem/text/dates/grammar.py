"""Rules over words: a pattern is written in words and classes of words, and compiled once.

In a pattern a lower-case word stands for itself and a capitalised name for every word of that
class; ``NAME:x`` makes the number of the word readable as ``x``. The rest is as in regular
expressions, but for spaces.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from loomem.text.dates.reading import Built, Reading, Rule, apply
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import FIRM, OTHER, WEAK, Sketch, Tape, Token, code_of

Vocabulary = Mapping[str, Mapping[str, int]]
"""Plain word to its classes, each with the number the word stands for in it."""

Build = Callable[["WordReading"], Built]
RuleText = tuple[str, Build]

_UNKNOWN: Final = "\uf003"
_NAME: Final = "\uf004"
_GAP: Final = "\uf005"
_BUILT_IN: Final = {"FIRM": FIRM, "DATE": FIRM + WEAK}
_FIRST_CODE: Final = 0xE000
_MARKS: Final = {
    ",": "COMMA", ".": "DOT", "-": "DASH", "\u2014": "DASH", "/": "SLASH", "(": "OPEN",
    ")": "CLOSE", "'": "APOSTROPHE", "'s": "POSSESSIVE",
}  # fmt: skip
_ATOM: Final = re.compile(r"(?P<name>[A-Z][A-Z_]*)(?::(?P<group>[a-z]\w*))?|(?P<word>[a-z]+)|\s+")
_MAX_COUNT: Final = 999
_NUMBERS: Final = {
    "NUM": range(_MAX_COUNT + 1),
    "DAY": range(1, 32),
    "YEAR": range(1200, 2200),
    "YEARISH": range(1900, 2100),
}
_YEAR_DIGITS: Final = 4
_DAY_DIGITS: Final = 2


class WordReading(Reading):
    """A match over words."""

    def __init__(
        self, vocabulary: Vocabulary, classes: Mapping[str, str], tape: Tape, match: re.Match[str]
    ) -> None:
        super().__init__(tape, match)
        self._vocabulary = vocabulary
        self._classes = classes

    def number(self, *groups: str) -> int:
        """Return the sum of the numbers of the groups that are there ("twenty" and "one")."""
        return sum(self._number(group) for group in groups if self.has(group))

    def maybe(self, group: str) -> int | None:
        """Return the number of a group, None where it is not there."""
        return self._number(group) if self.has(group) else None

    def _number(self, group: str) -> int:
        token = self.token(group)
        if token.kind in ("number", "ordinal"):
            return int(token.text)
        return self._vocabulary[token.text][self._classes[group]]

    def token(self, group: str) -> Token:
        """Return the word of a group."""
        return self.tape.tokens[self.match.start(group)]

    def is_capital(self, group: str) -> bool:
        """Say whether a word is written with a capital."""
        return self.tape.is_capital(self.match.start(group))

    def is_title(self, group: str) -> bool:
        """Say whether a word is written with one capital, like a name."""
        token = self.token(group)
        return self.tape.spelling.written(token.start, token.end).istitle()

    def begins_sentence(self, group: str) -> bool:
        """Say whether a word is the first of its sentence, where any is written with a capital."""
        return self.tape.begins_sentence(self.match.start(group))

    def before(self, distance: int = 1) -> str:
        """Return the word so many tokens before the match, or nothing."""
        index = self.start - distance
        return self.tape.tokens[index].text if index >= 0 else ""

    def after(self) -> str:
        """Return the word behind the match, or nothing."""
        return self.tape.tokens[self.end].text if self.end < len(self.tape.tokens) else ""

    def precedes_noun(self) -> bool:
        """Say whether a lower-case word follows that the grammar does not know."""
        return self.tape.codes[self.end : self.end + 1] == _UNKNOWN

    def precedes_name(self) -> bool:
        """Say whether a capitalised word follows that the grammar does not know."""
        return self.tape.codes[self.end : self.end + 1] == _NAME


class Grammar:
    """The words and rules of one language, in two rounds: dates, then the words around dates."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        dates: Mapping[str, Sequence[RuleText]],
        frames: Sequence[RuleText],
    ) -> None:
        """``dates`` are keyed by a class that must occur for the rules under it to be tried."""
        self._vocabulary = vocabulary
        self._alphabet = _Alphabet(vocabulary, [*_texts(dates.values()), *_texts([frames])])
        self._dates = [
            (frozenset(self._alphabet.letters[key]), [self._compile(*rule) for rule in rules])
            for key, rules in dates.items()
        ]
        self._frames = [self._compile(*rule) for rule in frames]
        self._triggers = frozenset[str]().union(*(letters for letters, _ in self._dates))

    def read(self, spelling: Spelling, tokens: Sequence[Token]) -> Tape | None:
        """Return the tokens with one for each date, or None where there cannot be any."""
        codes, sketches = self._alphabet.encode(spelling, tokens)
        present = frozenset(codes)
        if not (sketches or present & self._triggers):
            return None
        rules = [rule for letters, group in self._dates if letters & present for rule in group]
        tape = apply(rules, Tape(spelling, tokens, codes, sketches), self._reading)
        return apply(self._frames, tape, self._reading) if tape.sketches else None

    def _reading(self, rule: Rule[WordReading], tape: Tape, match: re.Match[str]) -> WordReading:
        return WordReading(self._vocabulary, rule.classes, tape, match)

    def _compile(self, text: str, build: Build) -> Rule[WordReading]:
        pattern, classes = self._alphabet.compile(text)
        return Rule(pattern, build, classes)


def _texts(groups: Iterable[Sequence[RuleText]]) -> list[str]:
    return [text for group in groups for text, _ in group]


class _Alphabet:
    """One letter for all words that are in the same classes."""

    def __init__(self, vocabulary: Vocabulary, texts: Sequence[str]) -> None:
        members: dict[str, set[str]] = {word: set(names) for word, names in vocabulary.items()}
        for text in texts:
            for atom in _ATOM.finditer(text):
                if word := atom["word"]:
                    members.setdefault(word, set()).add(word)
        members.update((mark, {name}) for mark, name in _MARKS.items())
        self._code_of: dict[frozenset[str], str] = {}
        self._numbers = count(_FIRST_CODE)
        self._words = {word: self._code(frozenset(names)) for word, names in members.items()}
        for names in _number_classes():
            self._code(names)
        self.letters = {name: "".join(found) for name, found in self._by_class().items()}

    def _code(self, names: frozenset[str]) -> str:
        if names not in self._code_of:
            self._code_of[names] = chr(next(self._numbers))
        return self._code_of[names]

    def _by_class(self) -> dict[str, list[str]]:
        found = {name: list(letters) for name, letters in _BUILT_IN.items()}
        for names, code in self._code_of.items():
            for name in names:
                found.setdefault(name, []).append(code)
        return found

    def compile(self, text: str) -> tuple[re.Pattern[str], dict[str, str]]:
        """Return the pattern over letters, and the class of each of its groups."""
        classes: dict[str, str] = {}

        def letters(atom: re.Match[str]) -> str:
            name = atom["name"] or atom["word"]
            if name is None:
                return ""
            if atom["group"]:
                classes[atom["group"]] = name
                return f"(?P<{atom['group']}>[{self.letters[name]}])"
            return f"[{self.letters[name]}]"

        return re.compile(_ATOM.sub(letters, text)), classes

    def encode(self, spelling: Spelling, tokens: Sequence[Token]) -> tuple[str, dict[int, Sketch]]:
        """Return the letters of tokens, and the dates in digits among them by index."""
        codes, sketches = [], {}
        for index, token in enumerate(tokens):
            if token.expression is not None:
                sketch = Sketch(token.expression, "" if token.kind == "date" else token.kind)
                sketches[index] = sketch
                codes.append(code_of(sketch))
            else:
                codes.append(self._token_code(spelling, token))
        return "".join(codes), sketches

    def _token_code(self, spelling: Spelling, token: Token) -> str:
        if token.kind in ("number", "ordinal"):
            return self._code_of[_classes_of_number(token.text, token.kind)]
        if token.kind in ("junk", "marker"):
            return OTHER
        known = self._words.get(token.text)
        if known is not None:
            return known
        if token.kind == "word" or token.kind == "other":
            return _NAME if spelling.letter(token.start).isupper() else _UNKNOWN
        return _GAP if token.kind == "gap" else OTHER


@lru_cache(maxsize=16_384)
def _classes_of_number(text: str, kind: str) -> frozenset[str]:
    value = int(text)
    if kind == "ordinal":
        return frozenset({"ORDINAL", "RANK"} | ({"DAY"} if value in _NUMBERS["DAY"] else set()))
    names = {name for name, values in _NUMBERS.items() if value in values}
    if len(text) != _YEAR_DIGITS:
        names -= {"YEAR", "YEARISH"}
    if len(text) > _DAY_DIGITS:
        names -= {"DAY"}
    return frozenset(names)


def _number_classes() -> set[frozenset[str]]:
    samples = ("0", "5", "40", "400", "0005", "1000", "1500", "1999", "2150", "9999")
    plain = {_classes_of_number(text, "number") for text in samples}
    return plain | {_classes_of_number(text, "ordinal") for text in ("5", "400")}
