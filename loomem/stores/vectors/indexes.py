"""All partitions: loaded when first used, dropped from memory when idle, rebuilt when needed."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from threading import Event, Lock

import numpy as np
import structlog

from loomem.errors import ModelError, StoreError, UnavailableError
from loomem.stores.vectors.builds import BuildQueue, build
from loomem.stores.vectors.generations import Generations
from loomem.stores.vectors.partition import Partition
from loomem.stores.vectors.ranking import no_hits
from loomem.stores.vectors.source import Floats, Hits, Keys, VectorSource

_log = structlog.get_logger()


class VectorIndexes:
    """Nearest vectors by cosine, per partition. Every method may be called from any thread.

    ``source`` holds the truth: a change is durable there before `add` or `remove` tells it here.
    Vectors are float32 of ``dim`` dimensions and of unit length; ``digest`` names the encoder,
    and files made with another are made anew. Above ``exact_limit`` vectors a partition gets a
    graph file under ``root``. ``max_resident_rows`` bounds the vectors held in memory.
    """

    def __init__(
        self,
        root: Path,
        source: VectorSource,
        *,
        dim: int,
        digest: str,
        exact_limit: int = 20_000,
        max_resident_rows: int = 200_000,
        build_in_background: bool = True,
    ) -> None:
        self._root = root
        self._source = source
        self._dim = dim
        self._digest = digest
        self._exact_limit = exact_limit
        self._max_resident_rows = max_resident_rows
        self._lock = Lock()
        self._resident: OrderedDict[str, Partition] = OrderedDict()
        self._held: dict[str, int] = {}
        self._held_total = 0
        self._stop = Event()
        self._builds = BuildQueue(background=build_in_background)

    def add(self, partition: str, keys: Sequence[int], vectors: np.ndarray) -> None:
        """Make new vectors ``[n, dim]`` findable; repeating it changes nothing."""
        rows = np.asarray(vectors, np.float32)
        if rows.shape != (len(keys), self._dim):
            raise self._other_dim(rows)
        if (found := self._if_resident(partition)) is not None:
            found.add(np.array(keys, np.uint64), rows)
            self._settle(found)

    def remove(self, partition: str, keys: Sequence[int]) -> None:
        """Stop finding keys; unknown ones do not matter."""
        if (found := self._if_resident(partition)) is not None:
            found.remove([int(key) for key in keys])
            self._settle(found)

    def search(
        self,
        partition: str,
        vector: np.ndarray,
        limit: int,
        *,
        exact: bool = False,
        quick: bool = False,
    ) -> Hits:
        """Return up to ``limit`` (keys ``uint64[n]``, cosines ``float32[n]``), best first.

        ``exact`` compares with every vector, where otherwise a large partition answers from its
        graph; ``quick`` is enough to find what is nearly the same. Raises ModelError for a vector that cannot be compared, StoreError for the source.
        """
        query = self._query(vector)
        found = self._use(partition)
        return found.search(query, limit, exact=exact, quick=quick) if limit > 0 else no_hits()

    def vectors(self, partition: str, keys: Sequence[int]) -> Floats:
        """Return the exact vectors ``float32[n, dim]`` of keys; rows of NaN for keys not held."""
        return self._use(partition).vectors([int(key) for key in keys])

    def size(self, partition: str) -> int:
        """Return how many vectors can be found."""
        return len(self._use(partition))

    def keys(self, partition: str) -> Keys:
        """Return the keys that can be found, ``uint64[n]`` ascending."""
        return self._use(partition).keys()

    def drop(self, partition: str) -> None:
        """Forget a partition and delete its files; what its source still holds comes back."""
        with self._lock:
            found = self._resident.pop(partition, None)
            self._account(partition, 0)
        if found is None:
            self._generations(partition).remove()
            return
        with found.files:
            found.retired = True
            found.generations.remove()

    def retain(self, partitions: Iterable[str]) -> None:
        """Delete the files of all other partitions; call it before anything is used."""
        kept = {self._folder(name) for name in partitions}
        for folder in self._root.glob("*"):
            if folder not in kept:
                self._generations_in(folder).remove()

    def renew(self, partition: str) -> bool:
        """Build the files of a partition anew where they hold removed vectors; wait for that.

        False when they could not be; they are as they were then.
        """
        found = self._use(partition)
        if not found.renew():
            return True
        self._settle(found)
        self._builds.wait()
        return not found.renew()

    def wait_for_builds(self) -> None:
        """Return when no build waits or runs."""
        self._builds.wait()

    def close(self) -> None:
        """Stop builds and forget everything held; nothing needs saving."""
        with self._lock:
            self._stop.set()
            for found in self._resident.values():
                found.retired = True
            self._resident.clear()
        self._builds.close()

    def _query(self, vector: np.ndarray) -> Floats:
        query = np.ascontiguousarray(vector, np.float32)
        if query.shape != (self._dim,):
            raise self._other_dim(query)
        if not np.isfinite(query).all():
            raise ModelError("The encoder returned a vector that is not finite; check the model.")
        return query

    def _other_dim(self, array: np.ndarray) -> ModelError:
        return ModelError(
            f"A vector of shape {array.shape} does not fit an index of {self._dim} dimensions; "
            "run `loomem reembed` after a change of the embedding model."
        )

    def _if_resident(self, name: str) -> Partition | None:
        with self._lock:
            return self._resident.get(name)

    def _use(self, name: str) -> Partition:
        with self._lock:
            if self._stop.is_set():
                raise UnavailableError("The vector index is closed; try again after the restart.")
            found = self._resident.get(name)
            if found is None:
                found = self._resident[name] = self._new(name)
            self._resident.move_to_end(name)
        found.load()
        self._settle(found)
        return found

    def _new(self, name: str) -> Partition:
        return Partition(
            name,
            self._source,
            self._generations(name),
            dim=self._dim,
            exact_limit=self._exact_limit,
        )

    def _generations(self, name: str) -> Generations:
        return self._generations_in(self._folder(name))

    def _generations_in(self, folder: Path) -> Generations:
        return Generations(folder, dim=self._dim, digest=self._digest)

    def _folder(self, name: str) -> Path:
        return self._root / hashlib.blake2b(name.encode(), digest_size=16).hexdigest()

    def _settle(self, found: Partition) -> None:
        """After a use: account for memory, let idle partitions go, start a build when due."""
        with self._lock:
            if self._resident.get(found.name) is not found:
                return
            self._account(found.name, found.capacity)
            self._let_idle_go(found)
            if found.building or found.next_step() is None:
                return
            found.building = True
        self._builds.submit(partial(self._build, found))

    def _account(self, name: str, rows: int) -> None:
        self._held_total += rows - self._held.pop(name, 0)
        if rows:
            self._held[name] = rows

    def _let_idle_go(self, used: Partition) -> None:
        if self._held_total <= self._max_resident_rows:
            return
        for name, idle in list(self._resident.items()):
            if idle is used or idle.building or not idle.is_loaded():
                continue
            idle.retired = True
            del self._resident[name]
            self._account(name, 0)
            if self._held_total <= self._max_resident_rows:
                return

    def _build(self, found: Partition) -> None:
        try:
            build(found, self._stop)
        except Exception as error:
            folder, reason = found.generations.name, f"{type(error).__name__}: {error}"
            _log.warning("vector_build_failed", folder=folder, reason=reason)
            found.postpone_build()
            if not isinstance(error, (StoreError, OSError, MemoryError)):
                raise
        finally:
            found.building = False
        if not self._stop.is_set():
            self._settle(found)
