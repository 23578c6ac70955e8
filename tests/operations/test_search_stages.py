"""What a search does beside comparing words and vectors."""

import msgspec
import pytest

from loomem.clock import FixedClock
from loomem.config.values import SearchStage
from loomem.model.chunk import Chunk
from loomem.model.ids import DEFAULT_STREAM
from loomem.operations import delete, feedback
from loomem.operations.context import Context, Services
from loomem.operations.search import SearchRequest, SearchResult, search
from loomem.operations.store import StatedRelation, StoreRequest, store
from loomem.operations.views import ById
from loomem.search.candidate import Query
from loomem.search.channels import Channels, chunks_of
from loomem.search.options import Options, Weights
from loomem.search.pipeline import SearchPipeline
from loomem.search.question import QuestionReader
from loomem.search.records import Records
from loomem.stores.effects import WriteTxn
from loomem.text.synonyms import Group, Spelled, Synonyms
from tests.support.fakes import NOW, WordEncoder


async def keep(context: Context, content: str, **fields: object) -> str:
    request = msgspec.convert({"content": content, **fields}, StoreRequest)
    return (await store(context, request)).id


async def ask(context: Context, query: str, **fields: object) -> SearchResult:
    return await search(context, msgspec.convert({"query": query, **fields}, SearchRequest))


async def found(context: Context, query: str, **fields: object) -> list[str]:
    return [hit.id for hit in (await ask(context, query, **fields)).results]


def use(services: Services, options: Options, *groups: Group) -> None:
    services.searcher = SearchPipeline(
        services.stores,
        WordEncoder(),
        services.clock,
        options,
        Synonyms(services.stores.analyzer, groups),
    )


async def test_words_of_the_owner_find_what_they_stand_for(
    context: Context, services: Services
) -> None:
    wanted = await keep(context, "the frobnicator runs on three old laptops")
    for number in range(20):
        await keep(context, f"note {number} speaks of soup")
    group = Group([Spelled("zorp"), Spelled("frobnicator")])
    use(services, Options(), group)
    assert (await found(context, "zorp"))[0] == wanted
    use(services, Options(without=frozenset({SearchStage.SYNONYMS})), group)
    assert not any(hit.metadata.bm25_score for hit in (await ask(context, "zorp")).results)


async def test_a_rare_word_reaches_the_pool_whatever_else_is_asked(
    context: Context, services: Services
) -> None:
    wanted = await keep(context, "Quenby spoke")
    for _ in range(12):
        await keep(context, f"zinc cobalt nickel {_}")
    for number in range(150):
        await keep(context, f"line {number} of the cookbook speaks of soup")
    question = "what did Quenby say of zinc, cobalt and nickel"
    options = Options(weights=Weights(pool=10))
    assert wanted in await _pool(services, options, question)
    rest = msgspec.structs.replace(options, without=frozenset({SearchStage.RARE_TERMS}))
    assert wanted not in await _pool(services, rest, question)


async def _pool(services: Services, options: Options, question: str) -> list[str]:
    """The candidates of the words alone."""
    stores = services.stores
    query = Query(text=question, streams=(DEFAULT_STREAM,), limit=3)
    reader = QuestionReader(stores.analyzer, Synonyms(stores.analyzer), options)
    read = reader.read(query, stores.analyzer.query_terms(question), NOW)
    stores.indexer.flush()
    found = Channels(stores, options).by_words(query, read, Records(stores, query), NOW)
    return [chunk.id for chunk in chunks_of(found.hits)]


