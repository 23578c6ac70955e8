"""The loaded encoder, synchronous: token windows in, pooled unit vectors out.

The only place that runs CTranslate2. Blocking; called from worker threads.
"""

from collections.abc import Sequence
from pathlib import Path

import ctranslate2
import numpy as np
from numpy.typing import NDArray

from loomem.errors import ModelError
from loomem.inference.manifest import Manifest, read_manifest
from loomem.inference.tokenizer import Window, WindowMaker, open_tokenizer
from loomem.inference.weights import FloatArray

_SMALLEST = 1e-12


class Engine:
    """An encoder in memory, shared by all worker threads."""

    def __init__(self, directory: Path, *, manifest: Manifest, threads: int) -> None:
        self.manifest = manifest
        self.maker = WindowMaker(open_tokenizer(directory), manifest.max_tokens)
        self._pool = _POOLINGS[manifest.pooling]
        try:
            # More threads inside one batch cost more in hand-over than they give.
            self._encoder = ctranslate2.Encoder(
                str(directory), device="cpu", inter_threads=threads, intra_threads=1
            )
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"The model in {directory} cannot be loaded: {error}") from error

    @classmethod
    def open(cls, directory: Path, threads: int) -> "Engine":
        """Load an installed model; ``threads`` batches can run at the same time."""
        return cls(directory, manifest=read_manifest(directory), threads=threads)

    def embed(self, windows: Sequence[Window]) -> FloatArray:
        """Return one pooled vector of unit length per window, float32 [n, dim]."""
        hidden, lengths = self._run(windows)
        return unit(self._pool(hidden, lengths))

    def states(self, windows: Sequence[Window]) -> list[FloatArray]:
        """Return the last hidden state of every token, float32 [tokens, dim] per window."""
        hidden, lengths = self._run(windows)
        return [rows[:length] for rows, length in zip(hidden, lengths.tolist(), strict=True)]

    def _run(self, windows: Sequence[Window]) -> tuple[FloatArray, NDArray[np.int32]]:
        lengths = np.array([len(window) for window in windows], np.int32)
        tokens = np.zeros((len(windows), int(lengths.max())), np.int32)
        for row, window in enumerate(windows):
            tokens[row, : len(window)] = window
        output = self._encoder.forward_batch(
            ctranslate2.StorageView.from_array(tokens),
            ctranslate2.StorageView.from_array(lengths),
        )
        return np.array(output.last_hidden_state), lengths


def unit(vectors: FloatArray) -> FloatArray:
    """Return the rows (or the one vector) scaled to length 1; a zero vector stays zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: FloatArray = vectors / np.maximum(lengths, _SMALLEST)
    return scaled


def _pool_mean(hidden: FloatArray, lengths: NDArray[np.int32]) -> FloatArray:
    real = np.arange(hidden.shape[1])[None, :] < lengths[:, None]
    pooled: FloatArray = np.einsum("nld,nl->nd", hidden, real.astype(np.float32))
    return pooled


def _pool_first(hidden: FloatArray, _: NDArray[np.int32]) -> FloatArray:
    return hidden[:, 0]


_POOLINGS = {"mean": _pool_mean, "cls": _pool_first}
