"""What erased memories leave in files: freed pages, index segments, vectors in a graph.

The engines hide what is removed and reuse its place later. After a purge the files are written anew, so
that the words are not on the disk any more. The request is durable: a crash only delays it.
"""

import asyncio
from functools import partial

import msgspec
import structlog

from loomem.errors import StoreError
from loomem.stores.bundle import Stores
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Transaction

log = structlog.get_logger(__name__)

_META = "scrub"
_RETRY_SECONDS = 60.0


class _Request(msgspec.Struct, frozen=True):
    """``number`` grows with every erasure, so that one made meanwhile is noticed."""

    number: int = 0
    streams: tuple[str, ...] = ()


class Scrubber:
    """Writes text index, graphs and data file anew, one pass at a time."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def request(self, write: WriteTxn, stream: str) -> None:
        """Note, in the transaction that erases, that files of a stream have to be written anew."""
        held = self._held(write.raw) or _Request()
        streams = tuple(sorted({*held.streams, stream}))
        request = _Request(number=held.number + 1, streams=streams)
        self._stores.meta.put(write.raw, _META, request)

    def is_wanted(self) -> bool:
        """Whether traces of erased memories are left."""
        return self._requested() is not None

    def _requested(self) -> _Request | None:
        with self._stores.env.read() as txn:
            return self._held(txn)

    def _held(self, txn: Transaction) -> _Request | None:
        value = self._stores.meta.get(txn, _META)
        return None if value is None else msgspec.convert(value, _Request)

    async def run(self) -> None:
        """Remove all traces, those of erasures made meanwhile too; try again where it fails."""
        while (request := await asyncio.to_thread(self._requested)) is not None:
            try:
                await asyncio.to_thread(self._scrub, request)
                await self._stores.writer.write(partial(self._finish, done=request))
            except StoreError as error:
                log.warning("scrub.failed", error=error.code)
                await asyncio.sleep(_RETRY_SECONDS)
        log.info("scrub.done")

    def _scrub(self, request: _Request) -> None:
        self._renew_text()
        for stream in request.streams:
            self._renew_vectors(stream)
        self._stores.writer.run_between(self._stores.env.compact).result()

    def _renew_text(self) -> None:
        """A full pass writes every document again, and empty segments go."""
        stores = self._stores
        stores.indexer.flush()
        while not stores.reconciler.start():
            stores.reconciler.wait()
        stores.reconciler.wait()
        progress = stores.reconciler.progress
        if progress is None or not progress.is_complete:
            raise StoreError("The text index could not be written anew; it is tried again.")

    def _renew_vectors(self, stream: str) -> None:
        for partition in self._stores.embeddings.partitions(stream):
            if not self._stores.vectors.renew(partition):
                raise StoreError("The vectors could not be written anew; it is tried again.")

    def _finish(self, write: WriteTxn, done: _Request) -> None:
        if self._held(write.raw) == done:
            self._stores.meta.remove(write.raw, _META)
