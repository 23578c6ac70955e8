"""Reads ``entities.toml``, the owner's own names. A file that cannot be used stops the start."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from loomem.config.own_files import read_own_file
from loomem.errors import ConfigError
from loomem.text.entities.dictionary import EntityDictionary, Entry
from loomem.text.entities.model import EntityType, Link, known_relation

_SECTIONS = {
    "persons": EntityType.PERSON,
    "organizations": EntityType.ORGANIZATION,
    "projects": EntityType.PROJECT,
    "technology": EntityType.TECHNOLOGY,
    "places": EntityType.PLACE,
}
_RELATION_PARTS = 3
_CERTAIN = 1.0


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    names: list[str] = msgspec.field(default_factory=list)


class _Relations(msgspec.Struct, forbid_unknown_fields=True):
    entries: list[str] = msgspec.field(default_factory=list)


class _Entity(msgspec.Struct, forbid_unknown_fields=True):
    canonical: str
    type: str = "person"
    aliases: list[str] = msgspec.field(default_factory=list)
    role: str | None = None
    expand_with: list[str] = msgspec.field(default_factory=list)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    persons: _Names = msgspec.field(default_factory=_Names)
    organizations: _Names = msgspec.field(default_factory=_Names)
    projects: _Names = msgspec.field(default_factory=_Names)
    technology: _Names = msgspec.field(default_factory=_Names)
    places: _Names = msgspec.field(default_factory=_Names)
    relations: _Relations = msgspec.field(default_factory=_Relations)
    entity: list[_Entity] = msgspec.field(default_factory=list)


def load_dictionary(path: Path) -> EntityDictionary:
    """Return what the file holds; an empty dictionary where there is none.

    Raises ConfigError, in one line, for a file that is no TOML or has other keys or types.
    """
    held = read_own_file(path, _File, "search.entities_file")
    if held is None:
        return EntityDictionary()
    entries = tuple(_entries(held))
    return EntityDictionary(entries, tuple(_links(path, held, entries)))


def _entries(held: _File) -> Iterator[Entry]:
    """Entries with other names come first, so that a plain list cannot take these from them."""
    for entity in held.entity:
        if entity.canonical.strip():
            yield Entry(
                canonical=entity.canonical.strip(),
                entity_type=_type(entity.type),
                aliases=tuple(alias.strip() for alias in entity.aliases if alias.strip()),
                role=entity.role,
                expand_with=tuple(entity.expand_with),
            )
    for section, entity_type in _SECTIONS.items():
        for name in getattr(held, section).names:
            if name.strip():
                yield Entry(canonical=name.strip(), entity_type=entity_type)


def _type(name: str) -> EntityType:
    """An unknown type is a person, as it has always been in this file."""
    known = {kind.value.lower(): kind for kind in EntityType if kind is not EntityType.UNKNOWN}
    return known.get(name.strip().lower(), EntityType.PERSON)


def _links(path: Path, held: _File, entries: tuple[Entry, ...]) -> Iterator[Link]:
    names = {
        name.casefold(): entry.canonical
        for entry in reversed(entries)
        for name in (*entry.aliases, entry.canonical)
    }
    for line in held.relations.entries:
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != _RELATION_PARTS or not all(parts):
            raise ConfigError(
                f'search.entities_file: {path}: relations.entries: "{line[:80]}" is not '
                '"subject|relation|object"'
            )
        yield Link(
            subject=names.get(parts[0].casefold(), parts[0]),
            relation=known_relation(parts[1]),
            object=names.get(parts[2].casefold(), parts[2]),
            confidence=_CERTAIN,
        )
