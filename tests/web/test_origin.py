import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.web.origin import is_foreign_page, is_loopback, is_loopback_host


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "127.255.0.1", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_loopback_addresses_are_known(address):
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["", "0.0.0.0", "::", "10.0.0.1", "::ffff:10.0.0.1", "a.b"])
def test_other_addresses_are_not_loopback(address):
    assert not is_loopback(address)


@pytest.mark.parametrize(
    ("host", "origin", "foreign"),
    [
        ("localhost:3030", "http://localhost:3030", False),
        ("localhost", "http://localhost", False),
        ("localhost", "http://localhost:80", False),
        ("memory.lan", "https://memory.lan", False),
        ("localhost:3030", "http://127.0.0.1:3030", True),
        ("localhost:3030", "http://localhost:3031", True),
        ("localhost:3030", "http://localhost:3030/", True),
        ("localhost:3030", "http://user@localhost:3030", True),
        ("localhost:3030", "http://localhost:99999999", True),
        ("localhost:3030", "localhost:3030", True),
    ],
)
def test_only_the_same_origin_is_at_home(host, origin, foreign):
    assert is_foreign_page(host, [origin], "") is foreign


def test_a_program_without_browser_headers_is_no_page():
    assert not is_foreign_page("localhost", [], "")


def test_one_foreign_origin_among_two_is_enough():
    assert is_foreign_page("localhost", ["http://localhost", "http://evil.example"], "")


@given(st.text(), st.text(), st.text())
@settings(deadline=None)
def test_odd_headers_are_judged_without_failing(host, origin, site):
    assert is_loopback_host(host) in {True, False}
    assert is_foreign_page(host, [origin], site) in {True, False}
