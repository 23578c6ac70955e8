"""HTTPS without a proxy: the certificate of the settings, TLS 1.2 or newer."""

import ssl
from pathlib import Path

from loomem.config.settings import Settings
from loomem.errors import ConfigError


def tls_context(settings: Settings) -> ssl.SSLContext | None:
    """Return what to serve HTTPS with, None for plain HTTP; ConfigError for unusable files."""
    server = settings.server
    if not server.tls_cert:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # An encrypted key must not stop a service with a question on the terminal.
        context.load_cert_chain(
            Path(server.tls_cert).expanduser(), Path(server.tls_key).expanduser(), lambda: ""
        )
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(
            "server.tls_cert, server.tls_key: the files cannot be read, are not PEM, or do not "
            "belong together"
        ) from error
    return context
