"""Looking entities up and caring for the graph, as operations."""

import asyncio

import msgspec
import pytest

from loomem.clock import FixedClock
from loomem.errors import ConflictError, DeniedError, NotFoundError, UnavailableError
from loomem.knowledge.entity_queue import EntityQueue
from loomem.model.chunk import Chunk
from loomem.operations.context import Caller, Context, Services
from loomem.operations.graph_care import (
    build_graph,
    extract_entities,
    reset_backfill,
    retag_all,
)
from loomem.operations.graph_entity import GraphEntityRequest, graph_entity
from loomem.operations.graph_stats import GraphStatsRequest, graph_stats
from loomem.operations.views import Empty
from loomem.stores.effects import Work
from loomem.text.entities.dictionary import EntityDictionary, Entry
from loomem.text.entities.model import EntityType, Mention, Reading
from loomem.text.entities.reader import EntityReader
from tests.support.fakes import NOW, make_context


def chunk(chunk_id: str, content: str, stream: str = "s1") -> Chunk:
    return Chunk(id=chunk_id, content=content, timestamp=NOW, stream=stream)


async def save(services: Services, *chunks: Chunk) -> None:
    for one in chunks:
        await services.stores.writer.write(
            lambda write, c=one: services.stores.memories.save(write, c)
        )


async def finished(services: Services, job: str) -> None:
    async with asyncio.timeout(30):
        await asyncio.gather(*services.jobs._running.values())  # type: ignore[attr-defined]
    assert services.jobs.states()[job] == "done"


async def test_an_entity_is_described_from_live_memories(context: Context) -> None:
    await save(context.services, chunk("m1", "Anna Kowalska works at Google."))
    found = await graph_entity(context, GraphEntityRequest(name="Google", stream="s1"))
    assert (found.entity.name, found.entity.type) == ("Google", "organization")
    assert [(n.entity, n.relation, n.direction) for n in found.neighbors] == [
        ("Anna Kowalska", "works_at", "in")
    ]
    assert found.chunk_ids == ["m1"]


async def test_an_unknown_or_deleted_name_is_not_found(context: Context) -> None:
    one = chunk("m1", "Anna Kowalska works at Google.")
    await save(context.services, one, msgspec.structs.replace(one, deleted_at=NOW))
    for name in ("Google", "Nobody", "   ", "\x00", "a" * 500):
        with pytest.raises(NotFoundError):
            await graph_entity(context, GraphEntityRequest(name=name, stream="s1"))


async def test_a_foreign_stream_is_denied(services: Services) -> None:
    caller = Caller(name="guest", streams=frozenset({"s1"}))
    with pytest.raises(DeniedError):
        await graph_entity(
            make_context(services, caller), GraphEntityRequest(name="Google", stream="s2")
        )


async def test_counts_are_those_of_the_callers_streams(services: Services) -> None:
    await save(
        services,
        chunk("m1", "Anna Kowalska works at Google."),
        chunk("m2", "Tom Baker works at Netflix.", "s2"),
    )
    everyone = await graph_stats(make_context(services), GraphStatsRequest())
    assert everyone.entities == 4
    caller = Caller(name="guest", streams=frozenset({"s1"}))
    own = await graph_stats(make_context(services, caller), GraphStatsRequest())
    assert (own.entities, own.edges) == (2, 1)


async def test_a_new_dictionary_is_applied_by_reading_everything_again(
    services: Services, context: Context
) -> None:
    await save(services, chunk("m1", "the zorblax thing is late"))
    entry = Entry(canonical="Zorblax", entity_type=EntityType.PROJECT)
    services.stores.entities = EntityReader(EntityDictionary((entry,)))
    assert services.graph_builder.is_outdated()
    result = await retag_all(context, Empty())
    assert (result.retagged_count, result.changed_count) == (1, 1)
    assert not services.graph_builder.is_outdated()
    found = await graph_entity(context, GraphEntityRequest(name="zorblax", stream="s1"))
    assert found.entity.type == "project"


async def test_two_builds_at_once_are_refused(services: Services, context: Context) -> None:
    await save(services, chunk("m1", "Anna Kowalska works at Google."))
    started = await build_graph(context, Empty())
    assert started.status == "started"
    with pytest.raises(ConflictError):
        await retag_all(context, Empty())
    await finished(services, "build_graph")


