"""Which services are asked, and with whose key."""

from pathlib import Path
from typing import Any

import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.llm.client import Purpose
from loomem.runtime.cleaning import open_cleaner
from loomem.runtime.language_models import endpoints_of, make_ledger, make_llm
from tests.support.fakes import NOW, open_test_stores

LOCAL = "http://localhost:11434/v1"


def settings(**llm: Any) -> Settings:
    return Settings(llm=llm)


def test_without_a_key_no_model_is_asked() -> None:
    assert endpoints_of(Settings()) == {}


def test_a_key_makes_every_purpose_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    endpoints = endpoints_of(Settings())
    assert set(endpoints) == set(Purpose)
    assert endpoints[Purpose.GATE].headers == {"Authorization": "Bearer k"}
    assert endpoints[Purpose.GATE].timeout_s == 10
    assert endpoints[Purpose.EXTRACTION].timeout_s == 30
    assert endpoints_of(settings(enabled=False)) == {}


def test_a_service_of_this_machine_needs_no_key() -> None:
    endpoints = endpoints_of(settings(base_url=LOCAL, model="qwen"))
    assert {endpoint.model for endpoint in endpoints.values()} == {"qwen"}
    assert endpoints[Purpose.REWRITE].headers == {}


def test_a_purpose_may_have_a_model_and_a_service_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "main")
    monkeypatch.setenv("OTHER_KEY", "other")
    endpoints = endpoints_of(
        settings(
            gate={"model": "tiny", "base_url": LOCAL},
            extraction={"base_url": "https://openrouter.ai/api/v1", "api_key_env": "OTHER_KEY"},
        )
    )
    assert (endpoints[Purpose.GATE].model, endpoints[Purpose.GATE].headers) == ("tiny", {})
    assert endpoints[Purpose.EXTRACTION].headers == {"Authorization": "Bearer other"}
    assert endpoints[Purpose.EXTRACTION].model == "gpt-4.1-mini"
    assert endpoints[Purpose.REWRITE].headers == {"Authorization": "Bearer main"}


def test_the_main_key_never_goes_to_another_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "main")
    endpoints = endpoints_of(settings(gate={"base_url": "https://llm.example.com/v1"}))
    assert set(endpoints) == {Purpose.REWRITE, Purpose.EXTRACTION}


def test_a_gateway_gets_its_own_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    url = "https://gw.example.com/v1"
    for chosen in (
        settings(base_url=url, auth="apikey"),
        settings(base_url=url, apikey_hosts=["gw.example.com"]),
    ):
        assert endpoints_of(chosen)[Purpose.GATE].headers == {"apikey": "k"}


def test_a_broken_file_of_prices_stops_the_start(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text("[models")
    chosen = Settings(llm={"base_url": LOCAL}, cost={"prices_file": own})
    stores = open_test_stores(tmp_path / "data")
    try:
        clock = FixedClock(NOW)
        ledger = make_ledger(chosen, stores, clock)
        with pytest.raises(ConfigError, match="prices_file"):
            make_llm(chosen, ledger, open_cleaner(chosen).redactor, clock)
    finally:
        stores.close()
