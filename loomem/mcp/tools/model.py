"""What a tool is: one definition from which the list, the schemas and the call are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from loomem.mcp.protocol import Json
from loomem.mcp.schema import schema_of
from loomem.operations.context import Context

Args = TypeVar("Args", bound=msgspec.Struct)

Progress = Callable[[float, float | None, str], Awaitable[None]]
"""Report how far a call has come: done, of how many (None: not known), and in words."""


class ToolResult(msgspec.Struct, frozen=True):
    """What a model reads, and the same as data."""

    text: str
    data: msgspec.Struct


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """What a client may assume of a tool. None of them reaches beyond this memory."""

    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False

    def as_json(self) -> Json:
        """Return all hints, because their defaults are the dangerous ones."""
        return {
            "readOnlyHint": self.read_only,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent,
            "openWorldHint": False,
        }


READS = Hints(read_only=True, idempotent=True)


@dataclass(frozen=True, slots=True)
class Call:
    """The circumstances of one call."""

    context: Context
    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Args]):
    """One tool. ``is_core`` tools are listed where the owner wants few."""

    name: str
    title: str
    description: str
    arguments: type[Args]
    result: type[msgspec.Struct]
    hints: Hints
    run: Callable[[Call, Args], Awaitable[ToolResult]]
    is_core: bool = False

    def listing(self) -> Json:
        """Return the entry of ``tools/list``."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": schema_of(self.arguments),
            "outputSchema": schema_of(self.result),
            "annotations": {"title": self.title, **self.hints.as_json()},
        }


AnyTool = Tool[Any]
