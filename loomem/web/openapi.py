"""The OpenAPI 3.1 description, made from the same routes and types that serve the requests."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from aiohttp import web

from loomem import __version__, errors
from loomem.web.errors import ErrorBody, status_of
from loomem.web.health import Health
from loomem.web.rest.route import BoundRoute

Json = dict[str, Any]

_REF = "#/components/schemas/{name}"
_ALWAYS = (
    errors.InvalidRequestError,
    errors.UnauthorizedError,
    errors.DeniedError,
    errors.UnavailableError,
    errors.LoomemError,
)
_WITH_BODY = (errors.MalformedError, errors.TooLargeError, errors.UnsupportedMediaError)
_IDEMPOTENCY_PARAMETER: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A retry with the same key gets the first answer, and no second effect.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


class ApiDocument:
    """The description of some routes; made at the first request for it."""

    def __init__(self, routes: Sequence[BoundRoute]) -> None:
        self._routes = routes

    async def handle(self, _request: web.Request) -> web.Response:
        """Answer GET /openapi.json."""
        return web.Response(body=self._encoded, content_type="application/json")

    @cached_property
    def _encoded(self) -> bytes:
        return msgspec.json.encode(describe(self._routes))


def describe(routes: Sequence[BoundRoute]) -> Json:
    """Return the whole document as plain values."""
    schemas = _Schemas(routes)
    paths: dict[str, Json] = {"/health": {"get": _health(schemas)}}
    seen: Counter[str] = Counter()
    for bound in routes:
        seen[bound.operation.name] += 1
        entry = _operation(bound, schemas, seen[bound.operation.name])
        paths.setdefault(bound.route.path, {})[bound.route.method.lower()] = entry
    document: Json = {
        "openapi": "3.1.0",
        "info": {"title": "Loomem", "version": __version__},
        "security": [{"key": []}, {}],
        "paths": paths,
    }
    document["components"] = {
        "schemas": schemas.used_by(document),
        "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
    }
    return document


class _Schemas:
    """JSON schemas of all types that the routes speak, each under its name."""

    def __init__(self, routes: Sequence[BoundRoute]) -> None:
        kinds: list[Any] = [ErrorBody, Health]
        for bound in routes:
            kinds += [bound.operation.request, bound.operation.result]
        kinds = list(dict.fromkeys(kinds))
        references, self._components = msgspec.json.schema_components(kinds, ref_template=_REF)
        self._reference_of = dict(zip(kinds, references, strict=True))

    def reference(self, kind: Any) -> Json:
        return dict(self._reference_of[kind])

    def whole(self, kind: Any) -> Json:
        schema: Json = self._components[self._reference_of[kind]["$ref"].rpartition("/")[2]]
        return schema

    def used_by(self, document: Json) -> Json:
        """Return the components that a document needs, those they refer to included."""
        used: Json = {}
        pending = [document]
        while pending:
            text = msgspec.json.encode(pending.pop()).decode()
            for name, schema in self._components.items():
                if name not in used and f'"{_REF.format(name=name)}"' in text:
                    used[name] = schema
                    pending.append(schema)
        return dict(sorted(used.items()))


def _operation(bound: BoundRoute, schemas: _Schemas, occurrence: int) -> Json:
    operation, route = bound.operation, bound.route
    suffix = "" if occurrence == 1 else f"_{occurrence}"
    entry: Json = {
        "operationId": operation.name + suffix,
        "summary": operation.summary,
        "parameters": _parameters(bound, schemas),
        "responses": {
            str(route.status): _response("Done", schemas.reference(operation.result)),
            **_error_responses(bound, schemas),
        },
    }
    if route.has_body:
        entry["requestBody"] = _request_body(bound, schemas)
    return entry


def _parameters(bound: BoundRoute, schemas: _Schemas) -> list[Json]:
    whole = schemas.whole(bound.operation.request)
    required = whole.get("required", [])
    in_path = bound.route.parameters
    rest = () if bound.route.has_body else whole["properties"]
    names = [*in_path, *(name for name in rest if name not in in_path)]
    parameters = [
        _parameter(name, whole["properties"][name], name in in_path, name in required)
        for name in names
    ]
    if bound.operation.honours_idempotency_key:
        parameters.append(_IDEMPOTENCY_PARAMETER)
    return parameters


def _parameter(name: str, schema: Json, in_path: bool, required: bool) -> Json:  # noqa: FBT001
    place = "path" if in_path else "query"
    parameter: Json = {"name": name, "in": place, "required": in_path or required}
    if "description" in schema:
        parameter["description"] = schema["description"]
    return parameter | {"schema": schema}


def _request_body(bound: BoundRoute, schemas: _Schemas) -> Json:
    whole = schemas.whole(bound.operation.request)
    in_path = bound.route.parameters
    required = [name for name in whole.get("required", []) if name not in in_path]
    schema = schemas.reference(bound.operation.request)
    if in_path:
        properties = {n: s for n, s in whole["properties"].items() if n not in in_path}
        schema = {**whole, "properties": properties, "required": required}
    return {"required": bool(required), "content": _json(schema)}


def _error_responses(bound: BoundRoute, schemas: _Schemas) -> Json:
    kinds = [*_ALWAYS, *bound.operation.errors, *(_WITH_BODY if bound.route.has_body else ())]
    if bound.operation.category is not None:
        kinds.append(errors.RateLimitedError)
    reference = schemas.reference(ErrorBody)
    sentence_of = {status_of(kind): _sentence(kind) for kind in reversed(kinds)}
    return {
        str(status): _response(sentence, reference)
        for status, sentence in sorted(sentence_of.items())
    }


def _sentence(kind: type[errors.LoomemError]) -> str:
    if kind is errors.LoomemError:
        return "Something broke inside."
    return (kind.__doc__ or kind.__name__).strip().splitlines()[0]


def _health(schemas: _Schemas) -> Json:
    reference = schemas.reference(Health)
    return {
        "operationId": "health",
        "summary": "Whether the server is ready; open to everyone.",
        "security": [],
        "responses": {
            "200": _response("Ready", reference),
            "503": _response("Starting or stopping", reference),
        },
    }


def _response(description: str, schema: Json) -> Json:
    return {"description": description, "content": _json(schema)}


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}
