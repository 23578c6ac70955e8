"""The measurements: over HTTP against a running server, and in this process on the same stores."""

import asyncio
import statistics
import threading
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks import texts
from benchmarks.client import Client
from benchmarks.figures import latency, percentile
from benchmarks.fill import settings_for
from benchmarks.process import Server, running_server
from loomem.config.settings import Settings
from loomem.inference.encoder import LocalEncoder
from loomem.model.chunk import Chunk, Source
from loomem.model.ids import DEFAULT_STREAM
from loomem.runtime.composition import open_configured_stores

DECODES = 20_000
NEW_MEMORIES = 10_000_000
"""Numbers of memories that no filled folder holds."""

_WARM_UP = 50
_ROUNDING = 1e-4


class Effort(msgspec.Struct, frozen=True):
    """How much is measured."""

    searches: int = 1_000
    repeats: int = 200
    stores: int = 300
    clients: int = 16
    stores_by_many: int = 3_000
    starts: int = 5
    recall_queries: int = 200
    embedded_texts: int = 2_000


def measure_starts(data_dir: Path, models_dir: Path, effort: Effort) -> dict[str, Any]:
    """Return seconds from the start of the process to a healthy answer, and memory then."""
    seconds: list[float] = []
    memory: dict[str, float] = {}
    for _ in range(effort.starts):
        with running_server(data_dir, models_dir) as server:
            seconds.append(server.healthy_s)
            memory = server.memory_mb()
    return {
        "healthy_s_median": round(statistics.median(seconds), 2),
        "healthy_s_max": round(max(seconds), 2),
        "memory_mb": memory,
    }


def measure_searches(server: Server, effort: Effort) -> dict[str, Any]:
    """Return latencies of new questions, and of questions whose vector the server knows."""
    client = Client(server.port)
    _, first = client.search("warm up")
    for question in texts.questions(2_000_000, _WARM_UP):
        client.search(question)
    cpu = server.cpu_seconds()
    new = [client.search(question) for question in texts.questions(0, effort.searches)]
    cpu = (server.cpu_seconds() - cpu) / len(new)
    known = texts.questions(0, effort.repeats)
    again = []
    for n in range(effort.searches):
        # Another number of results is another question to the kept answers, not to the encoder.
        wanted = 11 + n // len(known)
        again.append(client.search(known[n % len(known)], top_k=wanted)[1])
    kept = [client.search(known[n % 10])[1] for n in range(effort.repeats)]
    client.close()
    return {
        "first_ms": round(first, 1),
        "new_question": latency([elapsed for _, elapsed in new]),
        "known_question": latency(again),
        "kept_answer": latency(kept),
        "inside_new_p50_ms": percentile([answer["took_ms"] for answer, _ in new], 0.5),
        "cpu_ms_per_new_question": round(cpu * 1e3, 2),
        "results": round(statistics.mean(len(answer["results"]) for answer, _ in new), 2),
    }


def measure_stores(server: Server, effort: Effort) -> dict[str, Any]:
    """Return acknowledgement alone, rate with many clients, and a search right after a store."""
    client = Client(server.port)
    fresh = texts.memories(NEW_MEMORIES, effort.stores)
    alone = [client.store(text)[1] for text in fresh]
    after = []
    for text in texts.memories(NEW_MEMORIES + effort.stores, effort.stores // 6):
        client.store(text)
        after.append(client.search(text[:40])[1])
    client.close()
    return {
        "alone": latency(alone),
        "search_right_after": latency(after),
        "many_clients": _store_by_many(server, effort),
    }


def _store_by_many(server: Server, effort: Effort) -> dict[str, Any]:
    waiting = iter(texts.memories(NEW_MEMORIES + 1_000_000, effort.stores_by_many))
    lock = threading.Lock()
    samples: list[float] = []

    def work() -> None:
        client = Client(server.port)
        while True:
            with lock:
                text = next(waiting, None)
            if text is None:
                break
            samples.append(client.store(text)[1])
        client.close()

    seconds = _run_side_by_side(work, effort.clients)
    return {
        "clients": effort.clients,
        "per_second": round(len(samples) / seconds, 1),
        **latency(samples),
    }


def _run_side_by_side(work: Callable[[], None], count: int) -> float:
    threads = [threading.Thread(target=work) for _ in range(count)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - started


def measure_recall(data_dir: Path, models_dir: Path, effort: Effort) -> dict[str, Any]:
    """Compare the vector index with exact search on the stored vectors of one folder."""
    questions = texts.questions(3_000_000, effort.recall_queries)
    return asyncio.run(_recall(data_dir, models_dir, questions))


async def _recall(data_dir: Path, models_dir: Path, questions: list[str]) -> dict[str, Any]:
    encoder = await LocalEncoder.load(models_dir / Settings().llm.embedding_model)
    vectors = [await encoder.embed_query(question) for question in questions]
    stores = open_configured_stores(settings_for(data_dir, models_dir), encoder)
    try:
        partition = stores.embeddings.partition(DEFAULT_STREAM)
        size = stores.vectors.size(partition)
        pairs = [_compare(stores.vectors.search, partition, vector) for vector in vectors]
    finally:
        stores.close()
        await encoder.close()
    return {
        "vectors": size,
        "recall_at_10": round(float(statistics.mean(share for share, _ in pairs)), 4),
        "top_100": latency([elapsed for _, elapsed in pairs]),
    }


def _compare(
    search: Callable[..., Any], partition: str, vector: np.ndarray
) -> tuple[float, float]:
    _, nearest = search(partition, vector, 10, exact=True)
    started = time.perf_counter()
    search(partition, vector, 100)
    elapsed = (time.perf_counter() - started) * 1e3
    _, found = search(partition, vector, 10)
    # The graph rounds cosines: one as near as the last true one is no miss.
    return np.count_nonzero(found >= nearest[-1] - _ROUNDING) / len(nearest), elapsed


def measure_embedding(models_dir: Path, effort: Effort) -> dict[str, Any]:
    """Return passages per second in bulk, and milliseconds of one new question alone."""
    return asyncio.run(_embedding(models_dir, effort))


async def _embedding(models_dir: Path, effort: Effort) -> dict[str, Any]:
    encoder = await LocalEncoder.load(models_dir / Settings().llm.embedding_model)
    passages = texts.memories(NEW_MEMORIES, effort.embedded_texts)
    started = time.perf_counter()
    await encoder.embed_passages(passages)
    rate = len(passages) / (time.perf_counter() - started)
    alone = []
    for question in texts.questions(4_000_000, effort.repeats):
        started = time.perf_counter()
        await encoder.embed_query(question)
        alone.append((time.perf_counter() - started) * 1e3)
    await encoder.close()
    return {"texts_per_second": round(rate, 1), "one_question": latency(alone)}


def measure_decoding() -> dict[str, float]:
    """Return microseconds to decode one record of a memory as it is stored."""
    chunk = Chunk(
        id="0" * 32,
        content=texts.memory(1),
        timestamp=1_700_000_000,
        valid_from=1_700_000_000,
        source=Source(agent="api"),
    )
    raw = msgspec.json.encode(chunk)
    decode = msgspec.json.Decoder(Chunk).decode
    best = min(timeit.repeat(lambda: decode(raw), number=DECODES, repeat=7))
    return {"decode_us": round(best / DECODES * 1e6, 2), "record_bytes": len(raw)}
