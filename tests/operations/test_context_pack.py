"""The page of memories for the beginning of a task."""

import pytest
from msgspec import ValidationError, convert

from loomem.clock import FixedClock
from loomem.errors import DeniedError
from loomem.model.chunk import Chunk
from loomem.operations.context import Caller, Context, Services
from loomem.operations.context_pack import ContextPackRequest, ContextPackResult, context_pack
from loomem.operations.delete import delete
from loomem.operations.store import StoreRequest, store
from loomem.operations.views import ById
from loomem.search.context_pack import Row, Section, fill
from tests.support.fakes import NOW, make_context

DAY = 86_400


async def keep(context: Context, content: str, **fields: object) -> str:
    return (await store(context, StoreRequest(content=content, **fields))).id  # type: ignore[arg-type]


async def pack(context: Context, query: str = "", **fields: object) -> ContextPackResult:
    return await context_pack(context, ContextPackRequest(query=query, **fields))  # type: ignore[arg-type]


def in_section(result: ContextPackResult, section: str) -> list[str]:
    return [source.chunk_id for source in result.sources if source.section == section]


async def test_profile_relevant_and_recent_stand_under_their_titles(
    context: Context, clock: FixedClock
) -> None:
    lasting = await keep(context, "Anna is allergic to nuts.", persistent=True)
    relevant = await keep(context, "The boiler is serviced by Nowak every autumn.")
    clock.advance(8 * DAY)
    recent = await keep(context, "The garden fence was painted green.")
    result = await pack(context, "who looks after the boiler")
    assert in_section(result, "profile") == [lasting]
    assert in_section(result, "relevant") == [relevant]
    assert in_section(result, "recent") == [recent]
    assert result.sections_included == ["profile", "relevant", "recent"]
    titles = [line for line in result.context.split("\n") if line.startswith("## ")]
    assert titles == ["## Profile", "## Relevant", "## Recent"]
    assert "- [2023-11-22] The garden fence was painted green." in result.context
    assert result.coverage_score == 1.0


async def test_what_is_older_than_seven_days_is_not_recent(
    context: Context, clock: FixedClock
) -> None:
    await keep(context, "The garden fence was painted green.")
    clock.advance(7 * DAY + 1)
    result = await pack(context)
    assert result.context == ""
    assert result.token_count == 0


async def test_what_has_nothing_to_do_with_the_query_is_not_relevant(
    context: Context, clock: FixedClock
) -> None:
    await keep(context, "The garden fence was painted green.")
    clock.advance(30 * DAY)
    result = await pack(context, "quantum chromodynamics lattice")
    assert in_section(result, "relevant") == []


async def test_no_memory_and_no_wording_stands_twice(context: Context, services: Services) -> None:
    await keep(context, "Anna is allergic to nuts.", persistent=True)
    result = await pack(context, "what is Anna allergic to")
    assert len(result.sources) == 1
    assert result.context.count("allergic") == 1


async def test_a_page_keeps_to_its_budget(context: Context) -> None:
    for number in range(30):
        await keep(context, f"Note number {number} about the boiler and what it needs in autumn.")
    for budget in (50, 120, 400):
        result = await pack(context, "boiler autumn note", budget_tokens=budget)
        assert result.token_count <= budget
        assert "relevant" in result.sections_truncated
        assert 0 < result.coverage_score < 1


async def test_a_long_memory_does_not_keep_the_shorter_ones_out(context: Context) -> None:
    await keep(context, "The boiler. " * 300)
    short = await keep(context, "The boiler hums at night.")
    result = await pack(context, "boiler", budget_tokens=200)
    assert short in [source.chunk_id for source in result.sources]
    assert "relevant" in result.sections_truncated


async def test_lines_of_a_memory_stay_lines(context: Context) -> None:
    await keep(context, "Shopping:\n- milk\n- bread")
    assert "Shopping:\n  - milk\n  - bread" in (await pack(context)).context


async def test_deleted_and_foreign_memories_are_not_on_the_page(context: Context) -> None:
    gone = await keep(context, "The old boiler hums.")
    await delete(context, ById(id=gone))
    await keep(context, "The boiler of the neighbours hums.", stream="neighbours")
    assert (await pack(context, "boiler hums")).context == ""


async def test_only_the_sections_asked_for_are_made(context: Context) -> None:
    await keep(context, "Anna is allergic to nuts.", persistent=True)
    result = await pack(context, "nuts", sections=["relevant"])
    assert result.sections_included == ["relevant"]
    decisions = await pack(context, sections=["recent_decisions"])
    assert decisions.context == ""


async def test_another_stream_needs_the_right_to_it(services: Services) -> None:
    stranger = make_context(services, Caller(name="guest", streams=frozenset({"guest"})))
    with pytest.raises(DeniedError):
        await pack(stranger, "x", stream="work")


@pytest.mark.parametrize("fields", [{"budget_tokens": 10}, {"sections": []}, {"sections": ["x"]}])
def test_an_impossible_page_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        convert(fields, ContextPackRequest)


def rows(section: str, count: int) -> list[Row]:
    return [
        (Chunk(id=f"{section}{n}", content="five words are in here", timestamp=NOW), None)
        for n in range(count)
    ]


def test_each_section_has_its_share_and_what_one_leaves_is_used_by_the_others() -> None:
    def count(text: str) -> int:
        return len(text.split())

    every: dict[Section, list[Row]] = {
        "profile": rows("p", 50), "relevant": rows("r", 50), "recent": rows("n", 50),
    }  # fmt: skip
    full = fill(every, 700, count)
    places = [row.section for row in full.rows]
    assert full.tokens <= 700
    assert places.count("relevant") > places.count("recent") > places.count("profile") > 0
    every = {"profile": rows("p", 1), "relevant": rows("r", 50), "recent": []}
    assert fill(every, 700, count).rows[-1].section == "relevant"
    assert len(fill(every, 700, count).rows) == 51
