"""What a judge is asked and what it answers."""

from enum import StrEnum

import msgspec

from loomem.text.language import Language


class Relation(StrEnum):
    """How a new memory stands to an older one."""

    UPDATES = "updates"
    EXTENDS = "extends"
    DUPLICATE = "duplicate"
    NONE = "none"


class Said(msgspec.Struct, kw_only=True, frozen=True):
    """One side of the question. ``speaker`` is who said it, None for the owner of the memory.

    ``stream`` is where the cost of asking a model is counted.
    """

    content: str
    language: Language
    subject: str | None = None
    speaker: str | None = None
    stream: str | None = None


class Verdict(msgspec.Struct, kw_only=True, frozen=True):
    """The relation, and in one line what it rests on (slot names only, never memory text)."""

    relation: Relation
    reason: str = ""


NOTHING = Verdict(relation=Relation.NONE)
