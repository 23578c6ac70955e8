"""All repositories over one environment: what is read from and written to LMDB."""

from loomem.stores.audit import AuditStore
from loomem.stores.chunks import ChunkStore
from loomem.stores.counters import CounterStore
from loomem.stores.embeddings import EmbeddingStore
from loomem.stores.env import Env
from loomem.stores.idempotency import IdempotencyStore
from loomem.stores.intents import IntentStore
from loomem.stores.memories import Memories
from loomem.stores.meta import MetaStore
from loomem.stores.spend import SpendStore


class Repositories:
    """Reading goes through the single repositories, changes of memories through ``memories``."""

    def __init__(self, env: Env, meta: MetaStore, serving_table: str = "") -> None:
        self.env = env
        self.meta = meta
        self.counters = CounterStore(env)
        self.chunks = ChunkStore(env, self.counters)
        self.embeddings = EmbeddingStore(env, self.counters, meta, serving_table)
        self.intents = IntentStore(env, meta)
        self.audit = AuditStore(env, meta)
        self.idempotency = IdempotencyStore(env)
        self.spend = SpendStore(env)
        self.memories = Memories(env, self.chunks, self.counters, self.embeddings, self.intents)
