"""Finds the messages in parsed JSON, whichever program exported the chat."""

import datetime
import re
from dataclasses import dataclass
from typing import Any, Final

from loomem.text.turns.days import iso_day

_SPEAKER_KEYS: Final = ("role", "sender", "speaker", "author", "from", "name", "user", "type")
_TEXT_KEYS: Final = ("content", "text", "message", "value", "body", "parts")
_TIME_KEYS: Final = (
    "created_at",
    "create_time",
    "timestamp",
    "date",
    "time",
    "ts",
    "created",
    "date_time",
    "update_time",
)
_LIST_KEYS: Final = (
    "messages",
    "chat_messages",
    "conversation",
    "conversations",
    "turns",
    "items",
    "data",
)
_LABELS: Final = {
    "user": "User", "human": "User", "client": "User",
    "assistant": "Assistant", "ai": "Assistant", "gpt": "Assistant", "model": "Assistant",
    "bot": "Assistant", "chatgpt": "Assistant", "claude": "Assistant",
    "system": "System", "developer": "System",
    "tool": "Tool", "function": "Tool", "tool_result": "Tool",
}  # fmt: skip
_SHOWN_TYPES: Final = frozenset(
    {"text", "input_text", "output_text", "multimodal_text", "message"}
)
_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?")
_MILLISECONDS_FROM: Final = 100_000_000_000
_MAX_DEPTH: Final = 4
_FEWEST_OF_ITEMS: Final = 2  # one in so many items of a list has to be a message


@dataclass(frozen=True, slots=True)
class Message:
    """``speaker`` is User, Assistant, System, Tool or a name. ``when`` is a day with or without a
    time (UTC where the export counts seconds), empty where unknown.
    """

    speaker: str
    text: str
    when: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """``title`` and ``when`` are empty where unknown."""

    title: str
    when: str
    messages: list[Message]


def conversations_in(value: Any, depth: int = 0) -> list[Conversation]:
    """Return the conversations of an export, empty where it is none."""
    if depth > _MAX_DEPTH:
        return []
    if isinstance(value, list):
        return _from_list(value, depth)
    if isinstance(value, dict):
        return _from_object(value, depth)
    return []


def _from_list(items: list[Any], depth: int) -> list[Conversation]:
    messages = [message for item in items if (message := message_in(item))]
    if messages and len(messages) * _FEWEST_OF_ITEMS >= len(items):
        return [Conversation("", "", messages)]
    return [found for item in items for found in conversations_in(item, depth + 1)]


def _from_object(value: dict[str, Any], depth: int) -> list[Conversation]:
    found: list[Conversation] = []
    if isinstance(value.get("mapping"), dict):
        messages = [m for node in _branch(value) if (m := message_in(node.get("message")))]
        found = [Conversation("", "", messages)] if messages else []
    else:
        for key in _LIST_KEYS:
            if isinstance(value.get(key), list) and (found := _from_list(value[key], depth + 1)):
                break
    if len(found) != 1:
        return found
    title = value.get("title") or value.get("name") or found[0].title
    when = _when(value) or found[0].when
    return [Conversation(_one_line(title), when, found[0].messages)]


def _branch(value: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the nodes of a tree of messages on the way to the current one, from the root."""
    mapping = value["mapping"]
    at = value.get("current_node")
    if not isinstance(at, str) or at not in mapping:
        at = _last_leaf(mapping)
    path: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        node = mapping[at]
        if not isinstance(node, dict):
            break
        path.append(node)
        at = node.get("parent")
    return path[::-1]


def _last_leaf(mapping: dict[str, Any]) -> str | None:
    leaves = (key for key, node in mapping.items() if _is_leaf(node, mapping))
    return max(leaves, key=lambda key: _moment(mapping[key]), default=None)


def _is_leaf(node: Any, mapping: dict[str, Any]) -> bool:
    if not isinstance(node, dict):
        return False
    children = node.get("children")
    return not (isinstance(children, list) and any(map(mapping.__contains__, map(str, children))))


def _moment(node: dict[str, Any]) -> float:
    message = node.get("message")
    time = message.get("create_time") if isinstance(message, dict) else None
    return float(time) if isinstance(time, int | float) else 0.0


def message_in(item: Any) -> Message | None:
    """Return the message that an object is, None where it is none or has no words to show."""
    if not isinstance(item, dict) or _is_hidden(item):
        return None
    inner = item.get("message")
    if isinstance(inner, dict):
        message = message_in(inner)
        return message and Message(message.speaker, message.text, message.when or _when(item))
    speaker = next((s for key in _SPEAKER_KEYS if (s := _speaker(item.get(key)))), None)
    text = next((t for key in _TEXT_KEYS if (t := _text(item.get(key)).strip())), "")
    return Message(speaker, text, _when(item)) if speaker and text else None


def _is_hidden(item: dict[str, Any]) -> bool:
    metadata = item.get("metadata")
    hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation")
    return bool(hidden) or item.get("isMeta") is True


def _speaker(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((s for key in ("role", "name") if (s := _speaker(value.get(key)))), None)
    if not isinstance(value, str):
        return None
    name = _one_line(value)
    return _LABELS.get(name.casefold(), name) or None


def _text(value: Any, depth: int = 0) -> str:
    """Return the words of a string, a list of parts, or an object that holds either."""
    if isinstance(value, str):
        return value
    if depth > _MAX_DEPTH:
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, (_text(part, depth + 1) for part in value)))
    if not isinstance(value, dict):
        return ""
    kind = value.get("type") or value.get("content_type") or "text"
    if depth and kind not in _SHOWN_TYPES and not isinstance(value.get("text"), str):
        return ""
    return next(
        (t for key in ("text", "parts", "content") if (t := _text(value.get(key), depth + 1))), ""
    )


def _when(item: dict[str, Any]) -> str:
    return next((w for key in _TIME_KEYS if (w := _moment_of(item.get(key)))), "")


def _moment_of(value: Any) -> str:
    if isinstance(value, str):
        match = _ISO.match(value.strip())
        day = match and iso_day(int(match[1]), int(match[2]), int(match[3]))
        return f"{day} {match[4]}" if match and day and match[4] else day or ""
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return ""
    seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return ""
    return moment.strftime("%Y-%m-%d %H:%M")


def _one_line(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
