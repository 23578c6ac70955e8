"""Decides which marks of a text are speakers: from how often, how regularly and where they stand.

A document has lines with a colon too. Where the signs are thin, nobody speaks.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from loomem.text.turns.marks import Mark, Style
from loomem.text.turns.speech import are_sentences, is_sentence, is_speech

_DATE: Final = re.compile(r"\d{1,4}\s?[-./年]\s?\d{1,2}\s?[-./月]\s?\d{1,4}")
# Where marks are rarer than this among the lines, a text quotes people and is no transcript.
_LINES_PER_MARK: Final = 30
_EARLY_LINES: Final = 12
_MAX_STRANGERS: Final = 4
_MIN_CYCLE: Final = 3


class Found(NamedTuple):
    """A mark with the number of its line among those that are not blank, and what follows it."""

    mark: Mark
    line: int
    words: str


def choose(found: Sequence[Found], line_count: int, declared: frozenset[str]) -> list[Found]:
    """Return those marks that begin a turn, in order. ``line_count`` is of lines not blank."""
    named = _declared(found, declared)
    if named:
        return sorted([*named, *(f for f in found if f.mark.name is None)], key=_line_of)
    able = [f for f in found if f.mark.label.can_speak or f.mark.name is None]
    dated = _dated(able)
    if dated:
        return dated
    able = [f for f in able if f.mark.name]
    roles = _roles(able, line_count)
    if len({f.mark.label.role for f in roles}) > 1:
        return roles
    people = _people(able, line_count, has_fields=_has_fields(found, able))
    return sorted({f.line: f for f in (*people, *roles)}.values(), key=_line_of)


def _line_of(found: Found) -> int:
    return found.line


def _declared(found: Sequence[Found], names: frozenset[str]) -> list[Found]:
    """Those declared by the full name, or called by the first words of it."""
    called = {
        " ".join(words[:n]) for name in names for words in [name.split()] for n in range(1, 5)
    }
    return [
        f
        for f in found
        if f.mark.name and f.mark.style is not Style.BULLET and f.mark.label.key in called
    ]


def _has_fields(found: Sequence[Found], able: Sequence[Found]) -> bool:
    """Whether labels like ``Summary:`` stand among the others, not only above them."""
    first = able[0].line if able else 0
    return any(f.mark.name and f.line > first and not f.mark.label.can_speak for f in found)


def _dated(able: Sequence[Found]) -> list[Found]:
    """A log of messages: most marks have a date, or a time and labels that talk like people."""
    stamped = [f for f in able if f.mark.style is Style.STAMPED]
    named = [f for f in stamped if f.mark.name]
    if not named or len(named) * 2 < sum(1 for f in able if f.mark.name):
        return []
    if all(_DATE.search(f.mark.stamp) for f in named) or _are_timed_people(named):
        return stamped
    return stamped if _is_company(named, len(named), has_fields=True) else []


def _are_timed_people(named: Sequence[Found]) -> bool:
    """Names with a time in brackets; without them it may be an agenda."""
    return len(named) > 1 and all(
        f.mark.stamp[:1] in ("[", "(") and f.mark.label.is_proper for f in named
    )


def _roles(able: Sequence[Found], line_count: int) -> list[Found]:
    """``User`` and ``Assistant``. One alone must be a word that is hardly anything else."""
    roles = [f for f in able if f.mark.label.role]
    if len({f.mark.label.role for f in roles}) < 2:
        roles = [f for f in roles if f.mark.style is not Style.BULLET]
    strong = any(not f.mark.label.is_weak for f in roles)
    voices = len({f.mark.label.role for f in roles})
    if not strong and (
        voices < 2 or not (len(roles) > 2 or are_sentences([f.words for f in roles]))
    ):
        return []
    return roles if roles and _is_early_or_dense(roles, line_count) else []


def _is_early_or_dense(marks: Sequence[Found], line_count: int) -> bool:
    return marks[0].line < _EARLY_LINES or len(marks) * _LINES_PER_MARK >= line_count


def _people(able: Sequence[Found], line_count: int, *, has_fields: bool) -> list[Found]:
    """Personal names: those of the one style in which most of them speak."""
    best: list[Found] = []
    for style in (Style.STAMPED, Style.TITLE, Style.BOLD, Style.NICK, Style.PLAIN):
        marks = [f for f in able if f.mark.style is style]
        if len(marks) <= len(best) or len(marks) * _LINES_PER_MARK < line_count:
            continue
        if style is Style.TITLE:
            best = _repeated_titles(marks) or best
        elif _is_company(marks, line_count, has_fields=has_fields):
            best = _speaking(marks)
    return best


def _repeated_titles(marks: Sequence[Found]) -> list[Found]:
    """Headings that come again and again, in a text that has hardly any others."""
    repeated = _repeated(marks)
    speaking = [f for f in marks if f.mark.label.key in repeated]
    is_most = len(repeated) > 1 and len(speaking) * 3 >= len(marks) * 2
    return speaking if is_most and is_speech([f.words for f in speaking]) else []


def _is_company(marks: Sequence[Found], line_count: int, *, has_fields: bool) -> bool:
    """Whether these labels behave like people who talk with each other."""
    if len(marks) > 1 and all(f.mark.label.is_numbered for f in marks):
        return True
    said = [f.words for f in marks]
    if not is_speech(said):
        return False
    is_dense = len(marks) * 2 >= line_count
    if _come_back(marks, is_dense=is_dense, is_prose=are_sentences(said)):
        return True
    if not is_dense or not are_sentences(said):
        return False
    return _are_nicknames(marks) or (not has_fields and _are_strangers(marks))


def _come_back(marks: Sequence[Found], *, is_dense: bool, is_prose: bool) -> bool:
    """Whether names take the word again; where nobody says much, it takes more of them."""
    proper = [f for f in marks if _is_proper(f.mark)]
    voices, repeated = len({f.mark.label.key for f in proper}), len(_repeated(proper))
    if repeated == 0 or len(proper) * 3 < len(marks) * 2:
        return False
    if is_prose:
        return voices > 1 or len(proper) == len(marks)
    enough = repeated > 1 or (voices > 1 and is_dense)
    return enough and not _cycles([f.mark.label.key for f in marks])


def _are_nicknames(marks: Sequence[Found]) -> bool:
    return len(_repeated(marks)) > 1 and all(f.words for f in marks)


def _are_strangers(marks: Sequence[Found]) -> bool:
    """A few people who say one sentence each."""
    voices = len({f.mark.label.key for f in marks})
    return 2 <= voices == len(marks) <= _MAX_STRANGERS and all(
        _is_proper(f.mark) and is_sentence(f.words) for f in marks
    )


def _is_proper(mark: Mark) -> bool:
    return mark.label.role is not None or mark.label.is_proper


def _speaking(marks: Sequence[Found]) -> list[Found]:
    """Leave out labels that occur once and are not written like a name."""
    repeated = _repeated(marks)
    return [f for f in marks if f.mark.label.key in repeated or _is_proper(f.mark)]


def _repeated(marks: Iterable[Found]) -> set[str]:
    counts = Counter(f.mark.label.key for f in marks)
    return {key for key, count in counts.items() if count > 1}


def _cycles(keys: Sequence[str]) -> bool:
    """Whether the same three or more labels come round in the same order, as fields of records do."""
    period = len(set(keys))
    if period < _MIN_CYCLE or len(keys) < 2 * period:
        return False
    return all(key == keys[at % period] for at, key in enumerate(keys))
