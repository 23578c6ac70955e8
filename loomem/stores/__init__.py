"""Everything on disk. LMDB is the truth; text and vector indexes are derived from it."""
