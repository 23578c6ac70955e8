"""Keys and supervisor sockets, read when they are needed."""

import os

import pytest

from loomem.config.environment import (
    allows_unauthenticated,
    api_key,
    auth_token,
    notify_socket,
    watchdog_seconds,
)
from loomem.config.settings import Settings
from loomem.config.sources import near_misses


def test_the_access_key_comes_from_the_variable_that_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(server={"auth_token_env": "MY_KEY"})  # type: ignore[arg-type]
    assert auth_token(settings) is None
    monkeypatch.setenv("MY_KEY", " tr0ub4dor\n")
    assert auth_token(settings) == "tr0ub4dor"
    assert "tr0ub4dor" not in repr(settings)
    assert "tr0ub4dor" not in settings.model_dump_json()


def test_a_blank_key_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", "  ")
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert auth_token(Settings()) is None
    assert api_key(Settings()) is None


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("TRUE", True), ("0", False), ("", False)]
)
def test_serving_without_a_key_must_be_asked_for(
    value: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOMEM_ALLOW_UNAUTH", value)
    assert allows_unauthenticated() is expected


def test_the_watchdog_counts_only_for_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_seconds() == 30.0
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert watchdog_seconds() == 30.0
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_seconds() is None
    monkeypatch.setenv("WATCHDOG_PID", "")
    monkeypatch.setenv("WATCHDOG_USEC", "soon")
    assert watchdog_seconds() is None


def test_without_systemd_there_is_no_socket() -> None:
    assert notify_socket() is None


def test_one_underscore_too_few_is_noticed() -> None:
    found = near_misses({"LOOMEM_SERVER_PORT": "1", "LOOMEM_CONFIG": "x", "PATH": "y"})
    assert found == [("LOOMEM_SERVER_PORT", "LOOMEM_SERVER__PORT")]
