"""What language models cost today, and how that compares."""

import msgspec

from loomem.model.spend import DaySpend
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import Empty


class ModelCosts(msgspec.Struct, kw_only=True):
    """One model today. ``unpriced`` models are counted at the price for unknown ones.

    ``estimated`` counts calls of which the service did not tell the tokens.
    """

    calls: int
    failed: int
    tokens_in: int
    tokens_out: int
    usd: float
    estimated: int
    unpriced: bool


class SpendResult(msgspec.Struct, kw_only=True):
    """Costs in US dollars of the UTC day. ``usd`` includes ``reserved_usd``: calls under way.

    ``alert`` tells that the threshold was passed, ``anomaly`` that the day is far above the median of
    those before. ``past`` has the seven days before, ``streams`` what each stream had today.
    """

    date: str
    usd: float
    reserved_usd: float
    daily_cap_usd: float
    remaining_usd: float
    alert: bool
    anomaly: bool
    models: dict[str, ModelCosts]
    streams: dict[str, float]
    past: dict[str, float]


async def spend(context: Context, _request: Empty) -> SpendResult:
    """Return today's costs per model and stream."""
    return await context.services.in_thread(_spend, context)


def _spend(context: Context) -> SpendResult:
    services = context.services
    store = services.stores.spend
    day = services.spend.today
    cap = services.spend.limits.daily_cap_usd
    with services.stores.env.read() as txn:
        today = store.day(txn, day)
        past = store.past(txn, day)
        streams = {
            stream: store.day(txn, day, stream).usd
            for stream in services.stores.counters.streams(txn)
        }
    return SpendResult(
        date=day,
        usd=_rounded(today.usd),
        reserved_usd=_rounded(today.reserved_usd),
        daily_cap_usd=cap,
        remaining_usd=_rounded(max(0.0, cap - today.usd)),
        alert=today.alerted,
        anomaly=today.anomalous,
        models=_models(today),
        streams={stream: _rounded(usd) for stream, usd in streams.items() if usd},
        past={name: _rounded(usd) for name, usd in past.items()},
    )


def _models(today: DaySpend) -> dict[str, ModelCosts]:
    return {
        name: ModelCosts(
            calls=model.calls,
            failed=model.failed,
            tokens_in=model.tokens_in,
            tokens_out=model.tokens_out,
            usd=_rounded(model.usd),
            estimated=model.estimated,
            unpriced=model.unpriced,
        )
        for name, model in sorted(today.models.items())
    }


def _rounded(usd: float) -> float:
    return round(usd, 8)


OPERATION = Operation(
    name="spend",
    summary="Show what language models cost",
    request=Empty,
    result=SpendResult,
    run=spend,
    right="admin",
)
