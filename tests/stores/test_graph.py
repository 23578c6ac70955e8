"""The entity graph: each name, other name and link lives and goes with the memories that support it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from loomem.model.chunk import Chunk
from loomem.stores.bundle import Stores
from loomem.stores.graph_reading import EntityView
from loomem.stores.graph_rows import MODEL, token_of
from loomem.text.entities.model import EntityType, Link, Mention, OtherName, Reading
from tests.support.fakes import NOW, open_test_stores

STREAM = "s1"


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    opened = open_test_stores(tmp_path / "data")
    yield opened
    opened.close()


def memory(chunk_id: str, content: str, stream: str = STREAM) -> Chunk:
    return Chunk(id=chunk_id, content=content, timestamp=NOW, stream=stream)


def save(stores: Stores, *chunks: Chunk) -> None:
    for chunk in chunks:
        stores.writer.submit(lambda write, c=chunk: stores.memories.save(write, c)).result()


def hide(stores: Stores, chunk: Chunk) -> None:
    save(stores, msgspec.structs.replace(chunk, deleted_at=NOW))


def erase(stores: Stores, chunk_id: str) -> None:
    stores.writer.submit(lambda write: stores.memories.erase(write, chunk_id)).result()


def look(stores: Stores, name: str, stream: str = STREAM) -> EntityView | None:
    with stores.env.read() as txn:
        return stores.graph.entity(txn, stream, name)


def rows(stores: Stores) -> list[bytes]:
    with stores.env.read() as txn:
        cursor = txn.cursor(db=stores.env.db("default"))
        return [bytes(k) for k, _ in cursor if bytes(k).startswith((b"graph:", b"llm_entities:"))]


def mention(name: str, kind: EntityType = EntityType.PERSON) -> Mention:
    return Mention(
        name=name, canonical=name, entity_type=kind, start=0, end=len(name), confidence=0.8
    )


def test_a_stored_memory_is_found_by_what_it_names(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google."))
    view = look(stores, "anna kowalska")
    assert view is not None
    assert (view.name, view.entity_type, view.chunk_ids) == ("Anna Kowalska", "Person", ["m1"])
    connection = view.connections[0]
    assert (connection.name, connection.relation, connection.direction) == (
        "Google",
        "works_at",
        "out",
    )
    other = look(stores, "Google")
    assert other is not None
    assert [(c.name, c.direction) for c in other.connections] == [("Anna Kowalska", "in")]


def test_streams_do_not_share_entities(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google.", "one"))
    assert look(stores, "Google", "two") is None
    assert look(stores, "Google", "one") is not None


def test_deleting_a_memory_hides_what_it_alone_supported_at_once(stores: Stores) -> None:
    first = memory("m1", "Anna Kowalska works at Google.")
    save(stores, first, memory("m2", "Anna Kowalska lives in Warsaw."))
    hide(stores, first)
    assert look(stores, "Google") is None
    view = look(stores, "Anna Kowalska")
    assert view is not None
    assert view.chunk_ids == ["m2"]
    assert {c.relation for c in view.connections} == {"located_in"}


def test_a_restored_memory_brings_its_entities_back(stores: Stores) -> None:
    first = memory("m1", "Anna Kowalska works at Google.")
    save(stores, first)
    hide(stores, first)
    save(stores, first)
    assert look(stores, "Google") is not None


def test_an_erased_memory_leaves_no_row(stores: Stores) -> None:
    save(stores, memory("m1", "Jan Kowalski, also known as Johnny K, works at Google in Warsaw."))
    assert rows(stores)
    erase(stores, "m1")
    assert rows(stores) == []


def test_an_erased_memory_leaves_what_others_support(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google."))
    save(stores, memory("m2", "Anna Kowalska works at Google too."))
    erase(stores, "m1")
    view = look(stores, "Google")
    assert view is not None
    assert view.chunk_ids == ["m2"]
    assert [c.chunks for c in view.connections] == [1]


def test_a_changed_text_takes_its_former_entities_with_it(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google."))
    save(stores, memory("m1", "Anna Kowalska works at Microsoft."))
    assert look(stores, "Google") is None
    assert look(stores, "Microsoft") is not None


def test_an_id_that_begins_like_another_one_is_another_memory(stores: Stores) -> None:
    save(stores, memory("m1", "We met at Google."), memory("m1:f0", "We met at Netflix."))
    erase(stores, "m1")
    assert look(stores, "Netflix") is not None
    assert look(stores, "Google") is None


def test_a_first_name_is_not_merged_with_a_full_name(stores: Stores) -> None:
    save(stores, memory("m1", "Jan Kowalski works at Google."), memory("m2", "I saw Jan today."))
    view = look(stores, "Jan Kowalski")
    assert view is not None
    assert view.chunk_ids == ["m1"]
    short = look(stores, "Jan")
    assert short is not None
    assert short.chunk_ids == ["m2"]


def test_a_memory_that_says_so_merges_two_names_until_it_is_deleted(stores: Stores) -> None:
    says_so = memory("m3", "Jan Kowalski, also known as Johnny, is here.")
    save(stores, memory("m1", "Jan Kowalski works at Google."))
    save(stores, memory("m2", "I saw Johnny today."), says_so)
    view = look(stores, "Johnny")
    assert view is not None
    assert (view.name, view.aliases) == ("Jan Kowalski", ["Johnny"])
    assert sorted(view.chunk_ids) == ["m1", "m2", "m3"]
    assert sorted(look(stores, "Jan Kowalski").chunk_ids) == ["m1", "m2", "m3"]  # type: ignore[union-attr]
    hide(stores, says_so)
    alone = look(stores, "Johnny")
    assert alone is not None
    assert (alone.name, alone.chunk_ids) == ("Johnny", ["m2"])
    assert look(stores, "Jan Kowalski").aliases == []  # type: ignore[union-attr]


def test_an_other_name_of_two_entities_merges_neither(stores: Stores) -> None:
    save(stores, memory("m1", "Jan Kowalski, also known as Johnny, is here."))
    save(stores, memory("m2", "Adam Nowak, also known as Johnny, is there."))
    save(stores, memory("m3", "I saw Johnny today."))
    view = look(stores, "Johnny")
    assert view is not None
    assert view.chunk_ids == ["m3"]
    assert look(stores, "Adam Nowak").chunk_ids == ["m2"]  # type: ignore[union-attr]


def test_an_other_name_of_a_deleted_memory_borrows_no_support(stores: Stores) -> None:
    gone = memory("m1", "Jan Kowalski, also known as Johnny, is here.")
    save(stores, gone, memory("m2", "Jan Kowalski works at Google."))
    hide(stores, gone)
    assert look(stores, "Johnny") is None


def test_places_in_three_languages_are_one(stores: Stores) -> None:
    save(stores, memory("m1", "She lives in Warsaw."), memory("m2", "Mieszka w Warszawa."))
    save(stores, memory("m3", "我住在华沙。"))
    view = look(stores, "华沙")
    assert view is not None
    assert (view.name, len(view.chunk_ids)) == ("Warszawa", 3)
    assert set(view.aliases) == {"Warsaw", "华沙"}


def test_a_model_adds_to_what_rules_found_and_neither_removes_the_others(stores: Stores) -> None:
    chunk = memory("m1", "Anna Kowalska works at Google on Zorblax.")
    save(stores, chunk)
    found = Reading(
        (mention("Zorblax", EntityType.PROJECT), mention("Google", EntityType.ORGANIZATION)),
        (Link(subject="Zorblax", relation="related_to", object="Google", confidence=0.7),),
        (OtherName(canonical="Zorblax", alias="ZX"),),
    )
    stores.writer.submit(lambda w: stores.graph_writer.link(w, chunk, found, MODEL)).result()
    assert look(stores, "ZX").name == "Zorblax"  # type: ignore[union-attr]
    stores.writer.submit(lambda w: stores.graph_writer.link(w, chunk, Reading())).result()
    assert look(stores, "Zorblax") is not None
    assert look(stores, "Google") is not None
    assert look(stores, "Anna Kowalska") is None
    erase(stores, "m1")
    assert rows(stores) == []


def test_a_link_needs_both_of_its_ends(stores: Stores) -> None:
    chunk = memory("m1", "nothing")
    link = Link(subject="Anna", relation="uses", object="Ghost", confidence=0.7)
    reading = Reading((mention("Anna"),), (link,))
    stores.writer.submit(lambda w: stores.memories.save(w, chunk)).result()
    stores.writer.submit(lambda w: stores.graph_writer.link(w, chunk, reading)).result()
    view = look(stores, "Anna")
    assert view is not None
    assert view.connections == []


def test_long_names_and_ids_fit_into_keys(stores: Stores) -> None:
    name = "Ż" * 400
    chunk = Chunk(id="i" * 160, content="x", timestamp=NOW, stream="s" * 128)
    reading = Reading((mention(name),), (), (OtherName(canonical=name, alias="Ą" * 300),))
    save(stores, chunk)
    stores.writer.submit(lambda w: stores.graph_writer.link(w, chunk, reading)).result()
    assert look(stores, "Ą" * 200, "s" * 128) is not None
    assert len(token_of(name)) < 160


def test_the_text_index_gets_names_and_links(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google and lives in Warsaw."))
    with stores.env.read() as txn:
        names, links = stores.graph_writer.entities_of(txn, "m1")
    assert set(names) == {"Anna Kowalska", "Google", "Warszawa", "Warsaw"}
    assert "anna kowalska works at google" in links


def test_neighbours_over_two_links(stores: Stores) -> None:
    save(stores, memory("m1", "Anna Kowalska works at Google."))
    save(stores, memory("m2", "Tom Baker works at Google."))
    with stores.env.read() as txn:
        near = stores.graph.neighbours(txn, STREAM, "Anna Kowalska", hops=1)
        far = stores.graph.neighbours(txn, STREAM, "Anna Kowalska", hops=2)
        chunks = stores.graph.chunks_of(txn, STREAM, ["Google"])
    assert [c.name for c in near] == ["Google"]
    assert [c.name for c in far] == ["Google", "Tom Baker"]
    assert sorted(chunks) == ["m1", "m2"]


def test_counts_leave_out_what_no_live_memory_supports(stores: Stores) -> None:
    gone = memory("m1", "Anna Kowalska works at Google.")
    save(stores, gone, memory("m2", "Tom Baker works at Google."))
    hide(stores, gone)
    with stores.env.read() as txn:
        stats = stores.graph.stats(txn, [STREAM])
    assert (stats.entities, stats.edges, stats.mentions) == (2, 1, 2)
    assert stats.by_type == {"Person": 1, "Organization": 1}
