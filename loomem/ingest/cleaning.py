"""What every text goes through before it is stored: markup out, personal data out, orders marked."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import structlog

from loomem.errors import InvalidRequestError
from loomem.model.chunk import Chunk
from loomem.stores.audit import AuditRow
from loomem.text.injection import find_injections
from loomem.text.pii import Finding, Redactor
from loomem.text.sanitise import MAX_PASSES, sanitise
from loomem.text.turns.chat_json import render_chat_json
from loomem.text.turns.dialogue import conversation_date

log = structlog.get_logger(__name__)

_MAX_POSITIONS = 50


class Cleaned(msgspec.Struct, kw_only=True):
    """A text ready to be stored, and what was done to it. Findings never hold a value."""

    text: str
    metadata: dict[str, Any] | None
    suspicion: list[str] | None
    findings: tuple[Finding, ...]
    metadata_findings: tuple[Finding, ...] = ()
    conversation_date: str | None = None
    keeps_audit: bool = True

    def audit_rows(self, chunk: Chunk, now: int) -> Iterator[AuditRow]:
        """Yield the audit entry of a redaction, where something was redacted."""
        if not self.keeps_audit or not (self.findings or self.metadata_findings):
            return
        kinds = Counter(str(f.kind) for f in (*self.findings, *self.metadata_findings))
        yield AuditRow(
            at=now,
            action="redacted",
            target=chunk.id,
            stream=chunk.stream,
            details={
                "kinds": dict(kinds),
                "where": [[f.start, f.length] for f in self.findings[:_MAX_POSITIONS]],
                "in_metadata": len(self.metadata_findings),
            },
        )


class Cleaner:
    """Cleans texts and metadata. Pure computation; long texts belong in a thread."""

    def __init__(self, redactor: Redactor, *, keeps_audit: bool = True) -> None:
        self.redactor = redactor
        self._keeps_audit = keeps_audit

    def clean(self, text: str, metadata: Mapping[str, Any] | None = None) -> Cleaned:
        """Clean a text and its metadata.

        Raises InvalidRequestError for a text that still changes after the last pass, or that has no
        words left.
        """
        sanitised = sanitise(text)
        if not sanitised.is_stable:
            raise InvalidRequestError(
                f"content still changes after {MAX_PASSES} passes of cleaning; it is encoded many times "
                "over. Send plain text",
                {"path": "content"},
            )
        redacted = self.redactor.redact(sanitised.text)
        if not redacted.text.strip():
            raise InvalidRequestError(
                "content is markup without any text; there is nothing to remember",
                {"path": "content"},
            )
        safe, found = self._clean_metadata(metadata)
        return Cleaned(
            text=redacted.text,
            metadata=safe,
            suspicion=self.suspicion_of(text, redacted.text),
            findings=tuple(redacted.findings),
            metadata_findings=found,
            keeps_audit=self._keeps_audit,
        )

    def clean_transcript(self, text: str, metadata: Mapping[str, Any] | None = None) -> Cleaned:
        """Clean a conversation; an export in JSON becomes a plain transcript first."""
        cleaned = self.clean(render_chat_json(text) or text, metadata)
        cleaned.conversation_date = conversation_date(cleaned.text)
        return cleaned

    def suspicion_of(self, *texts: str) -> list[str] | None:
        """Return the kinds of orders to a model that texts seem to give, None for none.

        A text is looked at before and after cleaning: some marks are taken for markup.
        """
        kinds = sorted({str(mark.kind) for text in texts for mark in find_injections(text)})
        if kinds:
            log.warning("ingest.suspicious_text", kinds=kinds)
        return kinds or None

    def clean_metadata(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """Return metadata without personal data in its keys and values."""
        safe, _ = self._clean_metadata(metadata)
        return safe or {}

    def _clean_metadata(
        self, metadata: Mapping[str, Any] | None
    ) -> tuple[dict[str, Any] | None, tuple[Finding, ...]]:
        if metadata is None:
            return None, ()
        safe, findings = self.redactor.redact_value(dict(metadata))
        return safe, tuple(findings)
