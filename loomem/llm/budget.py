"""Room in the day's budget around every single call, retries included."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import Future
from typing import Any, Protocol

import msgspec
import structlog

from loomem.errors import LoomemError
from loomem.llm.endpoints import Endpoint
from loomem.llm.pricing import Price, PriceTable
from loomem.model.spend import CallCost, Reservation

log = structlog.get_logger(__name__)


class Ledger(Protocol):
    """Where the money is counted."""

    def reserve(
        self, *, model: str, stream: str | None, usd: float, unpriced: bool
    ) -> Awaitable[Reservation]:
        """Take room for one call; raises BudgetError where the cap leaves none."""
        ...

    def settle(self, reservation: Reservation, cost: CallCost) -> "Future[Any]":
        """Put the real cost in the place of the reserve."""
        ...


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens of one call. ``is_estimated`` where the service did not tell."""

    tokens_in: int = 0
    tokens_out: int = 0
    is_estimated: bool = False


class CallBudget:
    """What one call may cost, until it is settled."""

    def __init__(self, ledger: Ledger, reservation: Reservation, price: Price) -> None:
        self._ledger = ledger
        self._reservation = reservation
        self._price = price

    def settle_soon(self, usage: Usage, *, is_failed: bool = False) -> "Future[Any] | None":
        """Account for the call without waiting; of use where the caller is being cancelled."""
        cost = CallCost(
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            usd=self._price.of(usage.tokens_in, usage.tokens_out),
            is_failed=is_failed,
            is_estimated=usage.is_estimated,
        )
        try:
            return self._ledger.settle(self._reservation, cost)
        except LoomemError as error:
            log.warning("llm.not_settled", error=error.code)
            return None

    async def settle(self, usage: Usage, *, is_failed: bool = False) -> None:
        """Account for the call. An answer that was paid for is not lost when this fails."""
        future = self.settle_soon(usage, is_failed=is_failed)
        if future is None:
            return
        try:
            await asyncio.shield(asyncio.wrap_future(future))
        except LoomemError as error:
            log.warning("llm.not_settled", error=error.code)


class Budget:
    """Reserves the most that a call can cost before it is made."""

    def __init__(self, ledger: Ledger, prices: PriceTable) -> None:
        self._ledger = ledger
        self._prices = prices

    async def reserve(
        self, endpoint: Endpoint, stream: str | None, tokens_in: int, tokens_out: int
    ) -> CallBudget:
        """Return the room for a call; raises BudgetError where the day's cap leaves none."""
        price, is_known = self._prices.price_of(endpoint.model, is_local=endpoint.is_local)
        reservation = await self._ledger.reserve(
            model=endpoint.model,
            stream=stream,
            usd=price.of(tokens_in, tokens_out),
            unpriced=not is_known,
        )
        return CallBudget(self._ledger, reservation, price)
