"""Text to token windows, whichever vocabulary a model has.

A text of any length becomes a bounded number of windows; no text is ever refused.
"""

import re
from pathlib import Path
from typing import Protocol

import tokenizers

from loomem.errors import ModelError
from loomem.inference.unigram import TABLE_FILE, UnigramTokenizer

FILE_NAME = "tokenizer.json"
MAX_WINDOWS = 64
# A text beyond this is sampled: its head, and evenly spaced slices of the rest.
_WHOLE_CHARACTERS = 60_000
_HEAD_CHARACTERS = 30_000
_SLICE_CHARACTERS = 1_000
_HALF = MAX_WINDOWS // 2
_UNPAIRED = re.compile("[\ud800-\udfff\0]")

Window = list[int]


class Tokenizer(Protocol):
    """Numbers of a text's tokens; ``prefix`` and ``suffix`` go around every window."""

    prefix: list[int]
    suffix: list[int]

    def encode(self, text: str) -> list[int]:
        """Return token numbers without special tokens."""
        ...


class FileTokenizer:
    """Any ``tokenizer.json``, read by the tokenizers library."""

    def __init__(self, path: Path) -> None:
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises nothing narrower
            raise ModelError(f"{path} cannot be read; install the model again.") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        # A text that spells "[SEP]" means the word, not the end of the input.
        self._tokenizer.encode_special_tokens = True
        self.prefix, self.suffix = self._surroundings()

    def encode(self, text: str) -> list[int]:
        """Return token numbers without special tokens."""
        numbers: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return numbers

    def _surroundings(self) -> tuple[list[int], list[int]]:
        inner = self.encode("a")
        whole: list[int] = self._tokenizer.encode("a").ids
        for at in range(len(whole) - len(inner) + 1):
            if whole[at : at + len(inner)] == inner:
                return whole[:at], whole[at + len(inner) :]
        raise ModelError("The tokenizer puts no special tokens around a text; it cannot be used.")


def open_tokenizer(directory: Path) -> Tokenizer:
    """Open whichever vocabulary an installed model has."""
    if (directory / TABLE_FILE).exists():
        return UnigramTokenizer(directory)
    return FileTokenizer(directory / FILE_NAME)


def clean(text: str) -> str:
    """Return the text without NUL; half a surrogate pair becomes U+FFFD, a whole one its sign."""
    if _UNPAIRED.search(text) is None:
        return text
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return paired.replace("\0", " ")


class WindowMaker:
    """Cuts texts into windows of at most ``max_tokens`` tokens, the instruction included."""

    def __init__(self, tokenizer: Tokenizer, max_tokens: int) -> None:
        self._tokenizer = tokenizer
        self._max_tokens = max_tokens

    def windows(self, text: str, instruction: str) -> list[Window]:
        """Return 1 to 64 windows without overlap; each begins with the instruction.

        A text of more than 64 windows keeps its first 32 and 32 spread evenly over the rest.
        """
        before = self._tokenizer.prefix + self._tokenizer.encode(instruction)
        room = self._max_tokens - len(before) - len(self._tokenizer.suffix)
        bodies = self._bodies(clean(text), room) or [[]]
        return [before + body + self._tokenizer.suffix for body in bodies]

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text; for one over 60,000 characters, extrapolate."""
        text = clean(text)
        head = text[:_WHOLE_CHARACTERS]
        counted = len(self._tokenizer.encode(head))
        return counted if len(head) == len(text) else round(counted * len(text) / len(head))

    def count_windows(self, text: str) -> int:
        """Estimate the windows of a text from its characters alone, on the high side."""
        room = self._max_tokens - 16
        if len(text) <= room:
            return 1
        narrow = sum(1 for sign in text[:_WHOLE_CHARACTERS] if sign < "\u2e80")
        wide = min(len(text), _WHOLE_CHARACTERS) - narrow
        return min(MAX_WINDOWS, -(-(narrow // 2 + wide) // room)) or 1

    def _bodies(self, text: str, room: int) -> list[list[int]]:
        if len(text) <= _WHOLE_CHARACTERS:
            return _thin(_cut(self._tokenizer.encode(text), room))
        head = _cut(self._tokenizer.encode(text[:_HEAD_CHARACTERS]), room)[:_HALF]
        slices = (text[at : at + _SLICE_CHARACTERS] for at in _spread(len(text)))
        return head + [body for part in slices if (body := self._tokenizer.encode(part)[:room])]


def _cut(numbers: list[int], room: int) -> list[list[int]]:
    return [numbers[at : at + room] for at in range(0, len(numbers), room)]


def _thin(bodies: list[list[int]]) -> list[list[int]]:
    if len(bodies) <= MAX_WINDOWS:
        return bodies
    rest = bodies[_HALF:]
    return bodies[:_HALF] + [rest[i * len(rest) // _HALF] for i in range(_HALF)]


def _spread(length: int) -> list[int]:
    last = length - _SLICE_CHARACTERS
    step = (last - _HEAD_CHARACTERS) / (_HALF - 1)
    return [round(_HEAD_CHARACTERS + i * step) for i in range(_HALF)]
