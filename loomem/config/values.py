"""Kinds of values in the settings, each with its check."""

import re
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from loomem.errors import InvalidRequestError
from loomem.model.ids import check_stream

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ADDRESS = re.compile(r"https?://[^\s/?#@]+[^\s?#@]*")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9._\[\]:-]+/?")


class SearchStage(StrEnum):
    """Parts of the ranking that can be left out; docs/search.md says what each does."""

    CONTEXTS = "contexts"
    AUTHORS = "authors"
    PERIODS = "periods"
    NEIGHBOURS = "neighbours"
    SESSIONS = "sessions"
    SYNONYMS = "synonyms"
    ADAPTIVE_WEIGHTS = "adaptive_weights"
    RARE_TERMS = "rare_terms"
    GRAPH = "graph"
    DECAY = "decay"
    USE = "use"
    COLLAPSE = "collapse"


def _expand_home(path: Path) -> Path:
    return path.expanduser()


def _check_stream(stream: str) -> str:
    try:
        return check_stream(stream)
    except InvalidRequestError as error:
        raise ValueError(error.message) from error


def _check_variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError("must be the name of an environment variable, not the key itself")
    return name


def _check_optional_variable(name: str) -> str:
    return _check_variable(name) if name else name


def _check_address(address: str) -> str:
    if not _ADDRESS.fullmatch(address):
        raise ValueError("must be an http or https address without user, key or query")
    return address.rstrip("/")


def _check_optional_origin(origin: str) -> str:
    if not origin:
        return origin
    if not _ORIGIN.fullmatch(origin):
        raise ValueError("must be http or https, a host and at most a port, without a path")
    return origin.rstrip("/").lower()


def _check_network(place: str) -> str:
    try:
        ip_network(place, strict=False)
    except ValueError as error:
        raise ValueError("must be an IP address or a network like 10.0.0.0/8") from error
    return place


def _check_optional_address(address: str) -> str:
    return _check_address(address) if address else address


Directory = Annotated[Path, AfterValidator(_expand_home)]
VariableName = Annotated[str, AfterValidator(_check_variable)]
OptionalVariableName = Annotated[str, AfterValidator(_check_optional_variable)]
Address = Annotated[str, AfterValidator(_check_address)]
OptionalAddress = Annotated[str, AfterValidator(_check_optional_address)]
OptionalOrigin = Annotated[str, AfterValidator(_check_optional_origin)]
Network = Annotated[str, AfterValidator(_check_network)]
Usd = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
StreamId = Annotated[str, AfterValidator(_check_stream)]
Weight = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
