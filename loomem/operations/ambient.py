"""What a client may put beside a conversation unasked: a few sentences that surely belong, or none."""

from typing import Annotated, Literal

import msgspec

from loomem.errors import InvalidRequestError
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import MAX_STREAMS, Label, StreamName, chosen_stream
from loomem.search.ambient import Ambience, Reason, Snippet

_FEW_TURNS = 5
_MOST_CHARS = 6_000

Scope = Literal["shared", "all"]


class Turn(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One turn of the conversation."""

    role: Label
    content: Annotated[str, msgspec.Meta(max_length=100_000)]


class AmbientRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The conversation so far, or a hint what it is about.

    ``scope`` "shared" is the stream named, or the caller's own; "all" every stream of the caller.
    ``refresh`` asks anew; ``suppress_negative_marker`` leaves the marker out where nothing was found.
    """

    user_id: Label | None = None
    scope: Scope = "shared"
    stream: StreamName | None = None
    recent_turns: Annotated[list[Turn], msgspec.Meta(max_length=200)] = msgspec.field(
        default_factory=list
    )
    hint: Annotated[str, msgspec.Meta(max_length=10_000)] | None = None
    refresh: bool = False
    suppress_negative_marker: bool = False


class Marker(msgspec.Struct, kw_only=True):
    """Says that memories were looked at and none belongs."""

    scope: Scope
    reason: Reason
    ambient: str = "no_relevant_context"
    checked: bool = True


class AmbientResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Snippets, the surest first; or a marker, unless it was not wanted."""

    snippets: list[Snippet]
    marker: Marker | None = None


async def ambient(context: Context, request: AmbientRequest) -> AmbientResult:
    """Look for what belongs beside the conversation."""
    streams = await _streams(context, request)
    found = await context.services.ambient.beside(_asked(request), streams, fresh=request.refresh)
    return AmbientResult(snippets=found.snippets, marker=_marker(request, found))


def _asked(request: AmbientRequest) -> str:
    """Return the hint, or the last turn of the user."""
    if request.hint:
        return request.hint
    said = (turn.content for turn in reversed(request.recent_turns) if turn.role == "user")
    return next(said, "")[-_MOST_CHARS:]


async def _streams(context: Context, request: AmbientRequest) -> list[str]:
    if request.scope == "shared":
        return [chosen_stream(context.caller, request.stream)]
    if request.stream is not None:
        raise InvalidRequestError('scope "all" takes no stream', {"path": "stream"})
    known = await context.services.in_thread(_known_streams, context)
    mine = [stream for stream in known if context.caller.may_use(stream)]
    if len(mine) > MAX_STREAMS:
        raise InvalidRequestError(
            f"There are more than {MAX_STREAMS} streams; name one.", {"path": "scope"}
        )
    return mine or [chosen_stream(context.caller, None)]


def _known_streams(context: Context) -> list[str]:
    stores = context.services.stores
    with stores.env.read() as txn:
        return list(stores.counters.streams(txn))


def _marker(request: AmbientRequest, found: Ambience) -> Marker | None:
    """A beginning conversation without memories needs no marker, and some clients never want one.

    That there is something, but nothing near, is always told.
    """
    if found.reason is None:
        return None
    is_beginning = found.reason == "zero_chunks" and len(request.recent_turns) < _FEW_TURNS
    may_be_left_out = found.reason != "all_low_tier"
    if may_be_left_out and (request.suppress_negative_marker or is_beginning):
        return None
    return Marker(scope=request.scope, reason=found.reason)


OPERATION = Operation(
    name="ambient",
    summary="Find what belongs beside a conversation, unasked",
    request=AmbientRequest,
    result=AmbientResult,
    run=ambient,
    right="read",
    category="search",
)
