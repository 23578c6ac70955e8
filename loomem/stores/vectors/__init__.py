"""Nearest vectors per partition: exact while small, a graph file on disk once large.

Everything here is derived from a `VectorSource` and can be deleted at any time. Nothing here
knows memories, streams or filters; only partitions, 64-bit keys and unit vectors.
"""

from loomem.stores.vectors.indexes import VectorIndexes
from loomem.stores.vectors.source import VectorSource

__all__ = ["VectorIndexes", "VectorSource"]
