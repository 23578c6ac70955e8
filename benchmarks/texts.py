"""Synthetic memories and questions in English, Polish and Chinese, the same for the same number.

Sentences are put together from patterns, common words and made-up names, so that words have a
long tail as in real notes: a few are everywhere, most names are rare.
"""

import random
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_HAN_NAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"
_HAN_GIVEN = "伟芳娜敏静丽强磊洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红鑫宇浩然梓涵雨欣诗琪思远"

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def memory(number: int) -> str:
    """Return a statement of about twelve words."""
    rng = random.Random(f"memory-{number}")
    return rng.choices(_STATEMENTS, weights=(6, 3, 2))[0](rng)


def question(number: int) -> str:
    """Return a question of about seven words; half of the time about a statement's name."""
    rng = random.Random(f"question-{number}")
    return rng.choices(_QUESTIONS, weights=(6, 3, 2))[0](rng)


def memories(first: int, count: int) -> list[str]:
    """Return ``count`` statements from ``first`` on."""
    return [memory(number) for number in range(first, first + count)]


def questions(first: int, count: int) -> list[str]:
    """Return ``count`` different questions from ``first`` on."""
    found: dict[str, None] = {}
    number = first
    while len(found) < count:
        found[question(number)] = None
        number += 1
    return list(found)


def _choose(rng: random.Random, language: str) -> dict[str, str]:
    return {kind: _word(rng, words) for kind, words in _WORDS[language].items()}


def _word(rng: random.Random, words: Sequence[str]) -> str:
    """Choose unevenly, as language does: the first words of a list are the common ones."""
    return words[int(len(words) * rng.random() ** 1.7)]


def _name(rng: random.Random) -> str:
    """Make one of some 7,500 names up; small numbers come more often."""
    maker = random.Random(f"name-{int(7_500 * rng.random() ** 2.5)}")
    syllables = maker.choice((2, 2, 3))
    return "".join(
        maker.choice(_CONSONANTS) + maker.choice(_VOWELS) for _ in range(syllables)
    ).capitalize() + maker.choice(("", "n", "r", "s"))


def _han_name(rng: random.Random) -> str:
    return rng.choice(_HAN_NAMES) + "".join(rng.choices(_HAN_GIVEN, k=rng.choice((1, 2))))


def _english(rng: random.Random) -> str:
    w = _choose(rng, "en")
    pattern = rng.randrange(3)
    if pattern == 0:
        text = f"{w['who']} {w['verb']} the {w['adj']} {w['thing']} {w['where']} {w['when']} with {_name(rng)}"
    elif pattern == 1:
        text = f"{_name(rng)} says that {w['who']} {w['verb']} a {w['thing']} for {rng.randrange(5, 900)} euros {w['where']}"
    else:
        text = f"The {w['adj']} {w['thing']} of {_name(rng)} is kept {w['where']}, box {rng.randrange(1, 400)}, since {w['when']}"
    return f"{text[0].upper()}{text[1:]}."


def _polish(rng: random.Random) -> str:
    w = _choose(rng, "pl")
    if rng.random() < 0.5:
        text = f"{w['who']} {w['verb']} {w['adj']} {w['thing']} {w['where']} {w['when']}, a {_name(rng)} o tym pamięta"
    else:
        text = f"{_name(rng)} mówi, że {w['who']} {w['verb']} {w['thing']} za {rng.randrange(5, 900)} złotych {w['where']}"
    return f"{text[0].upper()}{text[1:]}."


def _chinese(rng: random.Random) -> str:
    w = _choose(rng, "zh")
    if rng.random() < 0.5:
        return f"{_han_name(rng)}{w['when']}{w['where']}{w['verb']}{w['adj']}{w['thing']}，花了{rng.randrange(5, 900)}元。"
    return (
        f"{_han_name(rng)}说，{_han_name(rng)}的{w['adj']}{w['thing']}{w['when']}还{w['where']}。"
    )


def _ask_english(rng: random.Random) -> str:
    w = _choose(rng, "en")
    return rng.choice(
        (
            f"Where is the {w['adj']} {w['thing']} of {_name(rng)}?",
            f"Who {w['verb']} the {w['thing']} {w['where']} with {_name(rng)}?",
            f"What did {w['who']} do with the {w['adj']} {w['thing']} {w['when']}?",
            f"How much was the {w['thing']} that {_name(rng)} talked about {w['where']}?",
        )
    )


def _ask_polish(rng: random.Random) -> str:
    w = _choose(rng, "pl")
    return rng.choice(
        (
            f"Gdzie {w['who']} {w['verb']} {w['adj']} {w['thing']} {w['when']}?",
            f"Co {_name(rng)} pamięta o tym, że {w['who']} {w['verb']} {w['thing']}?",
            f"Kto {w['verb']} {w['thing']} {w['where']} {w['when']} i za ile złotych?",
        )
    )


def _ask_chinese(rng: random.Random) -> str:
    w = _choose(rng, "zh")
    return rng.choice(
        (
            f"{_han_name(rng)}的{w['adj']}{w['thing']}在哪里？",
            f"谁{w['when']}{w['where']}{w['verb']}{w['thing']}？",
            f"{_han_name(rng)}{w['when']}{w['verb']}什么？",
        )
    )


_STATEMENTS: tuple[Callable[[random.Random], str], ...] = (_english, _polish, _chinese)
_QUESTIONS: tuple[Callable[[random.Random], str], ...] = (_ask_english, _ask_polish, _ask_chinese)
