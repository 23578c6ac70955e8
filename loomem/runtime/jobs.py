"""Long work in the background: one of each name at a time, its last state remembered."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog

from loomem.errors import LoomemError

log = structlog.get_logger(__name__)


class BackgroundJobs:
    """Keeps a hold on running jobs, so that none is lost and all end at shutdown."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}
        self._states: dict[str, str] = {}

    def start(self, name: str, work: Callable[[], Awaitable[Any]]) -> bool:
        """Begin; False when a job of this name is under way."""
        if name in self._running:
            return False
        self._states[name] = "running"
        self._running[name] = asyncio.get_running_loop().create_task(self._run(name, work))
        return True

    async def _run(self, name: str, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            await work()
            self._states[name] = "done"
        except LoomemError as error:
            self._states[name] = f"failed: {error.code}"
            log.warning("job.failed", job=name, error=error.code)
        except asyncio.CancelledError:
            self._states[name] = "interrupted"
            raise
        except Exception:
            self._states[name] = "failed: internal"
            log.exception("job.failed", job=name)
        finally:
            del self._running[name]

    async def wait(self, name: str) -> None:
        """Return when a job of this name has ended, at once where none is under way."""
        task = self._running.get(name)
        if task is not None:
            await asyncio.wait([task])

    def states(self) -> Mapping[str, str]:
        """Return the last state of each job."""
        return dict(self._states)

    async def close(self) -> None:
        """Interrupt what is running and wait for it to end."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
