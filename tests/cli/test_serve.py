"""The first requests that a newcomer is shown."""

import pytest

from loomem.cli.serve import first_requests
from loomem.config.settings import Settings


def test_the_requests_go_to_the_configured_port() -> None:
    text = first_requests(Settings(server={"port": 4040}))  # type: ignore[arg-type]
    assert "curl http://127.0.0.1:4040/v1/store -H" in text
    assert "curl http://127.0.0.1:4040/v1/search -H" in text


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")]
)
def test_the_address_is_one_that_a_client_can_use(host: str, shown: str) -> None:
    text = first_requests(Settings(server={"host": host}))  # type: ignore[arg-type]
    assert f"http://{shown}:3030/" in text


def test_a_key_is_named_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOMEM_AUTH_TOKEN", "very-secret")
    text = first_requests(Settings())
    assert "Bearer $LOOMEM_AUTH_TOKEN" in text
    assert "very-secret" not in text
