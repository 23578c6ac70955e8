"""One request to a running server over REST, for commands that manage it."""

from typing import Any

import aiohttp

from loomem.errors import LoomemError, UnavailableError

_TIMEOUT = aiohttp.ClientTimeout(total=30)
_OK = 200


async def ask(url: str, token: str | None, method: str, path: str) -> dict[str, Any]:
    """Return the JSON object of the answer; raises LoomemError with what the server says."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with (
            aiohttp.ClientSession(timeout=_TIMEOUT, headers=headers) as session,
            session.request(method, url.rstrip("/") + path) as response,
        ):
            body = await response.json(content_type=None)
            status = response.status
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        raise UnavailableError(
            f"{url} does not answer as a Loomem server; is it running?"
        ) from error
    if status == _OK and isinstance(body, dict):
        return body
    said = body.get("error") if isinstance(body, dict) else None
    message = said.get("message") if isinstance(said, dict) else None
    raise LoomemError(str(message or f"{url} answered with status {status}"))
