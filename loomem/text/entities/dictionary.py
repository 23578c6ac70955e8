"""An owner's own names: what they are kept under, how else they are written, how they are connected."""

import hashlib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from loomem.text.entities.model import EntityType, Link
from loomem.text.entities.phrases import Spelling, Term
from loomem.text.folding import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One name with its other spellings. ``expand_with`` are words that a search for it may add."""

    canonical: str
    entity_type: EntityType
    aliases: tuple[str, ...] = ()
    role: str | None = None
    expand_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityDictionary:
    """Entries in order; the first to claim a spelling keeps it."""

    entries: tuple[Entry, ...] = ()
    links: tuple[Link, ...] = field(default=())

    def terms(self) -> Iterator[Term]:
        """Yield every spelling once."""
        seen: set[str] = set()
        for entry in self.entries:
            for name in (entry.canonical, *entry.aliases):
                plain = fold(name)
                if plain and plain not in seen:
                    seen.add(plain)
                    yield Term(entry.canonical, entry.entity_type, name, Spelling.ANY, 1.0)

    def links_among(self, named: AbstractSet[str]) -> Iterator[Link]:
        """Yield the connections whose two ends are both among these canonical names."""
        for link in self.links:
            if link.subject in named and link.object in named:
                yield link

    @property
    def digest(self) -> str:
        """Identifies the content."""
        return hashlib.blake2b(
            repr((self.entries, self.links)).encode(), digest_size=8
        ).hexdigest()
