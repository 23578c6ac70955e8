"""Advice to the C library, which may be any."""

import pytest

from loomem.runtime import allocator


def test_advice_is_given_where_the_library_takes_it() -> None:
    allocator.share_arenas()
    allocator.return_unused()


def test_a_library_without_these_functions_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allocator.ctypes, "CDLL", lambda _name: object())
    allocator.share_arenas()
    allocator.return_unused()
