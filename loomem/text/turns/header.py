"""Lines above a dialogue that say when it took place and who takes part."""

import re
from typing import Final

from loomem.text.turns.days import read_day
from loomem.text.turns.names import key_of

MAX_HEADER_CHARS: Final = 120
_SET_OFF: Final = "    "  # so far indented, a line is quoted
_MAX_NAMES_CHARS: Final = 4_000

_PARTICIPANTS: Final = re.compile(
    r"[ \t]{0,3}(?:[#*_>\-]{1,4}[ \t]?)?(?:participants|speakers|attendees|uczestnicy|rozmówcy"
    r"|参与者|参加者|与会者|对话者)[*_]{0,2}\s?[:：][*_]{0,2}\s?(?P<names>\S.*)$",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(r"(?:title|tytuł|标题|標題)\s?[:：]\s?\S", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[,，、;；]")
_LABEL: Final = re.compile(
    r"[ \t]{0,3}(?:[#*_>\-\[(]{1,4}[ \t]?)?(?:(?:conversation|chat|session|meeting|call|recording)[ _])?"
    r"(?:date(?: and time)?|recorded(?: on)?|started(?: at| on)?|created(?:_at| at| on)?"
    r"|data(?: i godzina)?(?: rozmowy| spotkania| nagrania| czatu)?|dnia"
    r"|(?:对话|对話|会话|聊天|会议|谈话|记录)?(?:日期|时间|時間))[*_]{0,2}\s?[:：][*_]{0,2}",
    re.IGNORECASE,
)
# What may stand beside the date on a line that is nothing but a header.
_FILLING: Final = re.compile(
    r"\b(?:on|at|the|am|pm|of|utc|gmt|cest|cet|session|conversation|chat|dialogue|part|no|nr"
    r"|mon|tue|tues|wed|thu|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|godz|godzina|dnia|r|roku|o"
    r"|rozmowa|sesja|czat|z|from)\b"
    r"|星期[一二三四五六日天]|周[一二三四五六日]|上午|下午|晚上|早上|中午|[第次]|会话|对话|聊天|[时点分秒]"
    r"|(?<!\d)\d{1,2}(?::\d{2}){0,2}(?:\.\d{1,6})?(?:[ap]m\b)?(?!\d)|\bT(?=\d)|(?<=\d)Z\b"
    r"|[+\-]\d{2}:?\d{2}(?!\d)",
    re.IGNORECASE,
)
_WORDS_LEFT: Final = re.compile(r"[^\W_]")


def participants_of(line: str) -> frozenset[str]:
    """Return the keys of the names in a ``Participants:`` line; none for another line."""
    match = _PARTICIPANTS.match(line) if len(line) <= _MAX_NAMES_CHARS else None
    if match is None:
        return frozenset()
    names = (key_of(name.strip("*_. \t")) for name in _BETWEEN.split(match["names"]))
    return frozenset(name for name in names if name)


def is_title(line: str) -> bool:
    """Say whether a line is the ``Title:`` of a conversation."""
    return len(line) <= MAX_HEADER_CHARS and _TITLE.match(line) is not None


def header_day(line: str) -> str | None:
    """Return the ISO day of a line that says nothing but a date, with or without a label."""
    if len(line) > MAX_HEADER_CHARS or line.startswith(_SET_OFF):
        return None
    label = _LABEL.match(line)
    words = line[label.end() :] if label else line
    found = read_day(words)
    if found is None:
        return None
    day, start, end = found
    rest = words[:start] + " " + words[end:]
    return None if _WORDS_LEFT.search(_FILLING.sub(" ", rest)) else day
