"""Calls under way, so that a client can cancel its own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from loomem.mcp.protocol import MessageId

_Key = tuple[str, str, MessageId]


class Running:
    """Tasks by caller and message id. An id that two connections of one caller use is cancelled once."""

    def __init__(self) -> None:
        self._tasks: dict[_Key, asyncio.Task[Any]] = {}

    @contextmanager
    def entered(self, caller: str, message_id: MessageId) -> Iterator[None]:
        """Let the current task be cancelled under this id."""
        task = asyncio.current_task()
        assert task is not None
        key = _key(caller, message_id)
        self._tasks[key] = task
        try:
            yield
        finally:
            if self._tasks.get(key) is task:
                del self._tasks[key]

    def cancel(self, caller: str, message_id: object) -> bool:
        """Cancel a call; False for an id that is not under way."""
        if not isinstance(message_id, str | int) or isinstance(message_id, bool):
            return False
        task = self._tasks.get(_key(caller, message_id))
        return task is not None and task.cancel()


def _key(caller: str, message_id: MessageId) -> _Key:
    return caller, type(message_id).__name__, message_id
