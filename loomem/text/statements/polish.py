"""The Polish grammar of statements."""

from loomem.text.statements.model import Grammar

POLISH = Grammar(
    language="pl",
    rules=(),
    is_silent=lambda _sentence: True,
    clean_value=str.strip,
    clean_subject=str.strip,
)
