"""A scripted service, and a client over it whose ledger is kept in memory."""

import uuid
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from loomem.clock import FixedClock
from loomem.errors import BudgetError
from loomem.llm.budget import Budget
from loomem.llm.client import Prompt, Purpose, Untrusted
from loomem.llm.endpoints import Endpoint
from loomem.llm.http_client import HttpLlmClient
from loomem.llm.pricing import Price, PriceTable
from loomem.llm.prompt_files import PromptFile
from loomem.llm.retry import RetryPolicy
from loomem.llm.transport import Transport
from loomem.model.spend import CallCost, Reservation
from loomem.text.pii import RedactionOptions, Redactor
from tests.support.llm_server import LlmServer, llm_server

NOW = 1_700_000_000
KEY = "sk-never-to-be-seen"
PRICES = PriceTable({"paid": Price(1.0, 2.0)}, Price(5.0, 10.0))
ASK = PromptFile(name="ask", version=1, max_tokens=100, text="Say something about $what.")


class MemoryLedger:
    """Keeps reservations and costs in lists. ``is_full`` refuses."""

    def __init__(self) -> None:
        self.is_full = False
        self.open: dict[str, Reservation] = {}
        self.reserved: list[Reservation] = []
        self.costs: list[CallCost] = []

    async def reserve(
        self, *, model: str, stream: str | None, usd: float, unpriced: bool
    ) -> Reservation:
        if self.is_full:
            raise BudgetError("full")
        made = Reservation(
            id=uuid.uuid4().hex,
            date="2023-11-14",
            model=model,
            stream=stream,
            usd=usd,
            unpriced=unpriced,
        )
        self.open[made.id] = made
        self.reserved.append(made)
        return made

    def settle(self, reservation: Reservation, cost: CallCost) -> "Future[Any]":
        del self.open[reservation.id]
        self.costs.append(cost)
        future: Future[Any] = Future()
        future.set_result(None)
        return future


Make = Callable[..., HttpLlmClient]


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with llm_server() as running:
        yield running


@pytest.fixture
def ledger() -> MemoryLedger:
    return MemoryLedger()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
async def make(server: LlmServer, ledger: MemoryLedger, clock: FixedClock) -> AsyncIterator[Make]:
    made: list[HttpLlmClient] = []

    def build(max_reply_bytes: int = 100_000, attempts: int = 3, **options: Any) -> HttpLlmClient:
        options = {"model": "paid", "key": KEY, "auth": "bearer", "timeout_s": 10.0} | options
        endpoint = Endpoint(options.pop("base_url", server.url), **options)
        client = HttpLlmClient(
            dict.fromkeys(Purpose, endpoint),
            redactor=Redactor(RedactionOptions()),
            budget=Budget(ledger, PRICES),
            clock=clock,
            retry=RetryPolicy(attempts=attempts, first_pause_s=0.0001),
            transport=Transport(clock, max_reply_bytes),
        )
        made.append(client)
        return client

    yield build
    for client in made:
        await client.close()


def prompt(*texts: str, stream: str | None = "work") -> Prompt:
    """Return a question about some texts."""
    data = tuple(Untrusted(str(number), text) for number, text in enumerate(texts, 1))
    return Prompt(
        purpose=Purpose.GATE,
        instructions=ASK,
        data=data,
        fields={"what": "this"},
        stream=stream,
    )
