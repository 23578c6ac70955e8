"""One clear line for a setting that cannot be used. Values that may be secret are not repeated."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from loomem.config.settings import Settings
from loomem.config.sources import variable_name

_UNKNOWN_KEY = "extra_forbidden"
_PRIVATE_ENDINGS = ("_env", "_url")
_DEFAULT = "default"
_TABLE_ERRORS = ("model_type", "dict_type")


@dataclass(frozen=True)
class Origins:
    """What each source said, for naming the one to blame."""

    flags: dict[str, Any]
    variables: dict[str, Any]
    file: dict[str, Any]
    path: Path | None

    def of(self, path: tuple[str, ...]) -> str:
        """Name the source of a key path, strongest first; an item of a list has that of the list."""
        while path and path[-1].isdecimal():
            path = path[:-1]
        if _find(self.flags, path) is not None:
            return f"--{path[-1].replace('_', '-')}"
        given = _find(self.variables, path)
        if given is not None:
            return variable_name((*path, *_first_leaf(given)))
        if self.path and _find(self.file, path) is not None:
            return str(self.path)
        return _DEFAULT


def explain_first(error: ValidationError, origins: Origins) -> str:
    """Describe the first of the errors; say how many there are besides."""
    problems = error.errors(include_url=False)
    line = _explain(problems[0], origins)
    more = len(problems) - 1
    return f"{line} (and {more} more)" if more else line


def _explain(problem: ErrorDetails, origins: Origins) -> str:
    path = tuple(str(part) for part in problem["loc"] if part != "[key]")
    where = f"{'.'.join(path)} ({_blame(problem, path, origins)})"
    if problem["type"] == _UNKNOWN_KEY:
        return f"{where}: {_unknown(path)}"
    return f"{where}: {_allowed(problem)}{_given(problem, path)}"


def _blame(problem: ErrorDetails, path: tuple[str, ...], origins: Origins) -> str:
    """Name the source; a rule over a whole section is broken by one of the keys given in it."""
    given = problem["input"]
    if problem["type"] != "value_error" or not isinstance(given, Mapping):
        return origins.of(path)
    named = dict.fromkeys(origins.of((*path, str(key))) for key in given)
    return ", ".join(name for name in named if name != _DEFAULT) or origins.of(path)


def _unknown(path: tuple[str, ...]) -> str:
    known = _known_keys(path[:-1])
    close = difflib.get_close_matches(path[-1], known, n=1)
    return "".join(
        [
            f"there is no such {'key' if len(path) > 1 else 'section'}",
            f"; did you mean {'.'.join((*path[:-1], close[0]))}?" if close else ".",
            f" Known here: {', '.join(known)}",
        ]
    )


def _known_keys(path: tuple[str, ...]) -> list[str]:
    model: type[BaseModel] = Settings
    for part in path:
        field = model.model_fields.get(part)
        if field is None or not isinstance(field.annotation, type):
            return []
        model = field.annotation
    return list(model.model_fields)


def _allowed(problem: ErrorDetails) -> str:
    if problem["type"] in _TABLE_ERRORS:
        return "must be a table of keys"
    text = problem["msg"].removeprefix("Value error, ")
    for opening in ("Input should be ", "String should have "):
        text = text.replace(opening, "must be " if "Input" in opening else "must have ")
    return text.partition(", unable")[0]


def _given(problem: ErrorDetails, path: tuple[str, ...]) -> str:
    value = problem["input"]
    if path[-1].endswith(_PRIVATE_ENDINGS) or not isinstance(value, str | int | float):
        return ""
    shown = repr(value)
    return f", not {shown}" if len(shown) <= 60 else ""


def _find(tree: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    branch: Any = tree
    for part in path:
        if not isinstance(branch, Mapping) or part not in branch:
            return None
        branch = branch[part]
    return branch


def _first_leaf(tree: Any) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    while isinstance(tree, Mapping) and tree:
        key = next(iter(tree))
        path, tree = (*path, key), tree[key]
    return path
