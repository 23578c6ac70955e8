"""Behind nginx with a certificate, as docs/deploy.md sets it up: login and tool call through TLS."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.support.certificates import make_certificate
from tests.support.oauth_client import OAuthClient, authorization, new_verifier
from tests.support.server import ServerProcess

ROOT = Path(__file__).resolve().parents[2]
HOST = "memory.example.org"
KEY = "a-key-for-tests-0123456789"
_SNIPPET = re.compile(r"```nginx\n(.*?)```", re.DOTALL)


@pytest.fixture
def nginx() -> str:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None:
        pytest.skip("nginx is not installed (apt-get install nginx-light)")
    return found


@pytest.fixture
def server(tmp_path: Path, models_dir: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data", models_dir, LOOMEM_AUTH_TOKEN=KEY).start()
    yield process
    process.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(folder: Path, port: int, upstream: str) -> Path:
    """Write the documented snippet with the ports and files of this test."""
    certificate, key = make_certificate(folder, HOST)
    (snippet,) = _SNIPPET.findall((ROOT / "docs" / "deploy.md").read_text(encoding="utf-8"))
    snippet = snippet.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    snippet = snippet.replace("http://127.0.0.1:3030", upstream)
    snippet = re.sub(r"(ssl_certificate) +\S+;", rf"\1 {certificate};", snippet)
    snippet = re.sub(r"(ssl_certificate_key) +\S+;", rf"\1 {key};", snippet)
    places = "".join(
        f"{kind}_temp_path {folder / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = (
        f"pid {folder / 'pid'}; error_log stderr; daemon off; events {{}} "
        f"{'user root;' if os.geteuid() == 0 else ''} http {{ access_log off; {places} {snippet} }}"
    )
    file = folder / "nginx.conf"
    file.write_text(text)
    return file


@pytest.fixture
async def outside(nginx: str, server: ServerProcess, tmp_path: Path) -> AsyncIterator[OAuthClient]:
    """A client on the other side of the proxy; the name leads to this machine."""
    port = free_port()
    file = configuration(tmp_path, port, server.base_url)
    process = begin([nginx, "-p", str(tmp_path), "-c", str(file)])
    trust = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    connector = aiohttp.TCPConnector(ssl=trust, resolver=_Here(port))
    try:
        async with aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar()
        ) as session:
            client = OAuthClient(session, f"https://{HOST}", KEY)
            await until_answered(client, process)
            yield client
    finally:
        process.terminate()
        process.wait(timeout=20)
        assert process.stderr is not None
        process.stderr.close()


def begin(command: list[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


async def until_answered(client: OAuthClient, process: "subprocess.Popen[str]") -> None:
    while True:
        assert process.poll() is None, process.stderr and process.stderr.read()
        try:
            await client.send("GET", "/health")
        except aiohttp.ClientConnectorError:
            continue
        return


class _Here(aiohttp.abc.AbstractResolver):
    """Leads every name, and the usual port, to the proxy of the test."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[aiohttp.abc.ResolveResult]:
        del port, family
        return [
            aiohttp.abc.ResolveResult(
                hostname=host, host="127.0.0.1", port=self._port, family=socket.AF_INET,
                proto=0, flags=0,
            )
        ]  # fmt: skip

    async def close(self) -> None:
        return None


async def test_login_and_tool_calls_work_through_the_documented_proxy(
    outside: OAuthClient,
) -> None:
    challenge = (await outside.ping(None)).headers["WWW-Authenticate"]
    where = f"https://{HOST}/.well-known/oauth-protected-resource/mcp"
    assert f'resource_metadata="{where}"' in challenge
    server = await outside.send("GET", "/.well-known/oauth-authorization-server")
    assert server.json["issuer"] == f"https://{HOST}"
    tokens = await outside.log_in()
    assert (await outside.ping(tokens["access_token"])).status == 200
    call = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "memory_store", "arguments": {"content": "The violet door is open."}},
    }
    headers = {
        "Authorization": f"Bearer {tokens['access_token']}",
        "Accept": "application/json, text/event-stream",
    }
    answer = await outside.send("POST", "/mcp", json=call, headers=headers)
    assert answer.status == 200
    assert "Stored" in answer.text


async def test_the_cookie_of_the_page_is_only_for_https(outside: OAuthClient) -> None:
    page = await outside.open_page(authorization(await outside.client_id(), new_verifier()))
    assert "Secure" in page.headers["Set-Cookie"]
