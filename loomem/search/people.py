"""Who the question is about. Inside a conversation the names of those who speak say little as words,
and much as authors.
"""

from collections.abc import Iterable, Sequence

from loomem.model.chunk import Chunk
from loomem.text.analysis import Analyzer

_ROLES = frozenset({"user", "assistant", "system", "tool", "human", "ai"})


def named_authors(analyzer: Analyzer, terms: Sequence[str], chunks: Iterable[Chunk]) -> list[str]:
    """Return the authors among these memories of whom a word of the name was asked for."""
    authors = {chunk.author for chunk in chunks if chunk.author is not None}
    asked = set(terms)
    return sorted(
        author
        for author in authors
        if author.casefold() not in _ROLES and not asked.isdisjoint(_terms(analyzer, author))
    )


def without_names(analyzer: Analyzer, terms: Sequence[str], authors: Iterable[str]) -> list[str]:
    """Return the terms that are no part of these names; all of them where nothing would be left."""
    names = {term for author in authors for term in _terms(analyzer, author)}
    return [term for term in terms if term not in names] or list(terms)


def _terms(analyzer: Analyzer, author: str) -> set[str]:
    return {term for group in analyzer.query_groups(author) for term in group}
