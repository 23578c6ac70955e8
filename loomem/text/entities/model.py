"""What a text names, and what it says of how the named are connected."""

from dataclasses import dataclass, field
from enum import StrEnum


class EntityType(StrEnum):
    """What kind of thing a name stands for."""

    PERSON = "Person"
    ORGANIZATION = "Organization"
    PROJECT = "Project"
    TECHNOLOGY = "Technology"
    PLACE = "Place"
    HANDLE = "Handle"
    TAG = "Tag"
    UNKNOWN = "Unknown"


RELATIONS = (
    "works_at",
    "uses",
    "manages",
    "member_of",
    "implements",
    "located_in",
    "related_to",
    "created",
    "logged_in_via",
    "pays_for",
    "deployed_in",
    "accepted",
    "confirmed_participation",
)
"""Every way in which two entities can be connected."""


def known_relation(name: str) -> str:
    """Return the relation of this name; an unknown one only says that two things are related."""
    plain = name.strip().lower().replace(" ", "_").replace("-", "_")
    return plain if plain in RELATIONS else "related_to"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where a text names something. Offsets are characters of that text.

    ``name`` is what stands there, ``canonical`` the name it is kept under. ``alias`` is the other name
    that was used, where it is one and not merely an inflected form of the canonical name.
    """

    name: str
    canonical: str
    entity_type: EntityType
    start: int
    end: int
    confidence: float
    alias: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A connection that a sentence states. Both ends are canonical names of mentions in it."""

    subject: str
    relation: str
    object: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherName:
    """A statement that an entity also goes by another name."""

    canonical: str
    alias: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was found in one text."""

    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    other_names: tuple[OtherName, ...] = field(default=())
