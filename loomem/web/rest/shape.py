"""From the parts of an HTTP request to the typed request of an operation.

A body is taken strictly. Path and query hold only text, which is converted to the field's type.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from loomem.errors import InvalidRequestError
from loomem.operations.violations import invalid_request
from loomem.web.body import MAX_INTEGER

Req = TypeVar("Req", bound=msgspec.Struct)
Parts = Iterable[tuple[str, str]]

_LIST_TYPES = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class RequestShape(Generic[Req]):
    """Builds requests of one type. Every failure is an InvalidRequestError with a path."""

    def __init__(self, kind: type[Req]) -> None:
        self._kind = kind
        self.fields = {field.encode_name: field for field in _fields(kind)}
        self._lists = {name for name, field in self.fields.items() if _is_list(field.type)}

    def from_body(self, path: Mapping[str, str], body: dict[str, Any]) -> Req:
        """Build the request of a body; a path parameter must not be contradicted by it."""
        for name, value in path.items():
            if body.setdefault(name, value) != value:
                raise InvalidRequestError(f"{name} differs from the path", {"path": name})
        return self._convert(body, strict=True)

    def from_query(self, path: Mapping[str, str], query: Parts) -> Req:
        """Build the request of query parameters; only list fields may be given repeatedly."""
        values: dict[str, Any] = {}
        for name, value in query:
            if name in path or (name in values and name not in self._lists):
                raise InvalidRequestError(f"{name} is given more than once", {"path": name})
            if name in self._lists:
                values.setdefault(name, []).append(value)
            else:
                values[name] = value
        request = self._convert(values | dict(path), strict=False)
        self._check_numbers(request)
        return request

    def _convert(self, values: dict[str, Any], *, strict: bool) -> Req:
        try:
            return msgspec.convert(values, self._kind, strict=strict)
        except msgspec.ValidationError as error:
            raise invalid_request(error) from error

    def _check_numbers(self, request: Req) -> None:
        for wire_name, field in self.fields.items():
            value = getattr(request, field.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise InvalidRequestError(f"{wire_name}: expected a number", {"path": wire_name})
            if isinstance(value, int) and abs(value) > MAX_INTEGER:
                raise InvalidRequestError(f"{wire_name}: more than 64 bits", {"path": wire_name})


def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind.__name__} is no struct")
    return info.fields


def _is_list(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return _is_list(kind.type)
    if isinstance(kind, inspect.UnionType):
        return any(_is_list(option) for option in kind.types)
    return isinstance(kind, _LIST_TYPES)
