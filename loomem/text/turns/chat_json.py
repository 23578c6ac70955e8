"""Renders a chat exported as JSON as the plain transcript that is then stored as the source.

In JSON, words stand escaped, so that no range of its bytes is what somebody said. What is rendered
reads like any transcript, and ``split_turns`` gives the messages back.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from loomem.text.blocks import is_heading, is_rule, open_fence
from loomem.text.turns.chat_messages import Conversation, Message, conversations_in
from loomem.text.turns.dialogue import split_turns
from loomem.text.turns.header import header_day, participants_of
from loomem.text.turns.marks import read_mark
from loomem.text.turns.names import key_of, label_of

_OPENS: Final = re.compile(r"\ufeff?\s*+[\[{]")
_NO_NAME: Final = re.compile(r"[\s:：,，、;；!?\"<>\[\](){}|*#`=/\\。！？~]+")
_NAME_WORDS: Final = 4
_WORD_CHARS: Final = 30
_SET_OFF: Final = "    "
_DAY: Final = 10  # length of YYYY-MM-DD


def render_chat_json(text: str) -> str | None:
    """Return a transcript ``User: …``, blank line, ``Assistant: …`` of an exported chat, or None.

    Knows lists of role and content (also one object a line), OpenAI ``messages``, exports of
    ChatGPT (the current branch) and Claude, and lists of speaker and text. One day is given in a
    line ``Date:``, several in every mark. Lines of a message that read like a mark are indented.
    """
    chats = render_chats(text)
    return "\n\n".join(chats) if chats else None


def render_chats(text: str) -> list[str]:
    """Return one transcript for each conversation of an export, none where it is no export."""
    return [_sound(_render(conversation)) for conversation in conversations_in(_parse(text))]


def _parse(text: str) -> Any:
    if _OPENS.match(text) is None:
        return None
    text = text.lstrip("\ufeff")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _parse_lines(text)


def _parse_lines(text: str) -> list[Any] | None:
    items: list[Any] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            items.append(json.loads(line))
        except (ValueError, RecursionError):
            return None
    return items


def _sound(text: str) -> str:
    """Join surrogate pairs; half of one becomes U+FFFD, for it cannot be stored."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _render(conversation: Conversation) -> str:
    messages = [Message(_name(m.speaker), _body(m.text), m.when) for m in conversation.messages]
    days = {when[:_DAY] for m in messages if (when := m.when or conversation.when)}
    header = [f"Title: {conversation.title}"] if conversation.title else []
    if len(days) == 1:
        header += [f"Date: {day}" for day in days]
    turns = list(_turns(messages, stamps=len(days) > 1))
    plain = "\n\n".join([*header, *turns])
    if _comes_back(plain, messages):
        return plain
    names = dict.fromkeys(m.speaker for m in messages)
    return "\n\n".join([f"Participants: {', '.join(names)}", *header, *turns])


def _comes_back(transcript: str, messages: list[Message]) -> bool:
    turns = [turn for turn in split_turns(transcript) if turn.author is not None]
    return [turn.author for turn in turns] == [m.speaker for m in messages]


def _turns(messages: list[Message], *, stamps: bool) -> Iterator[str]:
    keys = {key_of(message.speaker) for message in messages}
    for message in messages:
        stamp = f"[{message.when}] " if stamps and message.when else ""
        is_person = label_of(message.speaker).role is None
        first, *rest = message.text.split("\n")
        lines = [
            _SET_OFF + line if _is_mark(line, keys) or (is_person and _is_border(line)) else line
            for line in rest
        ]
        yield f"{stamp}{message.speaker}: " + "\n".join([first, *lines])


def _is_mark(line: str, keys: set[str]) -> bool:
    """Say whether a line of a message would begin a turn or a header."""
    mark = read_mark(line)
    if mark is not None and (mark.name is None or mark.stamp):
        return True
    is_speaker = mark is not None and (mark.label.role or mark.label.key in keys)
    return bool(is_speaker or header_day(line) or participants_of(line))


def _is_border(line: str) -> bool:
    """Say whether a line would end what a person says."""
    return is_heading(line) or is_rule(line)


def _body(text: str) -> str:
    body = "\n".join(text.strip().splitlines())
    fence = open_fence(body)
    return f"{body}\n{fence}" if fence else body


def _name(speaker: str) -> str:
    """Return a name that a mark can hold: few words, no signs that end it."""
    words = _NO_NAME.sub(" ", speaker).split()[:_NAME_WORDS]
    name = " ".join(word[:_WORD_CHARS] for word in words).strip("_")
    return name if name[:1].isalpha() else f"Speaker {name}".rstrip()
