"""All repositories over one environment: what is read from and written to LMDB."""

from loomem.stores.audit import AuditStore
from loomem.stores.chunks import ChunkStore
from loomem.stores.counters import CounterStore
from loomem.stores.embeddings import EmbeddingStore
from loomem.stores.env import Env
from loomem.stores.graph import GraphWriter
from loomem.stores.graph_reading import GraphReader
from loomem.stores.idempotency import IdempotencyStore
from loomem.stores.intents import IntentStore
from loomem.stores.memories import Memories
from loomem.stores.meta import MetaStore
from loomem.stores.oauth import OAuthStore
from loomem.stores.spend import SpendStore
from loomem.text.entities.reader import EntityReader


class Repositories:
    """Reading goes through the single repositories, changes of memories through ``memories``."""

    def __init__(
        self,
        env: Env,
        meta: MetaStore,
        serving_table: str = "",
        entities: EntityReader | None = None,
    ) -> None:
        self.env = env
        self.meta = meta
        self.counters = CounterStore(env)
        self.chunks = ChunkStore(env, self.counters)
        self.embeddings = EmbeddingStore(env, self.counters, meta, serving_table)
        self.intents = IntentStore(env, meta)
        self.audit = AuditStore(env, meta)
        self.idempotency = IdempotencyStore(env)
        self.spend = SpendStore(env)
        self.oauth = OAuthStore(env)
        self.entities = entities or EntityReader()
        self.graph = GraphReader(env, self.chunks)
        self.graph_writer = GraphWriter(env)
        self.memories = Memories(
            self.chunks, self.embeddings, self.intents, self.graph_writer, self.entities
        )
