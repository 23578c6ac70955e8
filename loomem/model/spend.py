"""What calls of language models cost: totals of a day, and the reservation for one call."""

import msgspec


class ModelSpend(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Totals of one model on one day. ``estimated`` counts calls whose tokens nobody told."""

    calls: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0
    estimated: int = 0
    unpriced: bool = False


class OpenCall(msgspec.Struct, kw_only=True, frozen=True):
    """A call under way, and the most it can cost."""

    model: str
    usd: float


class DaySpend(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One day. A call under way counts with its reserve, and so does one that a crash cut off."""

    models: dict[str, ModelSpend] = msgspec.field(default_factory=dict)
    open: dict[str, OpenCall] = msgspec.field(default_factory=dict)
    alerted: bool = False
    anomalous: bool = False

    @property
    def reserved_usd(self) -> float:
        """What the calls under way may cost at most."""
        return sum(call.usd for call in self.open.values())

    @property
    def usd(self) -> float:
        """Everything that counts against the cap."""
        return sum(model.usd for model in self.models.values()) + self.reserved_usd


class Reservation(msgspec.Struct, kw_only=True, frozen=True):
    """Room in the budget for one call. ``stream`` is None for what belongs to no stream."""

    id: str
    date: str
    model: str
    stream: str | None
    usd: float
    unpriced: bool


class CallCost(msgspec.Struct, kw_only=True, frozen=True):
    """What a call came to. A failed one may have cost something all the same."""

    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0
    is_failed: bool = False
    is_estimated: bool = False
