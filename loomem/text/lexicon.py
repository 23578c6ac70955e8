"""Polish base forms, compiled once from simplemma's dictionary into a memory-mapped trie.

Keys are folded forms. A value says how to get from the form to a base form: how many letters to
cut and what to append, which repeats so often that three million forms fit in a few megabytes.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, Protocol

import marisa_trie

from loomem.errors import ModelError
from loomem.text.folding import fold

MAX_LEMMAS: Final = 3

_MAGIC: Final = b"LMLEX001"
_DIGEST_BYTES: Final = 16
_TRAILER_BYTES: Final = len(_MAGIC) + _DIGEST_BYTES
_MAX_FORM: Final = 40
_ENGLISH: Final = b"\x7f"  # no form is cut by 127 letters, so this cannot be an edit


class Lexicon(Protocol):
    """Base forms of folded words."""

    @property
    def digest(self) -> str:
        """Identifies the content."""
        ...

    def lemmas(self, word: str) -> tuple[str, ...]:
        """Return up to three folded base forms of a folded Polish form; none when unknown."""
        ...

    def is_english(self, word: str) -> bool:
        """Say whether a folded word is (also) English."""
        ...


class EmptyLexicon:
    """Knows no word: what there is until the lexicon is installed."""

    digest = "none"

    def lemmas(self, word: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return nothing."""
        return ()

    def is_english(self, word: str) -> bool:  # noqa: ARG002
        """Return False."""
        return False


class TrieLexicon:
    """The compiled lexicon; pages are read from disk as they are needed. Safe to share."""

    def __init__(self, trie: marisa_trie.BytesTrie, digest: str) -> None:
        self._trie = trie
        self.digest = digest

    def lemmas(self, word: str) -> tuple[str, ...]:
        """Return up to three folded base forms of a folded Polish form; none when unknown."""
        edits: list[bytes] = self._trie.get(word) or []
        found = (
            word[: len(word) - edit[0]] + edit[1:].decode() for edit in edits if edit != _ENGLISH
        )
        return tuple(found)[:MAX_LEMMAS]

    def is_english(self, word: str) -> bool:
        """Say whether a folded word is (also) English."""
        return _ENGLISH in (self._trie.get(word) or [])


def load_lexicon(path: Path) -> Lexicon:
    """Map a compiled lexicon, in about a millisecond. Without the file: an empty lexicon.

    Raises ModelError where there is a file that is no lexicon.
    """
    try:
        digest = _read_digest(path)
    except FileNotFoundError:
        return EmptyLexicon()
    except OSError as error:
        raise ModelError(f"The lexicon {path} cannot be read ({error.strerror}).") from error
    trie = marisa_trie.BytesTrie()
    try:
        trie.mmap(str(path))
    except RuntimeError as error:
        raise _damaged(path) from error
    return TrieLexicon(trie, digest)


def verify_lexicon(path: Path) -> None:
    """Read the whole file and compare its checksum; raises ModelError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"The lexicon {path} cannot be read ({error.strerror}).") from error
    if data[-_TRAILER_BYTES:] != _trailer(data[:-_TRAILER_BYTES]):
        raise _damaged(path)


def build_lexicon(path: Path) -> None:
    """Compile simplemma's Polish dictionary to ``path``: about 20 s and several hundred megabytes
    of memory, once. The file appears whole or not at all.
    """
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    dictionaries = DefaultDictionaryFactory()
    english = frozenset(filter(_is_plain, map(fold, dictionaries.get_dictionary("en"))))
    write_lexicon(path, dictionaries.get_dictionary("pl"), english)


def write_lexicon(path: Path, lemmas: Mapping[str, str], english: frozenset[str]) -> None:
    """Compile a mapping from forms to base forms, and a set of folded English words."""
    trie = marisa_trie.BytesTrie(_entries(lemmas, english))
    data: bytes = trie.tobytes()
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_durably(part, data + _trailer(data))
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise ModelError(f"The lexicon {path} cannot be written ({error.strerror}).") from error


def _entries(lemmas: Mapping[str, str], english: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    fold_lemma = lru_cache(maxsize=1024)(fold)  # the forms of a word stand together
    for form, lemma in lemmas.items():
        key, value = fold(form), fold_lemma(lemma)
        if _is_plain(key) and _is_plain(value):
            yield key, _edit(key, value)
    for word in english:
        yield word, _ENGLISH


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha() and len(word) <= _MAX_FORM


def _edit(form: str, lemma: str) -> bytes:
    common = 0
    for mine, theirs in zip(form, lemma, strict=False):
        if mine != theirs:
            break
        common += 1
    return bytes((len(form) - common,)) + lemma[common:].encode()


def _trailer(data: bytes) -> bytes:
    return _MAGIC + blake2b(data, digest_size=_DIGEST_BYTES).digest()


def _read_digest(path: Path) -> str:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TRAILER_BYTES))
        trailer = file.read()
    if not trailer.startswith(_MAGIC) or len(trailer) != _TRAILER_BYTES:
        raise _damaged(path)
    return trailer[len(_MAGIC) :].hex()


def _write_durably(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _damaged(path: Path) -> ModelError:
    return ModelError(
        f"The lexicon {path} is damaged; run `loomem models install` to make it again."
    )
