"""What is indexed of a memory, and the engine's schema for it."""

from typing import Final

import msgspec
import tantivy

from loomem.errors import InvalidRequestError
from loomem.text.analysis import Analyzer

SCHEMA_VERSION: Final = 3
"""Raise when fields change; an index of another version is made anew."""

TERM_FIELDS: Final = ("content", "entities", "relations")
"""Fields of a memory's own terms."""

CONTEXT_FIELDS: Final = ("near", "wide")
"""Fields that hold the terms of a fragment with those around it; they are searched by themselves."""

_TOKENIZER: Final = "terms"
_INT64: Final = 2**63


class TextDocument(msgspec.Struct):
    """One memory. Instants in seconds since the epoch; an unknown event date matches no range."""

    id: str
    stream: str
    content: str
    level: int
    timestamp: int
    entities: list[str] = []
    relations: list[str] = []
    event_date: int | None = None
    source_agent: str = "unknown"
    near: str = ""
    wide: str = ""


def build_schema() -> tantivy.Schema:
    """Return the engine's schema. Positions are not kept: no query needs them."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for field in (*TERM_FIELDS, *CONTEXT_FIELDS):
        builder.add_text_field(field, tokenizer_name=_TOKENIZER, index_option="freq")
    for field in ("stream", "source_agent"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    for field in ("level", "timestamp", "event_date"):
        # Columns only: ranges need no more, and every indexed field makes each commit dearer.
        builder.add_integer_field(field, indexed=False, fast=True)
    return builder.build()


def register_tokenizer(index: tantivy.Index) -> None:
    """Teach an opened index that terms are what stands between spaces."""
    tokenizer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer(_TOKENIZER, tokenizer)


def engine_document(document: TextDocument, analyzer: Analyzer) -> tantivy.Document:
    """Return the engine's document. Raises InvalidRequestError for an id or stream that no UTF-8
    text can hold.
    """
    for name in ("id", "stream", "source_agent"):
        if not is_storable(getattr(document, name)):
            raise InvalidRequestError(
                f"The {name} holds half of a character pair; send valid text."
            )
    made = tantivy.Document()
    made.add_text("id", document.id)
    made.add_text("stream", document.stream)
    made.add_text("source_agent", document.source_agent)
    made.add_text("content", " ".join(analyzer.document_terms(document.content)))
    for field, names in (("entities", document.entities), ("relations", document.relations)):
        made.add_text(field, " ".join(t for name in names for t in analyzer.document_terms(name)))
    for field, around in (("near", document.near), ("wide", document.wide)):
        if around:
            made.add_text(field, " ".join(analyzer.document_terms(around)))
    made.add_integer("level", to_int64(document.level))
    made.add_integer("timestamp", to_int64(document.timestamp))
    if document.event_date is not None:
        made.add_integer("event_date", to_int64(document.event_date))
    return made


def to_int64(number: int) -> int:
    """Return the nearest number that the engine can hold."""
    return max(-_INT64, min(number, _INT64 - 1))


def is_storable(text: str) -> bool:
    """Say whether text is valid Unicode; a lone surrogate from JSON is not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