async def test_without_a_model_the_answer_says_what_is_missing(context: Context) -> None:
    with pytest.raises(UnavailableError, match=r"llm\.api_key_env"):
        await extract_entities(context, Empty())


class Model:
    """Finds one name wherever it stands; ``failure`` makes it raise."""

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.calls: list[list[str]] = []

    async def find(self, chunks: list[Chunk]) -> dict[str, Reading]:
        self.calls.append([c.id for c in chunks])
        if self.failures:
            raise self.failures.pop()
        return {c.id: self._reading(c.content) for c in chunks}

    def _reading(self, text: str) -> Reading:
        at = text.find("Zorblax")
        if at < 0:
            return Reading()
        kind = EntityType.PROJECT
        found = Mention(
            name="Zorblax",
            canonical="Zorblax",
            entity_type=kind,
            start=at,
            end=at + 7,
            confidence=0.9,
        )
        return Reading((found,))


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def queue(services: Services, clock: FixedClock, model: Model) -> EntityQueue:
    services.entity_queue = EntityQueue(services.stores, clock, model, batch=2, linger_s=0)
    return services.entity_queue


def waiting(services: Services) -> int:
    with services.stores.env.read() as txn:
        return len(services.stores.intents.pending(txn, Work.ENTITIES))


async def test_new_memories_wait_on_disk_for_the_model(
    services: Services, context: Context, queue: EntityQueue, model: Model
) -> None:
    await save(services, *(chunk(f"m{n}", f"zzz Zorblax {n}") for n in range(3)))
    assert waiting(services) == 3
    assert await queue.work_once() == 2
    assert await queue.work_once() == 1
    assert waiting(services) == 0
    found = await graph_entity(context, GraphEntityRequest(name="Zorblax", stream="s1"))
    assert len(found.chunk_ids) == 3


async def test_a_model_that_is_down_loses_nothing(
    services: Services, queue: EntityQueue, model: Model, clock: FixedClock
) -> None:
    model.failures = [UnavailableError("down")]
    await save(services, chunk("m1", "Zorblax"))
    assert await queue.work_once() == 0
    assert waiting(services) == 1
    assert await queue.work_once() == 0, "not before the wait is over"
    clock.advance(10)
    assert await queue.work_once() == 1


async def test_one_bad_memory_does_not_hold_the_others_back(
    services: Services, queue: EntityQueue, model: Model
) -> None:
    await save(services, chunk("m1", "Zorblax"), chunk("m2", "Zorblax too"))
    model.failures = [NotFoundError("bad"), NotFoundError("bad")]
    assert await queue.work_once() == 1
    assert waiting(services) == 1


async def test_batches_are_of_one_stream_and_of_bounded_size(
    services: Services, clock: FixedClock, model: Model
) -> None:
    queue = EntityQueue(services.stores, clock, model, batch=5, max_tokens=100, linger_s=0)
    await save(services, chunk("a", "x" * 300), chunk("b", "y" * 300), chunk("c", "z", "s2"))
    while await queue.work_once():
        pass
    assert model.calls == [["a"], ["b"], ["c"]]


async def test_extracting_queues_what_no_model_has_read(
    services: Services, context: Context, queue: EntityQueue
) -> None:
    services.stores.memories.asks_model_for_entities = False
    await save(services, chunk("m1", "Zorblax"), chunk("m2", "nothing"))
    assert (await extract_entities(context, Empty())).status == "started"
    await finished(services, "extract_entities")
    assert waiting(services) == 2
    await queue.work_once()
    assert await queue.queue_all() == 0
    assert (await reset_backfill(context, Empty())).markers_deleted == 2
    assert await queue.queue_all() == 2


async def test_a_deleted_memory_is_not_sent_to_the_model(
    services: Services, queue: EntityQueue, model: Model
) -> None:
    one = chunk("m1", "Zorblax")
    await save(services, one, msgspec.structs.replace(one, deleted_at=NOW))
    assert await queue.work_once() == 1
    assert model.calls == []
    assert waiting(services) == 0
