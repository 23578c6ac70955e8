"""Reads the mark with which a line hands the word to a speaker; does not judge whether it is one.

Looks at the first characters of a line only.
"""

import re
from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from loomem.text.turns.names import Label, label_of

MAX_MARK_CHARS: Final = 140

_TIME: Final = (
    r"(?:(?:[上下]午|早上|晚上|中午|凌晨)\s?)?\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,6})?)?"
    r"(?:\s?[AaPp]\.?\s?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
)
_DATE: Final = (
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})"
    r"|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)"
)
_DATED: Final = rf"{_DATE}(?:,?[ T\u202f]{{0,2}}{_TIME})?"
_WHEN: Final = rf"(?:{_DATED}|{_TIME}(?:,?\s{_DATE})?)"
_STAMP: Final = rf"(?:\[{_WHEN}\]|\({_WHEN}\)|{_WHEN}(?=[\s,]))(?:\s?[-–—|])?\s?"
_WORD: Final = r"[^\s:：,;!?\"<>\[\](){}|*#`=/\\。，！？；、]{1,30}+"
_NAME: Final = rf"{_WORD}(?:[ \u00a0\u202f]{_WORD}){{0,3}}+"
_ASIDE: Final = r",?\s?[(\[][^()\[\]\n]{1,40}[)\]]"
_LEAD: Final = r"[\u200e\u200f\u202a-\u202e\ufeff]{0,3}[ \t]{0,3}(?P<bullet>[-•*][ \t])?(?P<hash>\#{1,6}[ \t]{1,3})?"
_SIGNS: Final = r"(?:[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]{1,8}\s?)?"

_SPOKEN: Final = re.compile(
    rf"{_LEAD}(?:(?P<stamp>{_STAMP})[\u200e\u200f]?~?\s?)?{_SIGNS}(?P<bold>\*\*|__|\*)?{_SIGNS}"
    rf"(?:(?P<inner>{_STAMP}))?"
    rf"(?:\[(?P<tag>{_NAME})\]|(?P<phone>\+\d[\d \-()\u00a0]{{5,20}}+)|(?P<name>{_NAME}))"
    rf"(?P<aside>{_ASIDE})?[\u202f \u00a0]?"
    r"(?:(?P<colon>[:：])(?P<after>\*\*|__|\*)?|(?P<before>\*\*|__|\*)"
    rf"(?P<late>{_ASIDE})?\s?[:：])"
)
_NICK: Final = re.compile(
    rf"{_LEAD}(?P<stamp>{_STAMP})?<[@+%~&]?(?P<name>[^<>\s:]{{1,30}})>[ \t](?=\S)"
)
_FORWARDED: Final = re.compile(rf"{_LEAD}(?P<name>{_NAME}),?\s{{0,3}}(?P<stamp>\[{_WHEN}\])\s*$")
_TITLE: Final = re.compile(
    rf"{_LEAD}{_SIGNS}(?:\*\*)?(?P<name>{_NAME})(?P<aside>{_ASIDE})?(?:\*\*)?(?P<late>{_ASIDE})?"
    r"\s?[:：]?[\s#]*$"
)
_NOTICE: Final = re.compile(
    rf"[\u200e\u200f\ufeff]{{0,3}}(?:\[{_DATE},?[ T\u202f]{{0,2}}{_TIME}\]\s|{_DATE},?[ \u202f]{_TIME}\s?[-–—]\s)(?=\S)"
)
_HAS_TIME: Final = re.compile(rf"[(\[]{_WHEN}[)\]]")
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


_SPACE: Final = " \t\u00a0\u200e\u200f"
_NOBODY: Final = Label(key="", role=None, is_weak=False, can_speak=False, is_proper=False)


class Style(IntEnum):
    """How a mark is written; a higher one is surer."""

    BULLET = 0
    PLAIN = 1
    NICK = 2
    BOLD = 3
    TITLE = 4
    STAMPED = 5


class Mark(NamedTuple):
    """``body`` is where the words begin on the line. ``name`` is None for a dated notice that nobody
    says; its label can speak for no one.
    """

    name: str | None
    label: Label
    style: Style
    stamp: str
    body: int


