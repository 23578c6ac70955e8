"""The real lexicon, made once and kept."""

import os
from pathlib import Path

import pytest

from loomem.inference.install import LEXICON_FILE, install_model
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import Lexicon, load_lexicon

_ROOT = Path(__file__).resolve().parents[2]
_NAME = "polish-lemmas"


@pytest.fixture(scope="session")
def lexicon_file() -> Path:
    folder = Path(os.environ.get("LOOMEM_TEST_MODELS") or _ROOT / ".cache" / "models")
    if not (folder / _NAME / "manifest.json").is_file():
        install_model(_NAME, folder)
    return folder / _NAME / LEXICON_FILE


@pytest.fixture(scope="session")
def lexicon(lexicon_file: Path) -> Lexicon:
    return load_lexicon(lexicon_file)


@pytest.fixture(scope="session")
def analyzer(lexicon: Lexicon) -> Analyzer:
    return Analyzer(lexicon)
