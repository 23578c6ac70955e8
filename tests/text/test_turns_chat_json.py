"""Chats exported as JSON, rendered as transcripts that fall into the same messages again."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.turns.chat_json import render_chat_json, render_chats
from loomem.text.turns.dialogue import conversation_date, split_turns


def render(value: Any) -> str:
    rendered = render_chat_json(json.dumps(value))
    assert rendered is not None
    return rendered


def said(text: str) -> list[tuple[str | None, str]]:
    return [(turn.author, text[turn.body_start : turn.end]) for turn in split_turns(text)]


def test_a_list_of_role_and_content_becomes_a_transcript() -> None:
    chat = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
    assert render(chat) == "User: hi\n\nAssistant: hello"


def test_quotes_and_escapes_stand_as_they_were_said() -> None:
    chat = [{"role": "user", "content": 'a "b"\n\\ ż 你好'}]
    assert render(chat) == 'User: a "b"\n\\ ż 你好'


def test_messages_of_a_request_to_a_model_are_read() -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "x"}}]
    chat = {
        "model": "m",
        "messages": [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": parts},
            {"role": "assistant", "content": None, "tool_calls": []},
            {"role": "tool", "content": "42"},
            {"role": "assistant", "content": "so 42"},
        ],
    }
    assert render(chat) == "System: be kind\n\nUser: look\n\nTool: 42\n\nAssistant: so 42"


def node(parent: str | None, children: list[str], role: str, text: str, time: float) -> Any:
    message = {
        "author": {"role": role},
        "content": {"content_type": "text", "parts": [text]},
        "create_time": time,
    }
    return {"parent": parent, "children": children, "message": message if text else None}


TREE = {
    "root": node(None, ["a"], "system", "", 0),
    "a": node("root", ["b", "c"], "user", "hej", 1_714_730_000.5),
    "b": node("a", [], "assistant", "abandoned", 1_714_730_010),
    "c": node("a", [], "assistant", "cześć", 1_714_730_020),
}


def test_the_current_branch_of_a_tree_is_read_with_title_and_date() -> None:
    export = [
        {"title": "Plans", "create_time": 1_714_730_000.5, "mapping": TREE, "current_node": "c"}
    ]
    text = render(export)
    assert text == "Title: Plans\n\nDate: 2024-05-03\n\nUser: hej\n\nAssistant: cześć"
    assert conversation_date(text) == "2024-05-03"


def test_without_a_current_node_the_latest_leaf_counts() -> None:
    assert "abandoned" not in render([{"mapping": TREE}])


def test_hidden_messages_are_left_out() -> None:
    hidden = node(None, [], "system", "secret rules", 1)
    hidden["message"]["metadata"] = {"is_visually_hidden_from_conversation": True}
    tree = {"h": hidden, "a": node("h", [], "user", "hi", 2)}
    assert render([{"mapping": tree, "current_node": "a"}]).endswith("User: hi")
    assert "secret" not in render([{"mapping": tree, "current_node": "a"}])


def test_a_tree_that_runs_in_a_circle_ends() -> None:
    tree = {"a": node("b", ["b"], "user", "x", 1), "b": node("a", ["a"], "assistant", "y", 2)}
    assert "User: x" in render([{"mapping": tree, "current_node": "a"}])


def test_messages_of_several_days_carry_their_stamps() -> None:
    export = [
        {
            "name": "Trip",
            "created_at": "2024-05-03T10:00:00.000Z",
            "chat_messages": [
                {"sender": "human", "text": "q", "created_at": "2024-05-03T10:00:01Z"},
                {
                    "sender": "assistant",
                    "text": "",
                    "content": [{"type": "text", "text": "a"}],
                    "created_at": "2024-05-04T09:30:00Z",
                },
            ],
        }
    ]
    text = render(export)
    assert text == "Title: Trip\n\n[2024-05-03 10:00] User: q\n\n[2024-05-04 09:30] Assistant: a"
    assert [turn.day for turn in split_turns(text)] == [None, "2024-05-03", "2024-05-04"]


def test_speakers_and_texts_become_a_transcript_with_names() -> None:
    chat = [{"speaker": "anna_k", "text": "ok"}, {"speaker": "李四", "text": "不"}]
    text = render(chat)
    assert said(text) == [("anna_k", "ok"), ("李四", "不")]


def test_a_log_of_one_object_a_line_is_read() -> None:
    log = "\n".join(
        [
            '{"type": "user", "message": {"role": "user", "content": "hi"}, "timestamp": "2024-05-03T10:00:00Z"}',
            '{"type": "summary", "summary": "greeting"}',
            '{"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "yo"}, {"type": "tool_use", "name": "x", "input": {}}]}}',
        ]
    )
    assert render_chat_json(log) == "Date: 2024-05-03\n\nUser: hi\n\nAssistant: yo"


def test_a_quoted_transcript_stays_inside_of_its_message() -> None:
    chat = [
        {"role": "user", "content": "read:\nUser: x\nAssistant: y\n2024-05-03"},
        {"role": "assistant", "content": "done"},
    ]
    assert said(render(chat)) == [
        ("User", "read:\n    User: x\n    Assistant: y\n    2024-05-03"),
        ("Assistant", "done"),
    ]


def test_a_fence_left_open_is_closed_with_its_message() -> None:
    chat = [
        {"role": "user", "content": "```py\nx"},
        {"role": "assistant", "content": "```\ny\n```"},
    ]
    assert said(render(chat)) == [("User", "```py\nx\n```"), ("Assistant", "```\ny\n```")]


def test_names_quoted_by_a_single_speaker_do_not_speak() -> None:
    chat = [{"role": "user", "content": "chat:\n\nAnna: I am here.\nAnna: Are you there?"}]
    assert [author for author, _ in said(render(chat))] == ["User"]


def test_several_conversations_give_a_transcript_each() -> None:
    export = [
        {"title": "One", "messages": [{"role": "user", "content": "first"}]},
        {"title": "Two", "messages": [{"role": "user", "content": "second"}]},
    ]
    assert render_chats(json.dumps(export)) == [
        "Title: One\n\nUser: first",
        "Title: Two\n\nUser: second",
    ]


def test_half_a_surrogate_pair_becomes_a_replacement_sign() -> None:
    text = '[{"role": "user", "content": "\\ud83c and \\ud83c\\udf77"}]'
    assert render_chat_json(text) == "User: \ufffd and 🍷"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain words",
        "[note] a line",
        "{broken",
        "[]",
        "{}",
        "[1, 2, 3]",
        '{"a": 1}',
        '[{"role": "user"}]',
        '[{"role": "user", "content": ""}]',
        '[{"role": 3, "content": "x"}]',
        '[{"role": "user", "content": "x"',
        '{"mapping": {"a": 1}, "current_node": 5}',
        '{"messages": "no"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" + "1" * 10_000 + "]",
        "null",
        "\ufeff",
    ],
)
def test_what_is_no_chat_is_not_rendered(text: str) -> None:
    assert render_chat_json(text) is None
    assert render_chats(text) == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["role", "content", "text", "parts", "mapping", "message", "messages", "author",
             "create_time", "timestamp", "parent", "children", "current_node", "type", "title"]
        ),
        inner,
        max_size=6,
    ),
    max_leaves=20,
)  # fmt: skip


@settings(deadline=None, max_examples=400)
@given(VALUES)
def test_any_json_is_read_without_an_error(value: Any) -> None:
    render_chat_json(json.dumps(value))


LINES = st.sampled_from(
    ["hello there", "User: x", "**Anna:** y", "```", "~~~py", "# User", "## H", "---", "", "  z", "Pros: a",
     "Date: 2024-05-03", "2024-05-03", "Participants: a, b", "[10:32] Bob: x", "用户：好", "Title: q",
     "12.03.2024, 10:14 - note", "<bob> x", "Bob: w", "Bob: how are you?", "\u200eAnna: s"]
)  # fmt: skip
BODIES = (st.lists(LINES, min_size=1, max_size=6).map("\n".join) | st.text(min_size=1)).filter(
    lambda text: bool(text.strip())
)
SPEAKERS = st.sampled_from(
    [
        "user",
        "assistant",
        "system",
        "tool",
        "Anna",
        "bob",
        "李四",
        "Note",
        "a: b",
        "x" * 99,
        "1",
        "__",
        "ai",
    ]
)


def squeezed(text: str) -> str:
    """Indents and the invisible marks that phones put before a message do not count."""
    return "".join(text.replace("\u200e", "").replace("\u200f", "").split())


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.tuples(SPEAKERS, BODIES), min_size=1, max_size=8),
    st.sampled_from([[], ["2024-05-03"], ["2024-05-03", "2024-05-04T10:00:00Z"]]),
)
def test_every_message_comes_back_as_one_turn(
    chat: list[tuple[str, str]], times: list[str]
) -> None:
    items = [
        {
            "role": speaker,
            "content": body,
            **({"timestamp": times[at % len(times)]} if times else {}),
        }
        for at, (speaker, body) in enumerate(chat)
    ]
    rendered = render(items)
    turns = [turn for turn in split_turns(rendered) if turn.author is not None]
    assert len(turns) == len(items)
    for turn, (_, body) in zip(turns, chat, strict=True):
        found = squeezed(rendered[turn.body_start : turn.end])
        wanted = squeezed(body.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        assert found.startswith(wanted)
        assert set(found[len(wanted) :]) <= set("`~")
