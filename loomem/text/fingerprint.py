"""When two texts have the same words: what changes no word is folded away."""

import hashlib
import re

from loomem.text.folding import fold

_NO_WORD = re.compile(r"[^\w+#]+")
_SIZE_BYTES = 16


def fingerprint(text: str) -> bytes:
    """Return 16 bytes that are equal for texts that differ in case, accents, spaces or punctuation.

    A text without any word is its own fingerprint.
    """
    words = _NO_WORD.sub(" ", fold(text)).strip() or text
    return hashlib.blake2b(
        words.encode("utf-8", "surrogatepass"), digest_size=_SIZE_BYTES
    ).digest()
