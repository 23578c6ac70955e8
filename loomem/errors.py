"""The one exception tree. Each class has a stable code that clients may rely on.

LoomemError
├── InvalidRequestError      the caller must change the request
│   ├── MalformedError       not JSON at all
│   ├── TooLargeError        over a documented size
│   └── UnsupportedMediaError
├── UnauthorizedError        no or wrong key
├── DeniedError              known caller, no right to this
├── NotFoundError            no such thing
├── ConflictError            clashes with what is stored or running
├── UnavailableError         try again later (start-up, shutdown, overload)
│   └── BudgetError          today's budget for language models is used up
├── RateLimitedError         too many calls of one kind within a minute
├── ConfigError              settings that cannot be used; the process exits with 2
├── ModelError               encoder missing, damaged or of another identity
└── StoreError
    ├── StoreFullError       no space left on the device
    ├── StoreLockedError     another process holds the data directory
    ├── StoreCorruptError
    └── SchemaTooNewError    data written by a newer version
"""

from collections.abc import Mapping
from typing import Any


class LoomemError(Exception):
    """Base of every error that may reach a client. ``message`` is safe to show."""

    code = "internal"

    def __init__(self, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = dict(details) if details else None


class InvalidRequestError(LoomemError):
    """The request has the wrong shape or values; ``details.path`` names the field."""

    code = "invalid_request"


class MalformedError(InvalidRequestError):
    """The body is not valid JSON."""

    code = "malformed"


class TooLargeError(InvalidRequestError):
    """A body or a field is over its documented size."""

    code = "too_large"


class UnsupportedMediaError(InvalidRequestError):
    """The body is not sent as JSON."""

    code = "unsupported_media_type"


class UnauthorizedError(LoomemError):
    """No key, or a wrong one."""

    code = "unauthorized"


class DeniedError(LoomemError):
    """The caller is known and has no right to this."""

    code = "denied"


class NotFoundError(LoomemError):
    """There is no such memory, stream or route."""

    code = "not_found"


class ConflictError(LoomemError):
    """The request clashes with what is stored or running."""

    code = "conflict"


class UnavailableError(LoomemError):
    """The service cannot answer now; trying again later helps."""

    code = "unavailable"


class BudgetError(UnavailableError):
    """A language model may not be asked: the day's budget has no room for the call."""

    code = "over_budget"


class RateLimitedError(LoomemError):
    """Too many calls of one kind; ``details.retry_after_seconds`` says how long to wait."""

    code = "rate_limited"


class ConfigError(LoomemError):
    """Settings that cannot be used. The message is one line with the key path."""

    code = "config"


class ModelError(LoomemError):
    """A model is missing, damaged, or not the one the data was written with."""

    code = "model"


class StoreError(LoomemError):
    """The disk or an embedded engine failed."""

    code = "store"


class StoreFullError(StoreError):
    """No space is left where the data lives; nothing was written."""

    code = "store_full"


class StoreLockedError(StoreError):
    """Another process holds the data directory."""

    code = "store_locked"


class StoreCorruptError(StoreError):
    """Stored bytes cannot be read."""

    code = "store_corrupt"


class SchemaTooNewError(StoreError):
    """The data was written by a newer version of Loomem."""

    code = "schema_too_new"
