"""Reads what an embedding service answers, and trusts none of it."""

import msgspec
import numpy as np

from loomem.errors import ModelError
from loomem.inference.engine import unit
from loomem.inference.weights import FloatArray


class _Item(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Answer(msgspec.Struct):
    data: list[_Item]


class _Usage(msgspec.Struct):
    prompt_tokens: int


class _Counted(msgspec.Struct):
    usage: _Usage


def read_vectors(body: bytes, count: int, dim: int) -> list[FloatArray]:
    """Return ``count`` vectors of unit length in the order of the texts.

    ``dim`` 0 accepts any dimension. Raises ModelError for anything but usable vectors.
    """
    try:
        items = msgspec.json.decode(body, type=_Answer).data
    except msgspec.DecodeError as error:
        raise ModelError("The embedding service did not answer with embeddings.") from error
    items.sort(key=lambda item: -1 if item.index is None else item.index)
    places = [item.index for item in items if item.index is not None]
    if len(items) != count or (places and places != list(range(count))):
        raise ModelError(f"The embedding service answered {len(items)} texts instead of {count}.")
    return [_check(np.array(item.embedding, np.float64), dim) for item in items]


def read_tokens(body: bytes) -> int | None:
    """Return the tokens that the service counted, None where it does not tell."""
    try:
        tokens = msgspec.json.decode(body, type=_Counted).usage.prompt_tokens
    except msgspec.DecodeError:
        return None
    return tokens if tokens >= 0 else None


def read_retry_after(value: str | None) -> float | None:
    """Return the seconds of a ``Retry-After`` header; the form with a date is ignored."""
    try:
        seconds = float(value) if value else None
    except ValueError:
        return None
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None


def _check(vector: np.ndarray, dim: int) -> FloatArray:
    if dim and len(vector) != dim:
        raise ModelError(
            f"The embedding service sends {len(vector)} dimensions where {dim} are expected; "
            "check llm.embedding_model and llm.embedding_dim."
        )
    if not np.isfinite(vector).all() or not vector.any():
        raise ModelError("The embedding service sent a vector that is zero or not a number.")
    return unit((vector / np.abs(vector).max()).astype(np.float32))
