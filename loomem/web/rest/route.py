"""A row of the route table: which operation answers which method and path, and how."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loomem.operations.registry import AnyOperation
from loomem.web.rest.shape import RequestShape

_PARAMETER = re.compile(r"\{(\w+)\}")
_BODY_METHODS = frozenset({"POST", "PUT"})


@dataclass(frozen=True, slots=True)
class Route:
    """One row. ``operation`` is a name; ``status`` is that of success; ``{id}`` in a path is text.

    POST and PUT take the request from the body, the others from the query.
    """

    method: str
    path: str
    operation: str
    status: int = 200

    @property
    def has_body(self) -> bool:
        """Say whether the request is read from a body rather than from the query."""
        return self.method in _BODY_METHODS

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names in the path, in order."""
        return tuple(_PARAMETER.findall(self.path))


@dataclass(frozen=True, slots=True)
class BoundRoute:
    """A row together with the operation it names and the shape of its request."""

    route: Route
    operation: AnyOperation
    shape: RequestShape[Any]


def bind_routes(
    routes: Sequence[Route], operations: Mapping[str, AnyOperation]
) -> tuple[BoundRoute, ...]:
    """Look up every row's operation. A row that cannot work is a ValueError at start-up."""
    return tuple(_bind(route, operations) for route in routes)


def _bind(route: Route, operations: Mapping[str, AnyOperation]) -> BoundRoute:
    operation = operations.get(route.operation)
    if operation is None:
        raise ValueError(f"{route.method} {route.path} names no operation: {route.operation}")
    shape = RequestShape(operation.request)
    strangers = [name for name in route.parameters if name not in shape.fields]
    if strangers:
        raise ValueError(f"{route.method} {route.path}: {route.operation} has no {strangers[0]}")
    return BoundRoute(route, operation, shape)
