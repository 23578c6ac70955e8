"""Micro-batches across concurrent requests, on worker threads around one engine.

A free worker takes whoever waits; nobody waits for company. Queries go first and have a worker of
their own, so that a search is not held up by a long import.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
import structlog

from loomem.errors import ModelError, UnavailableError
from loomem.inference.engine import unit
from loomem.inference.tokenizer import Window
from loomem.inference.weights import FloatArray

MAX_WAITING = 10_000
# Padded tokens per batch: about 50 ms on one core of a small server.
_BATCH_TOKENS = 256
# As many waiting windows are looked at for others of the same length.
_LOOK_AHEAD = 256
# Windows of a text with more than this many stand back: every fourth batch is theirs.
_LONG_TEXT = 4
_LONG_TURN = 4
_CUT_TEXTS = 32
_CUT_CHARACTERS = 20_000

Cut = Callable[[str, str], list[Window]]
Embed = Callable[[Sequence[Window]], FloatArray]
Reply = asyncio.Future[FloatArray]

_log = structlog.get_logger(__name__)


class _Job:
    """One text on its way: its windows come back in any order and are averaged by length."""

    __slots__ = ("error", "instruction", "left", "reply", "text", "total", "urgent")

    def __init__(self, text: str, instruction: str, reply: Reply, *, urgent: bool) -> None:
        self.text = text
        self.instruction = instruction
        self.reply = reply
        self.urgent = urgent
        self.left = 0
        self.total: FloatArray | None = None
        self.error: Exception | None = None

    @property
    def is_open(self) -> bool:
        """Nobody has cancelled it and nothing in it has failed."""
        return self.error is None and not self.reply.cancelled()

    def add(self, vector: FloatArray, tokens: int) -> None:
        weighted = vector * np.float32(tokens)
        self.total = weighted if self.total is None else self.total + weighted
        self.left -= 1


_Piece = tuple[_Job, Window]


class _Lane:
    """Waiting texts, and windows ready for a batch, of one urgency."""

    def __init__(self) -> None:
        self.texts: deque[_Job] = deque()
        self._short: deque[_Piece] = deque()
        self._long: deque[_Piece] = deque()
        self._turn = 0

    def __bool__(self) -> bool:
        return bool(self.texts or self._short or self._long)

    def put(self, pieces: list[_Piece]) -> None:
        """Queue the windows of one text."""
        (self._long if len(pieces) > _LONG_TEXT else self._short).extend(pieces)

    def drain(self) -> list[_Job]:
        """Empty the lane and return the texts that were in it."""
        jobs = {id(job): job for job, _ in [*self._short, *self._long]}
        left = [*self.texts, *jobs.values()]
        self.texts.clear()
        self._short.clear()
        self._long.clear()
        return left

    def next_texts(self) -> list[_Job]:
        """Take the oldest texts, as many as are cut in a few milliseconds."""
        jobs: list[_Job] = []
        characters = 0
        while self.texts and len(jobs) < _CUT_TEXTS and characters < _CUT_CHARACTERS:
            jobs.append(self.texts.popleft())
            characters += len(jobs[-1].text)
        return jobs

    def next_batch(self) -> list[_Piece]:
        """Take the oldest ready window and those nearest to it in length."""
        for queue in (self._short, self._long):
            while queue and not queue[0][0].is_open:
                queue.popleft()
        self._turn += 1
        is_long_turn = bool(self._long) and self._turn % _LONG_TURN == 0
        queue = self._long if is_long_turn or not self._short else self._short
        return _take_alike(queue) if queue else []


class Batcher:
    """Queues texts and answers with plain vectors of unit length."""

    def __init__(self, cut: Cut, embed: Embed, *, workers: int) -> None:
        self._cut = cut
        self._embed = embed
        self._lanes = {True: _Lane(), False: _Lane()}
        self._changed = threading.Condition()
        self._waiting = 0
        self._urgent = 0
        self._most_urgent = max(workers // 2, 1)
        self._closing = False
        self._loop = asyncio.get_running_loop()
        lanes = [(True,), *[(True, False)] * workers]
        self._threads = [
            threading.Thread(
                target=self._work, args=(urgencies,), name=f"encoder-{n}", daemon=True
            )
            for n, urgencies in enumerate(lanes)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many texts are queued or being encoded."""
        return self._waiting

    def submit(self, texts: Sequence[str], instruction: str, *, urgent: bool) -> list[Reply]:
        """Queue texts; each reply becomes a vector [dim]. Raises UnavailableError when full."""
        jobs = [
            _Job(text, instruction, self._loop.create_future(), urgent=urgent) for text in texts
        ]
        with self._changed:
            if self._closing:
                raise UnavailableError("The encoder is shutting down.")
            if self._waiting + len(jobs) > MAX_WAITING:
                raise UnavailableError("Too many texts wait for the encoder; try again later.")
            self._lanes[urgent].texts.extend(jobs)
            self._changed.notify_all()
        self._waiting += len(jobs)
        for job in jobs:
            job.reply.add_done_callback(self._count_off)
        return [job.reply for job in jobs]

    async def close(self) -> None:
        """Finish the batches being computed, refuse the rest, stop the threads."""
        with self._changed:
            self._closing = True
            left = [job for lane in self._lanes.values() for job in lane.drain()]
            self._changed.notify_all()
        for job in left:
            job.error = UnavailableError("The encoder is shutting down.")
        self._answer(left)
        await asyncio.to_thread(self._join)

    def _count_off(self, _: Reply) -> None:
        self._waiting -= 1

    def _join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _work(self, urgencies: Sequence[bool]) -> None:
        while (lane := self._await_lane(urgencies)) is not None:
            try:
                self._tokenise(lane)
                with self._changed:
                    batch = lane.next_batch()
                    self._changed.notify_all()
                if batch:
                    self._run(batch)
            except Exception:  # noqa: BLE001 - a worker must outlive any surprise
                _log.exception("encoder_worker_failed")
            finally:
                self._leave(lane)

    def _await_lane(self, urgencies: Sequence[bool]) -> _Lane | None:
        with self._changed:
            while not self._closing:
                for urgency in urgencies:
                    if self._lanes[urgency] and self._may_take(urgency=urgency):
                        self._urgent += urgency
                        return self._lanes[urgency]
                self._changed.wait()
        return None

    def _may_take(self, *, urgency: bool) -> bool:
        """Let questions wait for the batch before them: together they cost a third less than apart."""
        return not urgency or self._urgent < self._most_urgent

    def _leave(self, lane: _Lane) -> None:
        with self._changed:
            self._urgent -= lane is self._lanes[True]
            self._changed.notify_all()

    def _tokenise(self, lane: _Lane) -> None:
        """Cut some waiting texts, so that the batch can be chosen by length."""
        with self._changed:
            jobs = lane.next_texts()
        cut = [pieces for job in jobs if (pieces := self._cut_one(job))]
        with self._changed:
            for pieces in cut:
                lane.put(pieces)
        self._answer([job for job in jobs if job.error is not None])

    def _cut_one(self, job: _Job) -> list[_Piece]:
        if not job.is_open:
            return []
        try:
            windows = self._cut(job.text, job.instruction)
        except Exception as error:  # noqa: BLE001 - handed to the caller of this one text
            job.error = _as_model_error(error)
            return []
        job.left = len(windows)
        return [(job, window) for window in windows]

    def _run(self, batch: list[_Piece]) -> None:
        try:
            vectors = self._embed([window for _, window in batch])
        except Exception as error:  # noqa: BLE001 - narrowed down to the text that causes it
            if len(batch) > 1:
                for piece in batch:
                    self._run([piece])
                return
            batch[0][0].error = _as_model_error(error)
            self._answer([batch[0][0]])
            return
        with self._changed:
            for (job, window), vector in zip(batch, vectors, strict=True):
                job.add(vector, len(window))
        self._answer([job for job in {id(j): j for j, _ in batch}.values() if job.left == 0])

    def _answer(self, jobs: Sequence[_Job]) -> None:
        if not jobs:
            return
        try:
            self._loop.call_soon_threadsafe(_settle, list(jobs))
        except RuntimeError:
            _log.debug("encoder_reply_after_shutdown", texts=len(jobs))


def _take_alike(queue: deque[_Piece]) -> list[_Piece]:
    """Take the first window of a queue and, within the budget, others of about its length."""
    waiting = [queue.popleft() for _ in range(min(len(queue), _LOOK_AHEAD))]
    length = len(waiting[0][1])
    batch = _within_budget(sorted(waiting, key=lambda piece: abs(len(piece[1]) - length)))
    taken = set(map(id, batch))
    queue.extendleft(piece for piece in reversed(waiting) if id(piece) not in taken)
    return batch


def _within_budget(pieces: list[_Piece]) -> list[_Piece]:
    batch: list[_Piece] = []
    longest = 0
    for piece in pieces:
        grown = max(longest, len(piece[1]))
        if batch and grown * (len(batch) + 1) > _BATCH_TOKENS:
            break
        longest = grown
        if piece[0].is_open:
            batch.append(piece)
    return batch


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.reply.done():
            continue
        if job.error is not None:
            job.reply.set_exception(job.error)
        elif job.total is not None:
            job.reply.set_result(unit(job.total))


def _as_model_error(error: Exception) -> ModelError:
    return ModelError(f"The encoder failed on a text: {type(error).__name__}")
