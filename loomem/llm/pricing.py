"""The price table: shipped with the program, and overlaid by a file of the owner's."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from loomem.errors import ConfigError

SHIPPED = Path(__file__).parent / "prices.toml"

_MILLION = 1_000_000
_DATE = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$")

Usd = Annotated[float, msgspec.Meta(ge=0, le=100_000)]


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars per million tokens."""

    input: Usd
    output: Usd

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return what a call costs, in dollars."""
        return (self.input * tokens_in + self.output * tokens_out) / _MILLION


FREE = Price(0.0, 0.0)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    models: dict[str, Price] = msgspec.field(default_factory=dict)


class PriceTable:
    """Prices by model. One that is not known has the fallback price and is flagged."""

    def __init__(self, models: Mapping[str, Price], fallback: Price) -> None:
        self._models = {name.lower(): price for name, price in models.items()}
        self._fallback = fallback

    def price_of(self, model: str, *, is_local: bool = False) -> tuple[Price, bool]:
        """Return the price, and whether it is known. Models of this machine are free unless listed."""
        for name in _names(model.lower()):
            if name in self._models:
                return self._models[name], True
        return (FREE, True) if is_local else (self._fallback, False)


def load_prices(own: Path, fallback: Price) -> PriceTable:
    """Return the shipped prices under those of ``own``, which may be absent.

    Raises ConfigError, in one line, for a file that cannot be used.
    """
    models = _read(SHIPPED)
    if own.exists():
        models |= _read(own)
    return PriceTable(models, fallback)


def _read(path: Path) -> dict[str, Price]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_File).models
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cost.prices_file: {path} cannot be read as UTF-8 text") from error
    except msgspec.DecodeError as error:
        raise ConfigError(f"cost.prices_file: {path} is no table of prices: {error}") from error


def _names(model: str) -> list[str]:
    bare = model.rpartition("/")[2].partition(":")[0]
    return [model, bare, _DATE.sub("", bare)]
