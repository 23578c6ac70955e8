"""Where values come from: one TOML file and the ``LOOMEM_<SECTION>__<KEY>`` variables.

Only a name with two underscores after a section is a setting. Everything else that begins with
``LOOMEM_`` is left alone, because container platforms invent such names (``LOOMEM_PORT=tcp://…``).
"""

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, TomlConfigSettingsSource

from loomem.config.settings import Settings
from loomem.errors import ConfigError

ENV_PREFIX = "LOOMEM_"
CONFIG_VARIABLE = "LOOMEM_CONFIG"
DEFAULT_FILE = Path("config.toml")
ALIASES = {"SERVER_ORIGIN": ("server", "origin")}
"""Variables that others of this kind are set up with."""

Tree = dict[str, Any]


class EnvironmentSource(PydanticBaseSettingsSource):
    """The variables that are settings, as a tree of strings."""

    def __init__(self, settings_cls: type[BaseSettings], environment: Mapping[str, str]) -> None:
        super().__init__(settings_cls)
        self._environment = environment

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the part of the tree that belongs to one section."""
        del field
        return self().get(field_name), field_name, True

    def __call__(self) -> Tree:
        tree: Tree = {}
        for name in sorted(self._environment):
            path = setting_path(name)
            if path is not None:
                _graft(tree, path, self._environment[name], name)
        for name, path in ALIASES.items():
            if self._environment.get(name) and variable_name(path) not in self._environment:
                _graft(tree, path, self._environment[name], name)
        return tree


def setting_path(variable: str) -> tuple[str, ...] | None:
    """Return the key path that a variable names, or None where it is no setting."""
    if not variable.upper().startswith(ENV_PREFIX):
        return None
    parts = variable[len(ENV_PREFIX) :].lower().split("__")
    return tuple(parts) if len(parts) > 1 and parts[0] else None


def variable_name(path: tuple[str, ...]) -> str:
    """Return the variable that sets a key path."""
    return ENV_PREFIX + "__".join(path).upper()


def near_misses(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Find variables that look like a setting with one underscore: (name, what was meant)."""
    meant = {
        variable_name((section, key)).replace("__", "_"): variable_name((section, key))
        for section, field in Settings.model_fields.items()
        for key in getattr(field.annotation, "model_fields", {})
    }
    return [(name, meant[name]) for name in sorted(environment) if name in meant]


def read_environment(environment: Mapping[str, str] | None = None) -> Tree:
    """Read settings from the given variables, or from those of the process."""
    source = os.environ if environment is None else environment
    return EnvironmentSource(Settings, source)()


def find_file(environment: Mapping[str, str] | None = None) -> Path | None:
    """Return the settings file to read: the named one, else ``./config.toml``, else none.

    Raises ConfigError where ``LOOMEM_CONFIG`` names a file that is not there.
    """
    named = (os.environ if environment is None else environment).get(CONFIG_VARIABLE)
    if named:
        return existing_file(Path(named).expanduser(), CONFIG_VARIABLE)
    return DEFAULT_FILE if DEFAULT_FILE.is_file() else None


def existing_file(path: Path, origin: str) -> Path:
    """Return the path, or raise ConfigError saying who named a file that is not there."""
    if not path.exists() or path.is_dir():
        raise ConfigError(f"{origin} names {path}, and there is no such file")
    return path


def read_file(path: Path) -> Tree:
    """Read one TOML file. Raises ConfigError with file and line where it cannot be read."""
    try:
        return dict(TomlConfigSettingsSource(Settings, path)())
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}{_toml_position(error)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error


def _toml_position(error: tomllib.TOMLDecodeError) -> str:
    reason, _, place = str(error).partition(" (at ")
    words = place.rstrip(")").replace(",", "").split()
    line = words[1] if len(words) > 1 and words[0] == "line" else None
    ending = "" if line else " at the end of the file"
    return f"{f':{line}' if line else ''}: {reason}{ending}; this is not valid TOML"


def _graft(tree: Tree, path: tuple[str, ...], value: str, variable: str) -> None:
    branch = tree
    for part in path[:-1]:
        branch = branch.setdefault(part, {})
        if not isinstance(branch, dict):
            raise ConfigError(f"{variable} clashes with a variable that sets {part} as a whole")
    branch[path[-1]] = _list_or_text(value)


def _list_or_text(value: str) -> Any:
    """Return what ``["a", "b"]`` lists; a value that is no such list stays text."""
    if not value.lstrip().startswith("["):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
