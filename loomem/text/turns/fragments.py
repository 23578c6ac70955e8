"""Pieces of a source that are found by themselves: a turn each, or as much of one as fits."""

from collections.abc import Iterator, Sequence
from typing import Final

from loomem.text.split import CountTokens, fit
from loomem.text.turns.dialogue import split_turns
from loomem.text.turns.model import Fragment

_NEAR: Final = (1, 1, 600)  # texts before, texts after, characters of each
_WIDE: Final = (3, 2, 400)

CONTEXT_BEFORE: Final = 3
CONTEXT_AFTER: Final = 2
"""How many fragments before and after one the widest context reaches."""


def fragments(text: str, *, max_tokens: int, count_tokens: CountTokens) -> list[Fragment]:
    """Return the fragments of a source in order, none of them empty.

    ``max_tokens`` is the room for the text alone, without what an encoder puts around it. Byte
    offsets count UTF-8; a text with half a surrogate pair must be stored with ``surrogatepass``.
    """
    found: list[Fragment] = []
    at = byte = 0
    for turn in split_turns(text):
        for start, end in fit(
            text, turn.body_start, turn.end, max_tokens=max_tokens, count_tokens=count_tokens
        ):
            byte_start = byte + _size(text[at:start])
            at, byte = end, byte_start + _size(text[start:end])
            found.append(
                Fragment(
                    len(found), turn.author, turn.role, start, end, byte_start, byte, turn.day
                )
            )
    return found


def neighbour_contexts(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return (near, wide) for each fragment of one source, in order, to be indexed beside it.

    Near is the one before, the fragment itself and the one after; wide is three before to two
    after. The fragment is whole; of each neighbour at most 600 (near) or 400 (wide) characters
    next to it are taken. Names of speakers are left out: as words they only blur a vector.
    """
    return [contexts_at(texts, at) for at in range(len(texts))]


def contexts_at(texts: Sequence[str], at: int) -> tuple[str, str]:
    """Return (near, wide) of one fragment; empty texts stand for those that are gone."""
    return _context(texts, at, *_NEAR), _context(texts, at, *_WIDE)


def _context(texts: Sequence[str], at: int, before: int, after: int, size: int) -> str:
    return "\n".join(part for part in _parts(texts, at, before, after, size) if part)


def _parts(texts: Sequence[str], at: int, before: int, after: int, size: int) -> Iterator[str]:
    for text in texts[max(0, at - before) : at]:
        yield _ending(text, size)
    yield texts[at]
    for text in texts[at + 1 : at + 1 + after]:
        yield _beginning(text, size)


def _beginning(text: str, size: int) -> str:
    if len(text) <= size:
        return text
    cut = text.rfind(" ", size // 2, size + 1)
    return text[: cut if cut > 0 else size].rstrip()


def _ending(text: str, size: int) -> str:
    if len(text) <= size:
        return text
    first = len(text) - size
    cut = text.find(" ", first - 1, first + size // 2)
    return text[cut + 1 if cut >= 0 else first :].lstrip()


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
