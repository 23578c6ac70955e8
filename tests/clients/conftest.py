"""Foreign clients, installed by scripts/fetch-clients; tests are skipped where they are missing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def clients() -> Path:
    """The folder of the installed clients."""
    folder = Path(os.environ.get("LOOMEM_TEST_CLIENTS", ROOT / ".cache" / "clients"))
    if not (folder / "complete").exists():
        pytest.skip(
            "scripts/fetch-clients has not been run (it needs npm and the package indexes)"
        )
    return folder


@pytest.fixture(scope="session")
def node(clients: Path) -> str:
    """The Node of the right age."""
    return str(clients / "node_modules" / ".bin" / "node")


@pytest.fixture(scope="session")
def fixture_server() -> Iterator[str]:
    """The address of a server with the tools of the conformance suite."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.mcp_fixtures"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield next(line.strip() for line in process.stdout if line.startswith("http"))
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()
