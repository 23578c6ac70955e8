"""Finds text that tries to give orders to a model that will read it. It marks, it never blocks."""

from loomem.text.injection.finding import MAX_MARKS, Injection, find_injections
from loomem.text.injection.model import InjectionKind

__all__ = ["MAX_MARKS", "Injection", "InjectionKind", "find_injections"]
