"""Keys: bounded, ordered, and never shared between streams."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import InvalidRequestError
from loomem.model.ids import check_stream
from loomem.stores import keys
from loomem.stores.schema import MAX_KEY_BYTES

STREAMS = st.text("abcXYZ019_.@-", min_size=1, max_size=128)
IDS = st.text("abc019-:.", min_size=1, max_size=160)
TIMES = st.integers(0, 2**63 - 1)


@settings(deadline=None)
@given(STREAMS, TIMES, IDS)
def test_a_time_key_gives_back_what_it_was_made_of(stream: str, time: int, chunk_id: str) -> None:
    key = keys.time_key(stream, time, chunk_id)
    assert keys.time_key_parts(stream, key) == (time, chunk_id)
    assert len(key) <= MAX_KEY_BYTES


@settings(deadline=None)
@given(STREAMS, TIMES, TIMES, IDS, IDS)
def test_time_keys_sort_by_time(stream: str, one: int, two: int, a: str, b: str) -> None:
    if one != two:
        keys_in_order = keys.time_key(stream, one, a) < keys.time_key(stream, two, b)
        assert keys_in_order == (one < two)


@settings(deadline=None)
@given(STREAMS, STREAMS, TIMES, IDS)
def test_no_key_of_one_stream_begins_like_those_of_another(
    one: str, two: str, number: int, chunk_id: str
) -> None:
    if one != two:
        prefix = keys.stream_prefix(two)
        for key in (
            keys.time_key(one, number, chunk_id),
            keys.vector_key(one, number),
            keys.subject_prefix(one, chunk_id) + chunk_id.encode(),
        ):
            assert not key.startswith(prefix)


@settings(deadline=None)
@given(STREAMS, st.text(max_size=3_000), IDS)
def test_any_subject_fits_into_a_key(stream: str, subject: str, chunk_id: str) -> None:
    assert len(keys.subject_prefix(stream, subject) + chunk_id.encode()) <= MAX_KEY_BYTES


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_outbox_keys_sort_by_number(one: int, two: int) -> None:
    assert (keys.intent_key(one) < keys.intent_key(two)) == (one < two)
    assert keys.intent_seq(keys.intent_key(one)) == one


@pytest.mark.parametrize("stream", ["", " ", "a" * 129, "a b", "ż", "a/b", "a\x00b", "x" * 600])
def test_a_stream_id_outside_the_alphabet_is_refused(stream: str) -> None:
    with pytest.raises(InvalidRequestError):
        check_stream(stream)
