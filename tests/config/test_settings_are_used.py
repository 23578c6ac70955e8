"""A setting that nothing reads would mislead: each must be read somewhere outside config."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

import loomem
from loomem.config.settings import Settings

PACKAGE = Path(loomem.__file__).parent


def leaf_keys(model: type[BaseModel], above: str = "") -> list[str]:
    keys = []
    for name, field in model.model_fields.items():
        inner = field.annotation
        path = f"{above}.{name}" if above else name
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            keys.extend(leaf_keys(inner, path))
        else:
            keys.append(path)
    return keys


@pytest.fixture(scope="module")
def sources() -> str:
    # Two keys name secrets; the accessors in config/environment.py are their readers.
    files = [f for f in PACKAGE.rglob("*.py") if f.parent.name != "config"]
    files.append(PACKAGE / "config" / "environment.py")
    return "\n".join(f.read_text(encoding="utf-8") for f in files)


@pytest.mark.parametrize("key", leaf_keys(Settings))
def test_a_setting_is_read_somewhere(key: str, sources: str) -> None:
    tail = key.rpartition(".")[2]
    assert re.search(rf"\.{tail}\b", sources), f"nothing reads {key}"
