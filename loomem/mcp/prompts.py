"""Prompts a user may pick: to recall something, and to save a session."""

from loomem.mcp.protocol import INVALID_PARAMS, Json, ProtocolError

_MAX_CHARS = 4_000

PROMPTS: tuple[Json, ...] = (
    {
        "name": "recall",
        "title": "Recall",
        "description": "Look up what the memory holds about something, with dates and sources.",
        "arguments": [
            {"name": "topic", "description": "What to recall.", "required": True},
        ],
    },
    {
        "name": "save-session",
        "title": "Save this session",
        "description": "Put what mattered in this conversation into the memory.",
        "arguments": [
            {"name": "focus", "description": "What to pay attention to.", "required": False},
        ],
    },
)


def get_prompt(name: str, arguments: Json) -> Json:
    """Return the messages of a prompt; raises ProtocolError for an unknown name or argument."""
    listing = next((prompt for prompt in PROMPTS if prompt["name"] == name), None)
    if listing is None:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {name[:100]}")
    values = _checked(listing, arguments)
    text = _recall(values["topic"]) if name == "recall" else _save(values.get("focus", ""))
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": listing["description"], "messages": [message]}


def _checked(listing: Json, arguments: Json) -> dict[str, str]:
    known = {argument["name"]: argument["required"] for argument in listing["arguments"]}
    for name, value in arguments.items():
        if name not in known or not isinstance(value, str) or len(value) > _MAX_CHARS:
            raise ProtocolError(INVALID_PARAMS, f"Invalid argument: {name[:100]}")
    for name, is_required in known.items():
        if is_required and not arguments.get(name, "").strip():
            raise ProtocolError(INVALID_PARAMS, f"Missing argument: {name}")
    return arguments


def _recall(topic: str) -> str:
    return (
        f"Search the memory for the following and tell me what it holds, with dates, and what changed "
        f"over time (memory_search, then memory_history where a row was updated). If it holds nothing "
        f"about it, say so.\n\n{topic}"
    )


def _save(focus: str) -> str:
    about = f" Pay attention to: {focus}" if focus else ""
    return (
        "Save this conversation to the memory with memory_ingest: the turns in order, each line with "
        "'User:' or 'Assistant:' in front, and today's date as conversation_date. Leave out passwords, "
        f"keys and small talk. Then tell me what was stored.{about}"
    )
