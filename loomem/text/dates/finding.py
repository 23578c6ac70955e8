"""Finds the dates in a text, in whichever of the known languages it is."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from loomem.text.dates.chinese_frames import CHINESE
from loomem.text.dates.chinese_tense import chinese_clues
from loomem.text.dates.english import NAMED_RULES as ENGLISH_NAMED
from loomem.text.dates.english_frames import ENGLISH_FRAMES
from loomem.text.dates.english_relative import RELATIVE_RULES as ENGLISH_RELATIVE
from loomem.text.dates.english_tense import english_clues
from loomem.text.dates.english_words import ENGLISH_WORDS
from loomem.text.dates.grammar import Grammar
from loomem.text.dates.model import DateMention, Direction
from loomem.text.dates.polish import NAMED_RULES as POLISH_NAMED
from loomem.text.dates.polish_frames import POLISH_FRAMES
from loomem.text.dates.polish_relative import RELATIVE_RULES as POLISH_RELATIVE
from loomem.text.dates.polish_tense import polish_clues
from loomem.text.dates.polish_words import POLISH_WORDS
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import Tape, tokenize
from loomem.text.dates.tense import TenseReader
from loomem.text.dates.vantage import Expression, Vantage, resolve

_ENGLISH: Final = Grammar(ENGLISH_WORDS, {**ENGLISH_NAMED, **ENGLISH_RELATIVE}, ENGLISH_FRAMES)
_POLISH: Final = Grammar(POLISH_WORDS, {**POLISH_NAMED, **POLISH_RELATIVE}, POLISH_FRAMES)


_HAN: Final = re.compile("[\u4e00-\u9fff]")


class _Place(NamedTuple):
    """An expression and the plain characters it stands at."""

    start: int
    end: int
    expression: Expression
    tense: TenseReader


def find_dates(text: str, anchor: date | None, language: str | None = None) -> list[DateMention]:
    """Return the dates of a text in order, without overlaps.

    ``anchor`` is the day the text was said; without it, what is relative to that day is left out.
    ``language`` ("en", "pl", "zh") is a hint for the order of day and month in ``3/4/2025`` and picks
    the rules; None, or any other value, tries all.
    """
    return scan(text, anchor, language, Direction.EITHER)


def scan(
    text: str, anchor: date | None, language: str | None, fallback: Direction
) -> list[DateMention]:
    """Return the dates; ``fallback`` is the side of a date without a year if the text tells none."""
    spelling = Spelling(text)
    places = _without_overlaps(list(_read(spelling, language)), len(spelling.plain))
    found = []
    for place in places:
        mention = _mention(spelling, place, anchor, fallback)
        if mention is not None:
            found.append(mention)
    return found


def _read(spelling: Spelling, language: str | None) -> Iterator[_Place]:
    tokens = tokenize(spelling, language)
    if language not in ("en", "pl", "zh"):
        language = None
    if language in (None, "en"):
        tense = TenseReader(spelling, tokens, english_clues)
        yield from _places(_ENGLISH.read(spelling, tokens), tense)
    if language in (None, "pl"):
        tense = TenseReader(spelling, tokens, polish_clues)
        yield from _places(_POLISH.read(spelling, tokens), tense)
    if language == "zh" or (language is None and _HAN.search(spelling.plain)):
        tense = TenseReader(spelling, tokens, chinese_clues, is_verb_last=True)
        yield from _places(CHINESE.read(spelling), tense)


def _places(tape: Tape | None, tense: TenseReader) -> Iterator[_Place]:
    if tape is None:
        return
    for index, sketch in tape.sketches.items():
        if sketch.expression is not None and not sketch.weak:
            token = tape.tokens[index]
            yield _Place(token.start, token.end, sketch.expression, tense)


def _without_overlaps(places: Sequence[_Place], length: int) -> list[_Place]:
    """Return the longest places in order of the text."""
    taken = bytearray(length)
    kept = []
    for place in sorted(places, key=lambda place: place.start - place.end):
        if not any(taken[place.start : place.end]):
            taken[place.start : place.end] = b"\1" * (place.end - place.start)
            kept.append(place)
    return sorted(kept, key=lambda place: place.start)


def _mention(
    spelling: Spelling, place: _Place, anchor: date | None, fallback: Direction
) -> DateMention | None:
    vantage = None
    if anchor is not None:
        vantage = Vantage(anchor, partial(place.tense.facing, place.start, place.end), fallback)
    span = resolve(place.expression, vantage)
    if span is None:
        return None
    start, end = spelling.stretch(place.start, place.end)
    return DateMention(
        start=start,
        end=end,
        first=span.first,
        last=span.last,
        kind=span.kind,
        is_relative=place.expression.is_relative,
        is_certain=span.is_sure,
        direction=span.direction or _side(span.first, span.last, anchor),
    )


def _side(first: date, last: date, anchor: date | None) -> Direction:
    if anchor is None or first <= anchor <= last:
        return Direction.EITHER
    return Direction.PAST if last < anchor else Direction.FUTURE