def read_mark(line: str) -> Mark | None:
    """Return the mark at the beginning of a line, None where there is none."""
    head = line[:MAX_MARK_CHARS]
    if ":" in head or "：" in head:
        mark = _spoken(head) or _forwarded(head, line) or _nick(head)
        return mark or _title(head, line) or _notice(head)
    if "#" in head:
        return _title(head, line)
    return _nick(head) if "<" in head else None


def body_begin(line: str) -> int:
    """Return where the words begin on a line: behind the mark, if it has one."""
    mark = read_mark(line)
    return mark.body if mark else 0


def _spoken(head: str) -> Mark | None:
    match = _SPOKEN.match(head)
    if match is None or not _is_closed(match, head):
        return None
    stamp = match["stamp"] or match["inner"] or _aside_time(match)
    name = _words_of(match, stamped=bool(stamp))
    if not name or not _begins_like_a_name(name, stamped=bool(stamp)):
        return None
    return _mark(name, _style(match, stamp), stamp, head, match.end())


def _words_of(match: re.Match[str], *, stamped: bool) -> str:
    name = match["phone"] or match["name"]
    if name is None:
        # In place of a number or address that was taken out: [PHONE].
        return f"[{match['tag']}]" if stamped and match["tag"].isupper() else str(match["tag"])
    return str(name).strip("_~ \u00a0\u202f")


def _aside_time(match: re.Match[str]) -> str:
    time = _HAS_TIME.search((match["aside"] or "") + (match["late"] or ""))
    return time[0] if time else ""


def _is_closed(match: re.Match[str], head: str) -> bool:
    """An opening asterisk needs its partner; an ASCII colon needs a space, or Chinese around."""
    if (match["bold"] or "") != (match["after"] or match["before"] or ""):
        return match["bold"] == "__" or (match["bold"] is None and match["after"] == "*")
    follower = head[match.end() : match.end() + 1]
    if not follower or follower.isspace() or match["bold"] or "：" in (match["colon"] or ""):
        return True
    return bool(_WIDE.match(follower) or _WIDE.search(match["name"] or ""))


def _begins_like_a_name(name: str, *, stamped: bool) -> bool:
    return stamped or name[0].isalpha() or (name[0] == "@" and len(name) > 1)


def _style(match: re.Match[str], stamp: str) -> Style:
    if stamp:
        return Style.STAMPED
    if match["bullet"]:
        return Style.BULLET
    if match["hash"]:
        return Style.TITLE
    return Style.BOLD if match["bold"] else Style.PLAIN


def _nick(head: str) -> Mark | None:
    match = _NICK.match(head)
    if match is None:
        return None
    style = Style.STAMPED if match["stamp"] else Style.NICK
    mark = _mark(match["name"], style, match["stamp"] or "", head, match.end())
    return mark._replace(label=replace(mark.label, is_proper=True))


def _forwarded(head: str, line: str) -> Mark | None:
    """``Anna, [12.03.2024 10:15]`` on a line of its own, the words below."""
    match = _FORWARDED.match(head) if len(line) < MAX_MARK_CHARS else None
    if match is None or not _begins_like_a_name(match["name"], stamped=False):
        return None
    return _mark(match["name"], Style.STAMPED, match["stamp"], head, match.end())


def _title(head: str, line: str) -> Mark | None:
    """``## User`` on a line of its own."""
    match = _TITLE.match(head) if len(line) < MAX_MARK_CHARS else None
    if match is None or not match["hash"] or not match["name"][0].isalpha():
        return None
    return _mark(match["name"], Style.TITLE, _aside_time(match), head, match.end())


def _notice(head: str) -> Mark | None:
    match = _NOTICE.match(head)
    if match is None:
        return None
    return Mark(None, _NOBODY, Style.STAMPED, match.group(), match.end())


def _mark(name: str, style: Style, stamp: str, head: str, end: int) -> Mark:
    space = len(head) - end - len(head[end:].lstrip(_SPACE))
    return Mark(name, label_of(name), style, stamp, end + space)
