"""A chat service on a real socket that answers by script: well, badly, slowly, or not to the end."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

SECRET = "the answer holds memory text"

Script = Callable[["LlmServer", web.Request], Awaitable[web.StreamResponse]]


def completion(
    text: str | None, *, usage: tuple[int, int] | None = (100, 20), **extra: Any
) -> Any:
    """Return the body of a good answer."""
    body: dict[str, Any] = {
        "id": "x",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
        ],
    }
    if usage is not None:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return body | extra


def says(text: str | None, **options: Any) -> Script:
    """Answer well with a text."""
    return sends(json.dumps(completion(text, **options)).encode())


def sends(body: bytes, *, content_type: str = "application/json", status: int = 200) -> Script:
    """Answer with any bytes."""

    async def run(_server: "LlmServer", _request: web.Request) -> web.StreamResponse:
        return web.Response(body=body, content_type=content_type, status=status)

    return run


def refuses(status: int, **headers: str) -> Script:
    """Answer with a status and a body that must not leak."""

    async def run(_server: "LlmServer", _request: web.Request) -> web.StreamResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(status=status, headers=named, text=SECRET)

    return run


def dies_half_way() -> Script:
    """Promise a whole answer, send half of it, drop the connection."""

    async def run(_server: "LlmServer", request: web.Request) -> web.StreamResponse:
        body = json.dumps(completion("x" * 500)).encode()
        response = web.StreamResponse(
            headers={"Content-Type": "application/json", "Content-Length": str(len(body))}
        )
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        assert request.transport is not None
        request.transport.close()
        return response

    return run


def drips() -> Script:
    """Send byte after byte and never come to an end, until the server closes."""

    async def run(server: "LlmServer", request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        try:
            while not server.is_closing.is_set():
                await response.write(b" ")
                await asyncio.sleep(0.01)
        except (ConnectionError, asyncio.CancelledError):
            server.gone.release()
            raise
        return response

    return run


def floods(total: int) -> Script:
    """Send far more than any answer needs."""

    async def run(server: "LlmServer", request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        piece = b" " * 65_536
        try:
            for _ in range(total // len(piece)):
                await response.write(piece)
                server.sent += len(piece)
        except ConnectionError:
            server.gone.release()
        return response

    return run


def hangs() -> Script:
    """Say nothing until the server closes."""

    async def run(server: "LlmServer", request: web.Request) -> web.StreamResponse:
        await server.is_closing.wait()
        return web.Response()

    return run


class LlmServer:
    """Answers with the script first, then with ``default``. Keeps what it was sent."""

    def __init__(self) -> None:
        self.url = ""
        self.script: list[Script] = []
        self.default: Script = says("{}")
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.is_closing = asyncio.Event()
        self.gone = asyncio.Semaphore(0)
        self.arrived = asyncio.Semaphore(0)
        self.sent = 0

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return len(self.bodies)

    def user_text(self, call: int = -1) -> str:
        """Return what a call sent as the user."""
        return str(self.bodies[call]["messages"][1]["content"])

    def system_text(self, call: int = -1) -> str:
        """Return the instructions of a call."""
        return str(self.bodies[call]["messages"][0]["content"])

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.bodies.append(json.loads(await request.read()))
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        self.arrived.release()
        answer = self.script.pop(0) if self.script else self.default
        return await answer(self, request)


@asynccontextmanager
async def llm_server() -> AsyncIterator[LlmServer]:
    """Run a scripted service on a free port of the loopback address."""
    server = LlmServer()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_post("/v1/chat/completions", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    server.url = f"http://{host}:{port}/v1"
    try:
        yield server
    finally:
        server.is_closing.set()
        await runner.cleanup()
