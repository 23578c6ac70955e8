"""Questions in a person's own words find their memory: in Polish, in Chinese, and across languages."""

from pathlib import Path

import pytest

from tests.support.question_sets import Miss, keep_all, misses, open_context, read_set


def told(missed: list[Miss]) -> str:
    return "\n".join(f"{m.question.text} {m.question.keys}: {m.instead}" for m in missed)


@pytest.mark.parametrize("name", ["polish", "chinese"])
async def test_a_question_finds_its_memory_among_the_first_five(
    name: str, tmp_path: Path, models_dir: Path
) -> None:
    memories, questions = read_set(f"{name}.txt")
    assert len(memories) >= 120
    assert len(questions) >= 60
    async with open_context(tmp_path, models_dir) as context:
        keys = await keep_all(context, memories)
        assert len(keys) == len(memories)
        missed = await misses(context, keys, questions, 5)
    assert 1 - len(missed) / len(questions) >= 0.97, told(missed)


async def test_a_question_finds_its_memory_in_another_language(
    tmp_path: Path, models_dir: Path
) -> None:
    memories, questions = read_set("mixed.txt")
    assert len({question.about for question in questions}) == 6
    assert len(questions) >= 40
    for name in ("polish.txt", "chinese.txt"):
        memories += read_set(name)[0]
    async with open_context(tmp_path, models_dir) as context:
        keys = await keep_all(context, memories)
        missed = await misses(context, keys, questions, 5)
    assert 1 - len(missed) / len(questions) >= 0.9, told(missed)
