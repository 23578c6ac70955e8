"""JSON schemas of tool arguments and results, made from their types.

Clients are strict in different ways, so a schema is as plain as it can be: an object at the root, no
reference at the root, no combination where a plain type says the same.
"""

from functools import cache
from typing import Any

import msgspec

from loomem.mcp.protocol import Json

_REF = "#/$defs/{name}"


@cache
def schema_of(kind: type[msgspec.Struct]) -> Json:
    """Return the schema of a struct, an object at the root."""
    (root,), parts = msgspec.json.schema_components([kind], ref_template=_REF)
    name = root["$ref"].rpartition("/")[2]
    schema: Json = _plain(parts.pop(name))
    schema.pop("title", None)
    schema.pop("description", None)
    schema.setdefault("properties", {})
    if parts:
        schema["$defs"] = {part: _plain(parts[part]) for part in sorted(parts)}
    return schema


def _plain(value: Any) -> Any:
    """Drop the null of optional fields: a client leaves them out."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    plain = {key: _plain(item) for key, item in value.items()}
    options = plain.get("anyOf")
    if isinstance(options, list):
        rest = [option for option in options if option != {"type": "null"}]
        if len(rest) < len(options):
            plain.pop("anyOf")
            plain |= rest[0] if len(rest) == 1 else {"anyOf": rest}
    if plain.get("default", "") is None:
        plain.pop("default")
    return plain
