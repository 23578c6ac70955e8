"""The encoder behind any OpenAI-compatible ``/embeddings`` address.

Vectors come as the service makes them (of unit length, not centred). The key and the texts never
reach a log or an error message.
"""

import asyncio
import hashlib
import json
import secrets
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import aiohttp
import numpy as np
import structlog

from loomem.errors import InvalidRequestError, ModelError, UnavailableError
from loomem.inference.encoder import EmbeddingIdentity, QueryCache
from loomem.inference.engine import unit
from loomem.inference.manifest import Prefixes
from loomem.inference.payload import read_retry_after, read_tokens, read_vectors
from loomem.inference.tokenizer import MAX_WINDOWS, clean
from loomem.inference.weights import FloatArray

MAX_BATCH = 50
MAX_WAITING = 10_000
_IN_FLIGHT = 4
_LONGEST_PAUSE_S = 30.0
# Windows are cut by characters: the service's vocabulary is not known here.
_WINDOW_WEIGHT = 6_000
_WIDE_WEIGHT = 4
_CHARACTERS_PER_TOKEN = 3
_REFUSED_TEXT = frozenset({400, 413, 422})
_REFUSED_KEY = frozenset({401, 403})

_log = structlog.get_logger(__name__)


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """The service will not take this input; a part of it may still be fine."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Charge(Protocol):
    """Room in a budget for one request."""

    async def settle(self, tokens: int | None, *, is_failed: bool) -> None:
        """Account for the request; ``tokens`` as the service counted them, None where it did not."""
        ...


class Meter(Protocol):
    """Counts what requests cost."""

    async def reserve(self, tokens: int) -> Charge:
        """Take room for a request of about so many tokens; BudgetError where there is none."""
        ...


_Waiting = tuple[str, asyncio.Future[FloatArray]]


class RemoteEncoder:
    """Encodes over HTTP: at most 50 texts per request, four requests at a time.

    A free slot takes whoever waits, questions first. Requests answered with 429 or 5xx are
    repeated ``attempts`` times in all, after ``Retry-After`` or a growing pause with jitter.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        dim: int,
        *,
        api_key: str | None = None,
        prefixes: Prefixes | None = None,
        timeout_s: float = 30.0,
        attempts: int = 4,
        pause_s: float = 0.5,
    ) -> None:
        self._prefixes = prefixes or Prefixes()
        self.identity = EmbeddingIdentity(model, dim, _digest(model, dim, self._prefixes))
        self._url = base_url.rstrip("/") + "/embeddings"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._timeout = aiohttp.ClientTimeout(total=timeout_s)
        self._attempts = attempts
        self._pause_s = pause_s
        self._session: aiohttp.ClientSession | None = None
        self._urgent: deque[_Waiting] = deque()
        self._patient: deque[_Waiting] = deque()
        self._requests: set[asyncio.Task[None]] = set()
        self._queries = QueryCache()
        self._closed = False
        self.meter: Meter | None = None
        """Asked before every request, once it is set."""

    @classmethod
    async def connect(
        cls, base_url: str, model: str, *, api_key: str | None = None, dim: int | None = None
    ) -> "RemoteEncoder":
        """Ask the service for its dimension where ``dim`` is not given."""
        if dim is not None:
            return cls(base_url, model, dim, api_key=api_key)
        probe = cls(base_url, model, 0, api_key=api_key)
        try:
            (vector,) = await probe._request(["dimension"])
        finally:
            await probe.close()
        return cls(base_url, model, len(vector), api_key=api_key)

    @property
    def waiting(self) -> int:
        """How many windows wait for a request."""
        return len(self._urgent) + len(self._patient)

    def known_query(self, text: str) -> FloatArray | None:
        """Return the vector of a question that was asked lately."""
        return self._queries.get(text)

    async def embed_query(self, text: str) -> FloatArray:
        """Return the vector of a question, float32 [dim], unit length, read-only."""
        known = self._queries.get(text)
        if known is None:
            known = await self._embed(self._prefixes.query, text, self._urgent)
            self._queries.put(text, known)
        return known

    async def embed_passages(self, texts: Sequence[str]) -> FloatArray:
        """Return the vectors of stored texts, float32 [n, dim], unit length.

        Raises UnavailableError when the service does not answer, ModelError when it refuses the
        key or sends vectors that cannot be used.
        """
        vectors = np.empty((len(texts), self.identity.dim), np.float32)
        for start in range(0, len(texts), MAX_BATCH * _IN_FLIGHT):
            part = texts[start : start + MAX_BATCH * _IN_FLIGHT]
            found = await asyncio.gather(
                *(self._embed(self._prefixes.passage, text, self._patient) for text in part)
            )
            for row, vector in enumerate(found, start):
                vectors[row] = vector
        return vectors

    def count_windows(self, text: str) -> int:
        """Estimate how many inputs a text becomes, 1 to 64."""
        return min(MAX_WINDOWS, -(-_weigh(text) // _WINDOW_WEIGHT)) or 1

    def count_tokens(self, text: str) -> int:
        """Estimate tokens from characters; the service's vocabulary is not known here."""
        return -(-_weigh(text) // _CHARACTERS_PER_TOKEN)

    async def close(self) -> None:
        """Refuse whoever waits, end the requests on their way, close the connections."""
        self._closed = True
        for queue in (self._urgent, self._patient):
            while queue:
                _fail(queue.popleft()[1], UnavailableError("The encoder is shutting down."))
        for request in self._requests:
            request.cancel()
        await asyncio.gather(*self._requests, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _embed(self, prefix: str, text: str, queue: deque[_Waiting]) -> FloatArray:
        windows = _windows(clean(text))
        if self._closed or self.waiting + len(windows) > MAX_WAITING:
            raise UnavailableError("Too many texts wait for the encoder; try again later.")
        loop = asyncio.get_running_loop()
        replies = [loop.create_future() for _ in windows]
        # An empty input is an error for most services.
        queue.extend((prefix + (w or " "), r) for w, r in zip(windows, replies, strict=True))
        # Once the texts of the same call are queued too.
        loop.call_soon(self._dispatch)
        vectors = await asyncio.gather(*replies)
        if len(vectors) == 1:
            first: FloatArray = vectors[0]
            return first
        weights = np.array([len(window) for window in windows], np.float32)
        return unit(np.average(np.stack(vectors), axis=0, weights=weights).astype(np.float32))

    def _dispatch(self) -> None:
        while self.waiting and len(self._requests) < _IN_FLIGHT:
            request = asyncio.create_task(self._serve(self._take()))
            self._requests.add(request)
            request.add_done_callback(self._finish)

    def _finish(self, request: asyncio.Task[None]) -> None:
        self._requests.discard(request)
        if not self._closed:
            self._dispatch()

    def _take(self) -> list[_Waiting]:
        batch: list[_Waiting] = []
        for queue in (self._urgent, self._patient):
            while queue and len(batch) < MAX_BATCH:
                waiting = queue.popleft()
                if not waiting[1].cancelled():
                    batch.append(waiting)
        return batch

    async def _serve(self, batch: list[_Waiting]) -> None:
        if not batch:
            return
        try:
            vectors = await self._request([text for text, _ in batch])
        except _Refused as error:
            await self._serve_halves(batch, error.status)
        except BaseException as error:
            reason = error if isinstance(error, Exception) else None
            for _, reply in batch:
                _fail(reply, reason or UnavailableError("The encoder is shutting down."))
            if reason is None:
                raise
        else:
            for (_, reply), vector in zip(batch, vectors, strict=True):
                if not reply.done():
                    reply.set_result(vector)

    async def _serve_halves(self, batch: list[_Waiting], status: int) -> None:
        """Find the text that is refused, so that the others get their vectors."""
        if len(batch) == 1:
            message = f"The embedding service refuses this text (status {status})."
            _fail(batch[0][1], InvalidRequestError(message))
            return
        middle = len(batch) // 2
        await self._serve(batch[:middle])
        await self._serve(batch[middle:])

    async def _request(self, texts: list[str]) -> list[FloatArray]:
        status = 0
        for attempt in range(1, self._attempts + 1):
            try:
                status, pause, body = await self._post_metered(texts)
            except (aiohttp.ClientError, TimeoutError) as error:
                status, pause, body = 0, None, b""
                _log.warning("embedding_request_failed", error=type(error).__name__)
            if status == 200:
                return read_vectors(body, len(texts), self.identity.dim)
            self._refuse(status)
            if attempt < self._attempts:
                await asyncio.sleep(self._pause(attempt, pause))
        raise UnavailableError(
            f"The embedding service at {self._url} does not answer (last status {status}); "
            "check its address and try again."
        )

    async def _post_metered(self, texts: list[str]) -> tuple[int, float | None, bytes]:
        if self.meter is None:
            return await self._post(texts)
        charge = await self.meter.reserve(sum(map(self.count_tokens, texts)))
        tokens, is_failed = None, True
        try:
            status, pause, body = await self._post(texts)
            is_failed = status != 200
            tokens = 0 if is_failed else read_tokens(body)
        finally:
            await charge.settle(tokens, is_failed=is_failed)
        return status, pause, body

    async def _post(self, texts: list[str]) -> tuple[int, float | None, bytes]:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout, headers=self._headers)
        payload = {"model": self.identity.model, "input": texts, "encoding_format": "float"}
        # A redirect could carry the key to another host.
        async with self._session.post(self._url, json=payload, allow_redirects=False) as reply:
            pause = read_retry_after(reply.headers.get("Retry-After"))
            return reply.status, pause, await reply.read()

    def _refuse(self, status: int) -> None:
        if status in _REFUSED_TEXT:
            raise _Refused(status)
        if status in _REFUSED_KEY:
            raise ModelError("The embedding service refuses the key; check llm.api_key_env.")
        if status and status != 429 and status < 500:
            raise ModelError(
                f"The embedding service at {self._url} answered {status}; check "
                "llm.embedding_base_url and llm.embedding_model."
            )

    def _pause(self, attempt: int, wanted: float | None) -> float:
        if wanted is not None:
            return min(wanted, _LONGEST_PAUSE_S)
        longest: float = min(self._pause_s * 2.0 ** (attempt - 1), _LONGEST_PAUSE_S)
        return longest * (0.5 + secrets.randbelow(1_000) / 2_000)


def _digest(model: str, dim: int, prefixes: Prefixes) -> str:
    parts = ["remote", model, dim, prefixes.query, prefixes.passage, _WINDOW_WEIGHT]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _weigh(text: str) -> int:
    return len(text) + (_WIDE_WEIGHT - 1) * sum(1 for sign in text if sign >= "\u2e80")


def _windows(text: str) -> list[str]:
    """Cut a text; a very long one keeps its beginning and evenly spaced parts of the rest."""
    count = max(1, -(-_weigh(text) // _WINDOW_WEIGHT))
    size = -(-len(text) // count) or 1
    parts = [text[at : at + size] for at in range(0, len(text), size)] or [""]
    if len(parts) <= MAX_WINDOWS:
        return parts
    half = MAX_WINDOWS // 2
    rest = parts[half:]
    return parts[:half] + [rest[i * len(rest) // half] for i in range(half)]


def _fail(reply: asyncio.Future[FloatArray], error: Exception) -> None:
    if not reply.done():
        reply.set_exception(error)
