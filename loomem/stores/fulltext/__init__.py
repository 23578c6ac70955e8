"""The full-text index: terms of the project's own analyser in, (id, BM25 score) out."""

from loomem.stores.fulltext.document import TERM_FIELDS, TextDocument
from loomem.stores.fulltext.index import TextIndex

__all__ = ["TERM_FIELDS", "TextDocument", "TextIndex"]
