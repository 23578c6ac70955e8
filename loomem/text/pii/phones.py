"""Finds telephone numbers by their form, their words and the numbering plans of the world.

A number without a country code counts only in a form that is usual for telephone numbers, or with
a word that says so: most runs of nine digits are something else.
"""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.pii.borders import has_label, is_free_after, is_free_before, is_word
from loomem.text.pii.model import PiiKind, Span
from loomem.text.pii.phone_context import Context, context_of, is_amount
from loomem.text.pii.plans import NumberPlan, is_possible_abroad, plan_of, split_country_code

_CANDIDATE: Final = re.compile(
    r"(?:\+|(?<![0-9]))\(?\+?[0-9]++(?:(?: ?\)[ -]?| ?- ?| ?\(|[ ./])[0-9]++)*+"
)
_GROUP: Final = re.compile(r"[0-9]+")
_LEAST, _MOST = 7, 15
_LONGEST_LIST: Final = 200
_LETTERS_BEFORE: Final = re.compile(r"(?:^|[^\w/+=])[^\W\d_]{1,12}$")
_LONG_WORD: Final = 14
_AND: Final = re.compile(r"\s*(?:[,;/、]|lub|albo|oraz|or|and|i|或|和)\s*", re.IGNORECASE)
_NORTH_AMERICAN: Final = re.compile(
    r"(?:1[ -])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-.])[0-9]{3}[-.][0-9]{4}"
)
_CHINESE: Final = re.compile(r"1[3-9][0-9]([ -])[0-9]{4}\1[0-9]{4}")
_DATE: Final = re.compile(
    r"(?:19|20)[0-9]{2}[-./ ]?(?:0?[1-9]|1[0-2])[-./ ]?(?:0?[1-9]|[12][0-9]|3[01])"
    r"|(?:0?[1-9]|[12][0-9]|3[01])[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:19|20)[0-9]{2}"
)
_ADDRESS: Final = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}|[0-9]{1,2}(?:\.[0-9]{1,2})+")
_DECIMAL: Final = re.compile(r"[0-9]{1,3}\.[0-9]+|[0-9]+\.[0-9]{1,2}")
_KNOWN_REGIONS: Final = ("US", "GB", "CN")
_LEAST_AT_HOME: Final = 9
_SHORT_SHAPES: Final = frozenset({(3, 4), (3, 2, 2), (4, 4), (2, 3, 3), (2, 2, 2, 2), (8,)})
_PHONE_WORD_HERE: Final = re.compile(
    r"(?i)(?<![\w./@])(?:tel|telefon|phone|mobile|kom|fax|sms|whatsapp)[.:=_-]?$"
)


class _Number:
    """A candidate, as it is written and as its digits."""

    __slots__ = ("digits", "end", "groups", "start", "text", "written")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.written = text[start:end]
        parts = _GROUP.findall(self.written)
        self.digits = "".join(parts)
        self.groups = tuple(map(len, parts))

    def is_even(self) -> bool:
        """Say whether one sign stands between all groups, or a blank once and then hyphens."""
        between = re.findall(r"[^0-9]+", self.written[self.written.find(self.digits[0]) :])
        signs = ["-" if "-" in part else part.strip(" ()") or " " for part in between]
        if not {" ", "-"}.issuperset(signs):
            return False
        return len(set(signs)) <= 1 or (signs[0] == " " and set(signs[1:]) == {"-"})


