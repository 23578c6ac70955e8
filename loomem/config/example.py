"""Renders ``config.example.toml`` from the models, so that the file cannot fall behind them."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from loomem.config.settings import Settings

_HEAD = """\
# Loomem settings. Copy this file to config.toml and remove the # in front of what you change.
# Every key is optional; the value shown is the default.
#
# The file is ./config.toml, or the one that LOOMEM_CONFIG names. A variable wins over the file:
#   LOOMEM_SERVER__PORT=3031  LOOMEM_SEARCH__HYBRID_WEIGHTS__VECTOR=0.5
# and a flag of `loomem serve` wins over both. An unknown key is an error.
"""


def render_example() -> str:
    """Return the text of the example file."""
    parts = [_HEAD]
    for name, field in Settings.model_fields.items():
        parts.extend(_section(name, field))
    return "\n".join(parts)


def _section(name: str, field: FieldInfo) -> list[str]:
    default = field.default
    if not isinstance(default, BaseModel):
        lines = [f"# {key} = {_literal(value)}" for key, value in default.items()]
        # Even an empty table of names would replace the shipped ones.
        return [_block(f"# [{name}]", field, lines)]
    fields = type(default).model_fields
    nested = [key for key, inner in fields.items() if isinstance(inner.default, BaseModel)]
    lines = [line for key in fields if key not in nested for line in _key(key, fields[key])]
    blocks = [_block(f"[{name}]", field, lines)]
    for key in nested:
        blocks.extend(_section(f"{name}.{key}", fields[key]))
    return blocks


def _block(heading: str, field: FieldInfo, lines: list[str]) -> str:
    return "\n".join([f"# {field.description}", heading, *lines, ""])


def _key(key: str, field: FieldInfo) -> list[str]:
    value = field.examples[0] if field.default is None and field.examples else field.default
    return [f"# {field.description}", f"# {key} = {_literal(value)}"]


def _literal(value: Any) -> str:
    if isinstance(value, Path):
        value = str(value)
    return json.dumps(value, ensure_ascii=False)
