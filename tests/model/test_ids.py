"""Ids of memories: valid, unlike each other, and in the order in which they are made."""

import uuid

from loomem.model.ids import is_chunk_id, new_chunk_id

NOW = 1_700_000_000


def test_an_id_is_a_uuid_of_version_seven() -> None:
    made = uuid.UUID(new_chunk_id(NOW))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == NOW * 1_000
    assert is_chunk_id(str(made))


def test_ids_of_one_second_differ() -> None:
    assert len({new_chunk_id(NOW) for _ in range(10_000)}) == 10_000


def test_a_later_second_sorts_later() -> None:
    ids = [new_chunk_id(NOW + second) for second in range(100)]
    assert ids == sorted(ids)
