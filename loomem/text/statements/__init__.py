"""Reading plain statements out of sentences, by rules; one grammar per language.

What no rule recognises says nothing: silence is better than a wrong fact.
"""

from loomem.text.statements.model import SINGLE_VALUED, USER, Grammar, Rule, Slot, Statement
from loomem.text.statements.reading import read_statements

__all__ = ["SINGLE_VALUED", "USER", "Grammar", "Rule", "Slot", "Statement", "read_statements"]
