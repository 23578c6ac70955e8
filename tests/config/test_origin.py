"""The address of the server, as the settings take it."""

import pytest
from pydantic import ValidationError

from loomem.config.sections import ServerSettings
from loomem.config.sources import read_environment


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://Memory.Example.org/", "https://memory.example.org"),
        ("https://memory.example.org:8443", "https://memory.example.org:8443"),
        ("http://[::1]:3030", "http://[::1]:3030"),
        ("", ""),
    ],
)
def test_an_origin_is_kept_without_a_slash(written: str, kept: str) -> None:
    assert ServerSettings(origin=written).origin == kept


@pytest.mark.parametrize(
    "origin",
    ["memory.example.org", "https://x.org/mcp", "ftp://x.org", "https://", "https://u@x.org", "https://x.org?a"],
)  # fmt: skip
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(ValidationError, match="without a path"):
        ServerSettings(origin=origin)


@pytest.mark.parametrize("place", ["nginx", "10.0.0.0/99", ""])
def test_what_is_no_network_is_refused(place: str) -> None:
    with pytest.raises(ValidationError, match="IP address"):
        ServerSettings(trusted_proxies=(place,))


def test_server_origin_is_the_short_name_of_the_variable() -> None:
    assert read_environment({"SERVER_ORIGIN": "https://a.org"}) == {
        "server": {"origin": "https://a.org"}
    }
    both = {"SERVER_ORIGIN": "https://a.org", "LOOMEM_SERVER__ORIGIN": "https://b.org"}
    assert read_environment(both) == {"server": {"origin": "https://b.org"}}
