"""A cross-encoder: question and text are read together, and the model says how well they fit.

BERT and XLM-R classifiers with one output, int8. Blocking; called from worker threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import ctranslate2
import numpy as np

from loomem.errors import ModelError
from loomem.inference.batches import batches_of_one_length
from loomem.inference.catalogue import RERANKER
from loomem.inference.manifest import Manifest, read_manifest
from loomem.inference.tokenizer import clean, open_tokenizer
from loomem.inference.weights import FloatArray

HEAD_FILE: Final = "head.npz"
MAX_PAIR_TOKENS: Final = 256
_MAX_QUESTION_TOKENS: Final = 64
_MAX_CHARS: Final = 4_000
_BATCH_TOKENS: Final = 640


class _Pair(NamedTuple):
    """Token numbers and, of each, whether it belongs to the question (0) or to the text (1)."""

    tokens: list[int]
    types: list[int]


class CrossEncoder:
    """An installed reranker. Safe to use from several threads."""

    def __init__(self, directory: Path, *, manifest: Manifest, threads: int) -> None:
        self._tokenizer = open_tokenizer(directory)
        self._is_bert = manifest.pair == "bert"
        self._most = min(manifest.max_tokens, MAX_PAIR_TOKENS)
        try:
            with np.load(directory / HEAD_FILE, allow_pickle=False) as head:
                self._weight, self._bias = head["w"], head["b"]
            self._encoder = ctranslate2.Encoder(
                str(directory), device="cpu", inter_threads=threads, intra_threads=1
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ModelError(f"The model in {directory} cannot be loaded: {error}") from error
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="cross")

    @classmethod
    def open(cls, directory: Path, threads: int) -> "CrossEncoder":
        """Load an installed reranker; raises ModelError where it is missing or something else."""
        manifest = read_manifest(directory)
        if manifest.kind != RERANKER:
            raise ModelError(f"{directory.name} is no reranker; search.rerank_model names one.")
        return cls(directory, manifest=manifest, threads=threads)

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return how well each text answers the question; scores compare texts of one question."""
        pairs = [self._pair(question, text) for text in texts]
        batches = batches_of_one_length([len(pair.tokens) for pair in pairs], _BATCH_TOKENS)
        scores = np.zeros(len(pairs), np.float32)
        work = self._threads.map(lambda batch: self._run([pairs[n] for n in batch]), batches)
        for batch, found in zip(batches, work, strict=True):
            scores[batch] = found
        return [float(score) for score in scores]

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=True)

    def _pair(self, question: str, text: str) -> _Pair:
        """``[CLS] q [SEP] d [SEP]`` for BERT, ``<s> q </s></s> d </s>`` for the family of RoBERTa."""
        before, after = self._tokenizer.prefix, self._tokenizer.suffix
        most = min(_MAX_QUESTION_TOKENS, self._most // 2 - len(before) - 2 * len(after))
        asked = self._tokenizer.encode(clean(question[:_MAX_CHARS]))[:most]
        first = [*before, *asked, *after]
        if not self._is_bert:
            first += after
        room = max(self._most - len(first) - len(after), 0)
        second = [*self._tokenizer.encode(clean(text[:_MAX_CHARS]))[:room], *after]
        kind = int(self._is_bert)
        return _Pair(first + second, [0] * len(first) + [kind] * len(second))

    def _run(self, pairs: Sequence[_Pair]) -> FloatArray:
        output = self._encoder.forward_batch(
            [pair.tokens for pair in pairs], token_type_ids=[pair.types for pair in pairs]
        )
        pooled: FloatArray = np.array(output.pooler_output)
        scores: FloatArray = (pooled @ self._weight.T + self._bias)[:, 0]
        return scores
