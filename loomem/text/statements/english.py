"""The English grammar of statements."""

from loomem.text.statements.model import Grammar

ENGLISH = Grammar(
    language="en",
    rules=(),
    is_silent=lambda _sentence: True,
    clean_value=str.strip,
    clean_subject=str.strip,
)
