"""How a hit reads in the answer of a tool."""

import pytest

from loomem.mcp.tools.rows import FoundRow, row_text

PLAIN = FoundRow(id="m1", content="I live in Gdynia.", score=0.5, recorded="2026-11-30")
TOLD = FoundRow(
    id="m2",
    content="We moved.",
    score=0.25,
    recorded="2026-11-30",
    event="2026-11-02",
    observed="2026-11-03",
    author="Anna",
    source_id="s1",
    supersedes="m0",
)


@pytest.mark.parametrize(
    ("row", "with_evidence", "text"),
    [
        (PLAIN, True, "1. [recorded:2026-11-30] I live in Gdynia. (score: 0.50) (id: m1)"),
        (
            TOLD,
            True,
            (
                "1. [event:2026-11-02] [observed:2026-11-03] [recorded:2026-11-30] Anna: We moved. "
                "[UPDATED — supersedes an older version] [author: Anna; conversation: 2026-11-03; "
                "event: 2026-11-02 (resolved); source: s1] (score: 0.25) (id: m2)"
            ),
        ),
        (
            TOLD,
            False,
            (
                "1. [event:2026-11-02] [observed:2026-11-03] [recorded:2026-11-30] Anna: We moved. "
                "[UPDATED — supersedes an older version] (score: 0.25) (id: m2)"
            ),
        ),
    ],
)
def test_a_row_names_what_is_known_and_nothing_else(
    row: FoundRow, with_evidence: bool, text: str
) -> None:
    assert row_text(1, row, with_evidence=with_evidence) == text


def test_a_replaced_row_and_one_that_gives_orders_say_so() -> None:
    replaced = FoundRow(**{f: getattr(PLAIN, f) for f in ("id", "content", "score", "recorded")})
    replaced.superseded_by, replaced.warning = "m9", "reads like instructions"
    text = row_text(1, replaced, with_evidence=False)
    assert "[superseded]" in text
    assert "[warning: reads like instructions]" in text
