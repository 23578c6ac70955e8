"""What an attempt to instruct a model is, and how a wording of it is written down.

Patterns see lower-case text without accents, invisible characters and full-width forms. In them a
space stands for a short run of whitespace and ``~`` for up to three words in between.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class InjectionKind(StrEnum):
    """What a passage tries to do. The last one is about characters, not words."""

    IGNORE_INSTRUCTIONS = "ignore_instructions"
    FORGET_INSTRUCTIONS = "forget_instructions"
    BYPASS_SAFETY = "bypass_safety"
    REPLACE_INSTRUCTIONS = "replace_instructions"
    ROLE_REASSIGNED = "role_reassigned"
    ROLE_PRETENDED = "role_pretended"
    MODE_UNLOCKED = "mode_unlocked"
    NEW_INSTRUCTIONS = "new_instructions"
    BRACKETED_INSTRUCTIONS = "bracketed_instructions"
    CONCEALMENT = "concealment"
    SYSTEM_LABEL = "system_label"
    SYSTEM_TAG = "system_tag"
    PROMPT_EXTRACTION = "prompt_extraction"
    CHAT_TOKEN = "chat_token"  # noqa: S105 - a kind of mark, not a password
    END_OF_SEQUENCE = "end_of_sequence"
    DATA_BOUNDARY = "data_boundary"
    USER_LABEL = "user_label"
    ASSISTANT_LABEL = "assistant_label"
    INVISIBLE_CHARACTERS = "invisible_characters"


@dataclass(frozen=True, slots=True)
class Wording:
    """A pattern, the strings one of which a text must hold for it to match, and a last check."""

    kind: InjectionKind
    triggers: tuple[str, ...]
    pattern: re.Pattern[str]
    accept: Callable[[re.Match[str]], bool] | None = None


_GAP: Final = r"\s{1,8}"
_WORDS: Final = r"(?:[\w'-]{1,30}\s{1,8}){0,3}?"
_MEANING: Final = {" ": _GAP, "~": _WORDS}
_SHORTHAND: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|[ ~]", re.DOTALL)
"""The two signs, but not in a class or behind a backslash, which are skipped whole."""

_Accept = Callable[[re.Match[str]], bool]


def wording(
    kind: InjectionKind, triggers: str, pattern: str, accept: _Accept | None = None
) -> Wording:
    """Make a wording; ``triggers`` are separated by semicolons."""
    full = _SHORTHAND.sub(lambda part: _MEANING.get(part.group(), part.group()), pattern)
    return Wording(kind, tuple(triggers.split(";")), re.compile(full, re.MULTILINE), accept)
