"""Arms the crash tests' breakpoints; without a crash point nothing happens."""

from loomem.errors import ConfigError
from loomem.stores import breakpoints


def arm_crash_point(spec: str | None) -> None:
    """Arm ``name`` or ``name:n``; ConfigError for a name that does not exist."""
    try:
        breakpoints.arm(spec)
    except ValueError as error:
        raise ConfigError(f"LOOMEM_CRASH_AT: {error}") from error
