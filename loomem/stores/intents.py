"""The outbox: what the text index and the encoder still have to do, written with the record itself.

An intent names a memory, not a change: it is fulfilled by bringing the index into line with what LMDB
holds at that time, so doing it twice does no harm.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

from loomem.stores import keys
from loomem.stores.effects import Intent, Work, WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.meta import MetaStore

_decoder = msgspec.json.Decoder(Intent)


class IntentStore:
    """Outbox rows in ``default``, in order of writing."""

    def __init__(self, env: Env, meta: MetaStore) -> None:
        self._env = env
        self._meta = meta

    def add(self, write: WriteTxn, work: Work, stream: str, chunk_id: str) -> int:
        """Write an intent; returns its sequence number."""
        seq = self._meta.next_number(write.raw, "intent")
        intent = Intent(seq=seq, work=work, chunk_id=chunk_id, stream=stream)
        write.raw.put(
            keys.intent_key(seq), msgspec.json.encode(intent), db=self._env.db("default")
        )
        write.effects.intents.append(intent)
        return seq

    def remove(self, txn: Transaction, seqs: Iterable[int]) -> None:
        """Remove fulfilled intents."""
        for seq in seqs:
            txn.delete(keys.intent_key(seq), db=self._env.db("default"))

    def pending(
        self, txn: Transaction, work: Work | None = None, limit: int | None = None
    ) -> list[Intent]:
        """Return open intents in order of writing, of one kind or of all."""
        cursor = txn.cursor(db=self._env.db("default"))
        found = cursor.set_range(b"intent:")
        intents: list[Intent] = []
        while found and bytes(cursor.key()).startswith(b"intent:"):
            intent = _decoder.decode(cursor.value())
            if work is None or intent.work == work:
                intents.append(intent)
            if limit is not None and len(intents) >= limit:
                break
            found = cursor.next()
        return intents

    def counts(self, txn: Transaction) -> "Counter[Work]":
        """Return how many intents of each kind are open."""
        return Counter(intent.work for intent in self.pending(txn))

    def waiting_for_vector(self, txn: Transaction) -> set[str]:
        """Return the memories that are in the encoder's queue."""
        return {intent.chunk_id for intent in self.pending(txn, Work.EMBED)}
