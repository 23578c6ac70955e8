"""The example file is the models, written out."""

import re
import tomllib
from pathlib import Path
from typing import Any

from loomem.config.example import render_example
from loomem.config.loader import load_settings
from loomem.config.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "config.example.toml"
_KEY = re.compile(r"^# (\w+ = .*|\[\w+\])$", re.MULTILINE)


def test_the_file_in_the_repository_is_the_rendering() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == render_example()


def test_as_it_stands_it_changes_nothing() -> None:
    assert load_settings(config=EXAMPLE, environment={}) == Settings()


def test_with_every_key_uncommented_it_holds_the_defaults() -> None:
    tree = tomllib.loads(_KEY.sub(r"\1", render_example()))
    assert tree["llm"].pop("embedding_dim") > 0
    assert Settings(**tree) == Settings()


def test_every_key_is_shown_with_an_explanation() -> None:
    lines = render_example().splitlines()
    for path in _paths(Settings().model_dump()):
        key = path[-1]
        places = [i for i, line in enumerate(lines) if line.startswith((f"# {key} =", f"[{key}]"))]
        assert places, ".".join(path)
        assert path[0] == "namespaces" or lines[places[0] - 1].startswith("# ")


def _paths(tree: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for key, value in tree.items():
        inner = _paths(value, (*above, key)) if isinstance(value, dict) else [(*above, key)]
        found.extend(inner)
    return found
