"""JSON in what a model said: in code fences, between sentences, with commas too many, cut off.

Of a cut answer, what is complete counts. Nothing here trusts depth, size or types.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from loomem.errors import ModelError

T = TypeVar("T")

_MAX_DEPTH: Final = 32
_MAX_STARTS: Final = 64
_SPACE: Final = re.compile(r"[\s,]*")
_BLANK: Final = re.compile(r"\s*")
_START: Final = re.compile(r"[{\[]")
_SCALAR: Final = re.compile(
    r"(?P<number>-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,4})?)|(?P<word>true|false|null)\b"
)
_STRINGS: Final = json.JSONDecoder(strict=False)
_WORDS: Final = {"true": True, "false": False, "null": None}


class _Cut(Exception):  # noqa: N818 - never leaves this module
    """The text ends, or stops being JSON, inside of a value."""


class Reply(msgspec.Struct, frozen=True):
    """A value read from an answer. ``is_complete`` is False where its end is missing."""

    value: Any
    is_complete: bool


def parse_reply(text: str, kind: type[T]) -> T:
    """Return the first JSON value in the text that is a ``kind``; raises ModelError for none."""
    for reply in values_in(text):
        if not reply.is_complete and _is_hollow(reply.value):
            continue  # cut before anything was said is not the same as nothing to say
        try:
            return msgspec.convert(reply.value, kind, strict=False)
        except msgspec.ValidationError:
            continue
    raise ModelError("The language model did not answer in the form it was asked for.")


def valid_items(items: Iterable[Any], kind: type[T]) -> tuple[list[T], int]:
    """Return the items that are a ``kind``, and how many are not: one bad item spoils no other."""
    good: list[T] = []
    bad = 0
    for item in items:
        try:
            good.append(msgspec.convert(item, kind, strict=False))
        except msgspec.ValidationError:
            bad += 1
    return good, bad


def values_in(text: str) -> Iterator[Reply]:
    """Yield the objects and arrays of a text in order; each place is read once."""
    at = 0
    for _ in range(_MAX_STARTS):
        start = _START.search(text, at)
        if start is None:
            return
        reader = _Reader(text, start.start())
        try:
            value = reader.value(_MAX_DEPTH)
        except _Cut:
            at = start.end()
            continue
        at = max(reader.at, start.end())
        if value or reader.is_complete:
            yield Reply(value, reader.is_complete)


def _is_hollow(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, list) and all(map(_is_hollow, value))


class _Reader:
    """Reads one value from a place on. At a cut it closes every open array and object."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.is_complete = True

    def value(self, depth: int) -> Any:
        sign = self.text[self.at : self.at + 1]
        if sign in ("{", "["):
            if depth == 0:
                raise _Cut
            self.at += 1
            return self._object(depth - 1) if sign == "{" else self._array(depth - 1)
        if sign == '"':
            return self._string()
        found = _SCALAR.match(self.text, self.at)
        if found is None:
            raise _Cut
        self.at = found.end()
        word = found["word"]
        return _WORDS[word] if word else json.loads(found["number"])

    def _string(self) -> str:
        try:
            value, self.at = _STRINGS.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            raise _Cut from error
        return str(value)

    def _object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while not self._closes("}"):
            try:
                name, value = self._member(depth)
            except _Cut:
                self.is_complete = False
                return members
            members[name] = value
            if not self.is_complete:
                break
        return members

    def _member(self, depth: int) -> tuple[str, Any]:
        if self.text[self.at : self.at + 1] != '"':
            raise _Cut
        name = self._string()
        self._skip(_BLANK)
        if self.text[self.at : self.at + 1] != ":":
            raise _Cut
        self.at += 1
        self._skip(_BLANK)
        return name, self.value(depth)

    def _array(self, depth: int) -> list[Any]:
        items: list[Any] = []
        while not self._closes("]"):
            try:
                item = self.value(depth)
            except _Cut:
                self.is_complete = False
                return items
            if not self.is_complete:
                break  # a half item may mean the opposite of the whole one
            items.append(item)
        return items

    def _closes(self, sign: str) -> bool:
        self._skip(_SPACE)
        if self.text[self.at : self.at + 1] != sign:
            return False
        self.at += 1
        return True

    def _skip(self, pattern: "re.Pattern[str]") -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
