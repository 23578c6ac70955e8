"""The ledger of what language models cost: reserved before a call, settled after it.

Both happen in the writer's transaction, so calls at the same time cannot overrun the cap together.
"""

import asyncio
import uuid
from concurrent.futures import Future
from datetime import date, timedelta
from statistics import median

import msgspec
import structlog

from loomem.clock import Clock, iso_date
from loomem.errors import BudgetError
from loomem.model.spend import CallCost, DaySpend, ModelSpend, OpenCall, Reservation
from loomem.stores import keys
from loomem.stores.effects import WriteTxn
from loomem.stores.env import Env, Transaction
from loomem.stores.writer import Writer

log = structlog.get_logger(__name__)

PAST_DAYS = 7
_MIN_DAYS_FOR_MEDIAN = 3
_ROUNDING_USD = 1e-9

_decoder = msgspec.json.Decoder(DaySpend)


class SpendLimits(msgspec.Struct, kw_only=True, frozen=True):
    """``daily_cap_usd`` is never overrun; the other two are for warnings."""

    daily_cap_usd: float
    alert_threshold_usd: float
    anomaly_multiplier: float


class SpendStore:
    """Rows in ``cost``: one per UTC day, and one per stream and day."""

    def __init__(self, env: Env) -> None:
        self._env = env

    def day(self, txn: Transaction, day: str, stream: str | None = None) -> DaySpend:
        """Return the totals of a day, of all streams or of one; zeros where nothing was spent."""
        raw = self._env.fetch(txn, "cost", keys.cost_key(day, stream))
        return DaySpend() if raw is None else _decoder.decode(raw)

    def past(self, txn: Transaction, day: str, days: int = PAST_DAYS) -> dict[str, float]:
        """Return what each of the days before ``day`` cost, the newest first."""
        last = date.fromisoformat(day)
        names = [(last - timedelta(days=back)).isoformat() for back in range(1, days + 1)]
        return {name: self.day(txn, name).usd for name in names}

    def put(self, write: WriteTxn, day: str, stream: str | None, row: DaySpend) -> None:
        """Write the totals of a day."""
        key = keys.cost_key(day, stream)
        write.raw.put(key, msgspec.json.encode(row), db=self._env.db("cost"))

    def reserve(self, write: WriteTxn, asked: Reservation, cap_usd: float) -> Reservation:
        """Take room for a call; raises BudgetError where the day's cap leaves none."""
        row = self.day(write.raw, asked.date)
        if row.usd + asked.usd > cap_usd + _ROUNDING_USD:
            raise BudgetError(
                f"Today's budget for language models ({cap_usd:.2f} USD) leaves no room for this "
                "call; raise cost.daily_cap_usd or wait until midnight UTC."
            )
        row.open[asked.id] = OpenCall(model=asked.model, usd=asked.usd)
        self.put(write, asked.date, None, row)
        return asked

    def settle(self, write: WriteTxn, reservation: Reservation, cost: CallCost) -> DaySpend:
        """Put the real cost in the place of the reserve, once; returns the day's new totals."""
        row = self.day(write.raw, reservation.date)
        if row.open.pop(reservation.id, None) is None:
            return row
        _add(row, reservation, cost)
        self.put(write, reservation.date, None, row)
        if reservation.stream is not None:
            own = self.day(write.raw, reservation.date, reservation.stream)
            _add(own, reservation, cost)
            self.put(write, reservation.date, reservation.stream, own)
        return row


class SpendLedger:
    """The ledger as callers of models see it. Days begin at midnight UTC."""

    def __init__(
        self, store: SpendStore, writer: Writer, clock: Clock, limits: SpendLimits
    ) -> None:
        self.limits = limits
        self._store = store
        self._writer = writer
        self._clock = clock
        self._refused_on: str | None = None

    @property
    def today(self) -> str:
        """The UTC day that a call counts for."""
        return iso_date(self._clock.now())

    async def reserve(
        self, *, model: str, stream: str | None, usd: float, unpriced: bool
    ) -> Reservation:
        """Take room for one call of at most ``usd``; raises BudgetError where there is none."""
        asked = Reservation(
            id=uuid.uuid4().hex,
            date=self.today,
            model=model,
            stream=stream,
            usd=usd,
            unpriced=unpriced,
        )
        cap = self.limits.daily_cap_usd
        future = self._writer.submit(lambda write: self._store.reserve(write, asked, cap))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            future.add_done_callback(self._release)
            raise
        except BudgetError:
            self._note_refusal(asked.date)
            raise

    def settle(self, reservation: Reservation, cost: CallCost) -> "Future[list[str]]":
        """Account for a call, from any thread; no need to wait. Failures are logged, and leave the
        reserve standing.
        """
        future = self._writer.submit(lambda write: self._settle(write, reservation, cost))
        future.add_done_callback(_report)
        return future

    def _release(self, future: "Future[Reservation]") -> None:
        if not future.cancelled() and future.exception() is None:
            self.settle(future.result(), CallCost(is_failed=True))

    def _note_refusal(self, day: str) -> None:
        if self._refused_on != day:
            self._refused_on = day
            log.warning("cost.cap_reached", day=day, cap_usd=self.limits.daily_cap_usd)

    def _settle(self, write: WriteTxn, reservation: Reservation, cost: CallCost) -> list[str]:
        """Settle, and return the events that this made happen: each once a day."""
        row = self._store.settle(write, reservation, cost)
        events = []
        if not row.alerted and row.usd >= self.limits.alert_threshold_usd:
            row.alerted = True
            events.append("cost.alert")
        if not row.anomalous and self._is_anomalous(write.raw, reservation.date, row.usd):
            row.anomalous = True
            events.append("cost.anomaly")
        if events:
            self._store.put(write, reservation.date, None, row)
        return events

    def _is_anomalous(self, txn: Transaction, day: str, usd: float) -> bool:
        """Days without spending say nothing about what is usual."""
        spent = [total for total in self._store.past(txn, day).values() if total > 0]
        if len(spent) < _MIN_DAYS_FOR_MEDIAN:
            return False
        return usd > self.limits.anomaly_multiplier * median(spent)


def _add(row: DaySpend, reservation: Reservation, cost: CallCost) -> None:
    totals = row.models.setdefault(reservation.model, ModelSpend())
    totals.calls += 1
    totals.failed += cost.is_failed
    totals.tokens_in += cost.tokens_in
    totals.tokens_out += cost.tokens_out
    totals.usd += cost.usd
    totals.estimated += cost.is_estimated
    totals.unpriced = totals.unpriced or reservation.unpriced


def _report(future: "Future[list[str]]") -> None:
    error = None if future.cancelled() else future.exception()
    if error is not None:
        log.warning("cost.not_settled", error=type(error).__name__)
        return
    for event in future.result():
        log.warning(event)
