"""Whether a new memory updates, repeats or extends an older one, or has nothing to do with it."""

from loomem.knowledge.contradiction.rules import RuleJudge
from loomem.knowledge.contradiction.verdict import NOTHING, Relation, Said, Verdict

__all__ = ["NOTHING", "Relation", "RuleJudge", "Said", "Verdict"]
