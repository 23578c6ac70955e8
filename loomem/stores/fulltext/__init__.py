"""The full-text index: terms of the project's own analyser in, (id, BM25 score) out."""

from loomem.stores.fulltext.conditions import MEANT_WEIGHT
from loomem.stores.fulltext.document import TERM_FIELDS, TextDocument
from loomem.stores.fulltext.index import TextIndex

__all__ = ["MEANT_WEIGHT", "TERM_FIELDS", "TextDocument", "TextIndex"]
