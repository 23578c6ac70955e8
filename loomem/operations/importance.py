"""Importance by hand and in bulk: boost one memory, score all by novelty, forget all scores."""

import msgspec

from loomem.errors import NotFoundError
from loomem.operations.access import visible_memory
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import ById, Empty


class BoostResult(msgspec.Struct, kw_only=True):
    """The importance the memory has now."""

    id: str
    importance: float
    status: str = "ok"


async def boost(context: Context, request: ById) -> BoostResult:
    """Lift one memory; an importance that is already higher stays."""
    visible_memory(context, request.id)
    chunk = await context.services.importance.boost(request.id)
    if chunk is None:
        raise NotFoundError(f"There is no memory {request.id}.", {"id": request.id})
    return BoostResult(id=chunk.id, importance=chunk.importance or 0.0)


class ScoreAllResult(msgspec.Struct, kw_only=True):
    """Counts of one pass over all live memories."""

    total: int
    scored: int
    skipped_no_embedding: int
    already_scored: int
    status: str = "done"


async def score_all(context: Context, _request: Empty) -> ScoreAllResult:
    """Give memories without importance one from their novelty."""
    counts = await context.services.importance.score_all()
    return ScoreAllResult(
        total=counts.total,
        scored=counts.scored,
        skipped_no_embedding=counts.skipped_no_embedding,
        already_scored=counts.already_scored,
    )


class ResetResult(msgspec.Struct, kw_only=True):
    """How many memories lost their importance."""

    chunks_reset: int
    status: str = "done"


async def reset_importance(context: Context, _request: Empty) -> ResetResult:
    """Forget the importance of every memory."""
    return ResetResult(chunks_reset=await context.services.importance.reset())


BOOST = Operation(
    name="boost",
    summary="Make a memory more important",
    request=ById,
    result=BoostResult,
    run=boost,
    right="write",
    errors=(NotFoundError,),
)
SCORE_ALL = Operation(
    name="score_all",
    summary="Score memories without importance by their novelty",
    request=Empty,
    result=ScoreAllResult,
    run=score_all,
    right="admin",
)
RESET_IMPORTANCE = Operation(
    name="reset_importance",
    summary="Forget the importance of all memories",
    request=Empty,
    result=ResetResult,
    run=reset_importance,
    right="admin",
)
