"""Real clients against a real server process with a key: the SDKs, the Inspector, mcp-remote."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import ServerProcess

HERE = Path(__file__).parent
KEY = "a-key-for-tests-0123456789"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("clients")
    process = ServerProcess(folder / "data", models_dir, LOOMEM_AUTH_TOKEN=KEY).start()
    yield process
    process.stop()


def run(command: list[str], home: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=HERE,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **environment},
    )
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    return done.stdout


def check_session(seen: dict[str, object], version: str) -> None:
    assert seen["version"] == version
    assert seen["tools"] == 15
    assert seen["found"] == [True]
    assert "Version history (1 versions)" in str(seen["history"])
    assert seen["wrong"] is True
    assert str(seen["deleted"]).startswith("Deleted memory")


@pytest.mark.parametrize(
    ("generation", "mode", "version"),
    [
        ("v1", "any", "2025-11-25"),
        ("v2", "auto", "2026-07-28"),
        ("v2", "legacy", "2025-11-25"),
        ("v2", "2026-07-28", "2026-07-28"),
    ],
)
def test_both_generations_of_the_sdk_do_a_whole_session(
    generation: str, mode: str, version: str, server: ServerProcess, clients: Path, tmp_path: Path
) -> None:
    python = str(clients / generation / "bin" / "python")
    script = str(HERE / "python_session.py")
    out = run([python, script, f"{server.base_url}/mcp", KEY, mode], tmp_path)
    check_session(json.loads(out.splitlines()[-1]), version)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_stores_finds_reads_and_deletes(
    era: str, server: ServerProcess, clients: Path, node: str, tmp_path: Path
) -> None:
    inspector = str(clients / "node_modules/.bin/mcp-inspector")
    base = [node, inspector, "--cli", f"{server.base_url}/mcp", "--transport", "http"]
    base += ["--header", f"Authorization: Bearer {KEY}", "--protocol-era", era]
    tools = json.loads(run([*base, "--method", "tools/list"], tmp_path))
    assert len(tools["tools"]) == 15
    call = [*base, "--method", "tools/call", "--tool-name"]
    words = f"content=The amber lamp of the {era} hall"
    stored = run([*call, "memory_store", "--tool-arg", words], tmp_path)
    assert '"isError": false' in stored
    found = run([*call, "memory_search", "--tool-arg", "query=amber lamp"], tmp_path)
    assert f"amber lamp of the {era} hall" in found
    chunk_id = json.loads(stored)["structuredContent"]["id"]
    one = ["--tool-arg", f"chunk_id={chunk_id}"]
    assert "Version history (1 versions)" in run([*call, "memory_history", *one], tmp_path)
    assert "Deleted memory" in run([*call, "memory_delete", *one], tmp_path)


def test_mcp_remote_bridges_to_a_client_on_standard_streams(
    server: ServerProcess, clients: Path, node: str, tmp_path: Path
) -> None:
    python = str(clients / "v1" / "bin" / "python")
    proxy = str(clients / "node_modules/mcp-remote/dist/proxy.js")
    out = run(
        [python, str(HERE / "stdio_session.py"), node, proxy, f"{server.base_url}/mcp", KEY],
        tmp_path,
        MCP_REMOTE_CONFIG_DIR=str(tmp_path / "config"),
    )
    check_session(json.loads(out.splitlines()[-1]), "2025-11-25")


def test_no_key_reaches_the_log(server: ServerProcess) -> None:
    assert KEY not in json.dumps(server.lines)
