"""Summaries of samples."""

import math
from collections.abc import Sequence


def percentile(samples: Sequence[float], share: float) -> float:
    """Return the smallest sample that ``share`` (0 to 1) of all samples do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latency(samples: Sequence[float]) -> dict[str, float]:
    """Return count, p50, p90, p95, p99 and maximum of milliseconds."""
    return {
        "count": len(samples),
        "p50_ms": round(percentile(samples, 0.50), 2),
        "p90_ms": round(percentile(samples, 0.90), 2),
        "p95_ms": round(percentile(samples, 0.95), 2),
        "p99_ms": round(percentile(samples, 0.99), 2),
        "max_ms": round(max(samples), 2),
    }
