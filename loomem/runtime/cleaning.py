"""Makes the cleaning stage from the settings and the owner's blocklist."""

from pathlib import Path

from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.ingest.cleaning import Cleaner
from loomem.text.pii import RedactionOptions, Redactor, read_blocklist


def open_cleaner(settings: Settings) -> Cleaner:
    """Return the configured cleaner; ConfigError where the blocklist cannot be read."""
    pii = settings.pii
    options = RedactionOptions(
        enabled=pii.enabled,
        redact_phones=pii.redact_phones,
        redact_emails=pii.redact_emails,
        redact_ids=pii.redact_ids,
        redact_cards=pii.redact_cards,
        redact_ibans=pii.redact_ibans,
        redact_secrets=pii.redact_secrets,
        default_region=pii.default_region,
        blocklist=_blocklist(pii.blocklist_file),
    )
    return Cleaner(Redactor(options), keeps_audit=pii.audit_log)


def _blocklist(path: Path) -> tuple[str, ...]:
    """A file that does not exist blocks nothing; one that cannot be read stops the start."""
    try:
        return read_blocklist(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"pii.blocklist_file: {path} cannot be read as UTF-8 text") from error
