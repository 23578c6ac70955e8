"""Loomem: a long-term memory for AI agents, kept on your own disk."""

__version__ = "0.1.0"
