"""The ledger of model calls: reserved before, settled after, never over the cap."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from loomem.clock import FixedClock, iso_date
from loomem.errors import BudgetError
from loomem.model.spend import CallCost, DaySpend, Reservation
from loomem.stores.bundle import Stores
from loomem.stores.spend import SpendLedger, SpendLimits
from tests.support.fakes import NOW, open_test_stores

DAY = 86_400
TODAY = iso_date(NOW)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    opened = open_test_stores(tmp_path / "data")
    yield opened
    opened.close()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def ledger(stores: Stores, clock: FixedClock) -> SpendLedger:
    return make(stores, clock)


def make(stores: Stores, clock: FixedClock, **limits: float) -> SpendLedger:
    chosen = {"daily_cap_usd": 1.0, "alert_threshold_usd": 0.8, "anomaly_multiplier": 3.0}
    return SpendLedger(stores.spend, stores.writer, clock, SpendLimits(**(chosen | limits)))


async def reserve(ledger: SpendLedger, usd: float, stream: str | None = None) -> Reservation:
    return await ledger.reserve(model="m", stream=stream, usd=usd, unpriced=False)


async def spend(ledger: SpendLedger, usd: float, stream: str | None = None) -> None:
    reservation = await reserve(ledger, usd, stream)
    cost = CallCost(tokens_in=10, tokens_out=5, usd=usd)
    await asyncio.wrap_future(ledger.settle(reservation, cost))


def costs(lines: list[Any]) -> list[str]:
    return [line["event"] for line in lines if line["event"].startswith("cost.")]


def row(stores: Stores, day: str = TODAY, stream: str | None = None) -> DaySpend:
    with stores.env.read() as txn:
        return stores.spend.day(txn, day, stream)


async def test_a_settled_call_counts_for_its_day_its_stream_and_its_model(
    stores: Stores, ledger: SpendLedger
) -> None:
    await spend(ledger, 0.25, "work")
    await spend(ledger, 0.125)
    assert row(stores).models["m"].calls == 2
    assert row(stores).usd == pytest.approx(0.375)
    own = row(stores, stream="work")
    assert (own.usd, own.models["m"].tokens_in, own.models["m"].tokens_out) == (0.25, 10, 5)
    assert row(stores, stream="other") == DaySpend()


async def test_the_reserve_counts_until_the_real_cost_takes_its_place(
    stores: Stores, ledger: SpendLedger
) -> None:
    reservation = await reserve(ledger, 0.9)
    assert row(stores).reserved_usd == 0.9
    with pytest.raises(BudgetError, match="daily_cap_usd"):
        await reserve(ledger, 0.2)
    await asyncio.wrap_future(ledger.settle(reservation, CallCost(usd=0.1)))
    assert row(stores).reserved_usd == 0
    await reserve(ledger, 0.9)


async def test_settling_twice_counts_once(stores: Stores, ledger: SpendLedger) -> None:
    reservation = await reserve(ledger, 0.5)
    for _ in range(2):
        await asyncio.wrap_future(ledger.settle(reservation, CallCost(usd=0.5)))
    assert row(stores).models["m"].calls == 1


async def test_fifty_calls_at_once_cannot_overrun_the_cap(
    stores: Stores, ledger: SpendLedger
) -> None:
    asked = [reserve(ledger, 0.03) for _ in range(50)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    granted = [answer for answer in answers if isinstance(answer, Reservation)]
    assert len(granted) == 33
    assert all(isinstance(answer, Reservation | BudgetError) for answer in answers)
    assert row(stores).usd == pytest.approx(0.99)


async def test_a_cap_of_zero_refuses_what_costs_and_lets_pass_what_is_free(
    stores: Stores, clock: FixedClock
) -> None:
    ledger = make(stores, clock, daily_cap_usd=0.0)
    await reserve(ledger, 0.0)
    with pytest.raises(BudgetError):
        await reserve(ledger, 0.001)


async def test_a_refusal_is_logged_once_a_day(ledger: SpendLedger, clock: FixedClock) -> None:
    with capture_logs() as lines:
        for _ in range(3):
            with pytest.raises(BudgetError):
                await reserve(ledger, 2.0)
        clock.advance(DAY)
        with pytest.raises(BudgetError):
            await reserve(ledger, 2.0)
    assert costs(lines) == ["cost.cap_reached"] * 2


async def test_a_day_begins_at_midnight_utc_and_a_call_counts_for_the_day_it_began(
    stores: Stores, ledger: SpendLedger, clock: FixedClock
) -> None:
    clock.advance(DAY - NOW % DAY - 1)
    late = await reserve(ledger, 1.0)
    clock.advance(1)
    assert ledger.today == iso_date(NOW + DAY)
    await reserve(ledger, 1.0)
    await asyncio.wrap_future(ledger.settle(late, CallCost(usd=1.0)))
    assert row(stores).usd == 1.0
    assert row(stores, ledger.today).reserved_usd == 1.0


async def test_what_a_crash_cut_off_still_counts(
    tmp_path: Path, stores: Stores, ledger: SpendLedger
) -> None:
    await reserve(ledger, 0.6)
    stores.close()
    again = open_test_stores(tmp_path / "data")
    try:
        with pytest.raises(BudgetError):
            await reserve(make(again, FixedClock(NOW)), 0.5)
    finally:
        again.close()


async def test_a_caller_that_gives_up_waiting_leaves_no_reserve(
    stores: Stores, ledger: SpendLedger
) -> None:
    is_running, may_go_on = threading.Event(), threading.Event()

    def hold(_write: object) -> None:
        is_running.set()
        may_go_on.wait(10)

    held = stores.writer.submit(hold)
    await asyncio.to_thread(is_running.wait, 10)
    waiting = [asyncio.create_task(reserve(ledger, 0.4)) for _ in range(2)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    may_go_on.set()
    await asyncio.wrap_future(held)
    await asyncio.gather(*waiting, return_exceptions=True)
    await stores.writer.write(lambda _write: None)
    await stores.writer.write(lambda _write: None)
    assert row(stores).reserved_usd == 0


async def test_the_alert_is_raised_once_a_day(stores: Stores, ledger: SpendLedger) -> None:
    with capture_logs() as lines:
        for _ in range(9):
            await spend(ledger, 0.1)
    assert costs(lines) == ["cost.alert"]
    assert row(stores).alerted


async def test_a_day_far_above_the_median_is_noted_once_there_is_a_median(
    stores: Stores, clock: FixedClock
) -> None:
    ledger = make(stores, clock, alert_threshold_usd=99.0)
    days = [0.1, 0.2, 0.9]
    with capture_logs() as lines:
        for usd in days:
            await spend(ledger, usd)
            clock.advance(DAY)
        await spend(ledger, 0.6)
        assert not row(stores, ledger.today).anomalous
        await spend(ledger, 0.01)
        await spend(ledger, 0.01)
    assert costs(lines) == ["cost.anomaly"]
    assert row(stores, ledger.today).anomalous


async def test_the_past_days_are_listed_newest_first(stores: Stores, clock: FixedClock) -> None:
    ledger = make(stores, clock)
    await spend(ledger, 0.1)
    clock.advance(2 * DAY)
    with stores.env.read() as txn:
        past = stores.spend.past(txn, ledger.today)
    assert len(past) == 7
    assert list(past.values())[:3] == [0.0, 0.1, 0.0]
