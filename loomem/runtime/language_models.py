"""Makes the client for language models from the settings, where there is one to ask."""

from loomem.clock import Clock
from loomem.config.environment import api_key, key_in
from loomem.config.sections import ModelChoiceSettings
from loomem.config.settings import Settings
from loomem.inference.encoder import Encoder
from loomem.inference.remote import Charge, RemoteEncoder
from loomem.llm.budget import Budget, CallBudget, Usage
from loomem.llm.client import Purpose, Redactor
from loomem.llm.endpoints import Endpoint, host_of
from loomem.llm.http_client import HttpLlmClient
from loomem.llm.pricing import Price, load_prices
from loomem.stores.bundle import Stores
from loomem.stores.spend import SpendLedger, SpendLimits


def make_ledger(settings: Settings, stores: Stores, clock: Clock) -> SpendLedger:
    """Return the ledger with the configured limits."""
    cost = settings.cost
    limits = SpendLimits(
        daily_cap_usd=cost.daily_cap_usd,
        alert_threshold_usd=cost.alert_threshold_usd,
        anomaly_multiplier=cost.anomaly_multiplier,
    )
    return SpendLedger(stores.spend, stores.writer, clock, limits)


def make_llm(
    settings: Settings, ledger: SpendLedger, redactor: Redactor, clock: Clock
) -> HttpLlmClient | None:
    """Return the client, None where no model is configured that can be asked.

    Raises ConfigError for a file of prices that cannot be used.
    """
    endpoints = endpoints_of(settings)
    if not endpoints:
        return None
    budget = _budget(settings, ledger)
    return HttpLlmClient(endpoints, redactor=redactor, budget=budget, clock=clock)


def _budget(settings: Settings, ledger: SpendLedger) -> Budget:
    cost = settings.cost
    fallback = Price(cost.unknown_model_input_usd, cost.unknown_model_output_usd)
    return Budget(ledger, load_prices(cost.prices_file, fallback))


def meter_embeddings(settings: Settings, encoder: Encoder, ledger: SpendLedger) -> None:
    """Count what a remote encoder costs, from now on."""
    if isinstance(encoder, RemoteEncoder):
        llm = settings.llm
        endpoint = Endpoint(llm.embedding_base_url or llm.base_url, llm.embedding_model)
        encoder.meter = _EmbeddingMeter(_budget(settings, ledger), endpoint)


class _EmbeddingMeter:
    def __init__(self, budget: Budget, endpoint: Endpoint) -> None:
        self._budget = budget
        self._endpoint = endpoint

    async def reserve(self, tokens: int) -> Charge:
        call = await self._budget.reserve(self._endpoint, None, tokens, 0)
        return _EmbeddingCharge(call, tokens)


class _EmbeddingCharge:
    def __init__(self, call: CallBudget, estimate: int) -> None:
        self._call = call
        self._estimate = estimate

    async def settle(self, tokens: int | None, *, is_failed: bool) -> None:
        counted = self._estimate if tokens is None else tokens
        usage = Usage(tokens_in=counted, is_estimated=tokens is None)
        await self._call.settle(usage, is_failed=is_failed)


def endpoints_of(settings: Settings) -> dict[Purpose, Endpoint]:
    """Return where each purpose is asked: only services of this machine, or with a key."""
    llm = settings.llm
    if not llm.enabled:
        return {}
    choices = {
        Purpose.GATE: (llm.gate, llm.timeout_secs),
        Purpose.REWRITE: (llm.rewrite, llm.timeout_secs),
        Purpose.EXTRACTION: (llm.extraction, llm.extraction_timeout_secs),
    }
    endpoints = {
        purpose: _endpoint(settings, choice, timeout)
        for purpose, (choice, timeout) in choices.items()
    }
    return {purpose: endpoint for purpose, endpoint in endpoints.items() if endpoint.can_be_asked}


def _endpoint(settings: Settings, choice: ModelChoiceSettings, timeout_s: float) -> Endpoint:
    llm = settings.llm
    base_url = choice.base_url or llm.base_url
    return Endpoint(
        base_url,
        choice.model or llm.model,
        key=_key(settings, choice, base_url),
        auth=llm.auth,
        apikey_hosts=llm.apikey_hosts,
        timeout_s=timeout_s,
    )


def _key(settings: Settings, choice: ModelChoiceSettings, base_url: str) -> str | None:
    """The main key never goes to another host than the one it was given for."""
    if choice.api_key_env:
        return key_in(choice.api_key_env)
    is_same = host_of(base_url) == host_of(settings.llm.base_url)
    return api_key(settings) if is_same else None
