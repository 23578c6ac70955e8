"""What a language model is asked and what it answers; the protocol behind which any client fits.

A prompt keeps instructions and memory text apart, so that no caller can mix them: the client
redacts, neutralises and wraps every piece of ``data`` itself.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

import msgspec

from loomem.llm.prompt_files import PromptFile


class Purpose(StrEnum):
    """What a model is asked for; each can have a model of its own."""

    GATE = "gate"
    REWRITE = "rewrite"
    EXTRACTION = "extraction"


class Untrusted(msgspec.Struct, frozen=True):
    """Text from a memory or a request. ``id`` is short, ours, and what the model calls it by."""

    id: str
    text: str


class Prompt(msgspec.Struct, kw_only=True, frozen=True):
    """One question. ``fields`` fill the instructions and hold nothing that a memory says.

    ``stream`` is the one whose budget row the call is counted in, None for none.
    """

    purpose: Purpose
    instructions: PromptFile
    data: tuple[Untrusted, ...]
    fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    stream: str | None = None


class Completion(msgspec.Struct, kw_only=True, frozen=True):
    """The words of the model. ``is_cut`` tells that it ran out of room."""

    text: str
    model: str
    is_cut: bool = False


class LlmClient(Protocol):
    """A language model that can be asked."""

    async def complete(self, prompt: Prompt) -> Completion:
        """Ask once.

        Raises BudgetError where the day's budget is used up, UnavailableError where the service
        does not answer, ModelError where it refuses or answers with what is no completion.
        """
        ...


class Redactor(Protocol):
    """Takes personal data and secrets out of a text."""

    def redact(self, text: str) -> "RedactedText":
        """Return the text with markers; redacting it again changes nothing."""
        ...


class RedactedText(Protocol):
    """A text with markers."""

    @property
    def text(self) -> str:
        """The text as it may leave this machine."""
        ...
