"""When two texts say the same in the same words. Accents and inner punctuation can change a meaning
(``sad`` and ``sąd``, ``-5`` and ``5``), so they count; case, width, spacing and a final stop do not.
"""

import hashlib
import unicodedata

_SIZE_BYTES = 16
_FINAL = ".!。！ "


def fingerprint(text: str) -> bytes:
    """Return 16 bytes that are equal for texts that differ in form only."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    words = plain.rstrip(_FINAL) or plain
    return hashlib.blake2b(
        words.encode("utf-8", "surrogatepass"), digest_size=_SIZE_BYTES
    ).digest()
