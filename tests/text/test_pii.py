"""Markers, their places and the walk through metadata, whatever the kind."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.pii import Finding, PiiKind, RedactionOptions, Redactor
from loomem.text.pii.redactor import MAX_DEPTH, TOO_DEEP

REDACTOR = Redactor(RedactionOptions(blocklist=("Tesla", "机密")))
MIXED = (
    "Jan: tel. 600700800, jan@example.com, PESEL 44051401359, karta 4111 1111 1111 1111, "
    'konto PL61109010140000071219812874, password = "hunter2", Tesla.'
)


def test_every_kind_has_its_marker_and_its_place() -> None:
    result = REDACTOR.redact(MIXED)
    assert result.text == (
        "Jan: tel. [PHONE], [EMAIL], PESEL [ID], karta [ID], konto [ID], "
        'password = "[REDACTED]", [REDACTED].'
    )
    values = [MIXED[f.start : f.start + f.length] for f in result.findings]
    assert values == [
        "600700800", "jan@example.com", "44051401359", "4111 1111 1111 1111",
        "PL61109010140000071219812874", "hunter2", "Tesla",
    ]  # fmt: skip
    assert result.counts() == dict.fromkeys(PiiKind, 1)


def test_a_finding_does_not_hold_the_value() -> None:
    assert "600700800" not in repr(REDACTOR.redact(MIXED).findings)


def test_a_second_time_changes_nothing() -> None:
    once = REDACTOR.redact(MIXED).text
    assert REDACTOR.redact(once).text == once
    assert REDACTOR.redact(once).findings == ()


def test_everything_can_be_switched_off() -> None:
    off = Redactor(RedactionOptions(enabled=False, blocklist=("Tesla",)))
    assert off.redact(MIXED).text == MIXED
    assert off.redact_value({"k": MIXED}) == ({"k": MIXED}, ())


def test_the_longest_of_overlapping_finds_wins() -> None:
    result = Redactor(RedactionOptions(blocklist=("jan", "example"))).redact("jan@example.com jan")
    assert result.text == "[EMAIL] [REDACTED]"


def test_text_without_anything_is_returned_as_it_is() -> None:
    text = "Zażółć gęślą jaźń. 我喜欢喝茶。 [1] [x] \ud83c \x00"
    assert REDACTOR.redact(text).text == text


def test_keys_and_values_of_metadata_are_redacted_at_any_depth() -> None:
    value, findings = REDACTOR.redact_value(
        {"contact": {"jan@example.com": ["tel. 600 700 800", {"x": "44051401359"}]}, "n": 1}
    )
    assert value == {"contact": {"[EMAIL]": ["tel. [PHONE]", {"x": "[ID]"}]}, "n": 1}
    assert findings == (
        Finding(PiiKind.EMAIL, 0, 15, "/contact/[EMAIL]"),
        Finding(PiiKind.PHONE, 5, 11, "/contact/[EMAIL]/0"),
        Finding(PiiKind.PESEL, 0, 11, "/contact/[EMAIL]/1/x"),
    )


@pytest.mark.parametrize(
    ("value", "redacted"),
    [
        ({"phone": "600700800"}, {"phone": "[PHONE]"}),
        ({"phone": 600700800}, {"phone": "[PHONE]"}),
        ({"phones": ["600700800", 601701801]}, {"phones": ["[PHONE]", "[PHONE]"]}),
        ({"order": 600700800}, {"order": 600700800}),
        ({"password": "hunter2"}, {"password": "[REDACTED]"}),
        ({"pesel": 44051401359}, {"pesel": "[ID]"}),
        ({"Tesla": "Tesla"}, {"[REDACTED]": "[REDACTED]"}),
        ("jan@example.com", "[EMAIL]"),
        (44051401359, "[ID]"),
        (("a@x.pl", None, True, 1.5, 600700800), ["[EMAIL]", None, True, 1.5, 600700800]),
        ({1: "a@x.pl", None: 2}, {1: "[EMAIL]", None: 2}),
        ({}, {}),
        ([], []),
        (None, None),
    ],
)
def test_a_key_counts_as_the_words_before_its_value(value: Any, redacted: Any) -> None:
    assert REDACTOR.redact_value(value)[0] == redacted


def test_keys_that_become_equal_stay_apart() -> None:
    value = {"a@x.pl": 1, "b@x.pl": 2, "[EMAIL]": 3}
    redacted, _ = REDACTOR.redact_value(value)
    assert redacted == {"[EMAIL]": 1, "[EMAIL] (2)": 2, "[EMAIL] (3)": 3}
    assert REDACTOR.redact_value(redacted) == (redacted, ())


def test_what_lies_too_deep_is_hidden_whole() -> None:
    value: Any = {"x": "jan@example.com"}
    for _ in range(MAX_DEPTH):
        value = [value]
    redacted, _ = REDACTOR.redact_value(value)
    assert TOO_DEEP in repr(redacted)
    assert "jan" not in repr(redacted)


PIECES = (
    "600 700 800", "600700800", "+48", "tel. ", "jan@example.com", "@", ".pl", "44051401359", " ",
    "4111 1111 1111 1111", "PL61109010140000071219812874", "password", " = ", ": ", '"', "hunter2",
    "Tesla", "机密", "[PHONE]", "[EMAIL]", "[ID]", "[REDACTED]", "[", "]", "-", "1", "12", "x", "\n",
    "://", "a:b@c", "Bearer ", "aB3dE5gH7jK9mN1pQ2rS4tU6", "sk-", "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----", "id ", "zł", "电话", "token", "hasło to ", "(", ")", ",", "/", "0048",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=40))
@settings(deadline=None, max_examples=300)
def test_redaction_is_idempotent_and_its_places_fit(text: str) -> None:
    result = REDACTOR.redact(text)
    assert REDACTOR.redact(result.text).text == result.text
    place = 0
    for finding in result.findings:
        assert place <= finding.start < finding.start + finding.length <= len(text)
        place = finding.start + finding.length


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(PIECES),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(PIECES), inner, max_size=3)
        ),
        max_leaves=12,
    )
)
@settings(deadline=None, max_examples=150)
def test_any_json_is_walked_and_a_second_walk_changes_nothing(value: Any) -> None:
    once, _ = REDACTOR.redact_value(value)
    twice, _ = REDACTOR.redact_value(once)
    assert repr(twice) == repr(once)


FLOODS = (
    "1", "1 ", "600 700 800 ", "@", "a@", "a@b.", "a@b.pl ", "password ", "password=a1b2c3d4 ", "key: ",
    "4111 1111 1111 1111 ", "PL61 ", "PL61109010140000071219812874 ", "sk-", "sk-abc-", "eyJ",
    "eyJaaaaaaaaa.", "-----BEGIN PRIVATE KEY-----", "://a:", "://a:b@", "+48", "(", "tel ",
    "tel 123456789 ", "Tesla ", "[PHONE]", "\n", "ł", "bearer ", "12.", "token_", 'password="a',
    "eyJaaaaaaaaa-", "a@b-b-b-b-b-b-b-b-b-b-", "a@b.b.b.b.b.b.b.b.b.b.", "ß", "password      ", "-----BEGIN ",
)  # fmt: skip


@pytest.mark.parametrize("flood", FLOODS)
def test_a_long_flood_of_anything_is_read(flood: str) -> None:
    text = (flood * (300_000 // len(flood) + 1))[:300_000]
    assert len(REDACTOR.redact(text).text) <= 4 * len(text)
