"""An answer as an event stream: progress while a call runs, then the response.

Comments keep proxies and clients from giving up; a client that goes away cancels the call.
"""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from loomem.mcp.protocol import Json, MessageId
from loomem.mcp.server import encode
from loomem.mcp.tools.model import Progress

_KEEP_ALIVE_SECONDS = 15.0
_HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    "X-Accel-Buffering": "no",
}


async def stream_answer(
    request: web.Request,
    token: MessageId,
    run: Callable[[Progress], Awaitable[Json]],
    headers: dict[str, str],
) -> web.StreamResponse:
    """Run a call and stream what it reports under a progress token."""
    response = web.StreamResponse(headers=_HEADERS | headers)
    await response.prepare(request)
    reporter = _Reporter(response, token)
    task = asyncio.ensure_future(run(reporter.report))
    try:
        while not task.done():
            await asyncio.wait([task], timeout=_KEEP_ALIVE_SECONDS)
            if not task.done():
                await response.write(b": still working\n\n")
        await reporter.send(task.result())
        await response.write_eof()
    except ConnectionError:
        pass  # nobody listens any more
    finally:
        task.cancel()
    return response


class _Reporter:
    def __init__(self, response: web.StreamResponse, token: MessageId) -> None:
        self._response = response
        self._token = token
        self._last = -1.0

    async def report(self, done: float, total: float | None, message: str) -> None:
        """Send a notification; progress that does not grow is not worth one."""
        if done <= self._last:
            return
        self._last = done
        params: Json = {"progressToken": self._token, "progress": done, "message": message}
        if total is not None:
            params["total"] = total
        await self.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    async def send(self, message: Json) -> None:
        """Send one message as an event."""
        await self._response.write(b"event: message\ndata: " + encode(message) + b"\n\n")
