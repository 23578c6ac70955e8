"""A language model behind the operations: facts, judgements, costs, and a day without it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.errors import DeniedError
from loomem.operations.context import Caller, Context
from loomem.operations.table import OPERATIONS
from loomem.runtime.composition import build_services
from tests.support.fakes import NOW, WordEncoder, make_context, open_test_stores
from tests.support.llm_server import LlmServer, llm_server, refuses, says

CHAT = "User: I moved from Gdynia to Łódź.\nAssistant: Nice!\nUser: My mail is a@example.com."
FACT = {
    "content": "The user moved from Gdynia to Łódź.",
    "quote": "I moved from Gdynia to Łódź",
    "fact_type": "event",
    "subject": "user",
    "confidence": 0.9,
}
FACTS = says(json.dumps({"facts": [FACT]}), usage=(1_000_000, 100_000))

Open = Callable[..., Context]


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with llm_server() as running:
        yield running


@pytest.fixture
async def open_context(tmp_path: Path, server: LlmServer) -> AsyncIterator[Open]:
    closers: list[Any] = []

    def build(**cost: float) -> Context:
        encoder = WordEncoder()
        stores = open_test_stores(tmp_path / "data", encoder)
        settings = Settings(llm={"base_url": server.url, "model": "gpt-4.1-mini"}, cost=cost)
        services = build_services(settings, FixedClock(NOW), stores, encoder)
        reading = asyncio.get_running_loop().create_task(services.transcripts.run())
        closers.append((services, stores, reading))
        return make_context(services)

    yield build
    for services, stores, reading in closers:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await services.llm.close()
        stores.close()


async def perform(context: Context, name: str, **fields: Any) -> Any:
    operation = OPERATIONS[name]
    return await operation.perform(context, operation.request(**fields))


async def ingest(context: Context) -> Any:
    async with asyncio.timeout(30):
        return await perform(context, "ingest", content=CHAT, stream="work", wait=True)


async def test_facts_of_the_model_are_stored_with_their_place_and_paid_for(
    open_context: Open, server: LlmServer
) -> None:
    server.default = FACTS
    context = open_context()
    result = await ingest(context)
    assert [fact.content for fact in result.facts] == [FACT["content"]]
    assert not result.degraded
    stores = context.services.stores
    with stores.env.read() as txn:
        stored = stores.chunks.get(txn, result.facts[0].id)
        source = stores.chunks.get(txn, result.source_id)
    assert source.content.encode()[stored.byte_start : stored.byte_end].decode() == FACT["quote"]
    assert (stored.author, stored.attributed_to, stored.prompt_version) == ("User", "user", 2)
    assert stored.extraction_meta.extraction_model == "gpt-4.1-mini"
    assert "a@example.com" not in json.dumps(server.bodies)
    spent = await perform(context, "spend")
    assert spent.usd == pytest.approx(0.4 + 0.16)
    assert spent.streams == {"work": spent.usd}
    assert spent.models["gpt-4.1-mini"].calls == 1
    assert (spent.reserved_usd, spent.alert, len(spent.past)) == (0, False, 7)


@pytest.mark.parametrize("script", [refuses(404), says("no idea"), says('{"facts": [')])
async def test_where_the_model_fails_the_rules_find_the_facts(
    open_context: Open, server: LlmServer, script: Any
) -> None:
    server.default = script
    result = await ingest(open_context())
    assert result.fragments == 3
    assert result.facts


async def test_an_empty_answer_is_one(open_context: Open, server: LlmServer) -> None:
    server.default = says('{"facts": []}')
    result = await ingest(open_context())
    assert (result.facts, result.degraded) == ([], False)


async def test_a_used_up_budget_asks_nobody_and_says_so(
    open_context: Open, server: LlmServer
) -> None:
    context = open_context(daily_cap_usd=0.0)
    result = await ingest(context)
    assert server.calls == 0
    assert result.degraded
    assert result.facts, "the rules found them"
    assert "over_budget" in result.notes[0]
    assert (await perform(context, "spend")).remaining_usd == 0


async def test_a_store_asks_the_model_about_its_neighbours(
    open_context: Open, server: LlmServer
) -> None:
    context = open_context()
    server.default = says('{"relation": "updates", "reason": "work"}')
    first = await perform(context, "store", content="Standup is at nine in the blue room")
    second = await perform(context, "store", content="Standup is at ten in the blue room")
    assert server.calls == 1
    chain = await perform(context, "memory_chain", id=second.id)
    assert chain.chain_length == 2
    assert first.id != second.id


async def test_passing_the_threshold_shows_in_the_status(
    open_context: Open, server: LlmServer
) -> None:
    server.default = FACTS
    context = open_context(alert_threshold_usd=0.5)
    assert not (await perform(context, "status")).llm.over_alert_threshold
    await ingest(context)
    state = (await perform(context, "status")).llm
    assert (state.configured, state.over_alert_threshold) == (True, True)
    assert (await perform(context, "spend")).alert


async def test_costs_are_shown_to_an_admin_only(open_context: Open) -> None:
    context = open_context()
    guest = make_context(context.services, Caller(name="guest"))
    with pytest.raises(DeniedError):
        await perform(guest, "spend")


async def test_without_a_key_nothing_is_asked(context: Context) -> None:
    assert context.services.llm is None
    state = await perform(context, "status")
    assert not state.llm.configured
    assert (await perform(context, "spend")).models == {}