async def test_a_link_brings_in_what_lies_beside(context: Context, services: Services) -> None:
    relation = StatedRelation(subject="Anna Kowalska", relation="manages", object="Apollo")
    request = StoreRequest(content="Anna Kowalska leads Apollo.", relations=[relation])
    await store(context, request)
    beside = await keep(context, "The budget of project Apollo is 5000 euros.")
    for number in range(20):
        await keep(context, f"line {number} of the cookbook speaks of soup")
    use(services, Options())
    hits = (await ask(context, "anna kowalska", top_k=100)).results
    scores = {hit.id: hit.score for hit in hits}
    assert scores[beside] >= 0.3 * hits[0].score - 1e-6
    use(services, Options(without=frozenset({SearchStage.GRAPH})))
    plain = {hit.id: hit.score for hit in (await ask(context, "anna kowalska", top_k=100)).results}
    assert plain.get(beside, 0.0) < scores[beside]


async def test_conditions_hold_for_what_links_and_rare_words_bring_in(context: Context) -> None:
    relation = StatedRelation(subject="Anna Kowalska", relation="manages", object="Apollo")
    request = StoreRequest(
        content="Anna Kowalska leads Apollo.", relations=[relation], source_agent="claude"
    )
    link = (await store(context, request)).id
    budget = "The budget of project Apollo is 5000 euros."
    await keep(context, budget, source_agent="other", event_date="2020-01-01")
    await keep(context, "Anna Kowalska of Apollo is in the other stream.", stream="elsewhere")
    ask_claude = {"source_agent": "claude"}
    assert await found(context, "what of Anna Kowalska and the budget", **ask_claude) == [link]
    in_that_year = {"date_from": "2020-01-01", "date_to": "2020-12-31"}
    hits = (await ask(context, "Anna Kowalska", **in_that_year)).results
    assert [hit.content for hit in hits] == [budget]


async def test_an_entity_that_is_asked_for_keeps_out_what_lies_beside(context: Context) -> None:
    relation = StatedRelation(subject="Anna Kowalska", relation="manages", object="Apollo")
    request = StoreRequest(content="Anna Kowalska leads Apollo.", relations=[relation])
    link = (await store(context, request)).id
    await keep(context, "The budget of project Apollo is 5000 euros.")
    assert await found(context, "Anna Kowalska", entity="Anna Kowalska") == [link]


async def test_a_question_that_asks_for_a_day_only_gets_that_day(context: Context) -> None:
    wanted = [
        await keep(context, "the chimney was swept", event_date="2023-11-13"),
        await keep(context, "Ola sold the piano", event_date="2023-11-13"),
    ]
    for number in range(8):
        await keep(
            context, f"what happened happened {number}", event_date=f"2023-10-0{number + 1}"
        )
    assert set(await found(context, "What happened yesterday?")) == set(wanted)
    assert set(await found(context, "co się działo wczoraj")) == set(wanted)
    assert set(await found(context, "2023年11月13日发生了什么?")) == set(wanted)


async def test_a_day_without_memories_takes_nothing_away(context: Context) -> None:
    other = await keep(context, "the chimney was swept", event_date="2020-01-01")
    assert await found(context, "what happened yesterday") == [other]


async def test_days_beside_a_subject_lift_and_leave_nothing_out(context: Context) -> None:
    on_day = await keep(context, "the chimney was swept", event_date="2023-11-13")
    other = await keep(context, "the chimney was swept by Jan", event_date="2023-10-01")
    assert set(await found(context, "was the chimney swept yesterday")) == {on_day, other}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Meeting on Monday with Anna", "Meeting on Monday with Ola"),
        ("Spotkanie w poniedziałek z Anną", "Spotkanie w poniedziałek z Olą"),
        ("周一和王明开会", "周一和刘洋开会"),
        ("Room 12 is on the left", "Room 13 is on the left"),
        ("Anna drives to Ola", "Ola drives to Anna"),
    ],
)
async def test_different_facts_in_one_template_both_stay(
    first: str, second: str, context: Context
) -> None:
    ids = {await keep(context, first), await keep(context, second)}
    assert set(await found(context, first)) == ids


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many notes are there", 30),
        ("ile jest notes", 30),
        ("有多少 notes", 30),
        ("which note is about soup", 10),
    ],
)
async def test_a_question_that_counts_gets_thirty_results(
    question: str, count: int, context: Context
) -> None:
    for number in range(40):
        await keep(context, f"notes on soup number {number}")
    assert len(await found(context, question)) == count
    assert len(await found(context, question, top_k=3)) == 3


