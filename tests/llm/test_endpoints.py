"""Which header carries the key, and to whom none is sent."""

import pytest

from loomem.llm.endpoints import Endpoint, is_local

BEARER = {"Authorization": "Bearer k"}


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("https://api.openai.com/v1", BEARER),
        ("https://openrouter.ai/api/v1", BEARER),
        ("https://gw.example.com/v1", {"apikey": "k"}),
        ("https://llm.example.com/v1", BEARER),
        ("http://localhost:11434/v1", {}),
        ("http://127.0.0.1:8080/v1", {}),
        ("http://[::1]:8080/v1", {}),
    ],
)
def test_the_address_decides_the_header(url: str, headers: dict[str, str]) -> None:
    assert Endpoint(url, "m", key="k", apikey_hosts=["GW.example.com"]).headers == headers


def test_a_chosen_way_wins_over_the_address() -> None:
    assert Endpoint("http://localhost/v1", "m", key="k", auth="bearer").headers == BEARER
    assert Endpoint("https://api.x.com", "m", key="k", auth="apikey").headers == {"apikey": "k"}
    assert Endpoint("https://api.x.com", "m", key="k", auth="none").headers == {}


def test_without_a_key_only_this_machine_can_be_asked() -> None:
    assert not Endpoint("https://api.openai.com/v1", "m").can_be_asked
    assert Endpoint("http://localhost:11434/v1", "m").can_be_asked


def test_the_address_may_end_in_a_slash() -> None:
    assert Endpoint("http://localhost/v1/", "m").url == "http://localhost/v1/chat/completions"


def test_a_host_that_only_looks_local_is_not() -> None:
    for url in ("http://localhost.example.com", "http://127.0.0.1.nip.io", "http://10.0.0.2"):
        assert not is_local(url)
