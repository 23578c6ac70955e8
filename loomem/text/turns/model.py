"""A turn: what one speaker says before the next one does, or a paragraph that nobody says."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["user", "assistant", "system"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Offsets are characters of the whole text; neither end of the body is white space.

    ``start`` is where the speaker's mark begins, ``body_start`` where the words do; ``author`` is
    the speaker as written, None outside of a dialogue. ``day`` is the ISO day that the mark or a
    header above gives, where one does. A turn without words has ``body_start == end``.
    """

    author: str | None
    role: Role | None
    start: int
    end: int
    body_start: int
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a turn. ``text[start:end]`` and the UTF-8 bytes ``byte_start:byte_end`` are the same."""

    index: int
    author: str | None
    role: Role | None
    start: int
    end: int
    byte_start: int
    byte_end: int
    day: str | None = None
