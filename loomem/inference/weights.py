"""What every reader of weights hands to the converter: shapes, and float32 tensors by name.

Names are ``emb.word|pos|type``, ``emb.ln.w|b``, ``l{i}.q|k|v|ao|fi|fo.w|b`` (query, key, value,
attention output, feed-forward in and out), ``l{i}.aln|oln.w|b`` (norm after attention, after
feed-forward) and, where the model has them, ``pool.w|b`` and ``head.w|b``.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class EncoderShape:
    """Sizes of a BERT-like encoder; ``positions`` is the longest input in tokens."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True)
class EncoderWeights:
    """An encoder before conversion. ``tensor`` gives float32 in (out, in) order.

    ``word_rows`` gives a range of rows of ``emb.word``, which is most of the model.
    """

    shape: EncoderShape
    tensor: Callable[[str], FloatArray]
    word_rows: Callable[[int, int], FloatArray]
    names: frozenset[str] = field(default_factory=frozenset)


def layer_names(layers: int) -> list[str]:
    """Return the tensor names that ``layers`` transformer layers need."""
    parts = ("q", "k", "v", "ao", "fi", "fo", "aln", "oln")
    return [f"l{i}.{part}.{kind}" for i in range(layers) for part in parts for kind in "wb"]


def required_names(layers: int) -> list[str]:
    """Return every tensor name without which an encoder cannot be built."""
    embedding = ["emb.word", "emb.pos", "emb.type", "emb.ln.w", "emb.ln.b"]
    return embedding + layer_names(layers)
