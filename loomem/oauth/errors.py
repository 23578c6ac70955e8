"""Errors in the words of RFC 6749, section 5.2."""


class OAuthError(Exception):
    """``error`` is one of the protocol's codes; ``description`` is safe to show."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


class PageError(Exception):
    """The owner must be told on a page: the place to send them back to cannot be trusted.

    ``reason`` names one of the page's texts.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SentBackError(OAuthError):
    """An authorization request that the client hears about at its own address."""

    def __init__(self, error: str, description: str, redirect_uri: str, state: str | None) -> None:
        super().__init__(error, description)
        self.redirect_uri = redirect_uri
        self.state = state
