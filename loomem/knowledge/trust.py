"""How far a source is trusted, and whether a memory may replace another one."""

from collections.abc import Iterable
from typing import Final

from loomem.model.chunk import Chunk, TrustLevel

_OF_AGENT: Final = {
    "api": TrustLevel.A1,
    "cli": TrustLevel.A1,
    "user_direct": TrustLevel.A1,
    "user-stated": TrustLevel.A1,
    "confirmed_preference": TrustLevel.A1,
    "first_party_doc": TrustLevel.A1,
    "external_web": TrustLevel.B,
    "imported_third_party": TrustLevel.B,
    "firecrawl": TrustLevel.B,
    "ocr": TrustLevel.B,
}
_RANK: Final = {TrustLevel.A1: 3, TrustLevel.A2: 2, TrustLevel.B: 1}


def trust_of_agent(agent: str | None) -> TrustLevel:
    """Return the tier of a source; one that is not known counts as a client, a2."""
    return TrustLevel.A1 if agent is None else _OF_AGENT.get(agent, TrustLevel.A2)


def trust_of(chunk: Chunk) -> TrustLevel:
    """Return the tier of a record; old ones without a tier count by their source."""
    if chunk.trust_level is None:
        return trust_of_agent(chunk.source.agent if chunk.source else None)
    return TrustLevel(chunk.trust_level)


def least_trust(levels: Iterable[TrustLevel]) -> TrustLevel:
    """Return the lowest of several tiers: what is derived is no better than its worst source."""
    return min(levels, key=_RANK.__getitem__, default=TrustLevel.A2)


def may_replace(new: Chunk, old: Chunk) -> bool:
    """Say whether a new memory may supersede an old one of its own accord."""
    return _RANK[trust_of(new)] >= _RANK[trust_of(old)]
