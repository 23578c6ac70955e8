"""Say of what use memories were. It moves them in later answers."""

from typing import Annotated, Literal

import msgspec

from loomem.errors import InvalidRequestError, NotFoundError, TooLargeError
from loomem.lifecycle.feedback import Rating
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import MemoryId, StreamName, chosen_stream

MAX_RATINGS = 50
Justification = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class RatingRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One memory: ``usefulness`` from 0 (none) to 4 (decided the answer); ``harmful``: it misled.

    The justification is checked and not kept.
    """

    chunk_id: MemoryId
    usefulness: Annotated[int, msgspec.Meta(ge=0, le=4)]
    harmful: bool = False
    justification: Justification | None = None


class FeedbackRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Up to 50 ratings of memories of one stream, and who rates."""

    ratings: list[RatingRequest]
    stream: StreamName | None = None
    model_version: Label = "unknown"
    prompt_version: Label = "loomem-feedback-v1"
    trajectory_id: Label | None = None


class RejectedRating(msgspec.Struct, kw_only=True):
    """A rating of something that is no live memory of the stream."""

    chunk_id: str
    reason: Literal["not_found_in_stream"] = "not_found_in_stream"


class FeedbackResult(msgspec.Struct, kw_only=True):
    """How many ratings count now, and which do not."""

    ok: bool
    accepted: int
    rejected: list[RejectedRating]


async def feedback(context: Context, request: FeedbackRequest) -> FeedbackResult:
    """Count the ratings; NotFoundError where none is of a memory of the stream."""
    stream = chosen_stream(context.caller, request.stream)
    if not request.ratings:
        raise InvalidRequestError("Send at least one rating.", {"path": "ratings"})
    if len(request.ratings) > MAX_RATINGS:
        raise TooLargeError(f"Send at most {MAX_RATINGS} ratings at once.", {"path": "ratings"})
    ratings = [
        Rating(chunk_id=r.chunk_id, usefulness=r.usefulness, harmful=r.harmful)
        for r in request.ratings
    ]
    unknown = await context.services.feedback.rate(stream, ratings)
    if len(unknown) == len(ratings):
        raise NotFoundError("None of these is a memory of the stream.", {"stream": stream})
    return FeedbackResult(
        ok=True,
        accepted=len(ratings) - len(unknown),
        rejected=[RejectedRating(chunk_id=chunk_id) for chunk_id in unknown],
    )


OPERATION = Operation(
    name="feedback",
    summary="Say of what use memories were",
    request=FeedbackRequest,
    result=FeedbackResult,
    run=feedback,
    right="write",
    category="store",
    errors=(TooLargeError, NotFoundError),
)
