"""What stands around a fragment in its source, for indexes only; the memory itself stays bare."""

from loomem.model.chunk import Chunk, ChunkKind
from loomem.stores.chunks import ChunkStore
from loomem.stores.env import Transaction
from loomem.text.turns.fragments import CONTEXT_AFTER, CONTEXT_BEFORE, contexts_at


def contexts_of(txn: Transaction, chunks: ChunkStore, chunk: Chunk) -> tuple[str, str]:
    """Return (near, wide) of a fragment, empty for everything else. Deleted neighbours are left out."""
    if chunk.kind != ChunkKind.FRAGMENT:
        return "", ""
    head, _, number = chunk.id.rpartition(":f")
    index = int(number)
    first = max(0, index - CONTEXT_BEFORE)
    around = [
        chunk if n == index else chunks.get(txn, f"{head}:f{n}")
        for n in range(first, index + CONTEXT_AFTER + 1)
    ]
    texts = [c.content if c is not None and c.is_live else "" for c in around]
    return contexts_at(texts, index - first)
