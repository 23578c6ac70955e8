"""Random names, their hashes, and the proof that a code is asked for by who began (RFC 7636)."""

import base64
import hashlib
import hmac
import re
import secrets

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_BYTES = 32


def new_secret() -> str:
    """Return 256 random bits as text that needs no escaping in a URL."""
    return secrets.token_urlsafe(_BYTES)


def hashed(secret: str) -> str:
    """Return what is kept of a secret. It is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compare in a time that does not tell how much is alike."""
    return hmac.compare_digest(
        one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    )


def proves(verifier: str, challenge: str) -> bool:
    """Say whether a verifier is the one whose S256 challenge was sent at the beginning."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
    return is_same(digest.rstrip(b"=").decode(), challenge)