async def test_where_things_are_counted_each_one_stays(
    context: Context, services: Services, encoder: WordEncoder
) -> None:
    def save(write: WriteTxn) -> None:
        for chunk_id in ("m1", "m2"):
            chunk = Chunk(id=chunk_id, content="Ola sold a boat", timestamp=NOW)
            services.stores.memories.save(write, chunk, encoder.vector(chunk.content))

    await services.stores.writer.write(save)
    assert len(await found(context, "how many boats did Ola sell")) == 2
    assert len(await found(context, "when did Ola sell a boat")) == 1


async def test_the_same_words_in_two_streams_are_two_memories(context: Context) -> None:
    kept = {await keep(context, "The gate code is 4711.", stream=s) for s in ("home", "work")}
    assert set(await found(context, "gate code", streams=["home", "work"])) == kept


async def test_a_kept_answer_goes_with_every_write(context: Context, services: Services) -> None:
    first = await keep(context, "the boiler is in the cellar")
    assert await found(context, "boiler") == [first]
    second = await keep(context, "the boiler is serviced in May")
    assert set(await found(context, "boiler")) == {first, second}
    await delete.delete(context, ById(id=first))
    assert await found(context, "boiler") == [second]


async def test_a_rating_reaches_a_kept_answer(context: Context) -> None:
    for content in ("the boiler is old", "the boiler is loud"):
        await keep(context, content)
    top = (await found(context, "boiler"))[0]
    rating = feedback.RatingRequest(chunk_id=top, usefulness=0, harmful=True)
    await feedback.feedback(context, feedback.FeedbackRequest(ratings=[rating]))
    assert (await found(context, "boiler"))[0] != top


async def test_the_same_question_is_answered_once(
    context: Context, services: Services, encoder: WordEncoder
) -> None:
    await keep(context, "the boiler is in the cellar")
    first = await ask(context, "boiler")
    asked = len(encoder.batches)
    again = await ask(context, "boiler")
    assert len(encoder.batches) == asked
    assert again.results == first.results


@pytest.mark.parametrize(
    "fields",
    [
        {"top_k": 1},
        {"include_superseded": True},
        {"date_from": "2020-01-01"},
        {"valid_at": 1},
        {"min_confidence": 0.5},
        {"source_agent": "else"},
        {"entity": "Nobody"},
        {"stream": "other"},
    ],
)
async def test_another_condition_is_another_question(
    fields: dict[str, object], context: Context, encoder: WordEncoder
) -> None:
    await keep(context, "the boiler is in the cellar")
    await ask(context, "boiler")
    asked = len(encoder.batches)
    await ask(context, "boiler", **fields)
    assert len(encoder.batches) > asked


async def test_yesterday_is_another_day_tomorrow(
    context: Context, encoder: WordEncoder, clock: FixedClock
) -> None:
    await keep(context, "the boiler is in the cellar")
    await ask(context, "boiler yesterday")
    asked = len(encoder.batches)
    clock.advance(86_400)
    await ask(context, "boiler yesterday")
    assert len(encoder.batches) > asked


async def test_rank_fusion_answers_too(context: Context, services: Services) -> None:
    use(services, Options(fusion="rrf"))
    wanted = await keep(context, "the boiler is in the cellar")
    await keep(context, "the piano is in the hall")
    assert (await found(context, "boiler cellar"))[0] == wanted


@pytest.mark.parametrize("stage", list(SearchStage))
async def test_each_stage_can_be_left_out(
    stage: SearchStage, context: Context, services: Services
) -> None:
    use(services, Options(without=frozenset({stage})))
    wanted = await keep(context, "the boiler is in the cellar")
    assert await found(context, "boiler") == [wanted]
