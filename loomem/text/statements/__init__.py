"""Reading plain statements out of sentences, by rules; one grammar per language.

What no rule recognises says nothing: silence is better than a wrong fact.
"""

from loomem.text.statements.model import (
    NEEDS_QUALIFIER,
    SINGLE_VALUED,
    USER,
    Grammar,
    Rule,
    Slot,
    Statement,
)
from loomem.text.statements.reading import (
    canonical,
    language_read,
    read_statements,
    read_text,
)

__all__ = [
    "NEEDS_QUALIFIER",
    "SINGLE_VALUED",
    "USER",
    "Grammar",
    "Rule",
    "Slot",
    "Statement",
    "canonical",
    "language_read",
    "read_statements",
    "read_text",
]
