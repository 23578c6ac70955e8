"""The Chinese grammar of statements."""

from loomem.text.statements.model import Grammar

CHINESE = Grammar(
    language="zh",
    rules=(),
    is_silent=lambda _sentence: True,
    clean_value=str.strip,
    clean_subject=str.strip,
)