class PhoneFinder:
    """Yields telephone numbers; one region's numbers need no country code."""

    def __init__(self, default_region: str) -> None:
        self._home = plan_of(default_region)
        self._home_is_poland = default_region.upper() == "PL"
        regions = dict.fromkeys((default_region, *_KNOWN_REGIONS))
        self._plans = [plan for region in regions if (plan := plan_of(region))]
        self._britain = plan_of("GB")

    def find(self, text: str) -> Iterator[Span]:
        """Yield the numbers in the order of the text."""
        last_end: int | None = None
        for found in _CANDIDATE.finditer(text):
            if found.end() - found.start() < _LEAST:
                continue
            if found.end() - found.start() > _LONGEST_LIST:
                continue
            number = _trimmed(_Number(text, *found.span()))
            follows = last_end is not None and _AND.fullmatch(text, last_end, number.start)
            for span in self._judge(number, follows_phone=bool(follows)):
                last_end = span.end
                yield span

    def _judge(self, number: _Number, *, follows_phone: bool) -> Iterator[Span]:
        count = len(number.digits)
        if count < _LEAST or not _stands_alone(number):
            return
        if count <= _MOST and self._is_phone(number, follows_phone=follows_phone):
            yield Span(number.start, number.end, PiiKind.PHONE)
        elif len(number.groups) > 2 and not number.written.startswith("+"):
            yield from self._hidden_in(number)

    def _is_phone(self, number: _Number, *, follows_phone: bool) -> bool:
        if "+" in number.written:
            return self._is_international(number)
        context = (
            Context.NEAR if follows_phone else context_of(number.text, number.start, number.end)
        )
        if context is Context.OTHER or _is_other_form(number.written):
            return False
        if self._has_usual_form(number):
            return True
        return context is not Context.NONE and self._is_credible(number, context)

    def _is_international(self, number: _Number) -> bool:
        if is_amount(number.text, number.start, number.end):
            return False
        digits = number.digits.replace("0", "", 1) if "(0)" in number.written else number.digits
        parts = split_country_code(digits)
        if parts is None:
            return False
        _, national, plan = parts
        return is_possible_abroad(national, plan)

    def _has_usual_form(self, number: _Number) -> bool:
        """Say whether the grouping alone tells a telephone number."""
        written = number.written
        if _NORTH_AMERICAN.fullmatch(written) or _CHINESE.fullmatch(written):
            return True
        if self._home and self._is_usual_at_home(number, self._home):
            return True
        if self._britain and number.digits[0] == "0" and number.is_even():
            return self._fits(number.digits, number.groups, self._britain)
        return False

    def _is_usual_at_home(self, number: _Number, plan: NumberPlan) -> bool:
        digits, groups = number.digits, number.groups
        code = plan.country_code
        if digits.startswith("00" + code):
            national = digits[2 + len(code) :]
            return plan.is_valid(national) and len(national) > _LEAST
        if groups[0] == len(code) and digits.startswith(code) and number.is_even():
            return self._fits(digits[len(code) :], groups[1:], plan)
        return len(groups) > 1 and number.is_even() and self._fits(digits, groups, plan)

    def _fits(self, digits: str, groups: tuple[int, ...], plan: NumberPlan) -> bool:
        prefix = plan.national_prefix
        if prefix == "0":
            if not digits.startswith(prefix):
                return False
            digits, groups = digits[1:], (groups[0] - 1, *groups[1:])
        elif len(groups) < 3:
            return False
        if digits.endswith("000000") or not plan.is_valid(digits):
            return False
        trimmed = tuple(size for size in groups if size)
        return trimmed == plan.shape(digits) or (self._home_is_poland and trimmed == (3, 3, 3))

    def _is_credible(self, number: _Number, context: Context) -> bool:
        """Say whether digits that a word calls a telephone number can be one."""
        digits, groups = number.digits, number.groups
        if len(digits) >= _LEAST_AT_HOME:
            if self._home and self._home.is_possible(digits):
                return True
            if any(plan.is_valid(_without_prefix(digits, plan)) for plan in self._plans):
                return True
        if context is not Context.NEAR:
            return False
        if len(digits) < _LEAST_AT_HOME:
            return groups in _SHORT_SHAPES or _touches_word(number)
        return groups[0] > 1 or digits[0] in "01"

    def _hidden_in(self, number: _Number) -> Iterator[Span]:
        """Yield telephone numbers in a longer run of groups, if words announce them."""
        context = context_of(number.text, number.start, number.end)
        if context.value < Context.FAR.value or self._home is None:
            return
        places = [group.span() for group in _GROUP.finditer(number.text, number.start, number.end)]
        index = 0
        while index < len(places):
            taken = 1
            for size in (3, 4):
                part = places[index : index + size]
                piece = _Number(number.text, part[0][0], part[-1][1])
                if len(part) == size and piece.is_even() and self._has_usual_form(piece):
                    yield Span(piece.start, piece.end, PiiKind.PHONE)
                    taken = size
                    break
            index += taken


def _trimmed(number: _Number) -> _Number:
    """Leave out an opening bracket that is not closed inside."""
    if number.written.startswith("(") and ")" not in number.written:
        return _Number(number.text, number.start + 1, number.end)
    return number


def _stands_alone(number: _Number) -> bool:
    text, start, end = number.text, number.start, number.end
    if not is_free_after(text, end):
        return False
    if number.written.startswith("+"):
        return start == 0 or not is_word(text[start - 1]) or _follows_word(text, start)
    return is_free_before(text, start) or _touches_word(number)


def _follows_word(text: str, start: int) -> bool:
    """Say whether a short word touches the plus sign (``Call+48…``), and not a piece of base64."""
    return _LETTERS_BEFORE.search(text[max(0, start - _LONG_WORD) : start]) is not None


def _touches_word(number: _Number) -> bool:
    """Say whether a word for telephones touches the number: ``tel.600700800``."""
    text, start, end = number.text, number.start, number.end
    if start == 0 or text[start - 1].isspace():
        return False
    if context_of(text, start, end) is not Context.NEAR:
        return False
    near = text[max(0, start - _LONG_WORD) : start]
    return has_label(text, start) or _PHONE_WORD_HERE.search(near) is not None


def _is_other_form(written: str) -> bool:
    return any(form.fullmatch(written) for form in (_DATE, _ADDRESS, _DECIMAL))


def _without_prefix(digits: str, plan: NumberPlan) -> str:
    return digits.removeprefix(plan.national_prefix) if plan.national_prefix else digits
