"""The key schema is data, and its page says the same."""

import importlib.util
from pathlib import Path

import lmdb

from loomem.stores.env import Env
from loomem.stores.schema import DATABASES, KEYSPACES

ROOT = Path(__file__).parents[2]


def test_the_page_about_storage_is_rendered_from_the_schema() -> None:
    spec = importlib.util.spec_from_file_location("render_docs", ROOT / "scripts/render_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs/storage.md").read_text(encoding="utf-8")
    assert page == module.storage_page(), "run: python scripts/render_docs.py"


def test_the_data_file_has_exactly_the_databases_of_the_schema(tmp_path: Path) -> None:
    Env(tmp_path, map_size_mb=8).close()
    raw = lmdb.open(str(tmp_path), max_dbs=64, readonly=True)
    with raw.begin() as txn:
        names = {bytes(key).decode() for key, _ in txn.cursor()}
    raw.close()
    assert names == set(DATABASES)
    assert names >= {space.database for space in KEYSPACES}
