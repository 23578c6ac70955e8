"""The vector index alone: how well and how fast it finds, what it costs to build and to open.

Four sets of unit vectors. ``sentences`` are real ones, of the synthetic memories and questions
in texts.py. ``spectrum`` has clusters and a few strong directions, as sentence vectors do;
``clusters`` has clusters in all directions; ``random`` has no structure at all, which no text
gives and no graph is good at. Vectors come from arrays in memory instead of the database.

    python -m benchmarks.vector_recall --date 2026-01-31 [--sets spectrum,random] [--count 100000]
"""

import argparse
import asyncio
import gc
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks import texts
from benchmarks.figures import latency
from benchmarks.machine import ROOT, keep, origin
from loomem.inference.encoder import LocalEncoder
from loomem.stores.vectors import VectorIndexes
from loomem.stores.vectors.graph import CONNECTIVITY, EXPANSION_ADD, EXPANSION_SEARCH

DIM = 384
CLUSTERS = 2_000
QUERIES = 500
LIMIT = 50
THREADS = 8
PARTITION = "benchmark"
_BATCH = 4_096


class ArraySource:
    """Vectors in one array; their keys are 1, 2, 3 and so on."""

    def __init__(self, vectors: np.ndarray) -> None:
        self.vectors = vectors
        self.count = len(vectors)

    def vector_rows(
        self, _partition: str, after_key: int = 0
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for start in range(after_key, self.count, _BATCH):
            end = min(start + _BATCH, self.count)
            keys = np.arange(start + 1, end + 1, dtype=np.uint64)
            yield keys, self.vectors[start:end].astype(np.float32)

    def vector_keys(self, _partition: str) -> np.ndarray:
        return np.arange(1, self.count + 1, dtype=np.uint64)


def sentences(count: int, models_dir: Path) -> tuple[np.ndarray, np.ndarray]:
    """Embed synthetic memories and questions with the real encoder."""

    async def embed() -> tuple[np.ndarray, np.ndarray]:
        encoder = await LocalEncoder.load(models_dir / "multilingual-e5-small")
        rows = await encoder.embed_passages(texts.memories(0, count))
        asked = [await encoder.embed_query(text) for text in texts.questions(0, QUERIES)]
        await encoder.close()
        return rows, np.stack(asked)

    return asyncio.run(embed())


def synthetic(name: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw stored vectors and queries of the same kind."""
    chance = np.random.default_rng(1)
    total = count + QUERIES
    drawn = chance.standard_normal((total, DIM), dtype=np.float32)
    if name != "random":
        power = -0.5 if name == "spectrum" else 0.0
        scale = np.arange(1, DIM + 1, dtype=np.float32) ** np.float32(power)
        centres = chance.standard_normal((CLUSTERS, DIM), dtype=np.float32)
        drawn = (centres[chance.integers(0, CLUSTERS, total)] + 0.8 * drawn) * scale
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn[:count], drawn[count:]


def measure(rows: np.ndarray, queries: np.ndarray, root: Path) -> dict[str, Any]:
    """Build with four fifths, extend with the rest while searching, open again, search."""
    source = ArraySource(rows.astype(np.float16))
    source.count = len(rows) * 4 // 5
    indexes = VectorIndexes(root, source, dim=DIM, digest="benchmark", exact_limit=20_000)
    figures: dict[str, Any] = {"vectors": len(rows)}
    figures["build"] = _timed_build(indexes, source.count, lambda: indexes.size(PARTITION))
    figures["extend"] = _extend(indexes, source, queries)
    indexes.close()
    return figures | _measure_opened(root, source, queries)


def _measure_opened(root: Path, source: ArraySource, queries: np.ndarray) -> dict[str, Any]:
    [file] = root.rglob("*.usearch")
    gc.collect()
    before = _resident_mb()
    indexes = VectorIndexes(root, source, dim=DIM, digest="benchmark", exact_limit=20_000)
    open_ms = _milliseconds(lambda: indexes.search(PARTITION, queries[0], LIMIT))
    search = latency([_milliseconds(_search(indexes, query)) for query in queries])
    exact = latency([_milliseconds(_search(indexes, query, exact=True)) for query in queries[:20]])
    after = _resident_mb()
    figures = {
        "file_mb": round(file.stat().st_size / 1e6, 1),
        "first_search_ms": round(open_ms, 1),
        "search": search,
        "search_exact": exact,
        f"searches_per_s_{THREADS}_threads": _throughput(indexes, queries),
        "resident_mb": {kind: round(after[kind] - before[kind], 1) for kind in after},
        **_recall(indexes, source.vectors, queries),
    }
    indexes.close()
    return figures


def _timed_build(
    indexes: VectorIndexes, count: int, start: Callable[[], object]
) -> dict[str, Any]:
    began = time.perf_counter()
    start()
    indexes.wait_for_builds()
    seconds = time.perf_counter() - began
    return {"vectors": count, "seconds": round(seconds, 1), "per_s": round(count / seconds)}


def _extend(indexes: VectorIndexes, source: ArraySource, queries: np.ndarray) -> dict[str, Any]:
    first, last = source.count, len(source.vectors)
    source.count = last
    keys = range(first + 1, last + 1)
    rows = source.vectors[first:last].astype(np.float32)
    with ThreadPoolExecutor(1) as thread:
        job = thread.submit(
            _timed_build, indexes, last - first, lambda: indexes.add(PARTITION, keys, rows)
        )
        samples: list[float] = []
        while not job.done():
            samples.append(_milliseconds(_search(indexes, queries[len(samples) % QUERIES])))
    return {**job.result(), "search_meanwhile": latency(samples)}


def _search(
    indexes: VectorIndexes, query: np.ndarray, *, exact: bool = False
) -> Callable[[], Any]:
    return lambda: indexes.search(PARTITION, query, LIMIT, exact=exact)


def _throughput(indexes: VectorIndexes, queries: np.ndarray) -> int:
    began = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(lambda query: indexes.search(PARTITION, query, LIMIT), queries))
    return round(len(queries) / (time.perf_counter() - began))


def _recall(indexes: VectorIndexes, rows: np.ndarray, queries: np.ndarray) -> dict[str, float]:
    """Share of the true nearest that are found; those as near as the last true one count too."""
    hits = {10: 0, LIMIT: 0}
    vectors = rows.astype(np.float32)
    for query in queries:
        keys, _ = indexes.search(PARTITION, query, LIMIT)
        cosines = vectors @ query
        for depth in hits:
            bar = np.partition(cosines, -depth)[-depth] - 1e-6
            hits[depth] += int(np.count_nonzero(cosines[keys[:depth].astype(int) - 1] >= bar))
    return {
        f"recall_at_{depth}": round(count / depth / len(queries), 4)
        for depth, count in hits.items()
    }


def _milliseconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1e3


def _resident_mb() -> dict[str, float]:
    status = Path("/proc/self/status").read_text()
    return {
        name: int(re.findall(rf"{field}:\s*(\d+)", status)[0]) / 1e3
        for name, field in (("own", "RssAnon"), ("mapped", "RssFile"))
    }


def main() -> None:
    arguments = _parse()
    report: dict[str, Any] = {
        **origin("vector_recall", arguments.date),
        "graph": {
            "connectivity": CONNECTIVITY,
            "expansion_add": EXPANSION_ADD,
            "expansion_search": EXPANSION_SEARCH,
        },
        "limit": LIMIT,
        "sets": {},
    }
    for name in arguments.sets.split(","):
        if name == "sentences":
            rows, queries = sentences(arguments.sentences, arguments.models)
        else:
            rows, queries = synthetic(name, arguments.count)
        with tempfile.TemporaryDirectory() as scratch:
            report["sets"][name] = measure(rows, queries, Path(scratch))
        print(name, msgspec.json.encode(report["sets"][name]).decode(), flush=True)
        keep(report, arguments.out)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.vector_recall",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    results = ROOT / "benchmarks" / "results"
    parser.add_argument("--sets", default="sentences,spectrum,clusters,random")
    parser.add_argument("--count", type=int, default=100_000, help="synthetic vectors in a set")
    parser.add_argument("--sentences", type=int, default=30_000, help="texts to embed")
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, default=results / "vector_recall.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
