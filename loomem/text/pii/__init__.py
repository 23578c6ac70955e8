"""Replaces personal data and secrets by markers, and says what kind was where, never the value."""

from loomem.text.pii.blocklist import read_blocklist
from loomem.text.pii.model import Finding, PiiKind, Redacted, RedactionOptions
from loomem.text.pii.redactor import Redactor

__all__ = ["Finding", "PiiKind", "Redacted", "RedactionOptions", "Redactor", "read_blocklist"]
