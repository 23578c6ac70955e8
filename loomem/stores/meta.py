"""Small facts about the whole store: versions, the embedding space, running numbers."""

from typing import Any

import msgspec

from loomem.errors import SchemaTooNewError
from loomem.stores import keys
from loomem.stores.env import Env, Transaction
from loomem.stores.schema import COMPAT_VERSION, SCHEMA_VERSION


class SchemaVersion(msgspec.Struct, frozen=True):
    """``written`` is the version that wrote the data, ``readable_from`` the oldest that can read it."""

    written: int
    readable_from: int


class MetaStore:
    """Named JSON values in ``default``."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def get(self, txn: Transaction, name: str) -> Any:
        """Return a value, or None."""
        raw = self._env.fetch(txn, "default", keys.meta_key(name))
        return None if raw is None else msgspec.json.decode(raw)

    def put(self, txn: Transaction, name: str, value: Any) -> None:
        """Write a value."""
        txn.put(keys.meta_key(name), msgspec.json.encode(value), db=self._env.db("default"))

    def remove(self, txn: Transaction, name: str) -> None:
        """Remove a value."""
        txn.delete(keys.meta_key(name), db=self._env.db("default"))

    def next_number(self, txn: Transaction, name: str) -> int:
        """Return the next of a series that starts at 1 and never repeats, even after a crash."""
        number = int(self.get(txn, f"next_{name}") or 1)
        self.put(txn, f"next_{name}", number + 1)
        return number

    def schema(self, txn: Transaction) -> SchemaVersion | None:
        """Return the schema version of the data, None for an empty store."""
        value = self.get(txn, "schema")
        return None if value is None else msgspec.convert(value, SchemaVersion)


def check_schema(found: SchemaVersion | None) -> None:
    """Refuse data that a newer program wrote and this one cannot understand."""
    if found is not None and found.readable_from > SCHEMA_VERSION:
        raise SchemaTooNewError(
            f"The data needs schema {found.readable_from}, this version of Loomem knows "
            f"{SCHEMA_VERSION}. Install a newer Loomem; the data has not been touched."
        )


def current_schema() -> SchemaVersion:
    """Return the version this program writes."""
    return SchemaVersion(written=SCHEMA_VERSION, readable_from=COMPAT_VERSION)
