from types import SimpleNamespace

import pytest

from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.errors import RateLimitedError
from loomem.operations.limits import RateLimiter
from loomem.operations.table import OPERATIONS

PER_MINUTE = {"search": 2, "store": 60, "delete": 1}


def limiter(clock, per_minute=PER_MINUTE, **options):
    return RateLimiter(clock, per_minute, **options)


def test_a_minutes_worth_passes_at_once_and_the_next_call_is_told_how_long_to_wait():
    limits = limiter(FixedClock(0))
    for _ in range(2):
        limits.take("me", "a", "search")
    with pytest.raises(RateLimitedError) as refused:
        limits.take("me", "a", "search")
    assert refused.value.details == {"category": "search", "retry_after_seconds": 30}


def test_after_the_time_it_was_told_a_caller_gets_one_more_call():
    clock = FixedClock(0)
    limits = limiter(clock)
    limits.take("me", "a", "delete")
    clock.advance(59)
    with pytest.raises(RateLimitedError):
        limits.take("me", "a", "delete")
    clock.advance(1)
    limits.take("me", "a", "delete")


def test_callers_streams_and_categories_do_not_use_up_each_other():
    limits = limiter(FixedClock(0))
    for key in (("me", "a"), ("me", "b"), ("you", "a")):
        limits.take(*key, "delete")
        limits.take(*key, "store")
    with pytest.raises(RateLimitedError):
        limits.take("me", "a", "delete")


def test_buckets_that_are_full_again_are_dropped():
    clock = FixedClock(0)
    limits = limiter(clock)
    for number in range(50):
        limits.take("me", str(number), "search")
    clock.advance(60)
    limits.take("me", "new", "search")
    assert len(limits) == 1


def test_the_number_of_buckets_is_bounded_and_the_longest_unused_goes():
    limits = limiter(FixedClock(0), max_buckets=3)
    for stream in "abcd":
        limits.take("me", stream, "delete")
    assert len(limits) == 3
    limits.take("me", "a", "delete")
    with pytest.raises(RateLimitedError):
        limits.take("me", "d", "delete")


def test_nothing_is_limited_or_kept_where_limits_are_off():
    limits = limiter(FixedClock(0), None)
    for _ in range(1_000):
        limits.take("me", "a", "delete")
    assert len(limits) == 0
    assert Settings().rate_limit.enabled is False


def test_only_finding_storing_and_deleting_are_limited():
    chosen = {name: op.category for name, op in OPERATIONS.items() if op.category}
    assert chosen == {
        "search": "search",
        "ambient": "search",
        "context_pack": "search",
        "store": "store",
        "feedback": "store",
        "ingest": "store",
        "delete_memory": "delete",
        "purge_memory": "delete",
        "purge_namespace": "delete",
    }


async def test_a_search_of_several_streams_counts_for_the_first(context):
    search = OPERATIONS["search"]
    taken = []
    context.services.limiter = SimpleNamespace(take=lambda *key: taken.append(key))
    await search.perform(context, search.request(query="x", streams=["b", "c"]))
    await search.perform(context, search.request(query="x", stream="d"))
    await search.perform(context, search.request(query="x"))
    assert [stream for _, stream, _ in taken][:2] == ["b", "d"]
    assert {(caller, category) for caller, _, category in taken} == {("owner", "search")}
