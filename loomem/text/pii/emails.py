"""Finds e-mail addresses, with letters of any script on both sides."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.cjk import UNSPACED
from loomem.text.pii.model import PiiKind, Span

_MAX_LOCAL: Final = 64
_LOCAL: Final = re.compile(r"[\w\u0300-\u036f.%&'+~-]+")  # read backwards from the at sign
_EDGES: Final = ".%&'~-"
_ASCII_DOMAIN: Final = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?:xn--[A-Za-z0-9-]{2,59}|[A-Za-z]{2,24})"
    r"(?![0-9A-Za-z\u00c0-\u024f\u0370-\u1fff])"
)
_DOMAIN: Final = re.compile(r"(?:\w(?:[\w-]{0,61}\w)?[.\u3002]){1,8}[^\W\d_]{2,24}(?!\w)")
_LAST_SCRIPT: Final = re.compile(rf"[^{UNSPACED}]+$")
_COPY_PATH: Final = re.compile(r":[\w.~-]*(?:/|\.git\b)")  # git@host:owner/name
_WEB_ADDRESS: Final = re.compile(r"://[^\s/@]*$")
_PICTURE: Final = re.compile(r"[0-9]x\.(?:png|jpe?g|gif|webp|svg|avif)$", re.IGNORECASE)


def find_emails(text: str) -> Iterator[Span]:
    """Yield addresses. ``user@host`` of a web address or a copy path is none."""
    place = text.find("@")
    while place >= 0:
        start = _local_start(text, place)
        end = _domain_end(text, place + 1)
        if start is not None and end is not None and _is_address(text, start, place, end):
            yield Span(start, end, PiiKind.EMAIL)
            place = end - 1
        place = text.find("@", place + 1)


def _local_start(text: str, at: int) -> int | None:
    if at == 0 or text[at - 1] in "@. ":
        return None
    window = text[max(0, at - _MAX_LOCAL) : at]
    backwards = _LOCAL.match(window[::-1])
    if backwards is None:
        return None
    local = backwards.group()[::-1].lstrip(_EDGES)
    tail = _LAST_SCRIPT.search(local)
    if tail and tail.group()[0].isascii():  # 邮箱是foo@bar.com
        local = tail.group().lstrip(_EDGES)
    return at - len(local) if any(char.isalnum() for char in local) else None


def _domain_end(text: str, start: int) -> int | None:
    found = _ASCII_DOMAIN.match(text, start) or _DOMAIN.match(text, start)
    return found.end() if found else None


def _is_address(text: str, start: int, at: int, end: int) -> bool:
    if _WEB_ADDRESS.search(text[max(0, start - _MAX_LOCAL) : start]) or _COPY_PATH.match(
        text, end
    ):
        return False
    return not _PICTURE.fullmatch(text, at + 1, end)
