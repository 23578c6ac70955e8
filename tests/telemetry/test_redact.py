"""What must never reach a log line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loomem.telemetry.redact import PRIVATE_KEYS, drop_private_fields, is_private, mask_secrets

SECRET = "correct horse battery staple"


@pytest.mark.parametrize("key", sorted(PRIVATE_KEYS))
@pytest.mark.parametrize("wrap", [lambda d: d, lambda d: {"deep": [{"er": d}]}])
def test_private_values_are_masked_at_any_depth(key: str, wrap: Any) -> None:
    event = drop_private_fields(None, "info", wrap({key: SECRET, "n": 3}))
    assert SECRET not in repr(event)
    assert "3" in repr(event)


@pytest.mark.parametrize("key", ["API-Key", "auth_token", "original_content", "X-Api-Key", "Text"])
def test_names_that_end_in_a_private_word_are_private_too(key: str) -> None:
    assert is_private(key)


@pytest.mark.parametrize(
    "key", ["context", "keys_left", "route", "tokens_used", "contents_digest"]
)
def test_names_that_only_resemble_one_are_shown(key: str) -> None:
    assert not is_private(key)


def test_a_number_under_a_private_name_is_shown() -> None:
    assert drop_private_fields(None, "info", {"key": 7, "text": None}) == {"key": 7, "text": None}


def test_only_the_length_of_a_private_value_is_kept() -> None:
    assert drop_private_fields(None, "info", {"text": "abc"})["text"] == "[private, 3]"


def test_bytes_are_never_shown() -> None:
    assert "abc" not in repr(drop_private_fields(None, "info", {"frame": b"abc"}))


@pytest.mark.parametrize(
    "line",
    [
        f"Authorization: Bearer {SECRET.split()[0]}",
        f"authorization=basic {SECRET.split()[0]}",
        "GET /v1/x?stream=1&query=correct%20horse HTTP/1.1",
        "GET /v1/x?token=correct",
    ],
)
def test_credentials_and_query_strings_inside_a_text_are_masked(line: str) -> None:
    assert "correct" not in mask_secrets(line)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["text", "query"]), inner)
        | st.dictionaries(st.sampled_from(["text", "query"]), st.just(SECRET))
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.text(min_size=1, max_size=5), _values))
def test_no_shape_of_event_lets_a_private_value_through(event: dict[str, Any]) -> None:
    shown = {key: value for key, value in event.items() if not key.startswith("_")}
    assert SECRET not in repr(drop_private_fields(None, "info", shown))
