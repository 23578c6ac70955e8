"""Settings from outside. A flag wins over the environment, which wins over the file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from loomem.config.explain import Origins, explain_first
from loomem.config.settings import Settings
from loomem.config.sources import existing_file, find_file, read_environment, read_file
from loomem.errors import ConfigError


def load_settings(
    overrides: Mapping[str, Any] | None = None,
    config: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Join all sources into one checked value.

    ``overrides`` is a tree such as ``{"server": {"port": 3031}}``; ``config`` names the file in
    place of ``LOOMEM_CONFIG``. Raises ConfigError, whose one line names the key path, where the
    value came from, and what is allowed.
    """
    path = existing_file(config.expanduser(), "--config") if config else find_file(environment)
    origins = Origins(
        flags=dict(overrides or {}),
        variables=read_environment(environment),
        file=read_file(path) if path else {},
        path=path,
    )
    joined = overlay(overlay(origins.file, origins.variables), origins.flags)
    try:
        return Settings(**joined)
    except ValidationError as error:
        raise ConfigError(explain_first(error, origins)) from error


def overlay(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two trees; where both hold a plain value, the one above wins."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        both_trees = isinstance(under, dict) and isinstance(value, Mapping)
        merged[key] = overlay(under, value) if both_trees and under else value
    return merged
