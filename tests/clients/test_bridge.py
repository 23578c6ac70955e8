"""Our own bridge between the Python SDK on standard streams and a real server with a key."""

import json
import sys
from pathlib import Path

from tests.clients.test_real_clients import HERE, KEY, check_session, run, server
from tests.support.server import ServerProcess

__all__ = ["server"]


def test_the_bridge_carries_a_whole_session(
    server: ServerProcess,
    clients: Path,
    tmp_path: Path,
) -> None:
    python = str(clients / "v1" / "bin" / "python")
    command = [python, str(HERE / "stdio_session.py"), sys.executable, "loomem"]
    out = run(
        [*command, f"{server.base_url}/mcp", KEY],
        tmp_path,
        PYTHONPATH=str(HERE.parents[1]),
    )
    check_session(json.loads(out.splitlines()[-1]), "2025-11-25")
