"""What the process is told outside its settings: keys, and the sockets of its supervisor.

Keys are read when they are needed and are never part of a settings value, so no log line, error
or dump of the settings can hold one.
"""

import os

from loomem.config.settings import Settings

ALLOW_UNAUTH_VARIABLE = "LOOMEM_ALLOW_UNAUTH"

_TRUE = {"1", "true", "yes", "on"}
_MICROSECONDS = 1_000_000


def auth_token(settings: Settings) -> str | None:
    """Return the key that clients must send, or None where none is set."""
    return _stripped(settings.server.auth_token_env)


def api_key(settings: Settings) -> str | None:
    """Return the key of the remote provider, or None where none is set."""
    return _stripped(settings.llm.api_key_env)


def key_in(variable: str) -> str | None:
    """Return the key that a variable holds, or None; the name comes from the settings."""
    return _stripped(variable)


def allows_unauthenticated() -> bool:
    """Say whether the owner accepts a server without a key on a public address."""
    return (_stripped(ALLOW_UNAUTH_VARIABLE) or "").lower() in _TRUE


def crash_point() -> str | None:
    """Return where a crash test wants the process to die, or None."""
    return _stripped("LOOMEM_CRASH_AT")


def notify_socket() -> str | None:
    """Return the address at which systemd wants to be told of readiness."""
    return os.environ.get("NOTIFY_SOCKET") or None


def watchdog_seconds() -> float | None:
    """Return how often systemd wants a sign of life, or None where it wants none."""
    period = os.environ.get("WATCHDOG_USEC", "")
    owner = os.environ.get("WATCHDOG_PID", "")
    if not period.isdigit() or int(period) == 0 or owner not in ("", str(os.getpid())):
        return None
    return int(period) / _MICROSECONDS


def all_variables() -> dict[str, str]:
    """Return a copy of the whole environment, for ``loomem doctor``."""
    return dict(os.environ)


def _stripped(variable: str) -> str | None:
    return os.environ.get(variable, "").strip() or None
