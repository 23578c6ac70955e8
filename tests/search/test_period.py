"""The days a question asks about lift what belongs to them."""

from zoneinfo import ZoneInfo

import pytest

from loomem.model.chunk import Chunk, ExtractionMeta, Source
from loomem.search.candidate import Candidate
from loomem.search.fuse import Signals, fuse
from loomem.search.period import asked_period

NOW = 1_764_500_000  # 30 November 2025


def said(day: str | None, happened: str | None = None) -> Chunk:
    return Chunk(
        id=f"on-{day}",
        content="we met",
        timestamp=NOW,
        valid_from=NOW,
        source=Source(agent="test"),
        conversation_date=day,
        extraction_meta=ExtractionMeta(fact_type="event", event_date=happened),
    )


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we draw on October 13, 2023?", "2023-10-13", "2023-10-13"),
        ("co robiliśmy w marcu 2023", "2023-03-01", "2023-03-31"),
        ("2023年4月发生了什么", "2023-04-01", "2023-04-30"),
        ("what did I do yesterday", "2025-11-29", "2025-11-29"),
    ],
)
def test_the_days_of_a_question_are_known(question: str, first: str, last: str) -> None:
    period = asked_period(question, NOW)
    assert period is not None
    assert (period.first.isoformat(), period.last.isoformat()) == (first, last)


def test_yesterday_counts_from_where_the_user_is() -> None:
    late = 1_764_545_400  # 23:30 in London on 30 November 2025, 7:30 of the next day in Shanghai
    here, there = (
        asked_period("what did I do yesterday", late, ZoneInfo(zone))
        for zone in ("Europe/London", "Asia/Shanghai")
    )
    assert here is not None
    assert there is not None
    assert (here.first.day, there.first.day) == (29, 30)


@pytest.mark.parametrize(
    "question", ["Who may come?", "what did we do before August 2023", "since 2010 I live here"]
)
def test_a_question_without_days_or_with_too_many_asks_for_none(question: str) -> None:
    assert asked_period(question, NOW) is None


@pytest.mark.parametrize(
    ("day", "share"),
    [("2023-04-01", 1.0), ("2023-04-30", 1.0), ("2023-05-10", 0.5), ("2023-05-20", 0.0),
     ("2023-03-31", 0.0), (None, 0.0), ("no day", 0.0)],
)  # fmt: skip
def test_a_day_fits_inside_and_half_where_it_was_told_soon_after(
    day: str | None, share: float
) -> None:
    period = asked_period("in April 2023", NOW)
    assert period is not None
    assert period.share(said(day)) == share


def test_the_day_of_what_happened_counts_before_the_day_of_the_talk() -> None:
    period = asked_period("in April 2023", NOW)
    assert period is not None
    assert period.share(said("2023-04-05", happened="2021-01-01")) == 0.0
    assert period.share(said("2024-01-01", happened="2023-04-02")) == 1.0


def test_of_two_alike_the_one_of_that_day_comes_first_and_none_is_left_out() -> None:
    period = asked_period("on 13 October 2023", NOW)
    candidates = [
        Candidate(chunk=said(day), meaning={"": 0.5}) for day in ("2023-01-01", "2023-10-13")
    ]
    ranked = fuse(candidates, Signals(now=NOW, period=period))
    assert [candidate.chunk.conversation_date for candidate in ranked] == [
        "2023-10-13",
        "2023-01-01",
    ]
    assert all(0 <= candidate.score <= 1 for candidate in ranked)
