"""A Unigram tokenizer over a memory-mapped vocabulary: opens at once and takes few megabytes.

Gives the same pieces as the usual implementations. The names of special tokens are no pieces
here, so ``</s>`` in a text is spelled like any other word.
"""

import array
import json
import math
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import marisa_trie

from loomem.errors import ModelError

PIECES_FILE = "pieces.marisa"
SCORES_FILE = "pieces.bin"
TABLE_FILE = "unigram.json"
_SPACE = "▁"
_UNKNOWN_PENALTY = 10.0
_CACHED_WORDS = 20_000
_CACHED_LENGTH = 32


def write_unigram(
    directory: Path,
    pieces: Sequence[tuple[str, float]],
    *,
    special: dict[str, int],
    replacements: dict[str, str],
) -> None:
    """Write the vocabulary; a piece's number is its position.

    ``special`` gives the numbers of ``bos``, ``eos``, ``pad`` and ``unk``.
    """
    # The mask token is the only other name that no text may spell.
    hidden = {*special.values(), *(i for i, (piece, _) in enumerate(pieces) if piece == "<mask>")}
    numbers = {p: i for i, (p, _) in enumerate(pieces) if i not in hidden and p}
    trie = marisa_trie.Trie(numbers.keys())
    order = [numbers[trie.restore_key(key)] for key in range(len(trie))]
    scores = array.array("d", (pieces[number][1] for number in order))
    trie.save(str(directory / PIECES_FILE))
    (directory / SCORES_FILE).write_bytes(array.array("i", order).tobytes() + scores.tobytes())
    table = {
        "pieces": len(order),
        "longest": max(map(len, numbers)),
        "lowest": min(score for _, score in pieces),
        "special": special,
        "replacements": replacements,
    }
    (directory / TABLE_FILE).write_text(json.dumps(table), encoding="utf-8")


class UnigramTokenizer:
    """Splits text into the most probable pieces. Safe to use from several threads."""

    def __init__(self, directory: Path) -> None:
        try:
            table = json.loads((directory / TABLE_FILE).read_text(encoding="utf-8"))
            self._trie = marisa_trie.Trie().mmap(str(directory / PIECES_FILE))
            self._numbers, self._scores = _read_scores(directory / SCORES_FILE, table["pieces"])
            special = table["special"]
            self.prefix: list[int] = [special["bos"]]
            self.suffix: list[int] = [special["eos"]]
            self._unknown: int = special["unk"]
            self._longest: int = table["longest"]
            self._unknown_score: float = table["lowest"] - _UNKNOWN_PENALTY
            self._table = str.maketrans(table["replacements"])
        except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
            message = f"The vocabulary in {directory} cannot be read; install the model again."
            raise ModelError(message) from error
        self._words: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the piece numbers of a text, without the special tokens around it."""
        # Composed first: the character table knows single code points only.
        cleaned = unicodedata.normalize("NFC", text).translate(self._table)
        numbers: list[int] = []
        for word in cleaned.split():
            numbers += self._word(word)
        return numbers

    def _word(self, word: str) -> list[int]:
        known = self._words.get(word)
        if known is not None:
            return known
        numbers = self._segment(_SPACE + word)
        if len(word) <= _CACHED_LENGTH:
            if len(self._words) >= _CACHED_WORDS:
                self._words.clear()
            self._words[word] = numbers
        return numbers

    def _segment(self, word: str) -> list[int]:
        """Find the best path: ``best[j]`` is the score of the best split of the first j letters."""
        size = len(word)
        best = [0.0] + [-math.inf] * size
        start = [0] * (size + 1)
        piece = [self._unknown] * (size + 1)
        scores, numbers, matches = self._scores, self._numbers, self._trie.iter_prefixes_with_ids
        for at in range(size):
            base = best[at]
            single = False
            for text, key in matches(word[at : at + self._longest]):
                end = at + len(text)
                single = single or end == at + 1
                score = base + scores[key]
                if score > best[end]:
                    best[end], start[end], piece[end] = score, at, numbers[key]
            if not single and base + self._unknown_score > best[at + 1]:
                best[at + 1], start[at + 1] = base + self._unknown_score, at
                piece[at + 1] = self._unknown
        return self._trace(start, piece)

    def _trace(self, start: list[int], piece: list[int]) -> list[int]:
        path: list[int] = []
        at = len(start) - 1
        while at > 0:
            # A run of unknown characters counts as one unknown token.
            if piece[at] != self._unknown or not path or path[-1] != self._unknown:
                path.append(piece[at])
            at = start[at]
        path.reverse()
        return path


def _read_scores(path: Path, count: int) -> tuple["array.array[int]", "array.array[float]"]:
    raw = path.read_bytes()
    numbers, scores = array.array("i"), array.array("d")
    split = count * numbers.itemsize
    if len(raw) != split + count * scores.itemsize:
        raise ValueError("the piece table has a wrong size")
    numbers.frombytes(raw[:split])
    scores.frombytes(raw[split:])
    return numbers, scores
