"""Pauses between calls, and the circuit breaker by itself."""

import pytest

from loomem.clock import FixedClock
from loomem.errors import UnavailableError
from loomem.llm.breaker import CircuitBreaker
from loomem.llm.retry import RetryPolicy, read_retry_after

NOW = 1_700_000_000


def test_the_limit_of_a_pause_doubles_and_ends() -> None:
    policy = RetryPolicy(attempts=9, first_pause_s=1.0, longest_pause_s=5.0)
    limits = [policy.pause(attempt, draw=lambda _low, high: high) for attempt in range(1, 9)]
    assert limits == [1, 2, 4, 5, 5, 5, 5, 5]
    assert policy.pause(9) is None


def test_a_pause_is_drawn_from_nothing_to_the_limit() -> None:
    policy = RetryPolicy(first_pause_s=2.0)
    drawn = [policy.pause(1) for _ in range(200)]
    assert all(pause is not None and 0 <= pause <= 2 for pause in drawn)
    assert len(set(drawn)) > 100


def test_a_wanted_pause_is_kept_where_it_is_bearable() -> None:
    policy = RetryPolicy(longest_pause_s=10.0)
    assert policy.pause(1, 7.5) == 7.5
    assert policy.pause(1, 11.0) is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("Tue, 14 Nov 2023 22:13:50 GMT", 30.0),
        ("Tue, 14 Nov 2023 22:00:00 GMT", 0.0),
        ("-1", None),
        ("inf", None),
        ("nan", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_a_number_or_a_date(
    header: str | None, seconds: float | None
) -> None:
    assert read_retry_after(header, NOW) == seconds


def test_failures_must_be_in_a_row() -> None:
    breaker = CircuitBreaker(FixedClock(NOW), "host")
    for _ in range(5):
        breaker.failed()
        breaker.failed()
        breaker.succeeded()
    breaker.enter()


def test_a_failed_probe_opens_the_circuit_again_for_the_whole_while() -> None:
    clock = FixedClock(NOW)
    breaker = CircuitBreaker(clock, "host", threshold=1, cool_down_s=10)
    breaker.failed()
    clock.advance(10)
    breaker.enter()
    breaker.failed()
    clock.advance(9)
    with pytest.raises(UnavailableError):
        breaker.enter()
    clock.advance(1)
    breaker.enter()
    breaker.succeeded()
    assert not breaker.is_open
