"""What a client is told about this memory when it connects."""

from pathlib import Path

from loomem.errors import ConfigError

MAX_CHARS = 8_000
_SHIPPED = Path(__file__).with_name("instructions.md")


def load_instructions(own: str) -> str:
    """Return the owner's text where there is one, else the shipped one; raises ConfigError."""
    path = Path(own).expanduser() if own else _SHIPPED
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"mcp.instructions_file: {path} cannot be read as UTF-8 text") from error
    if not text or len(text) > MAX_CHARS:
        raise ConfigError(f"mcp.instructions_file: {path} must hold 1 to {MAX_CHARS} characters")
    return text
