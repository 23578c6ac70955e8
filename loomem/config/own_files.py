"""Reads the owner's own TOML files, like ``entities.toml``; a file that cannot be used stops the start."""

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from loomem.errors import ConfigError

Held = TypeVar("Held")


def read_own_file(path: Path, kind: type[Held], setting: str) -> Held | None:
    """Return what a file holds, None where there is none.

    Raises ConfigError, in one line that names ``setting``, for a file that is no TOML or has other keys
    or types.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{setting}: {path} cannot be read as UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{setting}: {path} is no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"{setting}: {path}: {error}") from error
