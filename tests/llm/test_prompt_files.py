"""Every shipped prompt can be read and filled."""

from pathlib import Path

import pytest

import loomem.llm
from loomem.llm.prompt_files import load_prompt

NAMES = sorted(path.stem for path in (Path(loomem.llm.__file__).parent / "prompts").glob("*.md"))


def test_the_prompts_are_there() -> None:
    assert NAMES == ["extract_facts", "find_entities", "judge_relation", "rerank"]


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_has_a_version_and_fills(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.version >= 1
    assert prompt.max_tokens >= 50
    filled = prompt.fill({"conversation_date": "2024-05-01", "max_facts": "20", "types": "any"})
    assert "$" not in filled
    assert "JSON" in filled
