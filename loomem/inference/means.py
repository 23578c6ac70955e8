"""Fixed means, by role and language, that are taken out of every vector.

Encoders of this kind give all texts a large common part, and a second one per language. Without
them cosines spread out and a question finds a memory written in another language.
"""

import hashlib
from collections.abc import Callable
from enum import IntEnum
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from loomem.errors import ModelError
from loomem.inference.engine import unit
from loomem.inference.weights import FloatArray
from loomem.text.language import guess_language

FILE_NAME = "means.npy"
SHARE = 0.8
LANGUAGES = ("en", "pl", "zh")
_OVERALL = len(LANGUAGES)


class Role(IntEnum):
    """Which side of a search a text is on; the value is its row in the means."""

    QUERY = 0
    PASSAGE = 1


class Centre:
    """Takes ``share`` of the mean of a text's language out of its vector."""

    def __init__(self, means: FloatArray, share: float) -> None:
        self._offsets = (means * share).astype(np.float32)

    @classmethod
    def open(cls, directory: Path, *, dim: int, share: float) -> "Centre":
        """Read the means of an installed model, float32 [2 roles, 4 languages, dim]."""
        try:
            means = np.load(directory / FILE_NAME, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise ModelError(f"{directory / FILE_NAME} cannot be read: {error}") from error
        if means.shape != (len(Role), _OVERALL + 1, dim):
            raise ModelError(f"{directory / FILE_NAME} does not fit the model; install it again.")
        return cls(means, share)

    def apply(self, vector: FloatArray, text: str, role: Role) -> FloatArray:
        """Return the centred vector, of unit length.

        A text whose language is not sure gets the overall mean.
        """
        return unit(vector - self._offsets[role, language_row(text)])


def language_row(text: str) -> int:
    """Return the row of the means for a text's language."""
    language = guess_language(text)
    return LANGUAGES.index(language) if language in LANGUAGES else _OVERALL


def read_sentences(language: str) -> dict[Role, list[str]]:
    """Return the shipped sentences: questions for the query side, statements for the other."""
    source = resources.files("loomem.inference") / "data" / f"sentences.{language}.txt"
    sides: dict[Role, list[str]] = {Role.QUERY: [], Role.PASSAGE: []}
    for line in source.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            sides[Role.QUERY if line[-1] in "?？" else Role.PASSAGE].append(line)
    return sides


def sentences_digest() -> str:
    """Identify the shipped sentences; a change of them is a change of every vector."""
    digest = hashlib.sha256()
    for language in LANGUAGES:
        for role, sentences in read_sentences(language).items():
            digest.update(f"{language}/{role.value}\n".encode())
            digest.update("\n".join(sentences).encode())
    return digest.hexdigest()


def make_means(embed: Callable[[list[str], Role], NDArray[np.float32]]) -> FloatArray:
    """Return the means of the shipped sentences, float32 [2 roles, 4 languages, dim].

    ``embed`` gives plain vectors of unit length. The overall mean weighs languages equally.
    """
    rows = []
    for role in Role:
        means = [embed(read_sentences(name)[role], role).mean(axis=0) for name in LANGUAGES]
        rows.append([*means, np.mean(means, axis=0)])
    return np.array(rows, np.float32)
