"""The protocol's own conformance suite against the real endpoint."""

import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RUNS = {
    "2026-07-28": [
        "--requirements",
        "2026-07-28",
        "--expected-failures",
        "expected-2026-07-28.yml",
    ],
    "2025-11-25": ["--requirements", "2025-11-25", "--expected-failures", "expected-2025.yml"],
    "active": ["--suite", "active", "--expected-failures", "expected-2025.yml"],
    "2025-06-18": [
        *("--suite", "all", "--spec-version", "2025-06-18"),
        *("--expected-failures", "expected-2025.yml"),
    ],
    "stateless": ["--scenario", "server-stateless"],
    "headers": ["--scenario", "http-header-validation"],
}


@pytest.mark.parametrize("run", RUNS)
def test_the_suite_finds_nothing_but_what_is_not_offered(
    run: str, clients: Path, node: str, fixture_server: str, tmp_path: Path
) -> None:
    suite = clients / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    done = subprocess.run(
        [node, str(suite), "server", "--url", fixture_server, *RUNS[run], "-o", str(tmp_path)],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-2_000:]
