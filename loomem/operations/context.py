"""Who asks, with what, and under which name: what every operation is given besides its request.

Only transports make a Caller. Nothing here knows how a caller proved who they are.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from loomem.clock import Clock
from loomem.config.settings import Settings
from loomem.errors import DeniedError
from loomem.ingest.cleaning import Cleaner
from loomem.ingest.embedding_queue import EmbeddingQueue
from loomem.ingest.persist import Persister
from loomem.ingest.transcripts import Transcripts
from loomem.knowledge.entity_queue import EntityQueue
from loomem.knowledge.graph import GraphBuilder
from loomem.lifecycle.deletion import Deletion
from loomem.lifecycle.feedback import Feedback
from loomem.lifecycle.importance import Importance
from loomem.lifecycle.reembedding import Reembedding
from loomem.lifecycle.scrubbing import Scrubber
from loomem.lifecycle.usage import Usage
from loomem.lifecycle.versions import Versions
from loomem.llm.http_client import HttpLlmClient
from loomem.model.ids import DEFAULT_STREAM
from loomem.oauth.tokens import Tokens
from loomem.operations.limits import RateLimiter
from loomem.search.ambient import Ambient
from loomem.search.context_pack import ContextPacker
from loomem.search.pipeline import SearchPipeline
from loomem.stores.bundle import Stores
from loomem.stores.spend import SpendLedger

Params = ParamSpec("Params")
Result = TypeVar("Result")
Right = Literal["read", "write", "admin"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Someone who passed the door. ``streams`` None means all of them."""

    name: str
    streams: frozenset[str] | None = None
    is_admin: bool = False

    def check_stream(self, stream: str) -> str:
        """Return the stream id unchanged, or raise DeniedError."""
        if not self.may_use(stream):
            raise DeniedError(
                f"{self.name} may not use this stream; ask with a key that covers it",
                {"stream": stream},
            )
        return stream

    @property
    def default_stream(self) -> str:
        """The stream of a request that names none: the caller's only one, or that of the owner."""
        if self.streams is not None and len(self.streams) == 1:
            return next(iter(self.streams))
        return DEFAULT_STREAM

    def may_use(self, stream: str) -> bool:
        """Say whether a stream is among the caller's."""
        return self.streams is None or stream in self.streams

    def check_right(self, right: Right) -> None:
        """Raise DeniedError where the caller lacks a right. Only ``admin`` is not everyone's."""
        if right == "admin" and not self.is_admin:
            raise DeniedError(f"{self.name} may not do this; it needs an admin key")


class Jobs(Protocol):
    """Long work in the background, one of each name at a time."""

    def start(self, name: str, work: Callable[[], Awaitable[Any]]) -> bool:
        """Begin; False when this job is under way."""
        ...

    def states(self) -> Mapping[str, str]:
        """Return the last state of each job: running, done, or failed with a code."""
        ...

    async def wait(self, name: str) -> None:
        """Return when a job of this name has ended."""
        ...

    async def close(self) -> None:
        """Interrupt what is running."""
        ...


@dataclass(kw_only=True)
class Services:
    """What operations work with; the composition root fills it once."""

    settings: Settings
    clock: Clock
    stores: Stores
    cleaner: Cleaner
    persister: Persister
    transcripts: Transcripts
    searcher: SearchPipeline
    packer: ContextPacker
    ambient: Ambient
    deletion: Deletion
    scrubber: Scrubber
    usage: Usage
    versions: Versions
    importance: Importance
    reembedding: Reembedding
    embedding_queue: EmbeddingQueue
    entity_queue: EntityQueue
    graph_builder: GraphBuilder
    jobs: Jobs
    spend: SpendLedger
    llm: HttpLlmClient | None
    feedback: Feedback
    limiter: RateLimiter
    tokens: Tokens
    started_monotonic: float

    async def in_thread(
        self, work: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs
    ) -> Result:
        """Run blocking work outside the event loop."""
        return await asyncio.to_thread(work, *args, **kwargs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The circumstances of one call. ``idempotency_key`` is the caller's name for the attempt."""

    caller: Caller
    services: Services
    request_id: str
    idempotency_key: str | None = None
