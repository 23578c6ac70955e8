"""JSON out of what models say."""

import json
import time
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.errors import ModelError
from loomem.llm.json_reply import parse_reply, valid_items, values_in


class Facts(msgspec.Struct):
    facts: list[Any]


GOOD = '{"facts": [{"a": 1}, {"a": 2}]}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here you are:\n```\n{GOOD}\n```\nAnything else?",
        f"Sure! {GOOD} I hope this helps [1].",
        '{"facts": [{"a": 1,}, {"a": 2,},],}',
        "\ufeff" + GOOD,
        f"As {{requested}}, [see below]: {GOOD}",
        '<think>{"facts"?} maybe [</think>' + GOOD,
        '{"example": 1}\n' + GOOD,
        '{"facts": [{"a": 1}, {"a": 2}]',
        '{"facts": [{"a": 1}, {"a": 2}, {"a": 3',
        '{"facts": [{"a": 1}, {"a": 2}, {"a": 3, "b": "half a sent',
        '{"facts": [{"a": 1}, {"a": 2}, ...]}',
    ],
)
def test_the_facts_are_found_in_whatever_stands_around_them(text: str) -> None:
    assert parse_reply(text, Facts).facts == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "[]",
        "{}",
        '{"facts": 3}',
        "null",
        '"facts"',
        '{"facts": [',
        '{"facts": [{',
        "{" * 99,
    ],
)
def test_what_is_no_such_value_is_an_error_without_the_text(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        parse_reply(text, Facts)
    assert caught.value.__cause__ is None
    assert len(text) < 5 or text not in caught.value.message


def test_line_breaks_inside_of_strings_are_read() -> None:
    assert parse_reply('{"facts": ["a\nb"]}', Facts).facts == ["a\nb"]


def test_a_half_item_is_left_out_and_the_cut_is_told() -> None:
    (reply,) = values_in('[{"keep": true}, {"keep": tr')
    assert (reply.value, reply.is_complete) == ([{"keep": True}], False)


def test_one_bad_item_spoils_no_other() -> None:
    class Item(msgspec.Struct):
        a: int

    good, bad = valid_items([{"a": 1}, {"a": "x"}, None, {"a": "2"}], Item)
    assert ([item.a for item in good], bad) == ([1, 2], 2)


@settings(deadline=None, max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
        ),
        max_leaves=15,
    )
)
def test_everything_that_json_writes_is_read_as_it_was(value: Any) -> None:
    (reply,) = values_in(json.dumps([value]))
    assert (reply.value, reply.is_complete) == ([value], True)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet='{}[]",:\\ a1tn-.e', max_size=200))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    list(values_in(text))


@pytest.mark.parametrize("piece", ["{", "[", '{"a":', '["', "[1,", '{"a":1} ', ",", "]", '"'])
def test_a_megabyte_of_anything_takes_no_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    list(values_in(text))
    assert time.process_time() - start < 5
