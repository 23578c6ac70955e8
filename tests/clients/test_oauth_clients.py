"""Real clients log in with OAuth against a real server process, headless."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.clients.test_real_clients import HERE, KEY, check_session, run
from tests.support.server import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("oauth-clients")
    process = ServerProcess(folder / "data", models_dir, LOOMEM_AUTH_TOKEN=KEY).start()
    yield process
    process.stop()


@pytest.fixture
def browser(tmp_path: Path) -> str:
    """A program that does what the owner does in the browser."""
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE / "consent.py"} "$1"\n')
    script.chmod(0o755)
    return str(script)


@pytest.mark.parametrize("generation", ["v1", "v2"])
def test_both_generations_of_the_sdk_log_in_and_renew_their_token(
    generation: str, server: ServerProcess, clients: Path, tmp_path: Path
) -> None:
    python = str(clients / generation / "bin" / "python")
    script = str(HERE / "python_oauth_session.py")
    out = run([python, script, f"{server.base_url}/mcp", KEY], tmp_path)
    seen = json.loads(out.splitlines()[-1])
    for session in ("first", "second"):
        check_session({"version": "", **seen[session]}, "")
    assert seen["visits"] == 1
    assert seen["renewed"] is True


def test_mcp_remote_logs_in(
    server: ServerProcess, clients: Path, node: str, tmp_path: Path, browser: str
) -> None:
    python = str(clients / "v1" / "bin" / "python")
    proxy = str(clients / "node_modules/mcp-remote/dist/proxy.js")
    out = run(
        [python, str(HERE / "stdio_session.py"), node, proxy, f"{server.base_url}/mcp", "-"],
        tmp_path,
        MCP_REMOTE_CONFIG_DIR=str(tmp_path / "config"),
        BROWSER=browser,
        CONSENT_KEY=KEY,
    )
    check_session(json.loads(out.splitlines()[-1]), "2025-11-25")


def test_the_inspector_logs_in(
    server: ServerProcess, clients: Path, node: str, tmp_path: Path, browser: str
) -> None:
    inspector = str(clients / "node_modules/.bin/mcp-inspector")
    base = [node, inspector, "--cli", f"{server.base_url}/mcp", "--transport", "http"]
    out = run(
        [*base, "--method", "tools/list"],
        tmp_path,
        MCP_AUTO_OPEN_ENABLED="true",
        BROWSER=browser,
        CONSENT_KEY=KEY,
    )
    assert len(json.loads(out)["tools"]) == 15


def test_the_conformance_suite_is_content_with_the_authorization_server(
    server: ServerProcess, clients: Path, node: str, tmp_path: Path
) -> None:
    issuer = server.base_url.replace("127.0.0.1", "localhost")
    port = 7744
    client_id = register(issuer, f"http://127.0.0.1:{port}/callback")
    conformance = str(clients / "node_modules/.bin/conformance")
    command = [node, conformance, "authorization", "--url", issuer, "-o", str(tmp_path / "out")]
    command += ["--client-id", client_id, "--port", str(port)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path
    )
    timer = threading.Timer(100, process.kill)
    timer.start()
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if link := re.search(rf"{issuer}/authorize\S+", line):
            run([sys.executable, str(HERE / "consent.py"), link[0]], tmp_path, CONSENT_KEY=KEY)
    timer.cancel()
    process.stdout.close()
    assert process.wait() == 0, "".join(lines)[-4_000:]
    results = "".join(file.read_text() for file in sorted(tmp_path.glob("out/**/*.json")))
    assert results.count('"SUCCESS"') >= 3, results[-4_000:]
    assert '"FAILURE"' not in results


@pytest.mark.usefixtures("clients", "node")  # it lists those that logged in above
def test_the_command_lists_the_clients_and_puts_one_out(
    server: ServerProcess, tmp_path: Path
) -> None:
    def command(*arguments: str) -> str:
        full = [sys.executable, "-m", "loomem", "tokens", *arguments, "--url", server.base_url]
        return run(full, tmp_path, LOOMEM_AUTH_TOKEN=KEY, PYTHONPATH=str(HERE.parents[1]))

    grants = json.loads(command("list", "--json"))["grants"]
    assert {"SDK under test", "MCP CLI Proxy"} <= {grant["client_name"] for grant in grants}
    assert grants[0]["id"] in command("list")
    assert "is out" in command("revoke", grants[0]["id"])
    left = json.loads(command("list", "--json"))["grants"]
    assert grants[0]["id"] not in {grant["id"] for grant in left}


def test_tokens_and_the_key_are_in_no_log_line(server: ServerProcess) -> None:
    text = json.dumps(server.lines)
    assert KEY not in text
    assert "code=" not in text
    assert "refresh_token" not in text


def register(issuer: str, callback: str) -> str:
    body = json.dumps({"redirect_uris": [callback], "token_endpoint_auth_method": "none"})
    request = Request(f"{issuer}/register", body.encode(), {"Content-Type": "application/json"})
    return str(json.loads(urlopen(request).read())["client_id"])
