"""Questions that ask for nothing but their days."""

import pytest

from loomem.text.questions import asks_for_nothing_else


@pytest.mark.parametrize(
    "rest",
    [
        "what happened ?",
        "What did I do",
        "what do you know about",
        "co się działo",
        "Co robiłem",
        "jakie mam plany na ?",
        "发生了什么?",
        "我做了什么",
        "",
    ],
)
def test_what_only_asks(rest: str) -> None:
    assert asks_for_nothing_else(rest)


@pytest.mark.parametrize(
    "rest",
    [
        "what did Anna do",
        "who called",
        "co robiła Zosia",
        "kiedy był dentysta",
        "王明做了什么",
        "我买了什么",
        "what happened at the office",
    ],
)
def test_what_asks_for_more(rest: str) -> None:
    assert not asks_for_nothing_else(rest)
