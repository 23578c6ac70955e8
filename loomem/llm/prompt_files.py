"""Instructions for models, kept as files with a version. A changed text gets a new version."""

import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

_FOLDER = Path(__file__).parent / "prompts"
_BORDER = "\n---\n"


class PromptFile(msgspec.Struct, kw_only=True, frozen=True):
    """Instructions of one kind. ``max_tokens`` is the room for the answer."""

    name: str
    version: int
    max_tokens: int
    text: str

    def fill(self, fields: Mapping[str, str]) -> str:
        """Return the instructions with every ``$name`` replaced; KeyError where one is missing."""
        return string.Template(self.text).substitute(fields)


@cache
def load_prompt(name: str) -> PromptFile:
    """Return the shipped prompt of a name."""
    raw = (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
    head, _, text = raw.partition(_BORDER)
    lines = (line.partition(":") for line in head.splitlines())
    values = {key.strip(): value.strip() for key, _, value in lines}
    return PromptFile(
        name=name,
        version=int(values["version"]),
        max_tokens=int(values["max_tokens"]),
        text=text.strip(),
    )
