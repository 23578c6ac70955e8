"""What an operation is: one definition from which every transport takes name, types and rights."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from loomem.errors import LoomemError
from loomem.operations.context import Context, Right
from loomem.operations.limits import Category

_MAX_STREAM_CHARS = 200

Req = TypeVar("Req", bound=msgspec.Struct)
Res = TypeVar("Res", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[Req, Res]):
    """One verb. ``request`` forbids unknown fields; its Meta holds bounds and descriptions.

    ``summary`` is one line for documents and help. ``errors`` are those a caller may meet
    beyond a bad request, a missing key and a broken server. ``honours_idempotency_key`` promises
    that a repeated key gets the first answer instead of a second effect. ``category`` names
    the rate limit that calls count for.
    """

    name: str
    summary: str
    request: type[Req]
    result: type[Res]
    run: Callable[[Context, Req], Awaitable[Res]]
    right: Right
    errors: tuple[type[LoomemError], ...] = ()
    honours_idempotency_key: bool = False
    category: Category | None = None

    def __post_init__(self) -> None:
        config = self.request.__struct_config__
        if not config.forbid_unknown_fields:
            raise TypeError(f"{self.request.__name__} must forbid unknown fields")

    async def perform(self, context: Context, request: Req) -> Res:
        """Check the caller's right and rate, and run. Every transport comes through here."""
        context.caller.check_right(self.right)
        if self.category is not None:
            limiter = context.services.limiter
            stream = _stream_of(request, context.caller.default_stream)
            limiter.take(context.caller.name, stream, self.category)
        return await self.run(context, request)


def _stream_of(request: msgspec.Struct, default: str) -> str:
    """Return the stream a call counts for: its own, the first of several, or the default.

    Whether the caller may use it is for the operation to say.
    """
    several = getattr(request, "streams", None) or (None,)
    stream = getattr(request, "stream", None) or several[0] or default
    return str(stream)[:_MAX_STREAM_CHARS]


AnyOperation = Operation[Any, Any]


def by_name(*operations: AnyOperation) -> Mapping[str, AnyOperation]:
    """Return the operations under their names; two of one name are a programming error."""
    table = {operation.name: operation for operation in operations}
    if len(table) != len(operations):
        raise ValueError("two operations have the same name")
    return table
