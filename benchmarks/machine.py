"""What a result depends on besides the program (processor, memory, versions, revision, load), and its file."""

import os
import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from loomem import __version__

ROOT = Path(__file__).resolve().parent.parent

_PACKAGES = (
    "aiohttp",
    "ctranslate2",
    "lmdb",
    "msgspec",
    "numpy",
    "tantivy",
    "tokenizers",
    "usearch",
)


def origin(benchmark: str, date: str) -> dict[str, Any]:
    """Return the head of a result; call it before anything is measured."""
    return {
        "benchmark": benchmark,
        "date": date,
        "revision": _revision(),
        "machine": _machine(),
        "versions": describe_versions(),
    }


def keep(result: dict[str, Any], out: Path) -> None:
    """Write a result where it is kept."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")


def _machine() -> dict[str, Any]:
    """Return the hardware and its load (1 minute) at the start."""
    return {
        "cpu": _first(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text()),
        "cores": os.cpu_count(),
        "memory_mb": int(_first(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())) // 1024,
        "system": platform.platform(terse=True),
        "load_at_start": round(os.getloadavg()[0], 2),
    }


def describe_versions() -> dict[str, str]:
    """Return the versions of Python, the engines and Loomem."""
    engines = {name: version(name) for name in _PACKAGES}
    return {"python": platform.python_version(), "loomem": __version__, **engines}


def _revision() -> str:
    """Return the git revision; ``+changes`` when loomem/ differs from it."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    return commit + ("+changes" if _git("status", "--porcelain", "--", "loomem") else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found.group(1).strip() if found else "0"
