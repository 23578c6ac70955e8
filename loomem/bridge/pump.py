"""Reads messages from one stream, has them answered side by side, writes answers to another."""

import asyncio
from typing import BinaryIO

import aiohttp
import msgspec

from loomem.bridge.exchange import MAX_ANSWER_BYTES, Exchange
from loomem.bridge.message import Message, failure, headers_of, modern_version, params_of

MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_IN_FLIGHT = 64


class Pump:
    """One client's conversation. Nothing but JSON lines is ever written to ``output``."""

    def __init__(self, exchange: Exchange, source: BinaryIO, output: BinaryIO) -> None:
        self._exchange = exchange
        self._source = source
        self._output = output
        self._negotiated: str | None = None
        self._tasks: dict[object, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Serve until the source ends and everything in flight is answered."""
        while line := await asyncio.to_thread(self._source.readline, MAX_LINE_BYTES + 1):
            if len(line) > MAX_LINE_BYTES:
                while line and not line.endswith(b"\n"):
                    line = await asyncio.to_thread(self._source.readline, MAX_LINE_BYTES)
                self._write(failure(None, "The line is too long", -32600))
            elif line.strip():
                self._take(line)
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _take(self, line: bytes) -> None:
        try:
            message = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._write(failure(None, "The line is not JSON", -32700))
            return
        if not isinstance(message, dict):
            self._write(failure(None, "A message is a JSON object", -32600))
        elif not self._cancels(message):
            self._start(message)

    def _cancels(self, message: Message) -> bool:
        """Close the request a modern client gives up; legacy servers are told instead."""
        if message.get("method") != "notifications/cancelled" or self._negotiated is not None:
            return False
        task = self._tasks.get(_key(params_of(message).get("requestId")))
        if task is not None:
            task.cancel()
        return True

    def _start(self, message: Message) -> None:
        wants_answer = "id" in message
        key = _key(message["id"]) if wants_answer else object()
        if wants_answer and key in self._tasks:
            self._write(failure(message["id"], "This id is in use", -32600))
            return
        if wants_answer and len(self._tasks) >= MAX_IN_FLIGHT:
            self._write(failure(message["id"], "Too many requests at the same time"))
            return
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _answer(self, message: Message) -> None:
        headers = headers_of(message, self._negotiated)
        async for answer in self._exchange.answers(message, headers):
            if message.get("method") == "initialize" and modern_version(message) is None:
                self._note_version(answer)
            if "id" in message:
                self._write(answer)

    def _note_version(self, answer: Message) -> None:
        result = answer.get("result")
        version = result.get("protocolVersion") if isinstance(result, dict) else None
        if isinstance(version, str):
            self._negotiated = version

    def _write(self, message: Message) -> None:
        self._output.write(msgspec.json.encode(message) + b"\n")
        self._output.flush()


def _key(request_id: object) -> object:
    """Ids 1 and "1" are two requests."""
    return (type(request_id).__name__, str(request_id))


async def run_bridge(
    url: str, token: str | None, patience_s: float, source: BinaryIO, output: BinaryIO
) -> None:
    """Connect two streams with a server until the source ends."""
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **({"Authorization": f"Bearer {token}"} if token else {}),
    }
    # Kept connections die with a restart, and then nobody knows whether a call has run.
    connector = aiohttp.TCPConnector(force_close=True, limit=0)
    # A call may take 45 s, and a stream sends a comment every 15 s.
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=10, sock_read=90)
    async with aiohttp.ClientSession(
        headers=headers, connector=connector, timeout=timeout, read_bufsize=MAX_ANSWER_BYTES
    ) as session:
        await Pump(Exchange(session, url, patience_s), source, output).run()
