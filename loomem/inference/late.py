"""Token vectors from the built-in encoder, for late interaction (Khattab and Zaharia, ColBERT, 2020).

A text is one unit vector per token; two texts are as alike as the tokens of the one are to the nearest of
the other, on average. It needs no further weights, only the states that the encoder makes anyway.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from loomem.inference.batches import batches_of_one_length
from loomem.inference.engine import Engine, unit
from loomem.inference.tokenizer import Window
from loomem.inference.weights import FloatArray

MAX_TOKENS: Final = 128
"""So much of a text is compared; most turns and facts are shorter."""
_CACHE_BYTES: Final = 48 << 20
_BATCH_TOKENS: Final = 512
_SCALE: Final = 127.0

Rows = NDArray[np.int8]
"""Unit vectors ``[tokens, dim]`` times 127."""


class TokenVectors:
    """Blocking; one instance may serve several threads. Texts seen lately are remembered."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._prefixes = engine.manifest.prefixes
        self._known: OrderedDict[str, Rows] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="late")

    def likeness(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return for each text the mean, over the tokens of the question, of the largest cosine.

        What all these texts have in common is taken out first.
        """
        asked = self._states([question], self._prefixes.query)[0]
        rows = [row.astype(np.float32) / _SCALE for row in self._passages(texts)]
        common = np.concatenate(rows).mean(axis=0)
        tokens = unit(asked - common)
        return [float((tokens @ unit(row - common).T).max(axis=1).mean()) for row in rows]

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=True)

    def _passages(self, texts: Sequence[str]) -> list[Rows]:
        with self._lock:
            known = {text: row for text in texts if (row := self._known.get(text)) is not None}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        made = self._states(new, self._prefixes.passage)
        for text, states in zip(new, made, strict=True):
            known[text] = np.rint(states * _SCALE).astype(np.int8)
        with self._lock:
            for text in known:
                self._remember(text, known[text])
        return [known[text] for text in texts]

    def _remember(self, text: str, row: Rows) -> None:
        if self._known.pop(text, None) is None:
            self._bytes += row.nbytes
        self._known[text] = row
        while self._bytes > _CACHE_BYTES:
            self._bytes -= self._known.popitem(last=False)[1].nbytes

    def _states(self, texts: Sequence[str], instruction: str) -> list[FloatArray]:
        """Return the unit vectors of the tokens of each text, without instruction and special ones."""
        skipped = len(self._engine.maker.windows("", instruction)[0]) - 1
        windows = [self._window(text, instruction) for text in texts]
        batches = batches_of_one_length(list(map(len, windows)), _BATCH_TOKENS)
        work = self._threads.map(
            lambda batch: self._engine.states([windows[n] for n in batch]), batches
        )
        found: dict[int, FloatArray] = {}
        for batch, states in zip(batches, work, strict=True):
            for n, rows in zip(batch, states, strict=True):
                found[n] = unit(rows[skipped:-1] if len(rows) > skipped + 1 else rows)
        return [found[n] for n in range(len(windows))]

    def _window(self, text: str, instruction: str) -> Window:
        window = self._engine.maker.windows(text, instruction)[0]
        if len(window) > MAX_TOKENS:
            return [*window[: MAX_TOKENS - 1], window[-1]]
        return window
