import asyncio
import json
import os
import socket
import sys

import pytest
from aiohttp import web

MODERN = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}


class McpServer:
    """Answers by method, and notes what it was sent."""

    def __init__(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]
        self.seen = []
        self.arrived, self.dropped = asyncio.Event(), asyncio.Event()
        self.gate = asyncio.Event()
        self.runner = None

    async def start(self):
        app = web.Application()
        app.router.add_post("/mcp", self.handle)
        self.runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", self.port).start()

    async def stop(self):
        if self.runner is not None:
            await self.runner.cleanup()
            self.runner = None

    async def handle(self, request):
        message = await request.json()
        self.seen.append((message, request.headers))
        self.arrived.set()
        if "id" not in message:
            return web.Response(status=202)
        result = {"echo": message.get("params")}
        if message["method"] == "initialize":
            result = {"protocolVersion": "2025-06-18"}
        if message["method"] == "wait":
            try:
                await self.gate.wait()
            except asyncio.CancelledError:
                self.dropped.set()
                raise
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        if message["method"] == "go":
            self.gate.set()
        if message["method"] != "stream":
            return web.json_response(answer)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for step in range(3):
            note = {
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": {"progress": step},
            }
            await response.write(f"event: message\ndata: {json.dumps(note)}\n\n".encode())
        await response.write(f"data: {json.dumps(answer)}\n\n".encode())
        return response


@pytest.fixture
async def server():
    made = McpServer()
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def bridge(server):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "loomem", "mcp-stdio", "--url", f"http://127.0.0.1:{server.port}/mcp",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C", "LOOMEM_AUTH_TOKEN": "k", "PYTHONPATH": "."},
    )  # fmt: skip
    yield process
    if process.returncode is None:
        process.kill()
    await process.wait()


def send(process, method, request_id=None, params=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    if request_id is not None:
        message["id"] = request_id
    process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")


async def receive(process):
    return json.loads(await asyncio.wait_for(process.stdout.readline(), 30))


async def test_the_agreed_version_is_sent_after_a_legacy_handshake(server, bridge):
    send(bridge, "initialize", 0)
    assert (await receive(bridge))["id"] == 0
    send(bridge, "ping", 1, {"text": "żółw 龟"})
    assert (await receive(bridge))["result"]["echo"] == {"text": "żółw 龟"}
    headers = server.seen[1][1]
    assert headers["MCP-Protocol-Version"] == "2025-06-18"
    assert headers["Authorization"] == "Bearer k"
    assert "MCP-Protocol-Version" not in server.seen[0][1]


async def test_a_modern_message_becomes_headers(server, bridge):
    send(bridge, "tools/call", "a", {"name": "żółw", **MODERN})
    assert (await receive(bridge))["id"] == "a"
    headers = server.seen[0][1]
    assert headers["MCP-Protocol-Version"] == "2026-07-28"
    assert headers["Mcp-Method"] == "tools/call"
    assert headers["Mcp-Name"] == "=?base64?xbzDs8WCdw==?="


async def test_progress_comes_in_order_and_then_the_answer(bridge):
    send(bridge, "stream", 1)
    lines = [await receive(bridge) for _ in range(4)]
    assert [line["params"]["progress"] for line in lines[:3]] == [0, 1, 2]
    assert lines[3]["id"] == 1


async def test_requests_run_side_by_side(bridge):
    send(bridge, "wait", 1)
    send(bridge, "go", 2)
    assert {(await receive(bridge))["id"], (await receive(bridge))["id"]} == {1, 2}


async def test_a_given_up_modern_request_is_closed(server, bridge):
    send(bridge, "wait", 1, MODERN)
    await asyncio.wait_for(server.arrived.wait(), 30)
    send(bridge, "notifications/cancelled", params={"requestId": 1})
    await asyncio.wait_for(server.dropped.wait(), 30)


async def test_a_request_waits_for_a_server_that_restarts(server, bridge):
    await server.stop()
    send(bridge, "ping", 1)
    await server.start()
    assert (await receive(bridge))["id"] == 1


async def test_the_bridge_ends_after_its_input_with_everything_answered(bridge):
    send(bridge, "notifications/initialized")
    send(bridge, "ping", 1)
    bridge.stdin.write(b"not json\n")
    bridge.stdin.close()
    lines = [json.loads(line) for line in (await bridge.stdout.read()).splitlines()]
    assert {line["id"] for line in lines} == {1, None}
    assert await bridge.wait() == 0
