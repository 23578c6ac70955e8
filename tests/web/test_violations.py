from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import InvalidRequestError, TooLargeError
from loomem.operations.violations import invalid_request


class Rating(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    usefulness: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    content: Annotated[str, msgspec.Meta(min_length=1, max_length=5)]
    ratings: Annotated[list[Rating], msgspec.Meta(max_length=2)] = []
    counts: dict[str, int] = {}


def error_of(value: Any) -> InvalidRequestError:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Request)
    return invalid_request(caught.value)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"content": 1}, "content"),
        ({"content": ""}, "content"),
        ({}, "content"),
        (
            {"content": "a", "ratings": [{"usefulness": 1}, {"usefulness": 9}]},
            "ratings[1].usefulness",
        ),
        ({"content": "a", "ratings": [{}]}, "ratings[0].usefulness"),
        ({"content": "a", "ratings": [{"usefulness": 1, "more": 1}]}, "ratings[0].more"),
        ({"content": "a", "typo": 1}, "typo"),
        ({"content": "a", "counts": {"k": "x"}}, "counts[...]"),
        ({"content": "a", "counts": {1: 1}}, "counts"),
    ],
)
def test_the_path_of_the_field_is_named(value, path):
    error = error_of(value)
    assert error.details == {"path": path}
    assert path in error.message


def test_a_value_over_its_documented_length_is_too_large():
    assert type(error_of({"content": "abcdef"})) is TooLargeError
    assert type(error_of({"content": "a", "ratings": [{"usefulness": 1}] * 3})) is TooLargeError
    assert type(error_of({"content": ""})) is InvalidRequestError


def test_what_is_no_object_has_no_path():
    assert error_of([]).details is None


def test_an_endless_field_name_does_not_come_back_whole():
    assert len(error_of({"content": "a", "x" * 100_000: 1}).message) < 300


@given(st.dictionaries(st.text(min_size=9), st.none() | st.integers() | st.text(), min_size=1))
@settings(deadline=None, max_examples=200)
def test_any_violation_becomes_an_error_with_a_message(value):
    assert error_of(value).message
