"""One message over HTTP: sent, sent again while the server restarts, its answers handed on."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import aiohttp
import msgspec

from loomem.bridge.message import Message, failure

MAX_ANSWER_BYTES = 64 * 1024 * 1024
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 2.0
_STARTING = 503


class Exchange:
    """Posts messages to one address. ``patience_s`` bounds the pauses between attempts."""

    def __init__(self, session: aiohttp.ClientSession, url: str, patience_s: float) -> None:
        self._session = session
        self._url = url
        self._patience_s = patience_s

    async def answers(
        self, message: Message, headers: Mapping[str, str]
    ) -> AsyncIterator[Message]:
        """Yield what the server says to a message; a failure becomes a JSON-RPC error."""
        try:
            async with await self._post(message, headers) as response:
                if response.content_type == "text/event-stream":
                    is_answered = False
                    async for event in _events(response):
                        is_answered = is_answered or "method" not in event
                        yield event
                    if not is_answered:
                        yield failure(message.get("id"), "The server's answer broke off")
                elif response.status != 202:
                    yield _single(message, response.status, await _whole(response))
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            yield failure(
                message.get("id"), f"The server cannot be reached ({type(error).__name__})"
            )

    async def _post(self, message: Message, headers: Mapping[str, str]) -> aiohttp.ClientResponse:
        """Send until an answer begins. A call that may have run is never sent twice."""
        body, pause, waited = msgspec.json.encode(message), _FIRST_PAUSE_SECONDS, 0.0
        while True:
            is_last = waited >= self._patience_s
            try:
                response = await self._session.post(self._url, data=body, headers=headers)
                if response.status != _STARTING or is_last:
                    return response
                response.release()
            except aiohttp.ClientConnectionError as error:
                never_sent = isinstance(error, aiohttp.ClientConnectorError)
                if is_last or not (never_sent or message.get("method") != "tools/call"):
                    raise
            await asyncio.sleep(pause)
            waited, pause = waited + pause, min(pause * 2, _LONGEST_PAUSE_SECONDS)


async def _whole(response: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for part in response.content.iter_any():
        body += part
        if len(body) > MAX_ANSWER_BYTES:
            raise ValueError("the answer is too long")
    return bytes(body)


def _single(message: Message, status: int, body: bytes) -> Message:
    try:
        answer = msgspec.json.decode(body)
    except msgspec.DecodeError:
        answer = None
    if not isinstance(answer, dict) or "jsonrpc" not in answer:
        return failure(message.get("id"), f"The server answered HTTP {status}")
    if answer.get("id") is None:
        answer["id"] = message.get("id")
    return answer


async def _events(response: aiohttp.ClientResponse) -> AsyncIterator[Message]:
    """Yield the messages of an event stream, in order."""
    data: list[bytes] = []
    async for raw in response.content:
        line = raw.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" "))
        elif not line and data:
            event = msgspec.json.decode(b"\n".join(data)) if any(data) else None
            data.clear()
            if isinstance(event, dict):
                yield event
